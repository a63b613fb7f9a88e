#include "widgets/focusring.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QFocusEvent>
#include <QPainter>

namespace tachograph::widgets {

namespace {

/// Lies over its parent and takes no mouse.
class Frame : public QWidget {
  public:
    Frame(QWidget& framed, const QColor& color) : QWidget(&framed), m_color(color) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(framed.rect());
        show();
        raise();
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        constexpr int width = 2;
        QPainter painter(this);
        painter.setPen(QPen(m_color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(rect().adjusted(width / 2, width / 2, -width / 2, -width / 2));
    }

  private:
    QColor m_color;
};

} // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent), m_color(Theme::light().accent) {
    qApp->installEventFilter(this);
}

void FocusRing::setTheme(const Theme& theme) {
    m_color = theme.accent;
    if (auto* area = qobject_cast<QAbstractScrollArea*>(framed()))
        frame(*area);
}

QWidget* FocusRing::framed() const {
    return m_frame ? m_frame->parentWidget() : nullptr;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) // styles and window handles are told of the focus too
        return false;
    if (event->type() == QEvent::FocusIn) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        auto* area = qobject_cast<QAbstractScrollArea*>(watched);
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) {
            release();
            if (area && reason != Qt::MouseFocusReason)
                frame(*area);
        }
    } else if (event->type() == QEvent::FocusOut && watched == framed()) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            release();
    } else if (event->type() == QEvent::Resize && m_frame && watched == framed()) {
        m_frame->setGeometry(framed()->rect());
    }
    return false;
}

void FocusRing::frame(QAbstractScrollArea& area) {
    release();
    m_frame = new Frame(area, m_color);
}

void FocusRing::release() {
    delete m_frame.data();
}

} // namespace tachograph::widgets
