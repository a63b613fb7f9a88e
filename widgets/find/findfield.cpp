#include "widgets/find/findfield.h"

#include "models/items/findmodel.h"
#include "widgets/find/findlist.h"
#include "widgets/icons.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>

namespace tachograph::widgets {

namespace {
constexpr int page = 10; // rows
constexpr int leastWidth = 110, mostWidth = 286;
constexpr int iconSize = 16, iconRoom = 20;
} // namespace

FindField::FindField(models::FindModel& model, QWidget& window)
    : m_model(model), m_window(window), m_list(new FindList(model, window)), m_icon(new QLabel(this)),
      m_hint(new QLabel(QKeySequence(Qt::CTRL | Qt::Key_K).toString(QKeySequence::NativeText), this)) {
    setPlaceholderText(tr("Find a step, series, command…"));
    setAccessibleName(tr("Find a step, series, finding, note, run or command"));
    setMaxLength(200);
    setMinimumWidth(leastWidth);
    setMaximumWidth(mostWidth);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTextMargins(iconRoom, 0, 0, 0);
    m_icon->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_hint->setProperty("look", QStringLiteral("muted"));
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_model.setQuery(text);
        open();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, const QWidget* now) {
        if (now == this && before)
            m_before = before;
    });
    connect(m_list, &FindList::activated, this, &FindField::choose);
    connect(m_list, &FindList::choiceChanged, this, [this] { setAccessibleDescription(m_list->spokenChoice()); });
}

void FindField::begin() {
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
    open();
}

void FindField::open() {
    m_list->showBelow(QRect(mapTo(&m_window, QPoint(0, 0)), size()));
    setAccessibleDescription(m_list->spokenChoice());
}

void FindField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    m_hint->hide();
    emit began();
    m_model.setQuery(text());
    if (event->reason() == Qt::MouseFocusReason)
        open();
}

/// A click into the list takes no focus and does not come here.
void FindField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    m_list->hide();
    clear();
    placeHint();
}

void FindField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (!m_list->isVisible())
            open();
        else
            m_list->move(event->key() == Qt::Key_Down ? 1 : -1);
        return;
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        m_list->move(event->key() == Qt::Key_PageDown ? page : -page);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_list->isVisible())
            choose(m_list->chosen());
        return;
    case Qt::Key_Escape:
        leave();
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void FindField::choose(int row) {
    if (row < 0 || !m_model.entry(row).available)
        return;
    const models::FindEntry entry = m_model.entry(row); // what follows may fill the model anew
    leave();
    emit chosen(entry);
}

void FindField::leave() {
    m_list->hide();
    if (m_before && m_before->isVisible() && m_before->isEnabled())
        m_before->setFocus(Qt::OtherFocusReason);
    else
        clearFocus();
}

void FindField::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    placeHint();
    if (m_list->isVisible())
        open();
}

void FindField::placeHint() {
    constexpr int right = 10;
    m_icon->setGeometry(right, (height() - iconSize) / 2, iconSize, iconSize);
    const QSize size = m_hint->sizeHint();
    m_hint->setVisible(!hasFocus() && width() > 2 * size.width() + leastWidth);
    m_hint->setGeometry(width() - size.width() - right, (height() - size.height()) / 2, size.width(), size.height());
}

void FindField::setTheme(const Theme& theme) {
    m_icon->setPixmap(iconPixmap(QStringLiteral("search"), theme.muted, iconSize, devicePixelRatioF()));
    m_list->setTheme(theme);
    placeHint();
}

} // namespace tachograph::widgets
