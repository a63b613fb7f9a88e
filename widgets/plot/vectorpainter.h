#pragma once

#include <QPointF>
#include <QSize>

#include <memory>

class QCPPainter;
class QPaintDevice;
class QPainter;

namespace tachograph::widgets {

class PlotView;

/// A painter for formats of lines and letters (SVG, PDF). A plot is drawn with it as the vertices of its lines, at most
/// four for each unit of its width, where it would fill pixels.
class VectorPainter {
  public:
    explicit VectorPainter(QPaintDevice& device);
    ~VectorPainter();
    VectorPainter(const VectorPainter&) = delete;
    VectorPainter& operator=(const VectorPainter&) = delete;

    [[nodiscard]] QPainter& painter();
    /// As PlotView::render(), with its corner at `corner`.
    void draw(const PlotView& view, QPointF corner, QSize size);

  private:
    std::unique_ptr<QCPPainter> m_painter;
};

} // namespace tachograph::widgets
