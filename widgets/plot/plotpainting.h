#pragma once

#include <QImage>
#include <QSize>

#include <memory>

namespace tachograph::widgets {

class PlotCanvas;
class PlotView;

/// The picture of a view, drawn in bands from top to bottom so that nobody has to wait for all of it. The picture is
/// that of PlotView::render() but for the last bits of lines at the edges of bands; the same bands give the same bytes.
/// In the GUI thread.
class PlotPainting {
  public:
    /// `size` in device-independent pixels.
    PlotPainting(const PlotView& view, QSize size, qreal scale);
    ~PlotPainting();
    PlotPainting(const PlotPainting&) = delete;
    PlotPainting& operator=(const PlotPainting&) = delete;

    /// Draws the next band of at most that many pixels. False when there is none: all is drawn.
    bool drawBand(qsizetype mostPixels);
    [[nodiscard]] const QImage& picture() const { return m_picture; }
    [[nodiscard]] QSize size() const { return m_size; } ///< as it was asked for

  private:
    std::unique_ptr<PlotCanvas> m_canvas; ///< null when all is drawn
    QImage m_picture;
    QSize m_size;
    qreal m_scale;
    int m_drawnRows = 0;
};

} // namespace tachograph::widgets
