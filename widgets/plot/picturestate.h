#pragma once

#include "widgets/plot/plotstate.h"

namespace tachograph::widgets {

/// What a picture shows of a state: without what belongs to the window only.
inline PlotState stateOfPicture(PlotState state) {
    state.showFocus = false;
    state.draggedRange.reset();
    state.laneDropPlace = -1;
    state.measure.reset();
    state.selectedNote = 0;
    return state;
}

} // namespace tachograph::widgets
