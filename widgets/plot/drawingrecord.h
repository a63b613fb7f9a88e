#pragma once

#include "widgets/plot/vectordevice.h"

#include <QBrush>
#include <QFont>
#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QTransform>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace tachograph::widgets {

/// What a painter drew, to be drawn again by others: shapes, letters and pictures, each with what was in force for it.
/// Clips are kept as the rectangles around them. Nothing in it belongs to a thread.
class DrawingRecord {
  public:
    /// With its corner at `corner`, by a painter that clips nothing; leaves it as it was. In any thread.
    void replay(QPainter& painter, QPointF corner) const;
    [[nodiscard]] bool empty() const { return m_steps.empty(); }

  private:
    friend class RecordingEngine;

    struct Look { ///< what is in force
        QTransform transform;
        std::optional<QRectF> clip; ///< in units of the device
        QPen pen;
        QBrush brush;
        qreal opacity = 1;
        bool smooth = true; ///< antialiased
        bool operator==(const Look&) const = default;
    };
    struct Path {
        QPainterPath path;
        void draw(QPainter& painter) const;
    };
    struct Polygon {
        QPolygonF points;
        QPaintEngine::PolygonDrawMode mode;
        void draw(QPainter& painter) const;
    };
    struct Letters {
        QPointF baseline;
        QString text;
        QFont font;
        void draw(QPainter& painter) const;
    };
    struct Picture {
        QRectF target;
        QImage image;
        QRectF source;
        void draw(QPainter& painter) const;
    };
    struct Step {
        std::size_t look; ///< index into m_looks
        std::variant<Path, Polygon, Letters, Picture> what;
    };

    std::vector<Look> m_looks; ///< equal ones that follow each other once
    std::vector<Step> m_steps;
};

class RecordingEngine;

/// What a painter on it draws becomes a record.
class RecordingDevice : public VectorDevice {
  public:
    explicit RecordingDevice(QSize size);
    ~RecordingDevice() override;

    [[nodiscard]] QPaintEngine* paintEngine() const override;
    /// Of what has been drawn; the painter has to be gone by then.
    [[nodiscard]] DrawingRecord take();

  private:
    std::unique_ptr<RecordingEngine> m_engine;
};

} // namespace tachograph::widgets
