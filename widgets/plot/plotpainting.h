#pragma once

#include "widgets/plot/drawingrecord.h"

#include <QImage>
#include <QPointF>
#include <QSize>

#include <memory>

class QPainter;

namespace tachograph::widgets {

class PlotCanvas;
class PlotView;

/// The picture of a view that is drawn ahead, in the GUI thread, and then laid into pages in any thread.
class PlotAhead {
  public:
    PlotAhead(const PlotView& view, QSize size);
    virtual ~PlotAhead();
    PlotAhead(const PlotAhead&) = delete;
    PlotAhead& operator=(const PlotAhead&) = delete;

    /// Draws a part that takes a few ten milliseconds; false when that was the last one.
    virtual bool drawPiece() = 0;
    /// What has been drawn, with its corner at `corner`.
    virtual void paint(QPainter& painter, QPointF corner) const = 0;
    [[nodiscard]] QSize size() const { return m_size; } ///< in device-independent pixels, as it was asked for

  protected:
    std::unique_ptr<PlotCanvas> m_canvas; ///< null when all is drawn

  private:
    QSize m_size;
};

/// As pixels, drawn in bands from top to bottom so that nobody has to wait for all of it. The picture is that of
/// PlotView::render() but for the last bits of lines at the edges of bands; the same bands give the same bytes.
class PlotPainting : public PlotAhead {
  public:
    PlotPainting(const PlotView& view, QSize size, qreal scale);

    bool drawPiece() override;
    void paint(QPainter& painter, QPointF corner) const override;
    /// Draws the next band of at most that many pixels. False when there is none: all is drawn.
    bool drawBand(qsizetype mostPixels);
    [[nodiscard]] const QImage& picture() const { return m_picture; }

  private:
    QImage m_picture;
    qreal m_scale;
    int m_drawnRows = 0;
};

/// As lines and letters (SVG, PDF): the vertices of its lines, at most four for each unit of its width, where it would
/// fill pixels.
class PlotRecording : public PlotAhead {
  public:
    using PlotAhead::PlotAhead;

    bool drawPiece() override;
    void paint(QPainter& painter, QPointF corner) const override;

  private:
    DrawingRecord m_record;
};

} // namespace tachograph::widgets
