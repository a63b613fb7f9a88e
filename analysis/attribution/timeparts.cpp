#include "analysis/attribution/timeparts.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double levelIn(const std::vector<double>& column, std::size_t begin, std::size_t end, Level level) {
    end = std::min(end, column.size());
    std::vector<double> values;
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (!std::isfinite(column[i]))
            continue;
        sum += column[i];
        ++count;
        if (level == Level::median)
            values.push_back(column[i]);
    }
    if (level == Level::median || count == 0)
        return numerics::median(values);
    return sum / static_cast<double>(count);
}

/// The median of the ordinary steps in the range, NaN when there are none.
double ordinaryMedian(const OrdinarySteps& ordinary, const StepRange& range) {
    std::vector<double> values;
    values.reserve(ordinary.step.size());
    for (std::size_t i = 0; i < ordinary.step.size(); ++i)
        if (range.contains(ordinary.step[i]))
            values.push_back(ordinary.value[i]);
    return numerics::median(values);
}

/// The phases of the steps that are split, as shares of these steps, laid over `level`.
std::vector<double> phasesOf(const TimeLedger& ledger, std::size_t begin, std::size_t end, double level) {
    double total = 0.0;
    std::vector<double> phases(ledger.phases.size(), 0.0);
    for (std::size_t i = begin; i < end; ++i) {
        if (ledger.split[i] == 0)
            continue;
        total += ledger.seconds[i] * ledger.weight[i];
        for (std::size_t p = 0; p < phases.size(); ++p)
            phases[p] += ledger.phases[p].seconds[i] * ledger.weight[i];
    }
    if (!(total > 0.0))
        return {};
    for (double& phase : phases)
        phase *= level / total;
    return phases;
}

/// (y - x) / ln(y / x); x when they are equal.
double logarithmicMean(double x, double y) {
    const double ratio = std::log(y / x);
    return std::abs(ratio) < 1e-9 ? (x + y) / 2.0 : (y - x) / ratio;
}

std::string bySign(double seconds, const char* up, const char* down) {
    return seconds < 0.0 ? down : up;
}

/// What is said of each kind of stall, in the order of StallKind.
struct StallWords {
    const char *id, *name;
};
constexpr std::array<StallWords, stallKinds> stallWords{{{"first-steps", "first steps after a start"},
                                                         {"checkpoints", "checkpoints"},
                                                         {"evaluation", "evaluation"},
                                                         {"checkpoints-and-evaluation", "checkpoints with evaluation"},
                                                         {"restarts", "between attempts"},
                                                         {"stalls", "other stalls"}}};

class Explanation {
  public:
    Explanation(const TimeLedger& ledger, const PhaseFits& fits, const StepSide& a, const StepSide& b)
        : m_ledger(ledger), m_a(a), m_b(b), m_fits(fits) {
        m_length = logRatio(a.length, b.length);
        m_tail = m_fits.byTail ? logRatio(a.tail, b.tail) - m_length : nan;
        m_tokens = logRatio(a.tokens, b.tokens);
        if (std::isfinite(m_length))
            m_tokens -= logRatio(tokensAt(a.length), tokensAt(b.length));
    }

    std::vector<TimePart> parts() {
        std::vector<TimePart> own;
        if (m_a.phases.empty() || m_b.phases.empty())
            addStepTime(own);
        else
            addPhases(own);
        std::vector<TimePart> all;
        addDriver(all, "length", bySign(m_byLength, "longer completions", "shorter completions"), m_byLength, m_length,
                  roles::completionLength);
        addDriver(all, "tail", bySign(m_byTail, "longer tail of the length", "shorter tail of the length"), m_byTail,
                  m_tail, roles::completionLengthMax);
        addDriver(all, "tokens", bySign(m_byTokens, "more tokens per step", "fewer tokens per step"), m_byTokens,
                  m_tokens, roles::tokensPerStep);
        std::ranges::move(own, std::back_inserter(all));
        addStalls(all);
        return all;
    }

  private:
    static double logRatio(double x, double y) { return x > 0.0 && y > 0.0 ? std::log(y / x) : nan; }

    /// Tokens that a step of this length is expected to hold.
    [[nodiscard]] double tokensAt(double length) const {
        return m_fits.tokensSlope > 0.0 ? m_fits.tokensFixed + m_fits.tokensSlope * length : length;
    }

    /// Takes off what length, tail and tokens account for, and returns the rest as a part of its own.
    TimePart atEqualWork(const std::string& id, const std::string& name, double before, double after,
                         const PhaseFits::Fit& fit, bool byTail, bool byTokens) {
        TimePart part{id, name, after - before, before, after, {}, {}, {}};
        const double fixed = std::min({fit.fixed, before, after});
        const double mean = logarithmicMean(before - fixed, after - fixed);
        if (!std::isfinite(mean) || !(mean > 0.0))
            return part;
        const auto take = [&](double ratio, double& sum) {
            if (!std::isfinite(ratio))
                return false;
            sum += mean * ratio;
            part.seconds -= mean * ratio;
            return true;
        };
        const bool length = fit.follows && take(m_length, m_byLength);
        if (fit.follows && byTail)
            take(m_tail, m_byTail);
        const bool tokens = byTokens && take(m_tokens, m_byTokens);
        part.name += tokens ? " at equal tokens" : length ? " at equal length" : "";
        return part;
    }

