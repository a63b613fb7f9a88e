#pragma once

#include "analysis/detectors/finding.h"

#include <QColor>
#include <QFont>
#include <QList>
#include <QPalette>
#include <QString>

namespace tachograph::widgets {

/// Colours, pens and faces by the names of the design: the only place where a colour is written down.
struct Theme {
    bool dark = false;
    bool highContrast = false; ///< text 7:1, lines and borders 4.5:1; a choice is framed, not only tinted
    QColor window, bar, panel, plot, hover, selected, hair, edge, grid;
    QColor text, text2, muted, accent, crosshair, labelPlate;
    QColor generationFill, generationLine, optimizationFill, optimizationLine, otherFill, otherLine;
    struct Signal {
        QColor text, fill, line;
    };
    Signal critical, warning, info, good;
    QColor iconOff; ///< of what cannot be used now

    static const Theme& light();
    static const Theme& darkTheme();
    static const Theme& highContrastTheme();

    [[nodiscard]] const Signal& signal(Severity severity) const;

    /// Colour of run slot 0 = A .. 5 = F; further slots repeat.
    [[nodiscard]] QColor run(int slot) const;
    /// Dash pattern of a slot in pixels; empty = solid.
    static QList<qreal> dash(int slot);
    /// The same of a series added to a lane: a stroke whose length tells the slot, then as many dots as `added` (from
    /// 1).
    static QList<qreal> addedDash(int slot, int added);

    /// Text face (Lato) and monospaced face (JetBrains Mono), loaded once by file so that pictures are the same
    /// everywhere. Without the files the system's faces are used and facesComplete() is false.
    static void loadFaces();
    static bool facesComplete();
    /// Every letter is a glyph of its own.
    static QFont font(int pixelSize, bool bold = false);
    /// For headings of small lists, where the half-bold face is not told from the regular one.
    static QFont heading(int pixelSize);
    static QFont mono(int pixelSize);

    /// Contrast ratio of WCAG 2: 1 (equal) to 21 (black on white).
    static double contrast(const QColor& a, const QColor& b);
    /// `share` of `a`, the rest `b`.
    static QColor mixed(const QColor& a, const QColor& b, double share);
    /// A line's colour blended into the plot as far as the line stays readable there and on tints (3:1, in high
    /// contrast 4.5:1): for raw values.
    [[nodiscard]] QColor thin(const QColor& line) const;

    /// For QApplication, with the Fusion style: what the style sheet leaves to the style.
    [[nodiscard]] QPalette palette() const;
    /// Style sheet for the whole application in this theme. Widgets choose by dynamic properties:
    /// QLabel `look` = "title" (24 px), "headline" (20), "figure" (18), "heading" (bold), "secondary", "muted", "mono",
    /// "link"; QPushButton and QToolButton `look` = "primary", "flat", "chip"; QToolButton `segment` = "first",
    /// "middle", "last" for groups; QFrame `look` = "bar", "card", "chosenCard", "line"; any QLabel `badge` =
    /// "critical", "warning", "info", "good", "neutral".
    [[nodiscard]] QString styleSheet() const;
};

} // namespace tachograph::widgets
