#include "widgets/panels/panel.h"

#include <QCoreApplication>

#include <array>

namespace tachograph::widgets {

extern const Panel runsPanel;
extern const Panel seriesPanel;
extern const Panel detailsPanel;
extern const Panel findingsPanel;
extern const Panel notesPanel;
extern const Panel billPanel;
extern const Panel statisticsPanel;
extern const Panel issuesPanel;

std::span<const Panel* const> panels() {
    static const std::array<const Panel*, 8> all{&runsPanel,  &seriesPanel, &detailsPanel,    &findingsPanel,
                                                 &notesPanel, &billPanel,   &statisticsPanel, &issuesPanel};
    return all;
}

QString panelTitle(const Panel& panel) {
    return QCoreApplication::translate("Panel", panel.title);
}

} // namespace tachograph::widgets
