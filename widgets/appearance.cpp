#include "widgets/appearance.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace tachograph::widgets {

void dressApplication(const Theme& theme) {
    Theme::loadFaces();
    if (QApplication::style()->objectName().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0 &&
        qApp->styleSheet().isEmpty())
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(13));
    QApplication::setPalette(theme.palette());
    qApp->setStyleSheet(theme.styleSheet());
}

WithoutStyleSheet::WithoutStyleSheet() : m_sheet(qApp->styleSheet()) {
    qApp->setStyleSheet({});
}

WithoutStyleSheet::~WithoutStyleSheet() {
    qApp->setStyleSheet(m_sheet);
}

const Theme& themeLike(const QPalette& palette) {
    constexpr double blackAndWhite = 20; // of 21; the usual palettes of desktops are below 19
    const QColor text = palette.color(QPalette::WindowText), ground = palette.color(QPalette::Window);
    if (Theme::contrast(text, ground) >= blackAndWhite)
        return Theme::highContrastTheme();
    return text.lightness() > ground.lightness() ? Theme::darkTheme() : Theme::light();
}

const Theme& systemTheme() {
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const QPalette theirs = QApplication::palette();
    QApplication::setPalette(ours);
    return themeLike(theirs);
}

void fillChosen(QPainter& painter, const QRect& row, const Theme& theme) {
    painter.fillRect(row, theme.selected);
    if (theme.highContrast)
        painter.fillRect(QRect(row.left(), row.top(), 3, row.height()), theme.accent);
}

} // namespace tachograph::widgets
