#include "app/previewpane.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace tachograph::app {

namespace {

constexpr int frame = 10; ///< around the picture

QScrollArea* makeScroll(QLabel* picture, QWidget* parent) {
    picture->setAlignment(Qt::AlignCenter);
    picture->setWordWrap(true);
    picture->setTextFormat(Qt::PlainText);
    picture->setProperty("look", QStringLiteral("secondary"));
    picture->setContentsMargins(frame, frame, frame, frame);
    auto* scroll = new QScrollArea(parent);
    scroll->setWidget(picture);
    scroll->setWidgetResizable(true);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the width never depends on the picture
    scroll->setFocusPolicy(Qt::StrongFocus);
    scroll->setMinimumSize(360, 160);
    scroll->setAccessibleName(PreviewPane::tr("Preview of the picture"));
    return scroll;
}

QPlainTextEdit* makeText(QWidget* parent) {
    auto* text = new QPlainTextEdit(parent);
    text->setReadOnly(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setTabChangesFocus(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setProperty("look", QStringLiteral("mono"));
    text->setAccessibleName(PreviewPane::tr("Beginning of the text"));
    text->setMinimumHeight(120);
    return text;
}

} // namespace

PreviewPane::PreviewPane(QWidget* parent)
    : QWidget(parent), m_picture(new QLabel), m_text(makeText(this)), m_caption(new QLabel(this)),
      m_actualSize(new QCheckBox(tr("Actual size"), this)) {
    m_scroll = makeScroll(m_picture, this);
    m_text->hide();
    m_caption->setProperty("look", QStringLiteral("secondary"));
    auto* below = new QHBoxLayout;
    below->addWidget(m_caption, 1);
    below->addWidget(m_actualSize);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    rows->addWidget(m_scroll, 3);
    rows->addWidget(m_text, 2);
    rows->addLayout(below);
    connect(m_actualSize, &QCheckBox::toggled, this, &PreviewPane::widthChanged);
}

void PreviewPane::showPage(const ReportPreview::Page& page) {
    m_image = page.picture;
    m_scroll->setVisible(!m_image.isNull());
    m_actualSize->setEnabled(!m_image.isNull());
    if (!m_image.isNull()) {
        QPixmap shown = QPixmap::fromImage(m_image);
        shown.setDevicePixelRatio(devicePixelRatioF());
        m_picture->setPixmap(shown);
    }
    m_text->setVisible(!page.text.isEmpty());
    m_text->setPlainText(page.text);
    setCaption(page);
}

void PreviewPane::setCaption(const ReportPreview::Page& page) {
    QStringList parts;
    if (!m_image.isNull())
        parts << tr("%1 × %2 pixels, shown at %3 %")
                     .arg(page.pixels.width())
                     .arg(page.pixels.height())
                     .arg(qRound(100.0 * m_image.width() / page.pixels.width()));
    if (!page.text.isEmpty())
        parts << (page.cut ? tr("the first lines of the text") : tr("the whole text"));
    m_caption->setText(parts.join(QStringLiteral(" · ")));
    m_scroll->setAccessibleDescription(m_caption->text());
}

void PreviewPane::say(const QString& sentence) {
    m_image = {};
    m_scroll->show();
    m_text->hide();
    m_actualSize->setEnabled(false);
    m_picture->setText(sentence);
    m_caption->clear();
    m_scroll->setAccessibleDescription(sentence);
}

void PreviewPane::setDrawing() {
    m_caption->setText(tr("Drawing…"));
}

int PreviewPane::pictureWidth() const {
    if (m_actualSize->isChecked())
        return 0;
    const int room = m_scroll->width() - m_scroll->verticalScrollBar()->sizeHint().width() - 2 * m_scroll->frameWidth();
    return qMax(1, qRound((room - 2 * frame) * devicePixelRatioF()));
}

QList<QWidget*> PreviewPane::stops() const {
    return {m_scroll, m_text, m_actualSize};
}

QString PreviewPane::text() const {
    return m_text->isHidden() ? m_picture->text() : m_text->toPlainText();
}

QString PreviewPane::caption() const {
    return m_caption->text();
}

void PreviewPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_actualSize->isChecked() && event->oldSize().width() != event->size().width())
        emit widthChanged();
}

} // namespace tachograph::app
