#include "app/panelrail.h"

#include "widgets/icons.h"

#include <QAction>
#include <QToolButton>

#include <algorithm>

namespace tachograph::app {

PanelRail::PanelRail(QWidget* parent) : QToolBar(tr("Panels"), parent) {
    setObjectName(QStringLiteral("panelRail"));
    setAccessibleName(tr("Panels"));
    setOrientation(Qt::Vertical);
    setMovable(false);
    setFloatable(false);
    setIconSize(QSize(20, 20));
    setFixedWidth(44);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
}

void PanelRail::addPanel(const QString& id, const QString& title, const QString& icon) {
    QAction* action = addAction(title);
    action->setCheckable(true);
    action->setToolTip(title);
    connect(action, &QAction::triggered, this, [this, id](bool shown) { emit panelToggled(id, shown); });
    if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action))) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(title);
        button->setFixedSize(36, 36);
        button->setProperty("look", QStringLiteral("icon"));
    }
    m_entries.push_back({id, icon, action});
}

QAction* PanelRail::action(const QString& id) const {
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    return found == m_entries.end() ? nullptr : found->action;
}

void PanelRail::setPanelListed(const QString& id, bool listed) {
    if (QAction* known = action(id))
        known->setVisible(listed);
}

void PanelRail::setPanelShown(const QString& id, bool shown) {
    if (QAction* known = action(id))
        known->setChecked(shown);
}

void PanelRail::setTheme(const widgets::Theme& theme) {
    for (const Entry& entry : m_entries)
        entry.action->setIcon(widgets::themedIcon(entry.icon, theme));
}

} // namespace tachograph::app
