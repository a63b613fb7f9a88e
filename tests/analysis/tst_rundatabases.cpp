#include "analysis/importers/databasecopy.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/rundatabase.h"
#include "analysis/importers/sqlitedatabase.h"
#include "tests/support/database.h"
#include "tests/support/describe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

const char* const nullNote = "  note: rlwatch stores NaN as NULL: what is shown as not logged may have been NaN.\n";

QString read(const std::string& bytes) {
    return QString::fromStdString(describe(openRunsFromBytes("f", bytes)));
}

QString ofTables(const char* tables, const QString& statements) {
    return read(databaseBytes(tables + statements.toStdString()));
}

/// A database that another process has open for writing, and has not written back its log.
class LiveDatabase {
  public:
    explicit LiveDatabase(const QString& path, bool writeAheadLog) {
        sqlite3_open(path.toUtf8().constData(), &m_database);
        run(writeAheadLog ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");
        run("PRAGMA wal_autocheckpoint=0");
    }
    ~LiveDatabase() { sqlite3_close(m_database); }
    void run(const QString& sql) {
        if (sqlite3_exec(m_database, sql.toUtf8().constData(), nullptr, nullptr, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(m_database));
    }

  private:
    sqlite3* m_database = nullptr;
};

const QString oneRun = "INSERT INTO runs VALUES ('a1', 'one', 'FINISHED', 1764500000000, 1764500060000, 'active', 1);";

} // namespace

/// Databases of trackers: what their tables hold, and how little is done to them.
class TestRunDatabases : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Names, sizes, times and content of all files there.
    QStringList everythingInTheFolder() const {
        QStringList all;
        for (const QFileInfo& entry : QDir(m_folder.path()).entryInfoList(QDir::Files | QDir::Hidden, QDir::Name)) {
            QFile file(entry.filePath());
            if (!file.open(QIODevice::ReadOnly))
                qFatal("cannot be read");
            all += entry.fileName() + ' ' + entry.lastModified().toString(Qt::ISODateWithMs) + ' ' +
                   QString::number(qHash(file.readAll()));
        }
        return all;
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        for (const QFileInfo& entry : QDir(m_folder.path()).entryInfoList(QDir::Files | QDir::Hidden))
            QVERIFY(QFile::remove(entry.filePath()));
    }

    void mlflow() {
        QCOMPARE(
            ofTables(mlflowTables, oneRun + R"(
            INSERT INTO experiments VALUES (1, 'exp');
            INSERT INTO runs VALUES ('a2', 'one', 'FAILED', 0, NULL, 'deleted', 2);
            INSERT INTO runs VALUES ('a3', '', 'RUNNING', 0, NULL, 'active', 1);
            INSERT INTO metrics VALUES ('loss', 2.5, 1764500001000, 'a1', 10, 0), ('lr', 0.1, 1764500001000, 'a1', 10, 0),
              ('loss', 0, 1764500002000, 'a1', 20, 1), ('loss', 1.7976931348623157e308, 1764500003000, 'a1', 30, 0),
              ('loss', -1.7976931348623157e308, 1764500003000, 'a1', 40, 0), ('loss', 7, 1764500003000, 'a1', 40, 0),
              ('loss', 9, 1764500003000, 'nobody', 40, 0), ('acc', 1, 5, 'a3', 0, 0), ('acc', 2, 5, 'a3', 0, 0);
            INSERT INTO params VALUES ('lr', '0.1', 'a1'), ('torch', '2.9.1', 'a1');
            INSERT INTO tags VALUES ('mlflow.user', 'somebody', 'a1'), ('mlflow.source.name', 'train.py', 'a1'),
              ('team', 'x', 'a1');)"),
            QString(
                "one: 10@1764500001 20@1764500002 30@1764500003 40@1764500003 40@1764500003\n"
                "  loss: 2.5 nan inf -inf 7\n  lr: 0.1 - - - -\n"
                "  !exit 40@1764500060 status FINISHED\n"
                "  config lr = 0.1\n  config mlflow.experiment = exp\n  config tag.team = x\n  config torch = 2.9.1\n"
                "  env program = train.py\n  env torch = 2.9.1\n"
                "one:\n  !exit - status FAILED\n  note: It was deleted in MLflow.\n  note: It holds no metric.\n"
                "a3: 0 0\n  acc: 1 2\n  config mlflow.experiment = exp\n"
                "  note: Its status is RUNNING: no end is recorded.\n"));
    }

