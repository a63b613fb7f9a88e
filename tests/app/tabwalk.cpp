#include "tests/app/tabwalk.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>

#include <algorithm>

namespace tachograph::tests {

namespace {

constexpr int mostStops = 400;
constexpr int leastMarked = 24; // pixels that a focus must change

QString described(const QWidget& widget) {
    QStringList path;
    for (const QWidget* at = &widget; at && !at->isWindow(); at = at->parentWidget())
        path.prepend(at->objectName().isEmpty() ? QString::fromLatin1(at->metaObject()->className())
                                                : at->objectName());
    QString text = path.join(u'/');
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && !button->text().isEmpty())
        text += QStringLiteral(" \"%1\"").arg(button->text());
    return text;
}

/// A part of a control that stands for it: the field in a spin box, the header and the viewport of a list.
bool isPart(const QWidget& widget) {
    const QWidget* parent = widget.parentWidget();
    if (qobject_cast<const QScrollBar*>(&widget) || qobject_cast<const QHeaderView*>(&widget) ||
        qobject_cast<const QMenuBar*>(&widget)) // what scrolls has keys; columns have a menu; menus have Alt and F10
        return true;
    return qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent) ||
           qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QTabBar*>(parent) ||
           qobject_cast<const QMenuBar*>(parent) || widget.inherits("QTableCornerButton") ||
           widget.inherits("QToolBarExtension");
}

bool isControl(const QWidget& widget) {
    if (!widget.isVisible() || !widget.isEnabled() || isPart(widget) ||
        widget.focusProxy()) // another one stands for it
        return false;
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
           qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget) ||
           qobject_cast<const QPlainTextEdit*>(&widget) || qobject_cast<const QTextEdit*>(&widget) ||
           qobject_cast<const QTabBar*>(&widget) || (widget.focusPolicy() & Qt::TabFocus) != 0;
}

/// Whether another one of the group has the place in the order of the keys, and the arrows lead on.
bool isOfReachedGroup(const QWidget& control, const QList<QWidget*>& stops) {
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    if (!button || !(button->autoExclusive() || (button->group() && button->group()->exclusive())))
        return false;
    return std::ranges::any_of(stops, [&](const QWidget* stop) {
        const auto* other = qobject_cast<const QAbstractButton*>(stop);
        return other && other->group() == button->group() && other->parentWidget() == button->parentWidget();
    });
}

QImage pictureOf(QWidget& window, const QWidget& control) {
    constexpr int around = 4;
    const QRect area(control.mapTo(&window, QPoint(0, 0)), control.size());
    return window.grab(area.adjusted(-around, -around, around, around)).toImage();
}

int differingPixels(const QImage& a, const QImage& b) {
    if (a.size() != b.size())
        return leastMarked; // the focus made it another size: seen
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

} // namespace

TabWalk::TabWalk(QWidget& window) : m_window(window) {
    walk();
}

/// Links in a text are gone through first. What has the focus then: the same one when there is no way out.
QWidget* TabWalk::leave(QWidget& control) const {
    constexpr int mostLinks = 300;
    for (int i = 0; i < mostLinks && m_window.focusWidget() == &control; ++i)
        QTest::keyClick(&control, Qt::Key_Tab);
    return m_window.focusWidget();
}

void TabWalk::walk() {
    if (!m_window.focusWidget())
        QTest::keyClick(&m_window, Qt::Key_Tab);
    QWidget* const begin = m_window.focusWidget();
    for (QWidget* at = begin; at && m_stops.size() < mostStops;) {
        m_stops.append(at);
        leave(*at);
        at->setFocus(Qt::TabFocusReason); // the first one may have got it otherwise
        const QImage marked = pictureOf(m_window, *at);
        QWidget* const next = leave(*at);
        if (next == at && controls().size() > 1) {
            m_trap = described(*at);
            return;
        }
        if (next != at && differingPixels(marked, pictureOf(m_window, *at)) < leastMarked)
            m_unmarked.append(described(*at));
        if (next == begin || m_stops.contains(next))
            return;
        at = next;
    }
}

QList<QWidget*> TabWalk::controls() const {
    QList<QWidget*> found;
    for (QWidget* widget : m_window.findChildren<QWidget*>())
        if (widget->window() == &m_window && isControl(*widget))
            found.append(widget);
    return found;
}

QStringList TabWalk::unnamed() const {
    QStringList names;
    for (QWidget* control : controls()) {
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(control);
        if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty())
            names.append(described(*control));
    }
    return names;
}

bool TabWalk::isReached(const QWidget& control) const {
    return std::ranges::find(m_stops, &control) != m_stops.end() || isOfReachedGroup(control, m_stops);
}

QStringList TabWalk::unreachable() const {
    QStringList lost;
    if (!m_trap.isEmpty())
        lost.append(QStringLiteral("Tab does not leave ") + m_trap);
    for (const QWidget* control : controls())
        if (!isReached(*control))
            lost.append(described(*control));
    return lost;
}

} // namespace tachograph::tests
