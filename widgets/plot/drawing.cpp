#include "widgets/plot/drawing.h"

#include <utility>

namespace tachograph::widgets {

Drawing::Drawing(QCustomPlot* plot, const QString& layer, Paint paint, Clip clip)
    : QCPLayerable(plot, layer), m_paint(std::move(paint)), m_clip(std::move(clip)) {
    setParent(plot);
}

void Drawing::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

QRect Drawing::clipRect() const {
    return m_clip ? m_clip() : QCPLayerable::clipRect();
}

void Drawing::draw(QCPPainter* painter) {
    // The base class' function: QCPPainter's own would move everything by half a pixel.
    painter->QPainter::setRenderHint(QPainter::Antialiasing, true);
    m_paint(*painter);
    painter->QPainter::setRenderHint(QPainter::Antialiasing, false);
}

} // namespace tachograph::widgets
