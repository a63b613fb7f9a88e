#pragma once

#include <QImage>
#include <QList>
#include <QStringList>
#include <QWidget>

namespace tachograph::tests {

/// A person with a keyboard and a screen reader in a window: goes through it with real Tab keys and notes where it
/// gets.
class TabWalk {
  public:
    /// Walks until the focus is where it began. The window must be active.
    explicit TabWalk(QWidget& window);

    /// Controls that no screen reader can name.
    [[nodiscard]] QStringList unnamed() const;
    /// Controls that neither Tab nor, in their group, the arrow keys get to; and a control that Tab does not leave.
    [[nodiscard]] QStringList unreachable() const;
    /// Controls that look the same with and without the focus.
    [[nodiscard]] const QStringList& unmarked() const { return m_unmarked; }
    /// The controls in the order of the keys.
    [[nodiscard]] const QList<QWidget*>& stops() const { return m_stops; }

  private:
    void walk();
    QWidget* leave(QWidget& control) const;
    [[nodiscard]] bool isReached(const QWidget& control) const;
    [[nodiscard]] QList<QWidget*> controls() const;

    QWidget& m_window;
    QList<QWidget*> m_stops;
    QStringList m_unmarked;
    QString m_trap;
};

} // namespace tachograph::tests