    /// MLflow's own machine statistics count samples: they are laid at rows by time.
    void mlflowMachineStatistics() {
        QCOMPARE(
            ofTables(mlflowTables, oneRun + R"(
            INSERT INTO metrics VALUES ('system/gpu_0_utilization_percentage', 1, 1764500000000, 'a1', 0, 0),
              ('loss', 2, 1764500001000, 'a1', 10, 0),
              ('system/gpu_0_utilization_percentage', 2, 1764500001500, 'a1', 1, 0),
              ('loss', 1, 1764500002000, 'a1', 20, 0),
              ('system/gpu_0_utilization_percentage', 3, 1764500009000, 'a1', 2, 0);)"),
            QString("one: 10@1764500001 20@1764500002\n  system/gpu_0_utilization_percentage: 1,2 3\n  loss: 2 1\n"
                    "  !exit 20@1764500060 status FINISHED\n"
                    "  note: Statistics of the machine are recorded over time, without a step: they stand at the last "
                    "row before them.\n"));
    }

    void mlflowOfTheFirstVersions() {
        QCOMPARE(read(databaseBytes("CREATE TABLE runs (run_uuid TEXT, name TEXT);"
                                    "CREATE TABLE metrics (\"key\" TEXT, value FLOAT, timestamp BIGINT, run_uuid TEXT);"
                                    "INSERT INTO runs VALUES ('a1', 'old');"
                                    "INSERT INTO metrics VALUES ('loss', 1, 1764500001, 'a1');")),
                 QString("old: 0@1764500001\n  loss: 1\n"));
    }

    void trackio() {
        QCOMPARE(
            ofTables(trackioTables, R"(
            INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES
              ('r1', '2025-11-30T10:53:20', 'blue', 0, '{"loss": 2.5, "nested": {"a": 1}, "note": "text"}'),
              ('r2', '2025-11-30T10:53:21', 'blue', 0, '{"loss": "NaN", "lr": "-Infinity", "x": null}'),
              ('r1', '2025-11-30T10:53:22', 'blue', 0, '{"eval": 7}'),
              ('r1', '2025-11-30T10:53:23', 'blue', 1, '{"loss": NaN}'),
              ('r1', '2025-11-30T10:53:24', 'blue', 2, 'torn {');
            INSERT INTO configs (run_id, run_name, config) VALUES
              ('r1', 'blue', '{"lr": 0.1, "_Username": "somebody", "gpu": "A100"}');
            INSERT INTO system_metrics (run_id, timestamp, run_name, metrics) VALUES
              ('r1', '2025-11-30T10:53:23', 'blue', '{"gpu/0/utilization": 55}');
            INSERT INTO alerts (run_id, timestamp, run_name, title, text, level, step) VALUES
              ('r1', '2025-11-30T10:53:25', 'blue', 'Spike', 'It rose.', 'error', 1);)"),
            QString("blue: 0@1764500000 1@1764500003\n  loss: 2.5 nan\n  nested/a: 1 -\n  eval: 7 -\n"
                    "  gpu/0/utilization: - 55\n"
                    "  !note 1@1764500005 Trackio alert (error): Spike: It rose.\n"
                    "  config gpu = A100\n  config lr = 0.1\n  env gpu = A100\n"
                    "  issue line 5: Row of the table metrics: it is no log call with a step and was left out.\n"
                    "  note: Statistics of the machine are recorded over time, without a step: they stand at the last "
                    "row before them.\n"
                    "blue: 0@1764500001\n  loss: nan\n  lr: -inf\n  x: null\n"));
    }

    void trackioWithoutRunId() {
        QCOMPARE(
            read(databaseBytes("CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step "
                               "INTEGER, metrics TEXT);"
                               "INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES "
                               "('', 'a', 0, '{\"x\": 1}'), ('', 'b', 0, '{\"x\": 2}'), ('', 'a', 1, '{\"x\": 3}');")),
            QString("a: 0 1\n  x: 1 3\nb: 0\n  x: 2\n"));
    }

