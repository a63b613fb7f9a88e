#include "app/userroles.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;

/// The user's own names of metrics: two files, each optional, each said to be broken when it is.
class TestUserRoles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
    }

    void withoutFiles() {
        const app::UserRoles roles = app::loadUserRoles();
        QCOMPARE(roles.problem, std::string());
        QVERIFY(roles.said.empty());
        QCOMPARE(roles.table->entries().size(), MetricRoles::builtIn().entries().size());
    }

    void whatIsSavedIsReadBack() {
        MetricRole entry;
        entry.pattern = "tête \"x\"*";
        entry.formats = {"jsonl", "csv"};
        entry.role = "throughput";
        entry.unit = "Ktok/s";
        entry.scope = Scope::gpu;
        entry.averaging = Averaging::sinceStart;
        entry.definition = "as said";
        entry.priority = 7;
        QVERIFY(app::saveSaidRoles({entry, entry}));
        const app::UserRoles roles = app::loadUserRoles();
        QCOMPARE(roles.problem, std::string());
        QCOMPARE(roles.said.size(), std::size_t(2));
        const MetricRole& read = roles.said.front();
        QCOMPARE(read.pattern, entry.pattern);
        QVERIFY(read.formats == entry.formats);
        QCOMPARE(read.role, entry.role);
        QCOMPARE(read.unit, entry.unit);
        QVERIFY(read.scope == entry.scope);
        QVERIFY(read.averaging == entry.averaging);
        QCOMPARE(read.definition, entry.definition);
        QCOMPARE(read.priority, 7);
        QVERIFY(app::saveSaidRoles({}));
        QVERIFY(!QFile::exists(m_home->filePath(windowFile)));
        QVERIFY(app::saveSaidRoles({})); // nothing to remove is no error
    }

    void theWindowGoesBeforeTheHand() {
        write(handFile, R"({"roles": [{"pattern": "dur", "role": "loss"}, {"pattern": "mine", "role": "reward"}]})");
        write(windowFile, R"({"roles": [{"pattern": "dur", "role": "step_time", "unit": "s"}]})");
        const app::UserRoles roles = app::loadUserRoles();
        QCOMPARE(roles.problem, std::string());
        QCOMPARE(roles.said.size(), std::size_t(1));
        QCOMPARE(roles.table->find("dur", "jsonl")->role, std::string("step_time"));
        QCOMPARE(roles.table->find("mine", "jsonl")->role, std::string("reward"));
        QCOMPARE(roles.table->find("step_time_s", "jsonl")->role, std::string("step_time"));
    }

    void savingLeavesTheHandAlone() {
        const QByteArray byHand = "// mine\n{\"roles\": [{\"pattern\": \"mine\", \"role\": \"reward\"}]}";
        write(handFile, byHand);
        MetricRole entry;
        entry.pattern = "dur", entry.role = "loss";
        QVERIFY(app::saveSaidRoles({entry}));
        QFile file(m_home->filePath(handFile));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), byHand);
        QCOMPARE(app::loadUserRoles().said.size(), std::size_t(1)); // its own entries only
    }

    void broken_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("no JSON") << QByteArray("not JSON");
        QTest::newRow("torn") << QByteArray(R"({"roles": [{"pattern": "a")");
        QTest::newRow("no list") << QByteArray(R"({"roles": 5})");
        QTest::newRow("no role") << QByteArray(R"({"roles": [{"pattern": "a"}]})");
        QTest::newRow("a number for a name") << QByteArray(R"({"roles": [{"pattern": 5, "role": "loss"}]})");
        QTest::newRow("a wrong scope") << QByteArray(
            R"({"roles": [{"pattern": "a", "role": "loss", "scope": "all"}]})");
        QTest::newRow("binary") << QByteArray(500, '\xfe');
        QTest::newRow("too long") << QByteArray(5 << 20, ' ');
        QTest::newRow("deep") << QByteArray(100'000, '[');
    }
    void broken() {
        QFETCH(QByteArray, bytes);
        for (const char* name : {handFile, windowFile}) {
            init();
            const bool window = name == windowFile;
            write(window ? handFile : windowFile, R"({"roles": [{"pattern": "good", "role": "reward"}]})");
            write(name, bytes);
            const app::UserRoles roles = app::loadUserRoles();
            QVERIFY2(roles.problem.find(name) != std::string::npos, roles.problem.c_str());
            QVERIFY(roles.table->find("good", "jsonl")); // the other one still holds
            QVERIFY(roles.table->find("step_time_s", "jsonl"));
        }
    }

    void aFolderInItsPlace() {
        QVERIFY(QDir(m_home->path()).mkpath(windowFile));
        QVERIFY(!app::loadUserRoles().problem.empty());
        MetricRole entry;
        entry.pattern = "dur", entry.role = "loss";
        QVERIFY(!app::saveSaidRoles({entry}));
    }

    void noHome() {
        const QByteArray home = qgetenv("HOME");
        qunsetenv("XDG_CONFIG_HOME");
        qunsetenv("HOME");
        QVERIFY(app::loadUserRoles().problem.empty());
        QVERIFY(!app::saveSaidRoles({}));
        qputenv("HOME", home);
    }

  private:
    void write(const QString& name, const QByteArray& bytes) {
        QVERIFY(QDir(m_home->path()).mkpath(QStringLiteral("tachograph")));
        QFile file(m_home->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    static constexpr const char* handFile = "tachograph/metric-roles.json";
    static constexpr const char* windowFile = "tachograph/metric-roles.window.json";
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_GUILESS_MAIN(TestUserRoles)
#include "tst_userroles.moc"
