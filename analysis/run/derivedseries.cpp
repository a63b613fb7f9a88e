#include "analysis/run/derivedseries.h"

#include "analysis/run/balancecheck.h"
#include "analysis/run/derive/derivations.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// Averages since the start are recognised by format; when the balance check contradicts, it is right. What it found is
/// noted for runs with such rates.
void confirmAverages(RunData& data) {
    const auto isAverage = [](const Series& series) {
        return series.averaging == Averaging::sinceStart &&
               (series.role == roles::throughput || series.role == roles::drafterRate ||
                series.role == roles::targetRate);
    };
    if (std::ranges::none_of(data.series, isAverage))
        return;
    Run run(std::move(data));
    const auto check = balanceCheck(run);
    data = std::move(run).takeData();
    if (!check) {
        data.notes.push_back("The printed rates are averages since the start of the process by their format; the "
                             "recording has too few stamps for the balance check.");
        return;
    }
    data.notes.push_back(check->sentence);
    for (Series& series : data.series) {
        if (!isAverage(series))
            continue;
        if (check->kind == RateKind::current && check->decided) {
            series.averaging = Averaging::current;
            series.how = "printed; current by the balance check";
        } else if (check->kind == RateKind::sinceStart && check->decided) {
            series.how = "printed; an average since the start of the process, confirmed by the balance check";
        }
    }
}

/// A value in every row needs no list of rows: see Series::rows.
void dropPlainRows(Series& series, std::size_t rows) {
    if (series.rows.size() != rows)
        return;
    for (std::size_t i = 0; i < rows; ++i)
        if (series.rows[i] != i)
            return;
    series.rows = {};
}

} // namespace

std::span<const DerivedSeries> derivedSeriesRegistry() {
    static const std::array registry = {
        DerivedSeries{"step time from elapsed stamps", derive::stepTimeFromElapsed},
        DerivedSeries{"step time from time stamps", derive::stepTimeFromTimes},
        DerivedSeries{"step time from tokens", derive::stepTimeFromTokens},
        DerivedSeries{"throughput from a token counter", derive::throughputFromCounter},
        DerivedSeries{"throughput, de-averaged", derive::throughputDeaveraged},
        DerivedSeries{"drafter rate, de-averaged", derive::drafterRateDeaveraged},
        DerivedSeries{"tokens per step", derive::tokensPerStep},
        DerivedSeries{"seconds per token", derive::secondsPerToken},
        DerivedSeries{"steps per hour", derive::stepsPerHour},
        DerivedSeries{"other time", derive::otherTime},
        DerivedSeries{"unaccounted time", derive::unaccountedTime},
    };
    return registry;
}

void addDerivedSeries(RunData& data, const Job& job) {
    confirmAverages(data);
    Run known(std::move(data));
    for (const DerivedSeries& derivation : derivedSeriesRegistry()) {
        if (job.canceled())
            break;
        std::vector<std::string> notes;
        std::vector<Series> found = derivation.derive(known, notes);
        if (found.empty() && notes.empty())
            continue;
        RunData more = std::move(known).takeData();
        more.notes.insert(more.notes.end(), notes.begin(), notes.end());
        for (Series& series : found) {
            series.derived = true;
            dropPlainRows(series, more.rows.size());
            more.series.push_back(std::move(series));
        }
        known = Run(std::move(more));
    }
    data = std::move(known).takeData();
}

} // namespace tachograph
