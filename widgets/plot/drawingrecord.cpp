#include "widgets/plot/drawingrecord.h"

#include <QPainter>
#include <QPixmap>

#include <utility>

namespace tachograph::widgets {

class RecordingEngine : public QPaintEngine {
  public:
    RecordingEngine() : QPaintEngine(AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {} // the painter is asked when something is drawn

    void drawPath(const QPainterPath& path) override { keep(DrawingRecord::Path{path}); }
    using QPaintEngine::drawPolygon;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        keep(DrawingRecord::Polygon{QPolygonF(QList<QPointF>(points, points + count)), mode});
    }
    void drawTextItem(const QPointF& place, const QTextItem& item) override {
        keep(DrawingRecord::Letters{place, item.text(), item.font()});
    }
    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
        keep(DrawingRecord::Picture{target, pixmap.toImage(), source});
    }
    void drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override {
        keep(DrawingRecord::Picture{target, image.copy(), source}); // it may lie over memory of the caller's
    }

    [[nodiscard]] DrawingRecord take() { return std::exchange(m_record, {}); }

  private:
    template <typename What>
    void keep(What what) {
        DrawingRecord::Look look{painter()->transform(), {},
                                 painter()->pen(),       painter()->brush(),
                                 painter()->opacity(),   painter()->testRenderHint(QPainter::Antialiasing)};
        if (painter()->hasClipping())
            look.clip = painter()->transform().mapRect(painter()->clipBoundingRect());
        if (m_record.m_looks.empty() || !(m_record.m_looks.back() == look))
            m_record.m_looks.push_back(std::move(look));
        m_record.m_steps.push_back({m_record.m_looks.size() - 1, std::move(what)});
    }

    DrawingRecord m_record;
};

void DrawingRecord::Path::draw(QPainter& painter) const {
    painter.drawPath(path);
}

void DrawingRecord::Polygon::draw(QPainter& painter) const {
    switch (mode) {
    case QPaintEngine::PolylineMode:
        painter.drawPolyline(points);
        break;
    case QPaintEngine::ConvexMode:
        painter.drawConvexPolygon(points);
        break;
    case QPaintEngine::OddEvenMode:
    case QPaintEngine::WindingMode:
        painter.drawPolygon(points, mode == QPaintEngine::WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        break;
    }
}

void DrawingRecord::Letters::draw(QPainter& painter) const {
    painter.setFont(font);
    painter.drawText(baseline, text);
}

void DrawingRecord::Picture::draw(QPainter& painter) const {
    painter.drawImage(target, image, source);
}

void DrawingRecord::replay(QPainter& painter, QPointF corner) const {
    painter.save();
    painter.translate(corner);
    const QTransform base = painter.transform();
    const Look* before = nullptr;
    for (const Step& step : m_steps) {
        const Look& look = m_looks[step.look];
        // Only what changes: a format writes down whatever it is told.
        if (&look != before) {
            if (!before || look.clip != before->clip) {
                painter.setTransform(base);
                if (look.clip)
                    painter.setClipRect(*look.clip);
                else
                    painter.setClipping(false);
            }
            painter.setTransform(look.transform * base);
            if (!before || look.pen != before->pen)
                painter.setPen(look.pen);
            if (!before || look.brush != before->brush)
                painter.setBrush(look.brush);
            if (!before || look.opacity != before->opacity)
                painter.setOpacity(look.opacity);
            painter.setRenderHint(QPainter::Antialiasing, look.smooth);
            before = &look;
        }
        std::visit([&painter](const auto& what) { what.draw(painter); }, step.what);
    }
    painter.restore();
}

RecordingDevice::RecordingDevice(QSize size) : VectorDevice(size), m_engine(std::make_unique<RecordingEngine>()) {}

RecordingDevice::~RecordingDevice() = default;

QPaintEngine* RecordingDevice::paintEngine() const {
    return m_engine.get();
}

DrawingRecord RecordingDevice::take() {
    return m_engine->take();
}

} // namespace tachograph::widgets
