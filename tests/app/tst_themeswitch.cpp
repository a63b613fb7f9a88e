#include "app/actions.h"
#include "app/preferencesdialog.h"
#include "app/sessionkeeper.h"
#include "tests/app/windowfixture.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"
#include "widgets/start/emptypage.h"

#include <QApplication>
#include <QEvent>
#include <QImage>
#include <QWindow>

using namespace tachograph;

namespace {

/// The desktop of a test: dark or not, and telling its windows when that changes.
struct Desktop {
    bool dark = false;
    void change(bool to, QWidget& window) {
        dark = to;
        QEvent event(QEvent::ThemeChange);
        QCoreApplication::sendEvent(window.windowHandle(), &event);
    }
};

/// A window that follows that desktop.
struct Followed {
    explicit Followed(const Desktop& desktop)
        : settings(folder.filePath(QStringLiteral("settings.ini"))),
          theme(settings,
                [&desktop]() -> const widgets::Theme& {
                    return desktop.dark ? widgets::Theme::darkTheme() : widgets::Theme::light();
                }),
          session(nullptr), window(session, settings, theme) {}

    QTemporaryDir folder;
    app::Settings settings;
    app::ThemeController theme;
    models::Session session;
    app::MainWindow window;
};

bool settled(const models::Session& session, std::size_t runs) {
    return QTest::qWaitFor(
        [&] {
            if (session.runs().size() != runs || !session.timeline())
                return false;
            for (const models::OpenRun& run : session.runs())
                if (!run.diagnosis)
                    return false;
            return session.timeline()->runs.front().diagnosis != nullptr;
        },
        60'000);
}

/// As it is when nothing moves any more, and laid out anew: the test is about colours.
QImage pictureOf(QWidget& widget) {
    const QSize size = widget.size();
    widget.resize(size + QSize(0, 8));
    QTest::qWait(150);
    widget.resize(size);
    QTest::qWait(150);
    return widget.grab().toImage();
}

/// Share of pixels that differ.
double difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size())
        return 1;
    qint64 differ = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            differ += a.pixel(x, y) == b.pixel(x, y) ? 0 : 1;
    return static_cast<double>(differ) / (static_cast<double>(a.width()) * a.height());
}

} // namespace

