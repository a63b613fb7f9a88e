#include "widgets/theme.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QRegularExpression>
#include <QTest>
#include <QTextLayout>

#include <array>
#include <cmath>

using tachograph::widgets::Theme;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

/// Machado, Oliveira, Fernandes 2009, full strength, on linear light.
constexpr Matrix protan = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deutan = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritan = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix plain = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// CIE L*a*b* (D65) of a colour seen through `sight`.
Triple lab(const QColor& color, const Matrix& sight) {
    const Triple light = {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    const auto times = [](const Matrix& matrix, const Triple& vector) {
        Triple product{};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 3; ++column)
                product[row] += matrix[row][column] * vector[column];
        return product;
    };
    Triple seen = times(sight, light);
    for (double& channel : seen)
        channel = std::clamp(channel, 0.0, 1.0);
    constexpr Matrix toXyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Triple xyz = times(toXyz, seen);
    const auto root = [](double t) {
        return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
    };
    const double x = root(xyz[0] / 0.95047), y = root(xyz[1]), z = root(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

const Theme& themeCalled(const QString& name) {
    return name == "light" ? Theme::light() : name == "dark" ? Theme::darkTheme() : Theme::highContrastTheme();
}

/// What is asked of a theme: contrast of text, and of lines and borders.
double textNeeds(const Theme& theme) {
    return theme.highContrast ? 7 : 4.5;
}
double linesNeed(const Theme& theme) {
    return theme.highContrast ? 4.5 : 3;
}

double difference(const Triple& a, const Triple& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        Theme::loadFaces();
    }

    void themes_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"light", "dark", "high contrast"})
            QTest::newRow(name) << QString(name);
    }

    void textIsReadableOnEveryGround_data() { themes_data(); }
    void textIsReadableOnEveryGround() {
        QFETCH(QString, name);
        const Theme& theme = themeCalled(name);
        for (const QColor& text : {theme.text, theme.text2, theme.muted})
            for (const QColor& ground : {theme.window, theme.bar, theme.panel, theme.plot, theme.hover, theme.selected})
                QVERIFY2(Theme::contrast(text, ground) >= textNeeds(theme),
                         qPrintable(text.name() + " on " + ground.name()));
        for (const Theme::Signal& signal : {theme.critical, theme.warning, theme.info, theme.good})
            QVERIFY2(Theme::contrast(signal.text, signal.fill) >= textNeeds(theme), qPrintable(signal.text.name()));
    }

    void linesAreReadableOnPlotAndTints_data() { themes_data(); }
    void linesAreReadableOnPlotAndTints() {
        QFETCH(QString, name);
        const Theme& theme = themeCalled(name);
        for (int slot = 0; slot < 6; ++slot) {
            for (const QColor& line : {theme.run(slot), theme.thin(theme.run(slot))}) {
                QVERIFY2(Theme::contrast(line, theme.plot) >= linesNeed(theme), qPrintable(line.name()));
                for (const Theme::Signal& signal : {theme.warning, theme.info}) {
                    const QColor tint = Theme::mixed(signal.fill, theme.plot, theme.dark ? 0.5 : 0.62);
                    QVERIFY2(Theme::contrast(line, tint) >= linesNeed(theme) - 0.01,
                             qPrintable(line.name() + " on " + tint.name()));
                }
            }
        }
    }

    /// Of the third theme too what bounds a control or parts the window, and whatever colour says something.
    void highContrastOfBordersAndSigns() {
        const Theme& theme = Theme::highContrastTheme();
        const QColor grounds[] = {theme.window, theme.bar, theme.panel, theme.plot};
        for (const QColor& line :
             {theme.edge, theme.hair, theme.accent, theme.crosshair, theme.generationLine, theme.optimizationLine,
              theme.otherLine, theme.critical.line, theme.warning.line, theme.info.line, theme.good.line})
            for (const QColor& ground : grounds)
                QVERIFY2(Theme::contrast(line, ground) >= 4.5, qPrintable(line.name() + " on " + ground.name()));
        for (const QColor& ground : {theme.hover, theme.selected})
            QVERIFY2(Theme::contrast(theme.edge, ground) >= 4.5, qPrintable(ground.name()));
        for (const QColor& ground : {theme.window, theme.hover, theme.selected})
            QVERIFY2(Theme::contrast(theme.accent, ground) >= 7, qPrintable(ground.name()));
        for (const Theme::Signal& signal : {theme.critical, theme.warning, theme.info, theme.good})
            QVERIFY2(Theme::contrast(signal.text, theme.panel) >= 7, qPrintable(signal.text.name()));
        for (int slot = 0; slot < 6; ++slot) // names of runs are written in their colours
            QVERIFY2(Theme::contrast(theme.run(slot), theme.panel) >= 7, qPrintable(theme.run(slot).name()));
        QVERIFY(Theme::contrast(theme.iconOff, theme.panel) < Theme::contrast(theme.edge, theme.panel));
    }

    void runsStayApartUnderColourBlindness_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("sight");
        for (const char* name : {"light", "dark", "high contrast"})
            for (const int sight : {0, 1, 2, 3})
                QTest::addRow("%s, %d", name, sight) << QString(name) << sight;
    }
    void runsStayApartUnderColourBlindness() {
        QFETCH(QString, name);
        QFETCH(int, sight);
        const std::array<const Matrix*, 4> sights = {&plain, &protan, &deutan, &tritan};
        const Matrix& matrix = *sights[static_cast<std::size_t>(sight)];
        const Theme& theme = themeCalled(name);
        for (int a = 0; a < 6; ++a)
            for (int b = a + 1; b < 6; ++b) {
                const double apart = difference(lab(theme.run(a), matrix), lab(theme.run(b), matrix));
                QVERIFY2(apart >= 14, qPrintable(QString("runs %1 and %2: %3").arg(a).arg(b).arg(apart)));
            }
    }

    void slotsBeyondTheLastRepeat() {
        QCOMPARE(Theme::light().run(6), Theme::light().run(0));
        QCOMPARE(Theme::light().run(-3), Theme::light().run(0));
        QCOMPARE(Theme::dash(7), Theme::dash(1));
    }

    void digitsAreOfOneWidth() {
        if (!Theme::facesComplete())
            QSKIP("Lato and JetBrains Mono are not installed where Debian puts them.");
        for (const bool bold : {false, true}) {
            const QFontMetricsF metrics(Theme::font(13, bold));
            for (int digit = 1; digit < 10; ++digit)
                QCOMPARE(metrics.horizontalAdvance(QString::number(digit)), metrics.horizontalAdvance(QString("0")));
        }
    }

    /// Text of a PDF is found and copied letter by letter.
    void lettersStayApart_data() {
        QTest::addColumn<QFont>("font");
        QTest::newRow("text") << Theme::font(14);
        QTest::newRow("bold") << Theme::font(14, true);
        QTest::newRow("heading") << Theme::heading(14);
    }
    void lettersStayApart() {
        QFETCH(QFont, font);
        if (!Theme::facesComplete())
            QSKIP("Lato and JetBrains Mono are not installed where Debian puts them.");
        const QString text = "affine first offset flat waffle";
        QTextLayout layout(text, font);
        layout.beginLayout();
        layout.createLine().setLineWidth(1e6);
        layout.endLayout();
        qsizetype glyphs = 0;
        for (const QGlyphRun& run : layout.glyphRuns())
            glyphs += run.glyphIndexes().size();
        QCOMPARE(glyphs, text.size());
        QFont usual = font; // as wide as ever where nothing is joined
        usual.setLetterSpacing(QFont::AbsoluteSpacing, 0);
        QCOMPARE(QFontMetricsF(font).horizontalAdvance("AV To step 12.5"),
                 QFontMetricsF(usual).horizontalAdvance("AV To step 12.5"));
    }

    void noTokenIsLeftInTheStyleSheet_data() { themes_data(); }
    void noTokenIsLeftInTheStyleSheet() {
        QFETCH(QString, name);
        const QString sheet = themeCalled(name).styleSheet();
        QVERIFY(sheet.size() > 1000);
        QVERIFY2(!sheet.contains('@'), qPrintable(sheet.mid(sheet.indexOf('@') - 40, 80)));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
