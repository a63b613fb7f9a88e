#pragma once

#include <QColor>
#include <QFont>
#include <QString>

namespace tachograph::widgets {

/// Colours, pens and faces by the names of the design: the only place where a colour is written down.
struct Theme {
    bool dark = false;
    QColor window, bar, panel, plot, hover, selected, hair, edge, grid;
    QColor text, text2, muted, accent, crosshair, labelPlate;
    QColor generationFill, generationLine, optimizationFill, optimizationLine, otherFill, otherLine;
    struct Signal {
        QColor text, fill, line;
    };
    Signal critical, warning, info, good;

    static const Theme& light();
    static const Theme& darkTheme();

    /// Colour of run slot 0 = A .. 5 = F; further slots repeat.
    [[nodiscard]] QColor run(int slot) const;
    /// Dash pattern of a slot in pixels; empty = solid.
    static QList<qreal> dash(int slot);

    /// Text face (Lato) and monospaced face (JetBrains Mono), loaded once by file so that pictures are the same
    /// everywhere. Without the files the system's faces are used and facesComplete() is false.
    static void loadFaces();
    static bool facesComplete();
    static QFont font(int pixelSize, bool bold = false);
    static QFont mono(int pixelSize);

    /// Style sheet for the whole application in this theme.
    [[nodiscard]] QString styleSheet() const;
};

} // namespace tachograph::widgets
