#pragma once

#include "widgets/theme.h"

#include <QString>
#include <QToolBar>

#include <vector>

namespace tachograph::app {

/// The docks of a window that has no room for them, as a column of icons: each shows its panel, and hides it again.
class PanelRail : public QToolBar {
    Q_OBJECT
  public:
    explicit PanelRail(QWidget* parent = nullptr);

    void addPanel(const QString& id, const QString& title, const QString& icon);
    void setPanelListed(const QString& id, bool listed);
    /// Without a signal.
    void setPanelShown(const QString& id, bool shown);
    [[nodiscard]] QAction* action(const QString& id) const; ///< nullptr when there is none
    void setTheme(const widgets::Theme& theme);

  signals:
    void panelToggled(const QString& id, bool shown);

  private:
    struct Entry {
        QString id, icon;
        QAction* action;
    };
    std::vector<Entry> m_entries;
};

} // namespace tachograph::app
