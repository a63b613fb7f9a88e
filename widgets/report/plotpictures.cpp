#include "widgets/report/plotpictures.h"

namespace tachograph::widgets {

bool PlotPictures::drawPiece() {
    constexpr qsizetype pixelsOfPiece = 400'000;
    if (m_drawing < m_plots.size() && !m_plots[m_drawing]->drawBand(pixelsOfPiece))
        ++m_drawing;
    return m_drawing < m_plots.size();
}

std::pair<QImage, QSize> PlotPictures::take() {
    if (m_next >= m_plots.size())
        return {};
    const PlotPainting& plot = *m_plots[m_next++];
    return {plot.picture(), plot.size()};
}

} // namespace tachograph::widgets
