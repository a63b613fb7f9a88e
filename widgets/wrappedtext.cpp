#include "widgets/wrappedtext.h"

#include <QPainter>
#include <QTextOption>

#include <cmath>

namespace tachograph::widgets {

WrappedText::WrappedText(const QString& text, const QFont& font, int width, int lineHeight, Qt::Alignment alignment)
    : m_layout(std::make_shared<QTextLayout>(text, font)) {
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout->setTextOption(option);
    m_layout->setCacheEnabled(true);
    m_layout->beginLayout();
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, m_height + std::round((lineHeight - line.height()) / 2)));
        m_height += lineHeight;
    }
    m_layout->endLayout();
}

void WrappedText::draw(QPainter& painter, const QPointF& topLeft) const {
    if (m_layout)
        m_layout->draw(&painter, topLeft);
}

} // namespace tachograph::widgets
