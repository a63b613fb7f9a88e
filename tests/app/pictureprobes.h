#pragma once

#include "widgets/theme.h"

#include <QHash>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>

/// What a machine can judge of a picture of the window.
namespace tachograph::tests {

/// Share of pixels in the middle of the picture that differ from its most frequent colour.
inline double ink(const QImage& picture, const QRect& area) {
    QHash<QRgb, int> count;
    int most = 0, all = 0;
    for (int y = area.top(); y <= area.bottom(); y += 2)
        for (int x = area.left(); x <= area.right(); x += 2) {
            most = std::max(most, ++count[picture.pixel(x, y)]);
            ++all;
        }
    return 1.0 - static_cast<double>(most) / all;
}

/// Contrast of what is written in the area to what it is written on, as they are in the picture.
inline double inkContrast(const QImage& picture, const QRect& area) {
    QHash<QRgb, int> count;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            ++count[picture.pixel(x, y)];
    const auto ground = std::max_element(count.cbegin(), count.cend());
    double most = 1;
    for (auto color = count.cbegin(); color != count.cend(); ++color)
        most = std::max(most, widgets::Theme::contrast(QColor(color.key()), QColor(ground.key())));
    return most;
}

/// Text of labels and buttons that can be used and are not cut by the edge of a list. The thinnest strokes are
/// blended a little.
inline void probeContrast(const QWidget& window, const QImage& picture, double needed) {
    constexpr double blended = 0.9;
    const auto probed = [&](const QWidget& widget, const QString& text) {
        const QRect seen = widget.visibleRegion().boundingRect().translated(widget.mapTo(&window, QPoint()));
        if (!widget.isVisible() || !widget.isEnabled() || text.size() < 3 || seen.size() != widget.size())
            return true;
        const double contrast = inkContrast(picture, seen & picture.rect());
        return contrast >= blended * needed || (qWarning("%s: %.1f", qPrintable(text), contrast), false);
    };
    for (const auto* label : window.findChildren<QLabel*>())
        QVERIFY2(probed(*label, label->text()), qPrintable(label->text()));
    for (const auto* button : window.findChildren<QToolButton*>())
        if (button->toolButtonStyle() != Qt::ToolButtonIconOnly)
            QVERIFY2(probed(*button, button->text()), qPrintable(button->text()));
}

} // namespace tachograph::tests
