#include "analysis/importers/trainerevents.h"

#include "analysis/core/text.h"

namespace tachograph {

void addTrainerEvents(RunBuilder& builder, const TrainerRowEvents& row, std::int64_t step, std::uint64_t line) {
    Event event;
    event.step = step;
    event.place = line;
    if (row.evaluation) {
        event.kind = EventKind::evaluation;
        event.durationSeconds = row.evaluationSeconds;
        builder.addEvent(event);
    }
    if (row.finished) {
        event.kind = EventKind::exit;
        event.durationSeconds = {};
        event.text = "training finished";
        if (row.trainingSeconds)
            event.text += " after " + formatElapsed(*row.trainingSeconds);
        builder.addEvent(event);
    }
}

} // namespace tachograph
