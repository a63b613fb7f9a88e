#include "tests/app/pictureprobes.h"
#include "tests/app/windowfixture.h"

#include "app/actions.h"
#include "models/following/watching.h"
#include "widgets/notimeline.h"
#include "widgets/plot/plotview.h"

#include <QFile>
#include <QLabel>

using namespace tachograph;

namespace {

QByteArray steps(int count, const char* key) {
    QByteArray lines;
    for (int step = 1; step <= count; ++step)
        lines += QStringLiteral("{\"step\": %1, \"%2\": %3}\n")
                     .arg(step)
                     .arg(QLatin1String(key))
                     .arg(2.0 + 0.01 * (step % 7))
                     .toLatin1();
    return lines;
}

struct State {
    const char* name;
    void (*enter)(tests::WindowFixture& f);
    const char* says; ///< the headline over the timelines; nullptr where there are timelines
};

void openUnreadable(tests::WindowFixture& f, const char* name) {
    f.session->openBytes(QLatin1String(name), "Dear all,\n");
    QTRY_COMPARE(f.session->runs().back().state, models::OpenRun::State::failed);
    QTest::qWait(100); // the window settles
}

const State states[] = {
    {"reading",
     [](tests::WindowFixture& f) {
         f.session->openBytes(QStringLiteral("a.jsonl"), steps(40, "step_time_s"));
         for (int round = 0; round < 5; ++round) // all settles but the reading, which would be over
             QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
     },
     "Reading a.jsonl"},
    {"waiting",
     [](tests::WindowFixture& f) {
         const QString path = f.folder.filePath(QStringLiteral("job.jsonl"));
         QVERIFY(QFile(path).open(QIODevice::WriteOnly));
         models::Watching::of(*f.session).openFile(path, {});
         QTest::qWait(300);
     },
     "Waiting for the first lines of job.jsonl"},
    {"unreadable", [](tests::WindowFixture& f) { openUnreadable(f, "notes.txt"); }, "notes.txt could not be read"},
    {"all unreadable",
     [](tests::WindowFixture& f) {
         openUnreadable(f, "notes.txt");
         openUnreadable(f, "more.txt");
     },
     "None of 2 recordings could be read"},
    {"hidden",
     [](tests::WindowFixture& f) {
         f.session->openBytes(QStringLiteral("a.jsonl"), steps(40, "step_time_s"));
         QVERIFY(f.waitUntilJudged(1));
         f.session->setVisible(f.session->runs().front().id, false);
         QTRY_VERIFY(!f.session->timeline());
     },
     "Every run is hidden"},
    {"nothing logged",
     [](tests::WindowFixture& f) {
         f.session->openBytes(QStringLiteral("odd.jsonl"), steps(40, "colour"));
         QVERIFY(f.waitUntilJudged(1));
     },
     nullptr}};

} // namespace

/// Pictures of the window while it has little to show, and probes of them.
class TestWindowStates : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void statesAreDrawn_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QSize>("size");
        for (int state = 0; state < static_cast<int>(std::size(states)); ++state)
            for (const char* theme : {"light", "dark", "contrast"})
                for (const QSize size : {QSize(1280, 800), QSize(900, 600)})
                    QTest::addRow("%s %s %d", states[state].name, theme, size.width())
                        << state << QString::fromLatin1(theme) << size;
    }
    void statesAreDrawn() {
        QFETCH(int, state);
        QFETCH(QString, theme);
        QFETCH(QSize, size);
        tests::WindowFixture f;
        const app::Actions& actions = f.window->actions();
        (theme == "contrast" ? actions.themeContrast
         : theme == "dark"   ? actions.themeDark
                             : actions.themeLight)
            ->trigger();
        QVERIFY(tests::showAt(*f.window, size));
        states[state].enter(f);
        if (QTest::currentTestFailed())
            return;
        const QImage picture = f.window->grab().toImage();
        const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('-'));
        QVERIFY(tests::savePicture(QPixmap::fromImage(picture), QStringLiteral("state-") + name));
        tests::probeContrast(*f.window, picture, f.theme.theme().highContrast ? 7.0 : 4.5);
        const auto& page = *f.window->findChild<widgets::NoTimeline*>();
        QCOMPARE(page.isVisible(), states[state].says != nullptr);
        if (page.isVisible())
            probe(f, page, picture, QLatin1String(states[state].says));
    }

  private:
    /// It covers the whole plot, says the headline, and nothing of it is cut.
    static void probe(const tests::WindowFixture& f, const widgets::NoTimeline& page, const QImage& picture,
                      const QString& headline) {
        QCOMPARE(page.geometry(), f.window->workspace().plot().geometry());
        const QPoint corner = page.mapTo(f.window.get(), QPoint());
        QCOMPARE(picture.pixelColor(corner + QPoint(3, 3)).rgb(), f.theme.theme().plot.rgb());
        QCOMPARE(picture.pixelColor(corner + QPoint(3, page.height() - 3)).rgb(), f.theme.theme().plot.rgb());
        bool said = false;
        QRect above;
        for (const auto* label : page.findChildren<QLabel*>()) {
            if (!label->isVisible())
                continue;
            said = said || label->text() == headline;
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            QVERIFY(page.rect().contains(QRect(label->mapTo(&page, QPoint()), label->size())));
            QVERIFY(!above.intersects(label->geometry()));
            above |= label->geometry();
        }
        QVERIFY2(said, qPrintable(headline));
    }
};

QTEST_MAIN(TestWindowStates)
#include "tst_windowstates.moc"
