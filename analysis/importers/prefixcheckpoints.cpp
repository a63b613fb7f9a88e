#include "analysis/importers/prefixcheckpoints.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace tachograph {

namespace {

bool sameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Whether every row and value of `shorter` is in `longer` at the same place.
bool isBeginningOf(const RunBuilder& shorter, const RunBuilder& longer) {
    const auto& steps = shorter.rows().step;
    const auto& more = longer.rows().step;
    if (steps.size() > more.size() || !std::equal(steps.begin(), steps.end(), more.begin()))
        return false;
    return std::ranges::all_of(shorter.allSeries(), [&longer](const Series& series) {
        const auto found = std::ranges::find(longer.allSeries(), series.key, &Series::key);
        return found != longer.allSeries().end() && found->size() >= series.size() &&
               std::equal(series.values.begin(), series.values.end(), found->values.begin(), sameNumber);
    });
}

std::string shownName(const Recording& recording) {
    const std::filesystem::path path(recording.path);
    return path.parent_path().filename().string() + "/" + path.filename().string();
}

} // namespace

std::string keepNewestCheckpoints(std::vector<Recording>& recordings) {
    std::vector<std::string> left;
    std::vector<bool> drop(recordings.size(), false);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        if (recordings[i].importer->id != "trainer_state")
            continue;
        for (std::size_t j = 0; j < recordings.size() && !drop[i]; ++j) {
            if (i == j || drop[j] || recordings[j].importer != recordings[i].importer)
                continue;
            drop[i] = isBeginningOf(recordings[i].runs.front(), recordings[j].runs.front());
        }
        if (drop[i])
            left.push_back(shownName(recordings[i]));
    }
    if (left.empty())
        return {};
    std::vector<Recording> kept;
    for (std::size_t i = 0; i < recordings.size(); ++i)
        if (!drop[i])
            kept.push_back(std::move(recordings[i]));
    recordings = std::move(kept);
    std::string text = "The newest checkpoint's history is shown; it contains that of ";
    for (std::size_t i = 0; i < std::min<std::size_t>(left.size(), 3); ++i)
        text += (i > 0 ? ", " : "") + left[i];
    if (left.size() > 3)
        text += " and " + std::to_string(left.size() - 3) + " more";
    return text + ".";
}

} // namespace tachograph
