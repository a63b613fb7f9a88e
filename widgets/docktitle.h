#pragma once

#include "widgets/theme.h"

#include <QFrame>
#include <QString>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tachograph::widgets {

class ElidedLabel;

/// Title bar of a dock: its name, a note ("4 open"), the panel's actions.
class DockTitle : public QFrame {
    Q_OBJECT
  public:
    DockTitle(const QString& title, const QList<QAction*>& actions, QWidget* parent = nullptr);

    void setNote(const QString& note);
    [[nodiscard]] QString note() const;
    [[nodiscard]] QSize sizeHint() const override {
        return {120, barHeight};
    } // docks ask for the hint, not the minimum
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    void setTheme(const Theme& theme);

  signals:
    void closeRequested();

  private:
    static constexpr int barHeight = 32; // pixels
    void addButton(QAction* action, QHBoxLayout& layout);

    QLabel* m_title;
    ElidedLabel* m_note;
    QToolButton* m_close;
};

} // namespace tachograph::widgets
