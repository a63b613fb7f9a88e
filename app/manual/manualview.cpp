#include "app/manual/manualview.h"

#include "app/manual/manualpage.h"
#include "widgets/theme.h"

#include <QEvent>
#include <QImage>
#include <QScrollBar>

#include <algorithm>

namespace tachograph::app {

ManualView::ManualView(QWidget* parent) : QTextBrowser(parent) {
    setAccessibleName(tr("Text of the manual"));
    setOpenLinks(false);
    setFont(widgets::Theme::font(14));
    document()->setDocumentMargin(20);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { emit pageAsked(url.path()); });
}

void ManualView::setPage(const ManualPage& page) {
    m_page = &page;
    render();
    verticalScrollBar()->setValue(0);
}

void ManualView::render() {
    if (!m_page)
        return;
    const int place = verticalScrollBar()->value();
    m_renderedWidth = viewport()->width();
    const QString mono = widgets::Theme::mono(13).family();
    document()->setDefaultStyleSheet(
        QStringLiteral("pre, code { font-family: '%1'; font-size: 13px; }"
                       "pre { margin: 8px 16px; white-space: pre-wrap; } td, th { padding: 4px 10px; }"
                       "th { text-align: left; } a { color: %2; }")
            .arg(mono, palette().color(QPalette::Link).name()));
    setHtml(QString::fromStdString(manualBody(*m_page, "")));
    verticalScrollBar()->setValue(place);
}

QVariant ManualView::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::ImageResource)
        return {};
    // An indexed picture would be scaled into its own few colours.
    const QImage read(QStringLiteral(":/manual/") + name.fileName());
    QImage image = read.convertToFormat(QImage::Format_RGB32);
    const qreal ratio = devicePixelRatioF();
    const int width = std::max(200, viewport()->width() - 60);
    image = image.scaledToWidth(std::min(image.width(), static_cast<int>(width * ratio)), Qt::SmoothTransformation);
    image.setDevicePixelRatio(ratio);
    return image;
}

void ManualView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (viewport()->width() != m_renderedWidth)
        render();
}

void ManualView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        render();
}

} // namespace tachograph::app
