#pragma once

#include <QDialog>
#include <QList>
#include <QString>

#include <utility>

namespace tachograph::app {

/// All shortcuts and what the mouse does, as a table that a screen reader can read.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
  public:
    ShortcutsDialog(const QList<std::pair<QString, QString>>& actions, QWidget* parent);
};

} // namespace tachograph::app
