#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostNamed = 4;
constexpr std::size_t askEvery = 1U << 16;

/// NaN and infinite values of one series behind its first finite one.
struct Holes {
    const Series* series = nullptr;
    std::size_t nan = 0, infinite = 0, values = 0;
    std::int64_t first = 0, last = 0; ///< steps
    bool neverFinite = false;
    bool toTheEnd = false; ///< the last logged values are not finite: more than one

    [[nodiscard]] std::size_t count() const { return nan + infinite; }
};

bool isLoss(const Series& series) {
    return series.role == roles::loss;
}

Holes holesOf(const Run& run, const Series& series, const Job& job) {
    Holes holes;
    holes.series = &series;
    std::size_t atEnd = 0;
    bool begun = false;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            return holes;
        const double value = series.values[i];
        const std::uint32_t row = series.rowOf(i);
        if (run.rows().isCut(row))
            continue;
        if (std::isfinite(value) && !begun) {
            begun = true; // what was before it was not measured yet
            holes = {.series = &series};
        }
        ++holes.values;
        atEnd = std::isfinite(value) ? 0 : atEnd + 1;
        if (atEnd == 0)
            continue;
        if (holes.count() == 0)
            holes.first = run.rows().step[row];
        holes.last = run.rows().step[row];
        ++(std::isnan(value) ? holes.nan : holes.infinite);
    }
    holes.neverFinite = !begun;
    holes.toTheEnd = atEnd > 1;
    // A series that never begins was not measured; a loss that never is finite tells something.
    if (holes.neverFinite && (!isLoss(series) || holes.values < 2))
        holes.nan = holes.infinite = 0;
    return holes;
}

/// Loss first, then by number.
std::vector<Holes> allHoles(const Run& run, const Job& job) {
    std::vector<Holes> all;
    for (const Series& series : run.series()) {
        if (series.derived || job.canceled())
            continue;
        const Holes holes = holesOf(run, series, job);
        if (holes.count() > 0)
            all.push_back(holes);
    }
    std::ranges::stable_sort(all, [](const Holes& a, const Holes& b) {
        if (isLoss(*a.series) != isLoss(*b.series))
            return isLoss(*a.series);
        return a.count() > b.count();
    });
    return all;
}

std::string kindText(const Holes& holes) {
    if (holes.infinite == 0)
        return "NaN";
    return holes.nan == 0 ? "infinite" : "NaN or infinite";
}

std::string countText(std::size_t count) {
    return formatCount(static_cast<std::int64_t>(count));
}

/// "grad_norm: NaN in 1 of 363 values, at step 2,100"
std::string holesText(const Holes& holes) {
    std::string text = plainText(holes.series->key, 80) + ": " + kindText(holes) + " in " + countText(holes.count()) +
                       " of " + countText(holes.values) + " values, ";
    text += holes.first == holes.last ? "at step " + formatCount(holes.first)
                                      : "steps " + formatCount(std::min(holes.first, holes.last)) + " to " +
                                            formatCount(std::max(holes.first, holes.last));
    if (holes.toTheEnd)
        text += holes.neverFinite ? ", never finite" : ", and to the end";
    return text;
}

Severity severityOf(const std::vector<Holes>& all) {
    Severity severity = Severity::info;
    for (const Holes& holes : all) {
        if (!isLoss(*holes.series))
            continue;
        severity = std::max(severity, holes.toTheEnd ? Severity::critical : Severity::warning);
    }
    return severity;
}

Finding findingOf(const Run& run, const std::vector<Holes>& all) {
    std::vector<std::int64_t> ends;
    for (const Holes& holes : all) {
        ends.push_back(holes.first);
        ends.push_back(holes.last);
    }
    Finding finding = findingAt(nonFinite, run, ends);
    if (all.size() > 1 || all.front().count() > 1)
        finding.places.clear(); // a span
    finding.severity = severityOf(all);
    finding.title =
        kindText(all.front()) + " in " + plainText(all.front().series->key, 20) + (all.size() > 1 ? " and more" : "");
    const std::size_t named = std::min(all.size(), mostNamed);
    for (std::size_t i = 0; i < named; ++i) {
        finding.summary += (i == 0 ? "" : "; ") + holesText(all[i]);
        finding.evidence.push_back({"nonfinite_" + std::to_string(i + 1), static_cast<double>(all[i].count()), "values",
                                    plainText(all[i].series->key, 80), holesText(all[i])});
        if (!all[i].series->role.empty())
            finding.citedRoles.push_back(all[i].series->role);
    }
    finding.summary += all.size() > named ? "; and " + countText(all.size() - named) + " more series." : ".";
    const bool lossLogged = run.forRole(roles::loss) != nullptr;
    if (lossLogged && !isLoss(*all.front().series))
        finding.summary += " The loss stays finite.";
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    const std::vector<Holes> all = allHoles(run, job);
    if (job.canceled())
        return canceledAnswer();
    std::size_t values = 0;
    for (const Series& series : run.series())
        values += series.derived ? 0 : series.size();
    if (values == 0)
        return notApplicable("No values are logged.");
    if (!all.empty())
        return foundAnswer({findingOf(run, all)});
    return clearAnswer("All logged values are finite once a series has begun.");
}

} // namespace

const Detector nonFinite{
    .code = "NON_FINITE",
    .title = "Logged values are NaN or infinite",
    .meaning = "A logged series holds NaN or infinite values behind its first finite one; what is null, empty or "
               "\"---\" is missing, not NaN. Critical when the loss is not finite to the end of the recording, a "
               "warning when it is not in between, info for every other series. A single NaN of a gradient norm is "
               "usual in half precision: such a step is skipped.",
    .severity = Severity::critical,
    .neededRoles = {},
    .needs = "any logged series",
    .knobs = {},
    .suggestions = {"Look at the learning rate, the gradient norm and the data of the step before the first one.",
                    "Restart from a checkpoint before the first such loss.",
                    "In half precision look at the loss scale; bfloat16 needs none."},
    .related = {"EXCEPTION"},
    .examine = examine,
};

} // namespace tachograph
