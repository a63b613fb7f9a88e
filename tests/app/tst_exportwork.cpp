#include "tests/app/exportwindow.h"

#include <QDir>
#include <QSignalSpy>
#include <QTimer>

#include <thread>

using namespace tachograph;
using app::ReportExporter;
using app::ReportKind;

namespace {

/// The demo case and an exporter of its own.
struct Export : tests::WindowFixture {
    bool start() {
        if (!openDemo())
            return false;
        exporter = std::make_unique<ReportExporter>(*session, messages, nullptr);
        return true;
    }
    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] app::ExportChoice choice(ReportKind kind, const char* name, const char* size = "ticket",
                                           double scale = 1) const {
        app::ExportChoice chosen = tests::choiceOf(kind, size, false, scale);
        chosen.file = path(name);
        return chosen;
    }

    widgets::MessageBar messages;
    std::unique_ptr<ReportExporter> exporter;
};

} // namespace

/// What of an export is done where, and how it is left.
class TestExportWork : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    /// What takes long for a long run is there before the page is laid out in the GUI thread, and is not made anew.
    void pagesAreLaidOutFromWhatWasWorkedOut() {
        Export f;
        QVERIFY(f.start());
        const Result<app::ReportMaterial> material = f.exporter->builder(false)({});
        QVERIFY(material.ok() && material->facts && material->account && material->timeline);
        QVERIFY(!material->facts->summary.headline.empty());
        app::ReportMaterial marked = *material;
        auto facts = *material->facts;
        facts.summary.headline = "Sentinel of the summary";
        marked.facts = std::make_shared<const widgets::ReportFacts>(facts);
        for (const char* size : {"ticket", "long"}) {
            const auto form = f.choice(ReportKind::svg, "x.svg", size).form;
            const QByteArray drawn = widgets::pictureFile(app::picturePlan(marked, form));
            QVERIFY2(drawn.contains("Sentinel"), size);
            QVERIFY(!widgets::pictureFile(app::picturePlan(*material, form)).contains("Sentinel"));
        }
    }

    /// However many pixels: the event loop comes by between pieces of plots.
    void plotsAreDrawnInPieces() {
        Export f;
        QVERIFY(f.start());
        int turns = 0;
        bool drawing = false;
        QTimer turn;
        connect(&turn, &QTimer::timeout, &turn, [&] { turns += drawing ? 1 : 0; });
        turn.start(0);
        connect(f.exporter.get(), &ReportExporter::progress, &turn,
                [&drawing](double fraction) { drawing = fraction >= 0.7 && fraction < 0.85; });
        QSignalSpy saved(f.exporter.get(), &ReportExporter::saved);
        f.exporter->start(f.choice(ReportKind::png, "large.png", "ticket", 3));
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60'000);
        QVERIFY2(turns >= 10, qPrintable(QString::number(turns)));
    }

    void filesAreWrittenInAnyThread_data() {
        QTest::addColumn<ReportKind>("kind");
        QTest::newRow("png") << ReportKind::png;
        QTest::newRow("svg") << ReportKind::svg;
        QTest::newRow("pdf") << ReportKind::pdf;
    }
    /// Once its plots are drawn, a page has the same bytes wherever it is painted.
    void filesAreWrittenInAnyThread() {
        QFETCH(ReportKind, kind);
        Export f;
        QVERIFY(f.start());
        const Result<app::ReportMaterial> material = f.exporter->builder(false)({});
        QVERIFY(material.ok());
        const auto form = f.choice(kind, "x", "long").form;
        const QByteArray expected = widgets::pictureFile(app::picturePlan(*material, form));
        QVERIFY(expected.size() > 1000);
        const widgets::PicturePlan plan = app::picturePlan(*material, form, widgets::Plots::later);
        while (plan.plots->drawPiece()) {
        }
        for (int round = 0; round < 2; ++round) {
            QByteArray bytes;
            std::thread([&] { bytes = widgets::pictureFile(plan); }).join();
            QVERIFY(bytes == expected);
        }
    }

    void progressGoesOn() {
        Export f;
        QVERIFY(f.start());
        QSignalSpy progress(f.exporter.get(), &ReportExporter::progress),
            saved(f.exporter.get(), &ReportExporter::saved);
        f.exporter->start(f.choice(ReportKind::html, "page.html"));
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60'000);
        double before = 0;
        for (const auto& arguments : progress) {
            QVERIFY(arguments[0].toDouble() >= before && arguments[0].toDouble() <= 1);
            before = arguments[0].toDouble();
        }
        QVERIFY(before >= 0.85);
    }

    void canceledWithoutATrace_data() {
        QTest::addColumn<double>("at");
        QTest::newRow("while it is worked out") << 0.0;
        QTest::newRow("while plots are drawn") << 0.7;
        QTest::newRow("while it is painted") << 0.85;
    }
    /// The file that was there is whole, nothing lies beside it, and the next report can be asked for.
    void canceledWithoutATrace() {
        QFETCH(double, at);
        Export f;
        QVERIFY(f.start());
        tests::writeWhole(f.path("r.png"), "as it was");
        ReportExporter& exporter = *f.exporter;
        QSignalSpy saved(&exporter, &ReportExporter::saved), canceled(&exporter, &ReportExporter::canceled),
            failed(&exporter, &ReportExporter::failed);
        QObject listener;
        const auto watch = connect(&exporter, &ReportExporter::progress, &listener, [&](double fraction) {
            if (fraction >= at)
                QTimer::singleShot(0, &exporter, &ReportExporter::cancel);
        });
        exporter.start(f.choice(ReportKind::png, "r.png", "ticket", 4));
        if (at == 0.0)
            exporter.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!canceled.isEmpty() || !saved.isEmpty(), 60'000);
        QVERIFY(failed.isEmpty());
        QCOMPARE(canceled.size(), 1);
        QCOMPARE(tests::readWhole(f.path("r.png")), QByteArray("as it was"));
        QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("r.png*")}).size(), 1);
        disconnect(watch);
        exporter.start(f.choice(ReportKind::csv, "next.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60'000);
    }

    /// Two writers of one file are never at work.
    void oneReportAtATime() {
        Export f;
        QVERIFY(f.start());
        ReportExporter& exporter = *f.exporter;
        QSignalSpy saved(&exporter, &ReportExporter::saved), failed(&exporter, &ReportExporter::failed),
            busy(&exporter, &ReportExporter::busyChanged);
        exporter.start(f.choice(ReportKind::csv, "one.csv"));
        exporter.start(f.choice(ReportKind::json, "two.json"));
        QVERIFY(!f.messages.messages().empty());
        QCOMPARE(f.messages.messages().back().headline, QStringLiteral("A report is being made."));
        QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60'000);
        QTest::qWait(50);
        QCOMPARE(saved.size(), 1);
        QVERIFY(failed.isEmpty() && !QFile::exists(f.path("two.json")) && QFile::exists(f.path("one.csv")));
        QCOMPARE(busy.size(), 2); // on and off
    }

    /// The dialog says how far it is, and its Close leaves what is being made first.
    void theDialogCancels() {
        tests::ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1500, 900}) && f.openDemo() && f.openDialog());
        QVERIFY(f.waitForPreview());
        f.file()->setText(f.folder.filePath(QStringLiteral("r.png")));
        QVERIFY(f.choose("Scale", "3") || f.choose("Scale", "2"));
        QVERIFY(f.waitForPreview());
        f.button("Save")->click();
        QTRY_VERIFY(f.dialog()->told().contains('%') || !QFile::exists(f.folder.filePath(QStringLiteral("r.png"))));
        f.button("Cancel")->click();
        QTRY_COMPARE_WITH_TIMEOUT(f.dialog()->told(), QStringLiteral("Canceled; no file was changed."), 60'000);
        QVERIFY(!QFile::exists(f.folder.filePath(QStringLiteral("r.png"))));
        f.button("Close")->click();
        QTRY_VERIFY(!f.dialog());
    }
};

QTEST_MAIN(TestExportWork)
#include "tst_exportwork.moc"
