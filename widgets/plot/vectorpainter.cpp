#include "widgets/plot/vectorpainter.h"

#include "widgets/plot/picturestate.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"

namespace tachograph::widgets {

VectorPainter::VectorPainter(QPaintDevice& device) : m_painter(std::make_unique<QCPPainter>(&device)) {
    m_painter->setMode(QCPPainter::pmVectorized);
    m_painter->QPainter::setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
}

VectorPainter::~VectorPainter() = default;

QPainter& VectorPainter::painter() {
    return *m_painter;
}

void VectorPainter::draw(const PlotView& view, QPointF corner, QSize size) {
    const auto* shown = view.findChild<PlotCanvas*>();
    PlotCanvas canvas(stateOfPicture(shown->state()), true);
    canvas.resize(size);
    canvas.rebuild();
    m_painter->save();
    m_painter->translate(corner);
    canvas.toPainter(m_painter.get(), size.width(), size.height());
    m_painter->restore();
}

} // namespace tachograph::widgets
