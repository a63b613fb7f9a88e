#include "models/review/placednotes.h"

#include "models/convert.h"
#include "models/steppositions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::models {

namespace {

/// Places of the steps of a run; nullptr when it has none.
const StepPositions* placesOf(const Timeline& timeline, int run) {
    const auto index = static_cast<std::size_t>(run);
    return run < 0 || index >= timeline.steps.size() ? nullptr : timeline.steps[index].get();
}

PlacedNote placed(const Note& note, int run, const Run& recording, const StepPositions& steps, double moved) {
    const std::int64_t first = note.firstStep.value_or(recording.firstStep());
    const std::int64_t last = note.wholeRun() ? recording.lastStep() : note.lastStep;
    PlacedNote place;
    place.id = note.id;
    place.run = run;
    place.first = steps.nearest(static_cast<double>(first)) + moved;
    place.last = steps.nearest(static_cast<double>(last)) + moved;
    if (place.first > place.last)
        std::swap(place.first, place.last);
    place.wholeRun = note.wholeRun();
    place.text = toQt(note.text);
    return place;
}

} // namespace

std::vector<PlacedNote> placeNotes(const Timeline& timeline, const std::vector<RunReviewPtr>& reviews) {
    std::vector<PlacedNote> notes;
    for (std::size_t i = 0; i < std::min(reviews.size(), timeline.runs.size()); ++i) {
        const int run = static_cast<int>(i);
        const StepPositions* steps = placesOf(timeline, run);
        if (!reviews[i] || !steps || std::isnan(steps->nearest(0)))
            continue;
        for (const Note& note : reviews[i]->notes)
            notes.push_back(placed(note, run, *timeline.runs[i].run, *steps, timeline.moved[i]));
    }
    std::ranges::stable_sort(notes, [](const PlacedNote& a, const PlacedNote& b) {
        return std::pair(!a.wholeRun, a.first) < std::pair(!b.wholeRun, b.first);
    });
    return notes;
}

std::set<int> dismissedFindings(const Timeline& timeline, const std::vector<RunReviewPtr>& reviews) {
    std::set<int> dismissed;
    for (std::size_t i = 0; i < timeline.findings.size(); ++i) {
        const TimelineFinding& finding = timeline.findings[i];
        const auto run = static_cast<std::size_t>(finding.run);
        if (run < reviews.size() && reviews[run] && dismissalOf(*reviews[run], finding.finding))
            dismissed.insert(static_cast<int>(i));
    }
    return dismissed;
}

std::optional<std::int64_t> stepAt(const Timeline& timeline, int run, double x) {
    const StepPositions* steps = placesOf(timeline, run);
    if (!steps)
        return std::nullopt;
    const double step = steps->stepAt(x - timeline.moved[static_cast<std::size_t>(run)]);
    return std::isnan(step) ? std::nullopt : std::optional(static_cast<std::int64_t>(step));
}

} // namespace tachograph::models
