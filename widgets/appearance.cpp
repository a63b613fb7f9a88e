#include "widgets/appearance.h"

#include <QApplication>
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

bool systemIsDark() {
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const QPalette theirs = QApplication::palette();
    QApplication::setPalette(ours);
    return theirs.color(QPalette::WindowText).lightness() > theirs.color(QPalette::Window).lightness();
}

} // namespace tachograph::widgets
