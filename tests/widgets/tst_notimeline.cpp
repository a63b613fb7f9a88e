#include "models/following/watching.h"
#include "models/nothingshown.h"
#include "tests/support/gui.h"
#include "widgets/notimeline.h"
#include "widgets/theme.h"

#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;
using models::nothingShown;
using models::Session;

namespace {

QByteArray steps(int count) {
    QByteArray lines;
    for (int step = 1; step <= count; ++step)
        lines += QStringLiteral("{\"step\": %1, \"step_time_s\": 2}\n").arg(step).toUtf8();
    return lines;
}

/// A session with the page over its timelines, all texts of which are read together.
struct Fixture {
    Session session{nullptr};
    widgets::NoTimeline page{session};

    [[nodiscard]] QString says() const {
        QStringList texts;
        for (const auto* label : page.findChildren<QLabel*>())
            if (!label->isHidden())
                texts << label->text();
        return page.isHidden() ? QString() : texts.join(QLatin1Char('|'));
    }
    [[nodiscard]] bool offersFiles() const { return !page.findChild<QPushButton*>()->isHidden(); }
    [[nodiscard]] bool showsProgress() const { return !page.findChild<QProgressBar*>()->isHidden(); }
};

} // namespace

/// What stands where the timelines would be while there are none.
class TestNoTimeline : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void nothingWithoutRuns() {
        const Fixture f;
        QVERIFY(!nothingShown(f.session));
        QVERIFY(f.page.isHidden());
        QVERIFY(f.session.laneChoices().empty()); // nobody knows what is logged
    }

    /// Reading, drawing, and gone when there is a timeline.
    void readingEndsInATimeline() {
        Fixture f;
        f.session.openBytes(QStringLiteral("a.jsonl"), steps(40));
        QCOMPARE(f.says(), QStringLiteral("Reading a.jsonl|Esc cancels it."));
        QVERIFY(f.showsProgress());
        QVERIFY(!f.offersFiles());
        QVERIFY(f.session.laneChoices().empty());
        QTRY_VERIFY(f.session.timeline() != nullptr);
        QVERIFY(f.page.isHidden());
        QVERIFY(!nothingShown(f.session));
        QVERIFY(!f.session.laneChoices().empty());
    }

    void severalAreCounted() {
        Fixture f;
        for (const char* name : {"a.jsonl", "b.jsonl", "c.jsonl"})
            f.session.openBytes(QLatin1String(name), steps(40));
        QCOMPARE(f.says(), QStringLiteral("Reading 3 recordings|Esc cancels it."));
        QTRY_VERIFY(f.page.isHidden());
    }

    void failuresOfferAnother() {
        Fixture f;
        QSignalSpy wanted(&f.page, &widgets::NoTimeline::openFilesRequested);
        f.session.openBytes(QStringLiteral("notes.txt"), "Dear all,\n");
        QTRY_VERIFY(f.offersFiles());
        QVERIFY2(f.says().startsWith(QStringLiteral("notes.txt could not be read|notes.txt: it is not a recording")),
                 qPrintable(f.says()));
        QVERIFY(!f.showsProgress());
        f.page.findChild<QPushButton*>()->click();
        QCOMPARE(wanted.size(), 1);
        f.session.openBytes(QStringLiteral("more.txt"), "Yours,\n");
        QTRY_VERIFY(f.says().startsWith(QStringLiteral("None of 2 recordings could be read|")));
        QVERIFY(f.says().contains(QStringLiteral("The Runs panel says why.")));
    }

    /// One that failed beside one that is shown is no matter of the whole page.
    void failuresBesideATimelineAreSilent() {
        Fixture f;
        f.session.openBytes(QStringLiteral("a.jsonl"), steps(40));
        QTRY_VERIFY(f.session.timeline() != nullptr);
        f.session.openBytes(QStringLiteral("notes.txt"), "Dear all,\n");
        QTRY_COMPARE(f.session.runs().back().state, models::OpenRun::State::failed);
        QVERIFY(f.page.isHidden());
    }

    void hiddenRunsCanBeShown() {
        Fixture f;
        f.session.openBytes(QStringLiteral("a.jsonl"), steps(40));
        QTRY_VERIFY(f.session.timeline() != nullptr);
        const auto run = f.session.runs().front().id;
        f.session.setVisible(run, false);
        QTRY_COMPARE(f.says(), QStringLiteral("Every run is hidden|Show one in the Runs panel."));
        QVERIFY(!f.offersFiles());
        f.session.setVisible(run, true);
        QTRY_VERIFY(f.page.isHidden());
        f.session.close(run);
        QTRY_VERIFY(!f.session.timeline());
        QVERIFY(f.page.isHidden()); // no runs: another page
    }

    void aFollowedFileIsWaitedFor() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.jsonl"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        Fixture f;
        models::Watching::of(f.session).openFile(path, {});
        QTRY_VERIFY2(f.says().startsWith(QStringLiteral("Waiting for the first lines of job.jsonl|")),
                     qPrintable(f.says()));
        QVERIFY(!f.showsProgress()); // nobody knows how much will come
        file.write(steps(40));
        file.flush();
        QTRY_VERIFY_WITH_TIMEOUT(f.page.isHidden(), 20'000);
        QVERIFY(f.session.timeline() != nullptr);
    }

    /// Names come from recordings: they are text, whatever they hold.
    void namesAreText() {
        Fixture f;
        f.session.openBytes(QStringLiteral("<b>x</b>.txt"), "Dear all,\n");
        QTRY_VERIFY(f.says().startsWith(QStringLiteral("<b>x</b>.txt could not be read")));
        for (const auto* label : f.page.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    /// It covers the plot, in every theme.
    void coversWhatIsBelow() {
        Fixture f;
        f.session.openBytes(QStringLiteral("notes.txt"), "Dear all,\n");
        QTRY_VERIFY(f.offersFiles());
        for (const widgets::Theme* theme :
             {&widgets::Theme::light(), &widgets::Theme::darkTheme(), &widgets::Theme::highContrastTheme()}) {
            f.page.setTheme(*theme);
            f.page.resize(600, 400);
            QCOMPARE(f.page.grab().toImage().pixelColor(2, 2).rgb(), theme->plot.rgb());
        }
    }
};

QTEST_MAIN(TestNoTimeline)
#include "tst_notimeline.moc"
