#include "widgets/theme.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

/// Where Debian's fonts-lato and fonts-jetbrains-mono put their files. Lato has digits of equal width and its own
/// minus, multiplication sign and arrow.
constexpr const char* faceFiles[] = {
    "/usr/share/fonts/truetype/lato/Lato-Regular.ttf",
    "/usr/share/fonts/truetype/lato/Lato-Semibold.ttf",
    "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
};

Theme makeLight() {
    Theme theme;
    theme.window = QColor(0xF4F5F7), theme.bar = QColor(0xFBFBFC);
    theme.panel = QColor(0xFFFFFF), theme.plot = QColor(0xFFFFFF);
    theme.hover = QColor(0xECEEF2), theme.selected = QColor(0xE9F0FE);
    theme.hair = QColor(0xE4E7EC), theme.edge = QColor(0xCBD1DA), theme.grid = QColor(0xEEF0F3);
    theme.text = QColor(0x171B22), theme.text2 = QColor(0x434C5A), theme.muted = QColor(0x5F6977);
    theme.accent = QColor(0x2257C9), theme.crosshair = QColor(0x171B22);
    theme.labelPlate = QColor(0xFF, 0xFF, 0xFF, 235);
    theme.generationFill = QColor(0x6DB9E8), theme.generationLine = QColor(0x0072B2);
    theme.optimizationFill = QColor(0xEBB24A), theme.optimizationLine = QColor(0x9A6500);
    theme.otherFill = QColor(0xAEB6C1), theme.otherLine = QColor(0x6B7480);
    theme.critical = {QColor(0xA81E14), QColor(0xFDEBE9), QColor(0xD0342A)};
    theme.warning = {QColor(0x7A4A00), QColor(0xFDF1D8), QColor(0xB87300)};
    theme.info = {QColor(0x374A66), QColor(0xE8EDF4), QColor(0x5A7194)};
    theme.good = {QColor(0x0B6149), QColor(0xE2F4EC), QColor(0x1B8A69)};
    theme.iconOff = theme.edge;
    return theme;
}

Theme makeDark() {
    Theme theme;
    theme.dark = true;
    theme.window = QColor(0x121418), theme.bar = QColor(0x16191D);
    theme.panel = QColor(0x191C21), theme.plot = QColor(0x15181C);
    theme.hover = QColor(0x242830), theme.selected = QColor(0x1F2C47);
    theme.hair = QColor(0x272B33), theme.edge = QColor(0x3B424E), theme.grid = QColor(0x20242A);
    theme.text = QColor(0xE9EBEF), theme.text2 = QColor(0xBCC3CE), theme.muted = QColor(0x939CAA);
    theme.accent = QColor(0x86ADFF), theme.crosshair = QColor(0xE9EBEF);
    theme.labelPlate = QColor(0x15, 0x18, 0x1C, 230);
    theme.generationFill = QColor(0x2E7CB0), theme.generationLine = QColor(0x7CC6F2);
    theme.optimizationFill = QColor(0xB07D1E), theme.optimizationLine = QColor(0xF0C262);
    theme.otherFill = QColor(0x4C545F), theme.otherLine = QColor(0x8D97A5);
    theme.critical = {QColor(0xFF9E94), QColor(0x3B1C1B), QColor(0xF0665B)};
    theme.warning = {QColor(0xF4C56C), QColor(0x352A13), QColor(0xD9992B)};
    theme.info = {QColor(0xB9C8DF), QColor(0x242D3B), QColor(0x7D95BC)};
    theme.good = {QColor(0x7FDDBB), QColor(0x15302A), QColor(0x39B48D)};
    theme.iconOff = theme.edge;
    return theme;
}

/// White on black: the lines have the widest range of lightness there.
Theme makeHighContrast() {
    Theme theme;
    theme.dark = true;
    theme.highContrast = true;
    theme.window = theme.bar = theme.panel = theme.plot = QColor(Qt::black);
    theme.hover = QColor(0x2B2B2B), theme.selected = QColor(0x0E2C5A);
    theme.hair = QColor(0x9C9C9C), theme.edge = QColor(0xB8B8B8), theme.grid = QColor(0x3A3A3A);
    theme.text = QColor(0xFFFFFF), theme.text2 = QColor(0xF2F2F2), theme.muted = QColor(0xD6D6D6);
    theme.accent = QColor(0x8CC8FF), theme.crosshair = QColor(0xFFFFFF);
    theme.labelPlate = QColor(0x00, 0x00, 0x00, 245);
    theme.generationFill = QColor(0x1E6FA8), theme.generationLine = QColor(0x7CCBFF);
    theme.optimizationFill = QColor(0xA06E10), theme.optimizationLine = QColor(0xFFCF6B);
    theme.otherFill = QColor(0x565E69), theme.otherLine = QColor(0xBAC2CC);
    theme.critical = {QColor(0xFFC9C2), QColor(0x570E0A), QColor(0xFF8A7E)};
    theme.warning = {QColor(0xFFDF9E), QColor(0x3F2C00), QColor(0xFFBE45)};
    theme.info = {QColor(0xDCE8FF), QColor(0x16305C), QColor(0x9CBCFF)};
    theme.good = {QColor(0xB4F5D8), QColor(0x06402D), QColor(0x45DFA4)};
    theme.iconOff = QColor(0x808080);
    return theme;
}

