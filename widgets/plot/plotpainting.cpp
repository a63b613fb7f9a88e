#include "widgets/plot/plotpainting.h"

#include "widgets/plot/picturestate.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"

#include <algorithm>

namespace tachograph::widgets {

PlotAhead::PlotAhead(const PlotView& view, QSize size)
    : m_canvas(std::make_unique<PlotCanvas>(stateOfPicture(view.findChild<PlotCanvas*>()->state()), true)),
      m_size(size) {
    m_canvas->resize(size);
    m_canvas->rebuild();
}

PlotAhead::~PlotAhead() = default;

PlotPainting::PlotPainting(const PlotView& view, QSize size, qreal scale)
    : PlotAhead(view, size), m_picture(size * scale, QImage::Format_ARGB32_Premultiplied), m_scale(scale) {
    m_picture.fill(m_canvas->state().theme.plot);
}

bool PlotPainting::drawPiece() {
    constexpr qsizetype pixelsOfPiece = 400'000;
    return drawBand(pixelsOfPiece);
}

void PlotPainting::paint(QPainter& painter, QPointF corner) const {
    painter.drawImage(QRectF(corner, QSizeF(m_picture.width() / m_scale, m_picture.height() / m_scale)), m_picture);
}

bool PlotPainting::drawBand(qsizetype mostPixels) {
    if (!m_canvas || m_picture.isNull())
        return false;
    const auto most = std::max<qsizetype>(1, mostPixels / m_picture.width());
    const auto rows = static_cast<int>(std::min<qsizetype>(most, m_picture.height() - m_drawnRows));
    // An image over the rows of the band: what is drawn sets clips of its own.
    QImage band(m_picture.scanLine(m_drawnRows), m_picture.width(), rows, m_picture.bytesPerLine(), m_picture.format());
    {
        QCPPainter painter(&band);
        painter.translate(0, -m_drawnRows);
        painter.scale(m_scale, m_scale);
        m_canvas->toPainter(&painter, size().width(), size().height());
    }
    m_drawnRows += rows;
    if (m_drawnRows == m_picture.height())
        m_canvas.reset();
    return m_canvas != nullptr;
}

bool PlotRecording::drawPiece() {
    if (!m_canvas)
        return false;
    RecordingDevice device(size());
    {
        QCPPainter painter(&device);
        painter.setMode(QCPPainter::pmVectorized);
        painter.QPainter::setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_canvas->toPainter(&painter, size().width(), size().height());
    }
    m_record = device.take();
    m_canvas.reset();
    return false;
}

void PlotRecording::paint(QPainter& painter, QPointF corner) const {
    m_record.replay(painter, corner);
}

} // namespace tachograph::widgets
