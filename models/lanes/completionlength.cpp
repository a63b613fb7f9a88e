#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace tachograph::models {

namespace {

/// How trainers call the longest completion they allow; configuration keys are compared by their last part.
constexpr std::array capKeys = {"max_completion_length", "max_response_length", "response_length",
                                "max_new_tokens",        "generate_max_len",    "max_completion_len"};

const Series* meanLength(const Run& run) {
    return run.forRole(roles::completionLength);
}

struct Cap {
    QString name;
    double tokens = 0;
};

/// The cap of a run by the first of capKeys that its configuration has with a positive number.
std::optional<Cap> capOf(const Run& run) {
    for (const char* wanted : capKeys)
        for (const auto& [key, value] : run.config()) {
            const std::string_view last = std::string_view(key).substr(key.find_last_of("./") + 1);
            const auto tokens = last == wanted ? parseNumber(value) : std::nullopt;
            if (tokens && std::isfinite(*tokens) && *tokens > 0)
                return Cap{QLatin1String(wanted), *tokens};
        }
    return std::nullopt;
}

/// The spread of the completions of a step: p10 to p90 where both are logged, else shortest to longest.
bool addSpread(const LaneInput& input, const LaneRun& run, const LaneUnit& unit, Lane& lane) {
    struct Pair {
        const char *low, *high, *label;
        bool reachesLongest;
    };
    constexpr std::array pairs = {
        Pair{roles::completionLengthP10, roles::completionLengthP90, "p10 to p90", false},
        Pair{roles::completionLengthMin, roles::completionLengthMax, "shortest to longest", true}};
    for (const Pair& pair : pairs) {
        const Series* low = run.run->forRole(pair.low);
        const Series* high = run.run->forRole(pair.high);
        if (!low || !high)
            continue;
        addBand(input, run, *low, *high, unit, QLatin1String(pair.label), lane);
        return pair.reachesLongest;
    }
    return false;
}

/// Lines for the tail of the lengths that no band shows.
void addTail(const LaneInput& input, const LaneRun& run, const LaneUnit& unit, bool longestShown, Lane& lane) {
    for (const auto& [role, label] :
         {std::pair(roles::completionLengthP95, "p95"), std::pair(roles::completionLengthMax, "longest")}) {
        const Series* series = run.run->forRole(role);
        if (!series || (longestShown && role == std::string_view(roles::completionLengthMax)))
            continue;
        SeriesStyle style;
        style.label = QLatin1String(label);
        style.smooth = false;
        style.ticks = false;
        addSeries(input, run, *series, unit, style, lane);
    }
}

void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("tok");
    const LaneUnit tokens{lane.unit, 1.0};
    std::set<std::pair<QString, double>> capsShown;
    for (const LaneRun& run : input.runs) {
        const Series* mean = meanLength(*run.run);
        if (!mean) {
            absences.add(run, notLogged);
            continue;
        }
        if (run.index == 0)
            lane.qualifier = derivationText(*mean);
        addTail(input, run, tokens, addSpread(input, run, tokens, lane), lane);
        SeriesStyle style;
        style.label = QStringLiteral("mean");
        absences.add(run, addSeries(input, run, *mean, tokens, style, lane));
        const auto cap = capOf(*run.run);
        if (cap && capsShown.emplace(cap->name, cap->tokens).second)
            addLimit(input, run, cap->tokens,
                     cap->name + QLatin1Char(' ') +
                         toQt(formatCount(static_cast<std::int64_t>(std::min(cap->tokens, 1e15)))),
                     lane);
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder completionLengthLane{
    "completion_length", "Completion length", "Completions", meanLength, true, build};

} // namespace tachograph::models
