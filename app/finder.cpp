#include "app/finder.h"

#include "app/actions.h"
#include "app/workspace.h"
#include "models/items/findmodel.h"
#include "models/review/reviews.h"
#include "widgets/find/findfield.h"
#include "widgets/panels/panel.h"
#include "widgets/plot/plotview.h"

#include <QDockWidget>

#include <algorithm>
#include <utility>

namespace tachograph::app {

using models::FindEntry;

Finder::Finder(models::Session& session, Actions& actions, Workspace& workspace, QWidget& window)
    : QObject(&window), m_session(session), m_actions(actions), m_workspace(workspace),
      m_model(new models::FindModel(session, this)), m_field(new widgets::FindField(*m_model, window)) {
    connect(m_field, &widgets::FindField::began, this, [this] { m_model->collect(commandEntries()); });
    connect(m_field, &widgets::FindField::chosen, this, &Finder::go);
    connect(actions.find, &QAction::triggered, m_field, &widgets::FindField::begin);
    // After everybody else: the notes are laid over a new timeline by then.
    connect(&session, &models::Session::timelineChanged, this, &Finder::followTimeline, Qt::QueuedConnection);
}

std::vector<Finder::Command> Finder::commands() const {
    std::vector<Command> all;
    for (QAction* action : m_actions.all())
        if (action != m_actions.find)
            all.push_back({action, action->text().remove(QChar(0x2026))});
    for (QAction* theme : {m_actions.themeSystem, m_actions.themeLight, m_actions.themeDark, m_actions.themeContrast})
        all.push_back({theme, tr("Theme: %1").arg(theme->text())});
    for (const widgets::Panel* panel : widgets::panels())
        all.push_back({m_workspace.dock(QString::fromLatin1(panel->id))->toggleViewAction(),
                       tr("Panel: %1").arg(widgets::panelTitle(*panel))});
    return all;
}

std::vector<FindEntry> Finder::commandEntries() const {
    std::vector<FindEntry> entries;
    for (const Command& command : commands()) {
        FindEntry entry;
        entry.kind = FindEntry::Kind::command;
        entry.title = command.title;
        entry.detail = command.action->shortcut().toString(QKeySequence::NativeText);
        entry.index = static_cast<int>(entries.size());
        entry.available = command.action->isEnabled();
        if (!entry.available)
            entry.detail = tr("not now");
        entries.push_back(std::move(entry));
    }
    return entries;
}

void Finder::go(const FindEntry& entry) {
    widgets::PlotView& plot = m_workspace.plot();
    if (entry.kind != FindEntry::Kind::command && entry.kind != FindEntry::Kind::run)
        m_actions.compare->setChecked(false); // what follows is shown in the timelines
    switch (entry.kind) {
    case FindEntry::Kind::step:
        plot.setFocus();
        plot.goTo(entry.x);
        break;
    case FindEntry::Kind::finding:
        plot.setFocus();
        m_workspace.zoomToFinding(entry.index);
        break;
    case FindEntry::Kind::note:
        goToNote(entry.id);
        break;
    case FindEntry::Kind::series:
        m_session.setLaneShown(entry.lane, true);
        m_wantedLane = entry.lane;
        plot.setFocus();
        followTimeline();
        break;
    case FindEntry::Kind::run:
        m_session.setVisible(entry.id, true);
        m_session.setCurrent(entry.id);
        break;
    case FindEntry::Kind::command:
        if (const auto all = commands(); static_cast<std::size_t>(entry.index) < all.size())
            all[static_cast<std::size_t>(entry.index)].action->trigger();
        break;
    }
}

void Finder::goToNote(std::uint64_t note) {
    std::uint64_t run = 0;
    if (!m_session.reviews().find(note, &run))
        return;
    m_session.setVisible(run, true);
    m_session.setCurrent(run);
    m_session.reviews().select(note);
    m_wantedNote = note;
    m_workspace.plot().setFocus();
    followTimeline();
}

void Finder::followTimeline() {
    widgets::PlotView& plot = m_workspace.plot();
    if (!m_wantedLane.isEmpty() && plot.showLane(m_wantedLane))
        m_wantedLane.clear();
    if (m_wantedNote != 0 && plot.showNote(m_wantedNote))
        m_wantedNote = 0;
}

} // namespace tachograph::app
