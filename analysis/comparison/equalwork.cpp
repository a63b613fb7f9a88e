#include "analysis/comparison/equalwork.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/theilsen.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tachograph {

namespace {

/// Theil-Sen looks at all pairs: this many points at most, spread over the run.
constexpr std::size_t mostFitPoints = 400;
constexpr std::size_t fewestSteps = 10;

using AttemptStep = std::pair<std::uint32_t, std::int64_t>;

/// The finite values of a series by attempt and step, ascending: the order in which current steps are logged.
class ByStep {
  public:
    ByStep(const Run& run, const Series& series) {
        const StepValues values = stepValues(run, series, Include::current);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::isfinite(values.value[i]))
                m_values.emplace_back(AttemptStep{values.attempt[i], values.step[i]}, values.value[i]);
    }
    [[nodiscard]] std::optional<double> at(const AttemptStep& step) const {
        const auto found = std::ranges::lower_bound(m_values, step, {}, &std::pair<AttemptStep, double>::first);
        return found != m_values.end() && found->first == step ? std::optional(found->second) : std::nullopt;
    }

  private:
    std::vector<std::pair<AttemptStep, double>> m_values;
};

/// Steps of one run that have everything: length, step time and the phases in the order asked for.
struct Joined {
    std::vector<double> tokens, step;
    std::vector<std::vector<double>> phases;
};

Joined join(const Run& run, const SteadyRows& rows, const std::vector<const char*>& phases) {
    const StepValues times = stepValues(run, *run.forRole(roles::stepTime), Include::current);
    const ByStep lengths(run, *run.forRole(roles::completionLength));
    std::vector<ByStep> parts;
    for (const char* role : phases)
        parts.emplace_back(run, *run.forRole(role));
    Joined joined;
    joined.phases.resize(parts.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const AttemptStep at{times.attempt[i], times.step[i]};
        if (!rows.use[times.row[i]] || !std::isfinite(times.value[i]))
            continue;
        const auto length = lengths.at(at);
        std::vector<double> seconds;
        for (const ByStep& part : parts)
            if (const auto value = part.at(at))
                seconds.push_back(*value);
        if (!length || seconds.size() < parts.size())
            continue;
        joined.tokens.push_back(*length);
        joined.step.push_back(times.value[i]);
        for (std::size_t phase = 0; phase < parts.size(); ++phase)
            joined.phases[phase].push_back(seconds[phase]);
    }
    return joined;
}

double slope(const std::vector<double>& tokens, const std::vector<double>& seconds) {
    const std::size_t stride = std::max<std::size_t>(1, (tokens.size() + mostFitPoints - 1) / mostFitPoints);
    std::vector<double> x, y;
    for (std::size_t i = 0; i < tokens.size(); i += stride) {
        x.push_back(tokens[i]);
        y.push_back(seconds[i]);
    }
    return numerics::theilSen(x, y).slope;
}

std::vector<double> movedTo(const std::vector<double>& tokens, const std::vector<double>& seconds, double slope,
                            double length) {
    std::vector<double> moved;
    for (std::size_t i = 0; i < seconds.size(); ++i)
        moved.push_back(seconds[i] - slope * (tokens[i] - length));
    return moved;
}

/// One run, all its phases moved to a length.
struct Moved {
    SteadySample step;
    std::vector<double> phases, slopes;
};

Moved move(const Joined& joined, double length) {
    Moved moved;
    double sum = 0.0;
    std::vector<double> rest = joined.step;
    for (const std::vector<double>& phase : joined.phases) {
        const double each = slope(joined.tokens, phase);
        sum += each;
        moved.slopes.push_back(each);
        moved.phases.push_back(numerics::median(movedTo(joined.tokens, phase, each, length)));
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] -= phase[i];
    }
    sum += slope(joined.tokens, rest);
    moved.step.values = movedTo(joined.tokens, joined.step, sum, length);
    finishSample(moved.step);
    return moved;
}

} // namespace

std::optional<LengthAdjusted> adjustForLength(const Run& a, const SteadyRows& rowsA, const Run& b,
                                              const SteadyRows& rowsB) {
    for (const Run* run : {&a, &b})
        if (!run->forRole(roles::stepTime) || !run->forRole(roles::completionLength))
            return std::nullopt;
    std::vector<const char*> phases;
    for (const char* role : {roles::generationTime, roles::optimizationTime})
        if (a.forRole(role) && b.forRole(role))
            phases.push_back(role);
    const Joined x = join(a, rowsA, phases), y = join(b, rowsB, phases);
    if (x.step.size() < fewestSteps || y.step.size() < fewestSteps)
        return std::nullopt;
    LengthAdjusted adjusted;
    adjusted.lengthA = numerics::median(x.tokens);
    adjusted.lengthB = numerics::median(y.tokens);
    const Moved left = move(x, adjusted.lengthA), right = move(y, adjusted.lengthA);
    adjusted.a = left.step;
    adjusted.b = right.step;
    for (std::size_t i = 0; i < phases.size(); ++i)
        adjusted.phases.push_back({phases[i], left.phases[i], right.phases[i], right.slopes[i]});
    const auto [least, most] = std::ranges::minmax(y.tokens);
    // A line holds a little beyond what it was fitted on.
    const double slack = std::max(0.1 * adjusted.lengthA, 0.5 * (most - least));
    adjusted.extrapolated = adjusted.lengthA < least - slack || adjusted.lengthA > most + slack;
    return adjusted;
}

} // namespace tachograph