    void addStepTime(std::vector<TimePart>& parts) {
        const char* const name = "step time";
        parts.push_back(atEqualWork("step-time", name, m_a.level, m_b.level, m_fits.step, true, true));
        if (parts.back().name == name && m_ledger.phases.empty())
            parts.back().name = "step time, not split";
    }

    void addPhases(std::vector<TimePart>& parts) {
        for (std::size_t i = 0; i < m_ledger.phases.size(); ++i) {
            const LedgerPhase& phase = m_ledger.phases[i];
            const bool generation = phase.role == roles::generationTime;
            const bool main = generation || phase.role == roles::optimizationTime;
            parts.push_back(atEqualWork("phase/" + phase.name, phase.name, m_a.phases[i], m_b.phases[i],
                                        m_fits.phases[i], generation, main));
            parts.back().role = phase.role;
        }
        const double before = m_a.unaccounted(), after = m_b.unaccounted();
        const bool overlap = before < 0.0 || after < 0.0;
        parts.push_back({"unaccounted",
                         "unaccounted",
                         after - before,
                         before,
                         after,
                         roles::unaccountedTime,
                         {},
                         overlap ? "negative: the logged phases overlap" : ""});
    }

    static void addDriver(std::vector<TimePart>& parts, const char* id, std::string name, double seconds, double known,
                          const char* role) {
        if (std::isfinite(known))
            parts.push_back({id, std::move(name), seconds, nan, nan, role, {}, {}});
    }

    void addStalls(std::vector<TimePart>& parts) const {
        for (std::size_t kind = 0; kind < stallKinds; ++kind) {
            const double before = m_a.stalls[kind], after = m_b.stalls[kind];
            if (before == 0.0 && after == 0.0)
                continue;
            parts.push_back({stallWords[kind].id,
                             stallWords[kind].name,
                             after - before,
                             before,
                             after,
                             {},
                             m_b.stallSteps[kind],
                             {}});
        }
    }

    const TimeLedger& m_ledger;
    const StepSide &m_a, &m_b;
    const PhaseFits& m_fits;
    double m_length = nan, m_tail = nan, m_tokens = nan; // logarithms of ratios
    double m_byLength = 0.0, m_byTail = 0.0, m_byTokens = 0.0;
};

} // namespace

double StepSide::total() const {
    return std::accumulate(stalls.begin(), stalls.end(), level);
}

double StepSide::unaccounted() const {
    return phases.empty() ? nan : std::accumulate(phases.begin(), phases.end(), level, std::minus{});
}

StepSide sideOf(const TimeLedger& ledger, const StepRange& range, Level level) {
    StepSide side;
    side.range = range;
    const auto [begin, end] = stepsIn(ledger, range);
    side.count = end - begin;
    double seconds = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        side.steps += ledger.weight[i];
        seconds += ledger.seconds[i] * ledger.weight[i];
    }
    const double mean = side.steps > 0.0 ? seconds / side.steps : nan;
    const double median = level == Level::median && ledger.period == 0 ? ordinaryMedian(*ledger.ordinary, range) : nan;
    side.level = std::isfinite(median) ? median : mean;
    side.phases = phasesOf(ledger, begin, end, side.level);
    const Level used = std::isfinite(median) ? Level::median : Level::mean;
    side.length = levelIn(ledger.length, begin, end, used);
    side.tail = levelIn(ledger.tail, begin, end, used);
    side.tokens = levelIn(ledger.tokens, begin, end, used);
    if (!(side.steps > 0.0))
        return side;
    const auto from = std::ranges::lower_bound(ledger.stalls, range.first, {}, &Stall::step);
    for (auto stall = from; stall != ledger.stalls.end() && stall->step <= range.last; ++stall) {
        const auto kind = static_cast<std::size_t>(stall->kind);
        side.stalls[kind] += stall->seconds / side.steps;
        side.stallSteps[kind].push_back(stall->step);
    }
    return side;
}

double rewardIn(const TimeLedger& ledger, const StepRange& range) {
    const auto [begin, end] = stepsIn(ledger, range);
    return levelIn(ledger.reward, begin, end, Level::median);
}

std::vector<TimePart> explainDifference(const TimeLedger& ledger, const PhaseFits& fits, const StepSide& a,
                                        const StepSide& b) {
    return Explanation(ledger, fits, a, b).parts();
}

} // namespace tachograph
