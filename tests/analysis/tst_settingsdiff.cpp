#include "analysis/comparison/expectation.h"
#include "analysis/comparison/settingsdiff.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;

namespace {

/// "key=value; key=value"
Settings settings(const QString& text) {
    Settings map;
    for (const QString& entry : text.split(QStringLiteral("; "), Qt::SkipEmptyParts)) {
        const auto equals = entry.indexOf(QLatin1Char('='));
        map[entry.left(equals).toStdString()] = entry.mid(equals + 1).toStdString();
    }
    return map;
}

QString kindName(SettingDifference::Kind kind) {
    switch (kind) {
    case SettingDifference::Kind::setting:
        return QStringLiteral("setting");
    case SettingDifference::Kind::package:
        return QStringLiteral("package");
    case SettingDifference::Kind::hardware:
        return QStringLiteral("hardware");
    case SettingDifference::Kind::variable:
        return QStringLiteral("variable");
    case SettingDifference::Kind::noEffect:
        return QStringLiteral("no effect");
    case SettingDifference::Kind::identity:
        break;
    }
    return QStringLiteral("identity");
}

/// "key: a -> b (change, kind, remark)", one a row.
QString shown(const std::vector<SettingDifference>& rows) {
    QStringList lines;
    for (const SettingDifference& row : rows)
        lines << QStringLiteral("%1: %2 -> %3 (%4, %5%6)")
                     .arg(QString::fromStdString(row.key), QString::fromStdString(row.a), QString::fromStdString(row.b),
                          QString::fromLatin1(changeName(row.change)), kindName(row.kind),
                          row.remark.empty() ? QString() : QStringLiteral(", ") + QString::fromStdString(row.remark));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TestSettingsDiff : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void rows_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("expected");
        const auto same = [](const char* name, const char* a, const char* b) {
            QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(b) << QString();
        };
        const auto row = [](const char* name, const char* a, const char* b, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(b) << QString::fromLatin1(expected);
        };
        same("nothing", "", "");
        same("equal", "lr=1e-5", "lr=1e-5");
        same("one number in two spellings", "lr=1e-06; steps=1000", "lr=0.000001; steps=1e3");
        same("blanks", "model=demo-7b", "model= demo-7b ");
        same("true and True", "bf16=true; warm=None", "bf16=True; warm=none");
        row("numbers that differ in the last place", "lr=1e-6", "lr=1.01e-6", "lr: 1e-6 -> 1.01e-6 (changed, setting)");
        row("whole numbers beyond doubles", "tokens=9007199254740993", "tokens=9007199254740992",
            "tokens: 9007199254740993 -> 9007199254740992 (changed, setting)");
        row("words that differ in case", "mode=Fast", "mode=fast", "mode: Fast -> fast (changed, setting)");
        row("added and removed", "old=1", "new=2", "new:  -> 2 (added, setting)\nold: 1 ->  (removed, setting)");
        row("nested", "optim.lr=1; optim.name=adam", "optim.lr=2; optim.name=lion",
            "optim.lr: 1 -> 2 (changed, setting)\noptim.name: adam -> lion (changed, setting)");
        row("local tag", "torch=2.9.1+cu128", "torch=2.9.1+cu130",
            "torch: 2.9.1+cu128 -> 2.9.1+cu130 (changed, package, same release, build cu128 to cu130)");
        row("release", "vllm=0.11.0", "vllm=0.12.0rc1", "vllm: 0.11.0 -> 0.12.0rc1 (changed, package)");
        row("package gone", "flash-attn=2.8.3", "", "flash-attn: 2.8.3 ->  (removed, package)");
        row("cuda", "cuda=12.8", "cuda=13.0", "cuda: 12.8 -> 13.0 (changed, hardware)");
        row("a memory setting is no hardware", "gpu_memory_utilization=0.8", "gpu_memory_utilization=0.9",
            "gpu_memory_utilization: 0.8 -> 0.9 (changed, setting)");
        row("variable", "", "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
            "PYTORCH_CUDA_ALLOC_CONF:  -> expandable_segments:True (added, variable)");
        row("lazy loading where it is the default", "cuda=12.8", "cuda=12.8; CUDA_MODULE_LOADING=LAZY",
            "CUDA_MODULE_LOADING:  -> LAZY (added, no effect, LAZY is the default since CUDA 12.2 on Linux)");
        row("lazy loading before it was the default", "cuda=11.8", "cuda=11.8; CUDA_MODULE_LOADING=LAZY",
            "CUDA_MODULE_LOADING:  -> LAZY (added, variable)");
        row("eager loading is a choice", "", "CUDA_MODULE_LOADING=EAGER",
            "CUDA_MODULE_LOADING:  -> EAGER (added, variable)");
        row("names, places, moments and seeds", "run_name=a; seed=1; started=x; output_dir=/a",
            "run_name=b; seed=2; started=y; output_dir=/b",
            "output_dir: /a -> /b (changed, identity)\nrun_name: a -> b (changed, identity)\n"
            "seed: 1 -> 2 (changed, identity)\nstarted: x -> y (changed, identity)");
        row("the model's name matters", "model.path=/m/a", "model.path=/m/b",
            "model.path: /m/a -> /m/b (changed, setting)");
        row("not a number is a value", "limit=nan", "limit=1", "limit: nan -> 1 (changed, setting)");
    }
    void rows() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, expected);
        QCOMPARE(shown(differences(settings(a), settings(b))), expected);
    }

    void swappingSidesMirrorsTheRows() {
        const Settings a = settings(QStringLiteral("x=1; y=2; torch=2.9.1+cu128"));
        const Settings b = settings(QStringLiteral("y=3; z=4; torch=2.9.1+cu130"));
        const auto forth = differences(a, b), back = differences(b, a);
        QCOMPARE(forth.size(), back.size());
        for (std::size_t i = 0; i < forth.size(); ++i) {
            QCOMPARE(forth[i].key, back[i].key);
            QCOMPARE(forth[i].a, back[i].b);
            QCOMPARE(forth[i].kind, back[i].kind);
        }
        QCOMPARE(equalCount(a, b), std::size_t(0));
        QCOMPARE(equalCount(a, a), std::size_t(3));
    }

    void rowsThatTheEnvironmentRepeats() {
        auto config = differences(settings(QStringLiteral("torch=1.0+a; env.X_Y=1; batch=1")),
                                  settings(QStringLiteral("torch=1.0+b; env.X_Y=2; batch=2")));
        const auto environment =
            differences(settings(QStringLiteral("torch=1.0+a; X_Y=1")), settings(QStringLiteral("torch=1.0+b; X_Y=3")));
        dropRepeats(config, environment);
        QCOMPARE(shown(config),
                 QStringLiteral("batch: 1 -> 2 (changed, setting)\nenv.X_Y: 1 -> 2 (changed, variable)"));
    }

    void expectation_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<double>("measured"); // tokens per batch, B over A; 0 = not measured
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("bound");
        QTest::addColumn<double>("unexplained");
        const QString caps = QStringLiteral("token_budget=49152; max_batch_size=64");
        const QString cut = QStringLiteral("token_budget=45056; max_batch_size=48");
        QTest::newRow("measured") << caps << cut << 0.955 << 0.955 << 0.6875 << 0.5 / 0.955;
        QTest::newRow("bound") << caps << cut << 0.0 << 0.6875 << 0.6875 << 0.5 / 0.6875;
        QTest::newRow("no cap changed") << caps << caps << 0.9 << 1.0 << 1.0 << 0.5;
        QTest::newRow("a cap that is no number")
            << QStringLiteral("token_budget=auto") << caps << 0.9 << 1.0 << 1.0 << 0.5;
        QTest::newRow("a cap of zero") << QStringLiteral("token_budget=0") << QStringLiteral("token_budget=5") << 0.9
                                       << 1.0 << 1.0 << 0.5;
        QTest::newRow("nested") << QStringLiteral("data.batch_size=8") << QStringLiteral("data.batch_size=4") << 0.0
                                << 0.5 << 0.5 << 1.0;
    }
    void expectation() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(double, measured);
        QFETCH(double, expected);
        QFETCH(double, bound);
        QFETCH(double, unexplained);
        std::optional<MeasuredWork> work;
        if (measured > 0)
            work = MeasuredWork{1000.0, 1000.0 * measured, true};
        const Expectation answer = expectedEffect(differences(settings(a), settings(b)), {}, work, 0.5);
        QCOMPARE(answer.expected, expected);
        QCOMPARE(answer.bound, bound);
        QCOMPARE(answer.unexplained, unexplained);
    }

    void experiment_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing changed") << QStringLiteral("x=1") << QStringLiteral("x=1") << QString();
        QTest::newRow("only a seed") << QStringLiteral("seed=1") << QStringLiteral("seed=2") << QString();
        QTest::newRow("one row") << QStringLiteral("torch=2.9.1+a") << QStringLiteral("torch=2.9.1+b")
                                 << QStringLiteral("Only torch changed");
        QTest::newRow("software and settings") << QStringLiteral("torch=2.9.1+a; cuda=12.8; batch_size=8")
                                               << QStringLiteral("torch=2.9.1+b; cuda=13.0; batch_size=4")
                                               << QStringLiteral("change torch alone with the settings of B");
        QTest::newRow("settings only") << QStringLiteral("p=1; q=1") << QStringLiteral("p=2; q=2")
                                       << QStringLiteral("change p alone");
    }
    void experiment() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, expected);
        const Expectation answer = expectedEffect(differences(settings(a), settings(b)), {}, {}, 0.5);
        QCOMPARE(answer.experiment.empty(), expected.isEmpty());
        QVERIFY2(QString::fromStdString(answer.experiment).contains(expected), answer.experiment.c_str());
    }
};

QTEST_GUILESS_MAIN(TestSettingsDiff)
#include "tst_settingsdiff.moc"