double linearLight(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linearLight(color.redF()) + 0.7152 * linearLight(color.greenF()) +
           0.0722 * linearLight(color.blueF());
}

bool& allFacesLoaded() {
    static bool loaded = false;
    return loaded;
}

} // namespace

const Theme& Theme::light() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::darkTheme() {
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::highContrastTheme() {
    static const Theme theme = makeHighContrast();
    return theme;
}

const Theme::Signal& Theme::signal(Severity severity) const {
    switch (severity) {
    case Severity::critical:
        return critical;
    case Severity::warning:
        return warning;
    case Severity::info:
        break;
    }
    return info;
}

// Okabe-Ito hues, their lightness moved until every pair stays apart under simulated colour blindness (see the test).
QColor Theme::run(int slot) const {
    static const QColor lightRuns[] = {QColor(0x0072B2), QColor(0xB84900), QColor(0x00503C),
                                       QColor(0x96306A), QColor(0x4A3300), QColor(0x73859E)};
    static const QColor darkRuns[] = {QColor(0x58B4EC), QColor(0xFF9A57), QColor(0x5FEBC3),
                                      QColor(0xBC6A96), QColor(0xF7E07A), QColor(0xA9B4C4)};
    static const QColor brightRuns[] = {QColor(0x4DAAFF), QColor(0xFF7F5C), QColor(0x5BFFB1),
                                        QColor(0xD585B4), QColor(0xFFE161), QColor(0xD4F5FF)};
    const int index = std::max(slot, 0) % 6;
    if (highContrast)
        return brightRuns[index];
    return dark ? darkRuns[index] : lightRuns[index];
}

QList<qreal> Theme::dash(int slot) {
    switch (std::max(slot, 0) % 6) {
    case 1:
        return {8, 3};
    case 2:
        return {8, 3, 2, 3};
    case 3:
        return {3, 2};
    case 4:
        return {12, 3};
    case 5:
        return {2, 2};
    default:
        return {};
    }
}

QList<qreal> Theme::addedDash(int slot, int added) {
    static const qreal strokes[] = {9, 5, 13, 7, 17, 3};
    QList<qreal> pattern{strokes[std::max(slot, 0) % 6], 2.5};
    for (int dot = 0; dot < added; ++dot)
        pattern << 2 << 2.5;
    return pattern;
}

void Theme::loadFaces() {
    if (allFacesLoaded())
        return;
    bool all = true;
    for (const char* file : faceFiles)
        all = QFontDatabase::addApplicationFont(QString::fromLatin1(file)) >= 0 && all;
    allFacesLoaded() = all;
}

bool Theme::facesComplete() {
    return allFacesLoaded();
}

namespace {

/// Without ligatures, which text copied out of a PDF would hold in the place of "fi" and "ff". A spacing of its own,
/// even the usual one, switches them off; every letter keeps its place.
void leaveLettersApart(QFont& font) {
    font.setLetterSpacing(QFont::PercentageSpacing, 100);
}

} // namespace

QFont Theme::font(int pixelSize, bool bold) {
    QFont font(QStringLiteral("Lato"));
    font.setPixelSize(pixelSize);
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    font.setStyleHint(QFont::SansSerif);
    leaveLettersApart(font);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont Theme::heading(int pixelSize) {
    QFont face = font(pixelSize, true);
    face.setWeight(QFont::Bold);
    return face;
}

QFont Theme::mono(int pixelSize) {
    QFont font(QStringLiteral("JetBrains Mono"));
    font.setPixelSize(pixelSize);
    font.setStyleHint(QFont::Monospace);
    leaveLettersApart(font);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

double Theme::contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor Theme::mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](double x, double y) {
        return static_cast<float>(share * x + (1 - share) * y);
    };
    return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()),
                            channel(a.blueF(), b.blueF()));
}

QColor Theme::thin(const QColor& line) const {
    // Tints take up to a fifth of the contrast that a line has on the plot.
    const double needed = highContrast ? 5.4 : 3.4;
    for (double share = 0.38; share < 1.0; share += 0.02) {
        const QColor color = mixed(line, plot, share);
        if (contrast(color, plot) >= needed)
            return color;
    }
    return line;
}

QPalette Theme::palette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, panel);
    palette.setColor(QPalette::AlternateBase, bar);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, muted);
    palette.setColor(QPalette::Button, bar);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::Highlight, selected);
    palette.setColor(QPalette::HighlightedText, text);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::ToolTipBase, panel);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Light, panel);
    palette.setColor(QPalette::Midlight, hover);
    palette.setColor(QPalette::Mid, edge);
    palette.setColor(QPalette::Dark, edge);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(muted, window, 0.6));
    return palette;
}

} // namespace tachograph::widgets
