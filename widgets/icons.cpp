#include "widgets/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

// Resources of a static library must be named once by the program; the macro has to stand outside every namespace.
static void initIconResources() {
    Q_INIT_RESOURCE(icons);
}

namespace tachograph::widgets {

namespace {

QByteArray drawing(const QString& name) {
    static QHash<QString, QByteArray> read;
    if (read.isEmpty())
        initIconResources();
    const auto known = read.constFind(name);
    if (known != read.constEnd())
        return *known;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return *read.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

void paintIcon(QPainter& painter, const QString& name, const QColor& color, const QRectF& rect) {
    QByteArray svg = drawing(name);
    if (svg.isEmpty())
        return;
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(svg);
    renderer.render(&painter, rect);
}

/// Draws the icon anew for every size and ratio it is asked for, so that lines stay sharp.
class DrawingEngine : public QIconEngine {
  public:
    DrawingEngine(QString name, QColor normal, QColor disabled, QColor checked)
        : m_name(std::move(name)), m_normal(normal), m_disabled(disabled), m_checked(checked) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        paintIcon(*painter, m_name, color(mode, state), rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return iconPixmap(m_name, color(mode, state), size.height(), 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
        // Qt hands over device pixels here and sets the ratio itself.
        Q_UNUSED(scale)
        return pixmap(size, mode, state);
    }

    [[nodiscard]] QIconEngine* clone() const override { return new DrawingEngine(*this); }

  private:
    [[nodiscard]] QColor color(QIcon::Mode mode, QIcon::State state) const {
        if (mode == QIcon::Disabled)
            return m_disabled;
        return state == QIcon::On ? m_checked : m_normal;
    }

    QString m_name;
    QColor m_normal, m_disabled, m_checked;
};

} // namespace

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal ratio) {
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    paintIcon(painter, name, color, QRectF(0, 0, size, size));
    return pixmap;
}

QIcon coloredIcon(const QString& name, const QColor& color, const QColor& disabled) {
    return QIcon(new DrawingEngine(name, color, disabled, color));
}

QIcon themedIcon(const QString& name, const Theme& theme) {
    return QIcon(new DrawingEngine(name, theme.text, theme.iconOff, theme.accent));
}

} // namespace tachograph::widgets