    void rlwatch() {
        QCOMPARE(
            ofTables(rlwatchTables, R"(
            INSERT INTO runs VALUES ('g1', 'trl', 0, '{"lr": 0.1}');
            INSERT INTO metrics (run_id, step, timestamp, loss, kl_divergence, extra_json) VALUES
              ('g1', 1, 1764500001.5, 2.5, NULL, '{"len": 300}'), ('g1', 2, 1764500002, NULL, 0.5, NULL);
            INSERT INTO alerts (run_id, step, timestamp, detector, severity, message, recommendation) VALUES
              ('g1', 2, 1764500002, 'kl_explosion', 'critical', 'KL is 0.5.', 'Lower the learning rate.');)"),
            QString("g1: 1@1764500001.5 2@1764500002\n  entropy: null null\n  kl_divergence: null 0.5\n"
                    "  reward_mean: null null\n  reward_std: null null\n  reward_min: null null\n"
                    "  reward_max: null null\n  advantage_std: null null\n  loss: 2.5 null\n"
                    "  learning_rate: null null\n  clip_fraction: null null\n  grad_norm: null null\n  len: 300 -\n"
                    "  !note 2@1764500002 rlwatch kl_explosion (critical): KL is 0.5. Lower the learning rate.\n"
                    "  config lr = 0.1\n  env framework = trl\n") +
                nullNote);
    }

