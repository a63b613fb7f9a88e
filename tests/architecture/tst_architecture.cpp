#include "tests/architecture/rules.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph::tests;

namespace {

QStringList rulesOf(const std::vector<Violation>& violations) {
    QStringList names;
    for (const Violation& violation : violations)
        names.append(violation.rule);
    return names;
}

QString sentences(const std::vector<Violation>& violations) {
    QStringList all;
    for (const Violation& violation : violations)
        all.append(violation.sentence());
    return all.join('\n');
}

const QStringList folders = {"analysis", "models", "widgets", "app", "tests"};

} // namespace

/// The rules of the house, held against the sources; and the rules themselves, held against snippets that break them.
class TestArchitecture : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_sources = readSources(TACHOGRAPH_SOURCE_DIR, folders);
    }

    void theSourcesWereFound() {
        for (const QString& folder : folders)
            QVERIFY2(std::ranges::any_of(m_sources,
                                         [&](const SourceFile& file) {
                                             return file.isBelow(folder + "/") && !file.path.endsWith(".txt");
                                         }),
                     qPrintable(folder));
    }

    void everyFileKeepsTheRules() {
        std::vector<Violation> found;
        for (const SourceFile& file : m_sources) {
            const auto more = checkFile(file);
            found.insert(found.end(), more.begin(), more.end());
        }
        QVERIFY2(found.empty(), qPrintable('\n' + sentences(found)));
    }

    void theTreeKeepsTheRules() {
        const auto found = checkTree(m_sources);
        QVERIFY2(found.empty(), qPrintable('\n' + sentences(found)));
    }

    void snippet_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rules"); // expected, separated by blanks
        breakingSnippets();
        harmlessSnippets();
    }

    void snippet() {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QString, rules);
        const auto found = checkFile(SourceFile(path, text));
        QCOMPARE(rulesOf(found).join(' '), rules);
    }

    void violationTellsTheLine() {
        const auto found = checkFile(SourceFile("app/x.cpp", "// one\n/* two\n three */\nint a;\nprocessEvents();\n"));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().place, QString("app/x.cpp:5"));
    }

    void tree_data() {
        QTest::addColumn<QString>("files"); // a line each: path | text
        QTest::addColumn<QString>("rules");
        const auto row = [](const char* name, const char* files, const char* rules) {
            QTest::newRow(name) << files << rules;
        };
        row("all in order", R"(
            analysis/importers/a.cpp          | const Importer aImporter = {};
            analysis/importers/registry.cpp   | all = {&aImporter};
            analysis/importers/CMakeLists.txt | target_sources(x PRIVATE a.cpp registry.cpp)
            tests/CMakeLists.txt              | tachograph_test(tst_a)
            tests/tst_a.cpp                   | // a and the registry)",
            "");
        row("not in the CMake list", R"(
            analysis/importers/b.cpp          |
            analysis/importers/CMakeLists.txt | target_sources(x PRIVATE a.cpp)
            tests/b.h                         |)",
            "in-cmake-list");
        row("a longer name in the CMake list is another file", R"(
            analysis/a.cpp          |
            analysis/CMakeLists.txt | data.cpp a.cpp.in
            tests/a.h               |)",
            "in-cmake-list");
        row("listed by a folder above", R"(
            widgets/plot/lane.cpp  |
            widgets/CMakeLists.txt | plot/lane.cpp
            tests/x.h              | Lane)",
            "");
        row("listed by the registry as a function", R"(
            analysis/importers/a.cpp          | const Importer& a() { return x; }
            analysis/importers/registry.cpp   | const Importer& a(); all = {&a()};
            analysis/importers/CMakeLists.txt | a.cpp registry.cpp
            tests/x.h                         | a and the registry)",
            "");
        row("only declared in the registry", R"(
            analysis/detectors/a.cpp          | const Detector& a() { return x; }
            analysis/detectors/registry.cpp   | const Detector& a(); all = {};
            analysis/detectors/CMakeLists.txt | a.cpp registry.cpp
            tests/x.h                         | a and the registry)",
            "in-registry");
        row("only in a comment of the registry", R"(
            analysis/importers/a.cpp          | const Importer aImporter = {};
            analysis/importers/registry.cpp   | // aImporter
            analysis/importers/CMakeLists.txt | a.cpp registry.cpp
            tests/x.h                         | a and the registry)",
            "in-registry");
        row("no test", R"(
            models/nobodyknows.cpp | int a;
            models/CMakeLists.txt  | nobodyknows.cpp)",
            "has-test");
        row("a test that is not run", R"(
            tests/models/tst_x.cpp      | int a;
            tests/models/CMakeLists.txt | tachograph_test(tst_y))",
            "in-cmake-list");
    }

    void tree() {
        QFETCH(QString, files);
        QFETCH(QString, rules);
        std::vector<SourceFile> tree;
        for (const QString& line : files.split('\n', Qt::SkipEmptyParts))
            tree.emplace_back(line.section('|', 0, 0).trimmed(), line.section('|', 1).trimmed());
        auto found = checkTree(tree);
        for (const Violation& violation : checkTests(tree))
            found.push_back(violation);
        QCOMPARE(rulesOf(found).join(' '), rules);
    }

    /// A rule that no snippet breaks could be one that never fires.
    void everyRuleIsBrokenBySomeSnippet() {
        QStringList broken{"in-cmake-list", "in-registry", "has-test"}; // tree()
        for (const auto& [rule, path, text] : m_breaking)
            broken.append(rule);
        for (const QString& rule : ruleNames())
            QVERIFY2(broken.contains(rule), qPrintable(rule));
    }

  private:
    struct Breaking {
        QString rule, path, text;
    };

    void breakingSnippets() {
        for (const auto& [rule, path, text] : m_breaking)
            QTest::addRow("%s: %s", qPrintable(rule), qPrintable(text.left(60).simplified())) << path << text << rule;
    }

    static void harmlessSnippets() {
        const auto row = [](const char* path, const QString& text) {
            QTest::addRow("fine in %s: %s", path, qPrintable(text.left(60).simplified())) << path << text << "";
        };
        row("models/backgroundjob.cpp", "#include <QtConcurrent>\nstd::jthread worker;");
        row("analysis/core/job.h", "#pragma once\n// starts no std::thread, knows no QColor(1, 2, 3)\n");
        row("analysis/core/text.cpp", "const char* s = \"std::thread, processEvents\"; int n = 1'000; // '");
        row("analysis/core/text.cpp", "auto s = R\"(QMessageBox \" tr(x) )\"; /* std::async */");
        row("analysis/core/text.cpp", "#include \"analysis/core/text.h\"\n#include <queue>\n#include <quadmath>\n");
        row("app/main.cpp", "QMessageBox::about(this);\n#include \"widgets/theme.h\"\n");
        row("widgets/plot/lane.cpp", "#include <qcustomplot.h>\n");
        row("widgets/theme.cpp", "QColor c(\"#1f77b4\"); auto d = QColor(1, 2, 3);");
        row("widgets/messagebar.cpp", "painter.setPen(QColor(theme.text)); auto none = Qt::transparent; QColor c;");
        row("widgets/x.cpp", "connect(a, &A::b, this, [this] { go(1, 2, 3); });\nconnect(a, &A::b, c, &C::d);");
        row("widgets/x.cpp", "class A {\n    Q_OBJECT\n  public:\n};");
        row("widgets/x.cpp", "text(tr(\"Not logged\")); bool b = !a; \"a != b\"; \"The run #2\"; \"x.log#123456789\";");
        row("models/x.cpp", "str(1); object.attr(2); contr(3);");
        row("analysis/x.cpp", "// the reason is due to rounding\nint REWARD_HACK_LENGTH;");
        row("analysis/x.cpp", QString("\n").repeated(400));
    }

    const std::vector<Breaking> m_breaking = {
        {"analysis-without-qt", "analysis/core/text.cpp", "#include <QString>\n"},
        {"analysis-without-qt", "analysis/core/text.cpp", "#include <QtCore/QString>\n"},
        {"analysis-without-qt", "analysis/core/text.cpp", "  # include <qstring.h>\n"},
        {"analysis-without-qt", "analysis/core/text.cpp", "#include \"QtCore/qstring.h\"\n"},
        {"models-qt-core-only", "models/session.h", "#pragma once\n#include <QtGui/QColor>\n"},
        {"models-qt-core-only", "models/session.cpp", "#include <QColor>\n"},
        {"include-to-the-right", "analysis/run/run.cpp", "#include \"models/session.h\"\n"},
        {"include-to-the-right", "models/session.cpp", "#include \"widgets/theme.h\"\n"},
        {"include-to-the-right", "widgets/theme.cpp", "#include \"app/settings.h\"\n"},
        {"include-to-the-right", "app/main.cpp", "#include <tests/support/samples.h>\n"},
        {"include-from-root", "widgets/plot/lane.cpp", "#include \"../theme.h\"\n"},
        {"include-from-root", "widgets/plot/lane.cpp", "#include \"./lane.h\"\n"},
        {"qcustomplot-in-plot", "widgets/theme.cpp", "#include <qcustomplot.h>\n"},
        {"qcustomplot-in-plot", "tests/widgets/tst_x.cpp", "#include <QCustomPlot/qcustomplot.h>\n"},
        {"threads-in-models", "analysis/core/job.h", "#pragma once\nstd::thread worker;\n"},
        {"threads-in-models", "analysis/numerics/x.cpp", "auto f = std::async([] {});"},
        {"threads-in-models", "widgets/x.cpp", "class Worker : public QThread {};"},
        {"threads-in-models", "app/x.cpp", "QtConcurrent::run(go);"},
        {"message-box-in-app", "widgets/x.cpp", "QMessageBox::warning(this);"},
        {"message-box-in-app", "analysis/x.cpp", "QMessageBox* box;"},
        {"no-event-pumping", "app/main.cpp", "QCoreApplication::processEvents();"},
        {"colours-in-theme", "widgets/plot/lane.cpp", "pen.setColor(\"#1f77b4\");"},
        {"colours-in-theme", "widgets/plot/lane.cpp", "auto c = QColor(31, 119, 180);"},
        {"colours-in-theme", "app/mainwindow.cpp", "palette.setColor(QColor{\"red\"});"},
        {"colours-in-theme", "app/mainwindow.cpp", "painter.fillRect(r, Qt::white);"},
        {"colours-in-theme", "widgets/report/x.cpp", "image.fill(qRgb(255, 255, 255));"},
        {"translation-in-widgets", "models/x.cpp", "return tr(\"Step\");"},
        {"q-object-alone", "models/x.h", "#pragma once\nclass A : QObject { Q_OBJECT };"},
        {"no-borrowed-locals", "tests/widgets/x.cpp", "connect(&model, &Model::changed, this, [&told] { ++told; });"},
        {"no-borrowed-locals", "tests/x.cpp", "connect(&m_job, &Job::done, this,\n    [&] { ended = true; });"},
        {"no-views", "analysis/x.cpp", "for (int i : std::views::iota(0, 3)) {}"},
        {"no-views", "models/x.cpp", "a.erase(std::ranges::unique(a).begin(), a.end());"},
        {"no-views", "widgets/x.cpp", "std::ranges::stable_partition(a, isChosen);"},
        {"no-causal-claim", "analysis/x.cpp", "say(\"The rise is Caused by checkpoints.\");"},
        {"no-causal-claim", "widgets/x.cpp", "say(\"An anomaly at step 3\");"},
        {"no-exclamation", "app/x.cpp", "say(\"Done!\");"},
        {"unfinished", "analysis/x.cpp", "int a; // TODO later"},
        {"connect-with-context", "widgets/x.cpp", "connect(button, &QPushButton::clicked, [this] { go(a, b); });"},
        {"connect-with-context", "app/x.cpp", "QObject::connect(a,\n    &A::b,\n    [=]() mutable {});"},
        {"short-files", "analysis/x.cpp", QString("\n").repeated(401)},
        {"pragma-once", "analysis/x.h", "#ifndef X_H\n#define X_H\n#endif\n"},
    };
    std::vector<SourceFile> m_sources;
};

QTEST_GUILESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