/// The theme changes while the window is open: every part takes its new colours, none keeps the old ones.
class TestThemeSwitch : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void followsTheDesktop() {
        Desktop desktop;
        Followed f(desktop);
        QVERIFY(tests::showAt(f.window, {1280, 800}));
        QVERIFY(!f.theme.theme().dark);
        desktop.change(true, f.window);
        QTRY_VERIFY(f.theme.theme().dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 80);
        desktop.change(false, f.window);
        QTRY_VERIFY(!f.theme.theme().dark);
    }

    /// Black on white and white on black are what a desktop of high contrast gives.
    void paletteOfTheDesktop_data() {
        QTest::addColumn<QColor>("window");
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QString>("theme");
        const auto row = [](const char* name, const char* window, const char* text, const char* theme) {
            QTest::newRow(name) << QColor(window) << QColor(text) << QString(theme);
        };
        row("of Fusion", "#efefef", "#000000", "light");
        row("of Breeze", "#eff0f1", "#232629", "light");
        row("of Adwaita", "#f6f5f4", "#2e3436", "light");
        row("of Breeze, dark", "#2a2e32", "#fcfcfc", "dark");
        row("of Adwaita, dark", "#353535", "#eeeeec", "dark");
        row("nearly black", "#101010", "#f0f0f0", "dark");
        row("black", "#000000", "#ffffff", "contrast");
        row("white", "#ffffff", "#000000", "contrast");
    }
    void paletteOfTheDesktop() {
        QFETCH(QColor, window);
        QFETCH(QColor, text);
        QFETCH(QString, theme);
        QPalette palette;
        palette.setColor(QPalette::Window, window);
        palette.setColor(QPalette::WindowText, text);
        const widgets::Theme& found = widgets::themeLike(palette);
        QCOMPARE(found.highContrast ? "contrast" : found.dark ? "dark" : "light", theme.toLatin1());
    }

    /// Who needs high contrast keeps it in the sessions of others, and does not put it into theirs.
    void highContrastIsNobodyElses() {
        Desktop desktop;
        Followed f(desktop);
        QVERIFY(tests::showAt(f.window, {1280, 800}));
        f.window.actions().themeContrast->trigger();
        QVERIFY(f.theme.theme().highContrast);
        QCOMPARE(app::Settings(f.folder.filePath(QStringLiteral("settings.ini"))).theme(),
                 app::ThemeChoice::highContrast);
        f.theme.showForSession(app::ThemeChoice::light);
        QVERIFY(f.theme.theme().highContrast);
        f.window.opener().openDemo();
        QVERIFY(settled(f.session, 1));
        const QString file = f.folder.filePath(QStringLiteral("a.tacho"));
        QVERIFY(f.window.keeper().saveTo(file));
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll().contains("\"theme\": \"system\""));
        f.theme.choose(app::ThemeChoice::light);
        QVERIFY(!f.theme.theme().highContrast);
    }

    void aChosenThemeStays() {
        Desktop desktop;
        Followed f(desktop);
        QVERIFY(tests::showAt(f.window, {1280, 800}));
        f.theme.choose(app::ThemeChoice::light);
        desktop.change(true, f.window);
        QTest::qWait(20);
        QVERIFY(!f.theme.theme().dark);
        f.theme.choose(app::ThemeChoice::system); // and catches up when it is asked to follow again
        QVERIFY(f.theme.theme().dark);
        f.theme.choose(app::ThemeChoice::light);
    }

    void everythingTakesTheNewColours_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QSize>("size");
        QTest::newRow("start page") << "start" << QSize(1280, 800);
        QTest::newRow("timelines") << "timelines" << QSize(1600, 1000);
        QTest::newRow("timelines with icons") << "timelines" << QSize(1100, 700);
        QTest::newRow("comparison") << "comparison" << QSize(1600, 1000);
    }
    /// A window that was switched looks like one that was dark from its first moment.
    void everythingTakesTheNewColours() {
        QFETCH(QString, page);
        QFETCH(QSize, size);
        QImage pictures[2];
        for (const bool switched : {false, true}) {
            Desktop desktop;
            desktop.dark = !switched;
            Followed f(desktop);
            QVERIFY(tests::showAt(f.window, size));
            if (page == "timelines") {
                f.window.opener().openDemo();
                QVERIFY(settled(f.session, 1));
                f.session.setSelectedFinding(0);
            } else if (page == "comparison") {
                f.window.opener().openPair();
                f.window.compareWhenReady();
                QVERIFY(settled(f.session, 2));
                QTRY_VERIFY_WITH_TIMEOUT(f.window.comparison().view() != nullptr, 60'000);
            }
            if (switched) {
                pictureOf(f.window); // as if somebody had looked at it
                desktop.change(true, f.window);
                QTRY_VERIFY(f.theme.theme().dark);
            }
            pictures[switched] = pictureOf(f.window);
        }
        const double differs = difference(pictures[0], pictures[1]);
        if (differs > 0) {
            QVERIFY(tests::savePicture(QPixmap::fromImage(pictures[0]), "theme-from-the-start"));
            QVERIFY(tests::savePicture(QPixmap::fromImage(pictures[1]), "theme-switched"));
        }
        QVERIFY2(differs == 0, qPrintable(QStringLiteral("%1 % of the pixels differ").arg(100 * differs)));
    }

    void anOpenDialogToo() {
        Desktop desktop;
        Followed f(desktop);
        QVERIFY(tests::showAt(f.window, {1280, 800}));
        f.window.actions().preferences->trigger();
        auto* dialog = f.window.findChild<app::PreferencesDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        desktop.change(true, f.window);
        QTRY_VERIFY(f.theme.theme().dark);
        const QImage picture = pictureOf(*dialog);
        QVERIFY(picture.pixelColor(4, 4).lightness() < 80);
    }
};

QTEST_MAIN(TestThemeSwitch)
#include "tst_themeswitch.moc"
