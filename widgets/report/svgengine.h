#pragma once

#include <QByteArray>
#include <QHash>
#include <QPaintEngine>
#include <QRectF>
#include <QSize>

namespace tachograph::widgets {

/// Writes what a painter draws as SVG elements; see SvgDevice. Everything is in units of the device.
class SvgEngine : public QPaintEngine {
  public:
    explicit SvgEngine(QSize size) : QPaintEngine(AllFeatures), m_page(QRectF(QPointF(), size)) {}

    [[nodiscard]] const QByteArray& elements() const { return m_elements; }
    /// The rectangles that elements are clipped by.
    [[nodiscard]] const QByteArray& clips() const { return m_clips; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {} // the painter is asked when something is drawn

    void drawPath(const QPainterPath& path) override;
    using QPaintEngine::drawPolygon;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override;
    void drawTextItem(const QPointF& place, const QTextItem& item) override;
    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override;
    void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags flags) override;

  private:
    void addPath(const QPainterPath& path, bool filled);
    /// ' clip-path="..."' for an element of these bounds, empty where it needs none; false when nothing of it shows.
    bool clipped(const QRectF& bounds, QByteArray& attribute);
    [[nodiscard]] QByteArray stroke(qreal scale) const;
    [[nodiscard]] QByteArray fill() const;

    QRectF m_page;
    QByteArray m_elements, m_clips;
    QHash<QByteArray, int> m_clipNumbers; ///< by their attributes; only looked up, never listed
};

} // namespace tachograph::widgets