    void isRefusedWithASentence_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << says;
        };
        const std::string good = databaseBytes(std::string(mlflowTables) + oneRun.toStdString());
        row("other tables", databaseBytes("CREATE TABLE songs (title TEXT)"), "without the tables of MLflow");
        row("no table", databaseBytes("SELECT 1"), "does not begin like");
        row("only its header", good.substr(0, 100), "cannot");
        row("only its signature", good.substr(0, 16), "cannot");
        row("noise behind the signature", good.substr(0, 16) + std::string(5000, '\x5a'), "cannot read it");
        row("no run", databaseBytes(mlflowTables), "holds no run");
        row("metrics as a view",
            databaseBytes("CREATE TABLE runs (run_uuid TEXT); CREATE VIEW metrics AS SELECT 1 AS "
                          "run_uuid, 2 AS value"),
            "without the tables of MLflow");
    }
    void isRefusedWithASentence() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        Source source = Source::fromBytes("f", bytes.toStdString());
        const auto runs = readRunDatabase(source, {});
        QVERIFY(!runs.ok());
        const QString sentence = QString::fromStdString(runs.error().message);
        QVERIFY2(QRegularExpression(says).match(sentence).hasMatch(), qPrintable(sentence));
        QVERIFY(sentence.startsWith("f: ") && sentence.endsWith('.'));
    }

    void missingTablesAreNoReasonToRefuse() {
        QCOMPARE(
            read(databaseBytes("CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT); CREATE TABLE metrics "
                               "(\"key\" TEXT, value FLOAT, timestamp BIGINT, run_uuid TEXT, step BIGINT, is_nan "
                               "BOOLEAN); INSERT INTO runs VALUES ('a1', 'one', 'KILLED'); INSERT INTO metrics VALUES "
                               "('loss', 1, 0, 'a1', 3, 0); CREATE TABLE latest_metrics (x)")),
            QString("one: 3\n  loss: 1\n  !exit 3 status KILLED\n"));
    }

    /// Every page in turn is lost: no crash, and either a sentence or what the other pages hold.
    void everyPageIsDamaged() {
        std::string rows;
        for (int i = 0; i < 100; ++i)
            rows += "INSERT INTO metrics VALUES ('loss', 1, 1764500000000, 'a1', " + std::to_string(i) + ", 0);";
        const std::string good = databaseBytes(mlflowTables + oneRun.toStdString() + rows);
        for (std::size_t page = 0; page < good.size(); page += 512) {
            std::string bytes = good;
            for (std::size_t i = page + 16; i < page + 512; ++i)
                bytes[i] = static_cast<char>(i * 31);
            const auto runs = openRunsFromBytes("f", bytes);
            QVERIFY(!runs.ok() || !runs->empty());
        }
    }

    void cutDatabaseIsReadAsFarAsItGoes() {
        std::string rows;
        for (int i = 0; i < 1000; ++i)
            rows += "INSERT INTO metrics VALUES ('loss', 1, 1764500000000, 'a1', " + std::to_string(i) + ", 0);";
        const std::string good = databaseBytes(mlflowTables + oneRun.toStdString() + rows);
        const auto runs = openRunsFromBytes("f", good.substr(0, good.size() - 4096));
        QVERIFY2(runs.ok(), runs ? "" : runs.error().message.c_str());
        QVERIFY(runs->front()->rows().size() > 500);
        QVERIFY(runs->front()->rows().size() < 1000);
        QVERIFY(runs->front()->issues().total >= 1);
    }

    void fileIsLeftAsItIs() {
        QFile file(path("a b#1?.db"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(databaseBytes(mlflowTables + oneRun.toStdString() +
                                                           "INSERT INTO metrics VALUES ('loss', 1, 0, 'a1', 3, 0)")));
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner));
        const QStringList before = everythingInTheFolder();
        const auto runs = openRuns(file.fileName().toStdString());
        QVERIFY2(runs.ok(), runs ? "" : runs.error().message.c_str());
        QCOMPARE(runs->front()->rows().size(), std::size_t(1));
        QCOMPARE(everythingInTheFolder(), before);
    }

    /// The trainer writes on: its log is read, nothing in its folder changes, and it is not locked out.
    void databaseInUse_data() {
        QTest::addColumn<bool>("writeAheadLog");
        QTest::addColumn<bool>("schemaInTheFile");
        QTest::newRow("write-ahead log") << true << true;
        QTest::newRow("all of it in the write-ahead log") << true << false;
        QTest::newRow("transaction under way") << false << true;
    }
    void databaseInUse() {
        QFETCH(bool, writeAheadLog);
        QFETCH(bool, schemaInTheFile);
        LiveDatabase live(path("mlflow.db"), writeAheadLog);
        live.run(QString(mlflowTables) + oneRun + "INSERT INTO metrics VALUES ('loss', 1, 0, 'a1', 1, 0)");
        if (schemaInTheFile && writeAheadLog)
            live.run("PRAGMA wal_checkpoint(TRUNCATE)");
        live.run("INSERT INTO metrics VALUES ('loss', 2, 0, 'a1', 2, 0)");
        if (!writeAheadLog)
            live.run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN EXCLUSIVE; UPDATE metrics SET value = 9");
        const QStringList before = everythingInTheFolder();
        const auto runs = openRuns(path("mlflow.db").toStdString());
        QVERIFY2(runs.ok(), runs ? "" : runs.error().message.c_str());
        QCOMPARE(runs->front()->forKey("loss")->values, (std::vector<double>{1, 2}));
        QCOMPARE(runs->front()->issues().total, std::size_t(0));
        QCOMPARE(everythingInTheFolder(), before);
        live.run(writeAheadLog ? "INSERT INTO metrics VALUES ('loss', 3, 0, 'a1', 3, 0)" : "COMMIT");
    }

    void copiesAreRemoved() {
        const auto copies = [] {
            return QDir(QDir::tempPath()).entryList({"tachograph-??????"}, QDir::Dirs).size();
        };
        LiveDatabase live(path("mlflow.db"), true);
        live.run(mlflowTables);
        const auto before = copies();
        {
            std::string why;
            const auto copy = DatabaseCopy::make(path("mlflow.db").toStdString(), {}, why);
            QVERIFY2(copy != nullptr, why.c_str());
            QVERIFY(!copy->mixed());
            QCOMPARE(copies(), before + 1);
        }
        QCOMPARE(copies(), before);
    }

    void cancelIsAnswered() {
        std::stop_source stop;
        stop.request_stop();
        LiveDatabase live(path("mlflow.db"), true);
        live.run(mlflowTables);
        const auto runs = openRuns(path("mlflow.db").toStdString(), {}, Job(stop.get_token()));
        QVERIFY(!runs.ok());
        QCOMPARE(runs.error().message, std::string(canceledMessage));
    }

    void runsAreAskedForByName() {
        QFile file(path("m.db"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(
            databaseBytes(mlflowTables + oneRun.toStdString() +
                          "INSERT INTO runs VALUES ('a2', 'two', 'FINISHED', 0, 0, 'active', 1);"
                          "INSERT INTO metrics VALUES ('loss', 1, 0, 'a1', 3, 0), ('loss', 2, 0, 'a2', 3, 0)")));
        file.close();
        const auto runs = openRuns(path("m.db#two").toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(1));
        QCOMPARE(runs->front()->forKey("loss")->values, std::vector<double>{2});
        QVERIFY(!openRuns(path("m.db#three").toStdString()).ok());
    }
};

QTEST_GUILESS_MAIN(TestRunDatabases)
#include "tst_rundatabases.moc"
