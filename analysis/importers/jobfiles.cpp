#include "analysis/importers/jobfiles.h"

#include "analysis/core/text.h"
#include "analysis/importers/agreement.h"
#include "analysis/importers/clockoffset.h"
#include "analysis/importers/rowmatch.h"
#include "analysis/importers/schedulerlog.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tachograph {

namespace {

constexpr std::size_t mostQuantitiesNamed = 4;
/// Below that, two programs that print the same moment differ by their own delay.
constexpr double clockDelay = 120;

std::string counted(std::size_t count) {
    return formatCount(static_cast<std::int64_t>(count));
}

/// "1 row", "1,240 rows"
std::string counted(std::size_t count, const std::string& noun) {
    return counted(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Two recordings of the same steps, and what speaks for it.
struct StepMatch {
    std::vector<std::uint32_t> rowOf;
    std::size_t rows = 0; ///< with a counterpart
    ClockOffset clock;
    Agreement agreement;
};

StepMatch matchBySteps(const RunBuilder& run, const RunBuilder& other) {
    const auto tryTo = [&](double ahead, bool fromLastAttempt) {
        StepMatch match;
        match.rowOf = rowsOfSameStep(run.rows(), other.rows(), ahead, fromLastAttempt);
        match.rows = match.rowOf.size() - static_cast<std::size_t>(std::ranges::count(match.rowOf, RowPlan::none));
        match.clock = offsetBySteps(run.rows(), other.rows(), match.rowOf);
        match.agreement = compareValues(run, other, match.rowOf);
        return match;
    };
    StepMatch best = tryTo(RowInfo::none, false);
    // The other file may be that of the last attempt only, or its clock tells repeated steps apart.
    StepMatch last = tryTo(RowInfo::none, true);
    if (last.agreement.agreed > best.agreement.agreed)
        best = std::move(last);
    if (best.clock.kind == ClockOffset::Kind::known) {
        StepMatch timed = tryTo(best.clock.ahead, false);
        if (timed.agreement.agreed >= best.agreement.agreed && timed.rows >= best.rows)
            best = std::move(timed);
    }
    return best;
}

/// "38 of 40 rows agree in loss, grad_norm"
std::string agreementText(const Agreement& agreement) {
    std::string keys;
    std::size_t named = 0;
    for (const SharedQuantity& quantity : agreement.quantities)
        if (quantity.measured && named++ < mostQuantitiesNamed)
            keys += (keys.empty() ? "" : ", ") + quantity.key;
    if (named > mostQuantitiesNamed)
        keys += " and " + counted(named - mostQuantitiesNamed) + " more";
    return counted(agreement.rowsAgreed) + " of " + counted(agreement.rowsCompared, "common row") +
           (agreement.rowsCompared == 1 ? " agrees in " : " agree in ") + plainText(keys, 300);
}

/// "" or which quantities of both differ, each with the number of values.
std::string disagreementText(const Agreement& agreement) {
    std::string text;
    std::size_t named = 0;
    for (const SharedQuantity& quantity : agreement.quantities) {
        if (quantity.agreed == quantity.compared)
            continue;
        if (named++ < mostQuantitiesNamed)
            text += (text.empty() ? "" : ", ") + quantity.key + " in " + counted(quantity.compared - quantity.agreed) +
                    " of " + counted(quantity.compared, "value");
    }
    return named > mostQuantitiesNamed ? text + " and " + counted(named - mostQuantitiesNamed) + " more" : text;
}

std::string clockText(const ClockOffset& clock, const std::string& mine) {
    if (clock.kind == ClockOffset::Kind::unrelated)
        return " The clocks of both do not fit each other; that of " + mine + " was kept.";
    if (clock.kind != ClockOffset::Kind::known || std::abs(clock.ahead) < clockDelay)
        return {};
    return " Its clock is " + offsetText(clock.ahead) + " that of " + mine + ", and was set by it.";
}

double firstStamp(const Rows& rows) {
    const auto found = std::ranges::find_if(rows.time, [](double time) { return !std::isnan(time); });
    return found == rows.time.end() ? RowInfo::none : *found;
}

class JobFileJoiner {
  public:
    JobFileJoiner(RunBuilder& run, const MetricRoles& roles, bool asked)
        : m_run(run), m_roles(roles), m_asked(asked),
          m_name(run.allSources().empty() ? "the first file" : run.allSources().front().name) {}

    /// "" or why the recording does not belong to the run.
    std::string join(Recording& recording) {
        if (recording.runs.size() != 1)
            return "it holds " + counted(recording.runs.size(), "run");
        RunBuilder& other = recording.runs.front();
        other.settleRoles(m_roles);
        return recording.importer->id == "nvidia_smi" ? joinSamples(recording.name, std::move(other))
                                                      : joinSteps(recording.name, std::move(other));
    }

    /// Events of another clock, or of none, stand where they usually belong: a start in front of the rows, what ends a
    /// job behind them.
    void joinScheduler(Recording& log) {
        RunBuilder events = std::move(log.runs.front());
        if (events.rowCount() == 0 || m_run.rowCount() == 0)
            return;
        std::vector<double> times = events.rows().time;
        times.resize(events.rowCount(), RowInfo::none);
        const ClockOffset clock = offsetBySpans(m_run.rows(), times, m_offsets);
        const bool known = clock.kind == ClockOffset::Kind::known;
        RowPlan plan = planByTime(m_run.rows(), times, known ? clock.ahead : RowInfo::none).rows;
        const double firstTime = firstStamp(m_run.rows());
        std::size_t guessed = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const bool timed = known && !std::isnan(times[i]);
            guessed += timed ? 0 : 1;
            const bool ends = events.events()[i].kind != EventKind::note;
            if (plan.theirs[i] == RowPlan::none && (timed ? times[i] - clock.ahead >= firstTime : ends))
                plan.theirs[i] = static_cast<std::uint32_t>(m_run.rowCount() - 1);
        }
        m_run.join(std::move(events), plan, log.name);
        m_run.addNote(log.name + " is taken as the scheduler's log of this run: " + counted(times.size(), "event") +
                      "." + clockText(clock.kind == ClockOffset::Kind::known ? clock : ClockOffset(), m_name));
        if (guessed > 0)
            m_run.addIssue({0,
                            log.name,
                            counted(guessed, "event") + " could not be placed by time: " + whyNoClock(clock) +
                                ". Those that end a job stand behind the last row, others in front of the first.",
                            {}});
    }

  private:
    [[nodiscard]] static std::string whyNoClock(const ClockOffset& clock) {
        switch (clock.kind) {
        case ClockOffset::Kind::none:
            return "the run or the line has no time stamp";
        case ClockOffset::Kind::unclear:
            return "its time zone is not clear";
        case ClockOffset::Kind::unrelated:
            return "it speaks of another time";
        case ClockOffset::Kind::known:
            break;
        }
        return "the line has no time stamp";
    }

    std::string joinSteps(const std::string& name, RunBuilder other) {
        const StepMatch match = matchBySteps(m_run, other);
        if (match.rows == 0)
            return "no step is in both";
        if (match.agreement.contradicted())
            return "its values differ: " + agreementText(match.agreement);
        const bool clockFits = match.clock.kind == ClockOffset::Kind::known;
        if (!match.agreement.proven() && !clockFits && !m_asked)
            return "no quantity and no clock of both shows that it is of the same run";
        RowPlan plan = planBySteps(m_run.rows(), other.rows(), match.rowOf);
        if (clockFits)
            plan.clockAhead = match.clock.ahead;
        const std::size_t rows = other.rowCount();
        const auto lost = static_cast<std::size_t>(std::ranges::count(plan.theirs, RowPlan::none));
        const std::size_t merged = m_run.join(std::move(other), plan, name);
        std::string note = name + " was laid together with " + m_name + " by step: ";
        note += match.agreement.proven() ? agreementText(match.agreement) + "."
                : clockFits
                    ? "no quantity is in both, but " + counted(match.rows, "common step") + " at the same times."
                    : counted(match.rows, "common step") + ", no quantity in both proves it.";
        if (const std::size_t added = rows - match.rows - lost; added > 0)
            note += " " + counted(added, "row") + " that only it has " + (added == 1 ? "was" : "were") + " added.";
        note += clockText(match.clock, m_name);
        if (merged > 0)
            note += " " + counted(merged, "event") + " of both " + (merged == 1 ? "is" : "are") + " shown once.";
        m_run.addNote(note);
        if (const std::string differing = disagreementText(match.agreement); !differing.empty())
            m_run.addIssue({0,
                            name,
                            "Its values differ from those of " + m_name + ": " + plainText(differing, 400) +
                                "; those of " + m_name + " are shown, both are kept.",
                            {}});
        if (lost > 0)
            m_run.addIssue({0, name, counted(lost, "row") + " with steps that go back could not be placed.", {}});
        return {};
    }

    std::string joinSamples(const std::string& name, RunBuilder other) {
        const std::vector<double> times = other.rows().time;
        const ClockOffset clock = offsetBySpans(m_run.rows(), times, m_offsets);
        if (clock.kind == ClockOffset::Kind::none)
            return m_name + " has no time stamps, so its samples have no place among the steps";
        if (clock.kind == ClockOffset::Kind::unclear)
            return "its clock is not that of " + m_name + " and its time zone is not clear";
        if (clock.kind == ClockOffset::Kind::unrelated)
            return "its times are not those of " + m_name + ", in no time zone";
        const TimePlan plan = planByTime(m_run.rows(), times, clock.ahead);
        const std::size_t samples = times.size();
        m_run.join(std::move(other), plan.rows, name);
        m_offsets.push_back(clock.ahead);
        m_run.addNote(
            name + " was joined by time: " + counted(samples - plan.before - plan.late) + " of " +
            counted(samples, "sample") +
            " stand at the last row logged before them, none is interpolated; a row without a sample has a gap." +
            clockText(clock, m_name));
        if (plan.before + plan.late > 0)
            m_run.addIssue({0,
                            name,
                            counted(plan.before, "sample") + " before the first row and " + counted(plan.late) +
                                " more than " + formatElapsed(plan.longest) +
                                " behind the last row of an attempt have no step and were left out.",
                            {}});
        return {};
    }

    RunBuilder& m_run;
    const MetricRoles& m_roles;
    bool m_asked;
    std::string m_name;
    std::vector<double> m_offsets; // of local clocks that were found
};

} // namespace

std::vector<std::string> notJoined(const JobFiles& files, const std::string& why) {
    std::vector<std::string> problems;
    for (const Recording& recording : files.recordings)
        problems.push_back(recording.name + " (" + recording.importer->title + "): " + why);
    for (const Recording& log : files.schedulerLogs)
        problems.push_back(log.name + " (scheduler's log): " + why);
    return problems;
}

std::vector<std::string> joinJobFiles(RunBuilder& run, JobFiles files, const MetricRoles& roles, bool asked) {
    if (files.empty())
        return {};
    run.settleRoles(roles);
    JobFileJoiner joiner(run, roles, asked);
    std::vector<std::string> problems;
    // Samples come after the steps, which may bring the clock they need.
    std::stable_partition(files.recordings.begin(), files.recordings.end(),
                          [](const Recording& r) { return r.importer->id != "nvidia_smi"; });
    for (Recording& recording : files.recordings)
        if (const std::string why = joiner.join(recording); !why.empty())
            problems.push_back(recording.name + " (" + recording.importer->title + "): " + why);
    for (Recording& log : files.schedulerLogs)
        joiner.joinScheduler(log);
    return problems;
}

std::optional<Recording> readIfSchedulerLog(Source& source, const Job& job) {
    if (!isSchedulerLog(source.head(Head::bytesAsked)))
        return std::nullopt;
    auto events = readSchedulerLog(source, job);
    if (!events)
        return std::nullopt;
    events->addSource({source.name(), source.path(), source.sha256([&job] { return !job.canceled(); }), source.size()});
    Recording recording{nullptr, source.path(), source.name(), {}};
    recording.runs.push_back(std::move(events).value());
    return recording;
}

} // namespace tachograph
