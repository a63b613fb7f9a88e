#include "widgets/report/plotpictures.h"

namespace tachograph::widgets {

void PlotPictures::add(const PlotView& view, QSize size, qreal scale) {
    if (m_form == Form::pixels)
        m_plots.push_back(std::make_unique<PlotPainting>(view, size, scale));
    else
        m_plots.push_back(std::make_unique<PlotRecording>(view, size));
}

bool PlotPictures::drawPiece() {
    if (m_drawing < m_plots.size() && !m_plots[m_drawing]->drawPiece())
        ++m_drawing;
    return m_drawing < m_plots.size();
}

QSize PlotPictures::paintNext(QPainter& painter, QPointF corner) {
    if (m_next >= m_plots.size())
        return {};
    const PlotAhead& plot = *m_plots[m_next++];
    plot.paint(painter, corner);
    return plot.size();
}

} // namespace tachograph::widgets
