#include "analysis/importers/schedulerlog.h"

#include "analysis/core/text.h"
#include "analysis/importers/consolelines.h"
#include "analysis/importers/names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace tachograph {

namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// What a line holds, for lines that begin with one of Slurm's programs.
struct Mark {
    std::string_view words;
    EventKind kind;
};

constexpr std::array programMarks = std::to_array<Mark>({
    {" CANCELLED AT ", EventKind::exit}, // at the time limit, requeued, preempted or by hand: the line says it
    {"oom-kill event", EventKind::oom},
    {"oom_kill event", EventKind::oom},
    {"Exceeded job memory limit", EventKind::oom},
    {"Exceeded step memory limit", EventKind::oom},
    {": Out Of Memory", EventKind::oom},
    {": Killed", EventKind::exit},
    {"Exited with exit code ", EventKind::exit},
    {"Job step aborted", EventKind::exit},
    {"Force Terminated", EventKind::exit},
    {"has been allocated resources", EventKind::note},
    {"Granted job allocation ", EventKind::note},
    {"queued and waiting for resources", EventKind::note},
    {"Submitted batch job ", EventKind::note},
});

/// What the controller writes, each with the number of a job.
constexpr std::array controllerMarks = std::to_array<Mark>({
    {"sched: Allocate JobId=", EventKind::note},
    {"backfill: Started JobId=", EventKind::note},
    {"Requeuing JobId=", EventKind::exit},
    {"requeue job JobId=", EventKind::exit},
    {"Time limit exhausted for JobId=", EventKind::exit},
    {"_job_complete: JobId=", EventKind::exit},
    {"OOM failure", EventKind::oom},
});

constexpr std::array programs = std::to_array<std::string_view>({"slurmstepd:", "srun:", "sbatch:", "salloc:"});

/// The line from the program's name on; empty when it is none of Slurm's.
std::string_view fromProgram(std::string_view line) {
    // Launchers put a rank or a host in front, a shell nothing.
    constexpr std::size_t longestPrefix = 80;
    for (const std::string_view program : programs) {
        const std::size_t at = line.substr(0, longestPrefix).find(program);
        if (at != std::string_view::npos && (at == 0 || line[at - 1] == ' '))
            return line.substr(at);
    }
    return line.starts_with("Submitted batch job ") ? line : std::string_view();
}

std::optional<EventKind> kindOf(std::string_view line, std::span<const Mark> marks) {
    const auto found = std::ranges::find_if(marks, [line](const Mark& mark) { return contains(line, mark.words); });
    return found == marks.end() ? std::nullopt : std::optional(found->kind);
}

/// "CANCELLED AT 2024-05-06T12:34:56", or the stamp in front: "[2024-05-06T12:34:56.789] sched: ...".
std::optional<double> momentIn(std::string_view line) {
    constexpr std::string_view at = "CANCELLED AT ";
    constexpr std::size_t stampBytes = 19;
    if (const std::size_t found = line.find(at); found != std::string_view::npos)
        return parseTimestamp(line.substr(found + at.size(), stampBytes));
    return line.starts_with('[') ? parseTimestamp(line.substr(1, stampBytes)) : std::nullopt;
}

} // namespace

std::optional<Event> schedulerEvent(std::string_view line) {
    constexpr std::size_t longestLine = 2'000, longestText = 300;
    if (line.size() > longestLine)
        return std::nullopt;
    std::string_view text = fromProgram(line);
    auto kind = text.empty() ? std::nullopt : kindOf(text, programMarks);
    if (!kind && contains(line, "JobId=")) {
        text = line;
        kind = kindOf(line, controllerMarks);
    }
    if (!kind)
        return std::nullopt;
    Event event;
    event.kind = *kind;
    event.time = momentIn(trimmed(line));
    event.text = plainText(trimmed(text), longestText);
    return event;
}

bool isSchedulerLog(std::string_view head) {
    bool found = false;
    forEachPieceOfHead(head, [&found](std::string_view text) { return found = schedulerEvent(text).has_value(); });
    return found;
}

Result<RunBuilder> readSchedulerLog(Source& source, const Job& job) {
    RunBuilder builder(stemOf(source.name()), source.path(), "scheduler_log");
    double last = RowInfo::none;
    const bool done = forEachConsolePiece(source, job, [&](const ConsolePiece& piece) {
        auto event = schedulerEvent(piece.text);
        if (!event)
            return;
        if (!event->time)
            event->time = piece.time ? piece.time : std::isnan(last) ? std::nullopt : std::optional(last);
        last = event->time.value_or(last);
        event->place = piece.line;
        RowInfo row;
        row.place = piece.line;
        row.time = event->time.value_or(RowInfo::none);
        builder.addRow(row);
        builder.addEvent(std::move(*event));
    });
    if (!done)
        return Error{canceledMessage};
    return builder;
}

} // namespace tachograph
