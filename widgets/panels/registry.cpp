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
    // One a line, so that additions do not meet.
    // clang-format off
    static const std::array all{
        &runsPanel,
        &seriesPanel,
        &detailsPanel,
        &findingsPanel,
        &notesPanel,
        &billPanel,
        &statisticsPanel,
        &issuesPanel,
    };
    // clang-format on
    return all;
}

QString panelTitle(const Panel& panel) {
    return QCoreApplication::translate("Panel", panel.title);
}

} // namespace tachograph::widgets
