#include "models/rundetails.h"

#include "analysis/attribution/attribution.h"
#include "analysis/report/readingfacts.h"
#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/queuegroups.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace tachograph::models {

namespace {

const QString notLogged = QStringLiteral("not logged");

/// Software that people ask for first, as environments name it.
constexpr std::array mainSoftware = {"torch", "cuda", "driver", "vllm", "transformers", "trl", "verl"};
constexpr std::size_t mostAttemptsListed = 20;

QString count(std::size_t number) {
    return toQt(formatCount(static_cast<std::int64_t>(number)));
}

QString stepRange(std::int64_t first, std::int64_t last) {
    return toQt(formatCount(first)) + QStringLiteral(" to ") + toQt(formatCount(last));
}

std::optional<std::pair<double, double>> finiteRange(const std::vector<double>& values) {
    std::optional<std::pair<double, double>> range;
    for (const double value : values)
        if (std::isfinite(value))
            range = range ? std::pair(std::min(range->first, value), std::max(range->second, value))
                          : std::pair(value, value);
    return range;
}

/// The last finite value and the step it was logged at.
std::optional<std::pair<double, std::int64_t>> lastValue(const Run& run, const Series& series) {
    for (std::size_t i = series.size(); i-- > 0;)
        if (std::isfinite(series.values[i]))
            return std::pair(series.inUnit(i), run.rows().step[series.rowOf(i)]);
    return std::nullopt;
}

/// "9f3c 41d0 … b7e2"
QString shortHash(const std::string& hash) {
    const QString text = toQt(hash);
    if (text.size() < 16)
        return text.isEmpty() ? QStringLiteral("not computed") : text;
    return text.left(4) + QLatin1Char(' ') + text.mid(4, 4) + QStringLiteral(" … ") + text.right(4);
}

DetailsRow softwareRow(const Run& run) {
    QStringList main, all;
    for (const char* name : mainSoftware)
        if (const auto found = run.environment().find(name); found != run.environment().end())
            main.append(QLatin1String(name) + QLatin1Char(' ') + shown(found->second, 60));
    for (const auto& [name, value] : run.environment())
        all.append(shown(name, 60) + QLatin1Char(' ') + shown(value, 60));
    const QString text = !main.isEmpty() ? main.join(QStringLiteral(", "))
                         : all.isEmpty() ? notLogged
                                         : count(run.environment().size()) +
                                               QLatin1String(run.environment().size() == 1 ? " entry" : " entries");
    return {QStringLiteral("Software"), text, all.join(QLatin1Char('\n'))};
}

DetailsRow attemptsRow(const Run& run) {
    QStringList list;
    for (const Attempt& attempt : run.attempts()) {
        if (list.size() == static_cast<qsizetype>(mostAttemptsListed)) {
            list.append(QStringLiteral("…"));
            break;
        }
        list.append(stepRange(attempt.firstStep, attempt.lastStep) + QStringLiteral(": ") + shown(attempt.reason, 200));
    }
    return {QStringLiteral("Attempts"), count(run.attempts().size()), list.join(QLatin1Char('\n'))};
}

DetailsRow lostRow(const Run& run) {
    const LostWork lost = lostWork(run);
    if (lost.steps == 0)
        return {QStringLiteral("Run again"), QStringLiteral("none"), {}};
    const QString time =
        std::isnan(lost.seconds) ? QStringLiteral("step time not logged") : toQt(formatElapsed(lost.seconds));
    return {
        QStringLiteral("Run again"), count(lost.steps) + QStringLiteral(" steps, ") + time,
        QStringLiteral("Steps that a later attempt did again: they are drawn dashed and left out of every statistic.")};
}

DetailsSection recordingSection(const Run& run) {
    DetailsSection section{QStringLiteral("Run details"), {}};
    auto add = [&](const char* name, const QString& value, const QString& note = {}) {
        section.rows.push_back({QLatin1String(name), value, note});
    };
    const QString path = shown(run.path());
    add("Source", path.section(QLatin1Char('/'), -2), path);
    add("Format", shown(run.format()));
    const auto times = finiteRange(run.rows().time);
    add("Started", times ? toQt(formatUtc(times->first)) + QStringLiteral(" UTC") : notLogged);
    if (times)
        add("Recorded time", toQt(formatElapsed(times->second - times->first)),
            QStringLiteral("From the first to the last time stamp."));
    for (const SourceFile& file : run.sources())
        add(&file == &run.sources().front() ? "SHA-256" : "", shortHash(file.sha256),
            shown(file.name) + QLatin1Char('\n') + toQt(file.sha256));
    section.rows.push_back(softwareRow(run));
    add("Steps",
        run.stepCount() == 0 ? QStringLiteral("none")
                             : stepRange(run.firstStep(), run.lastStep()) + QStringLiteral(", ") +
                                   count(run.stepCount()) + QStringLiteral(" logged"),
        count(run.rows().size()) + QStringLiteral(" rows"));
    section.rows.push_back(attemptsRow(run));
    section.rows.push_back(lostRow(run));
    for (const std::string& note : run.notes())
        add("Note", shown(note));
    return section;
}

/// What was decided while the recording was read, and what was left out of it.
DetailsSection readingSection(const Run& run) {
    DetailsSection section{QStringLiteral("How it was read"), {}};
    for (const ReadingSentence& sentence : readingSentences(run))
        section.rows.push_back({shown(sentence.topic, 60), shown(sentence.text), {}});
    QStringList issues;
    for (const std::string& sentence : issueSentences(run))
        issues.append(shown(sentence));
    section.rows.push_back({QStringLiteral("Import issues"),
                            run.issues().total == 0 ? QStringLiteral("none") : count(run.issues().total),
                            issues.join(QLatin1Char('\n'))});
    return section;
}

DetailsRow eventCountRow(const Run& run, EventKind kind, const QString& name) {
    std::size_t number = 0;
    QString last;
    for (const Event& event : run.events()) {
        if (event.kind != kind)
            continue;
        ++number;
        last = event.step ? QStringLiteral(", last at step ") + toQt(formatCount(*event.step)) : QString();
    }
    return {name, number == 0 ? QStringLiteral("none logged") : count(number) + last, {}};
}

/// One line for all GPUs: how many, how busy, how full at the last look.
void addGpus(const Run& run, DetailsSection& section) {
    std::vector<double> utilization, memory;
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(roles::gpuPrefix))
            continue;
        const auto last = lastValue(run, series);
        if (last && series.role.ends_with("/utilization"))
            utilization.push_back(last->first);
        else if (last && series.role.ends_with("/memory"))
            memory.push_back(last->first);
    }
    auto range = [](std::vector<double>& values, const char* unit) {
        const auto [low, high] = std::ranges::minmax(values);
        const QString top = toQt(formatQuantity(high, unit));
        return low == high ? top : toQt(formatQuantity(low, unit)) + QStringLiteral(" to ") + top;
    };
    QStringList parts;
    if (!utilization.empty())
        parts.append(count(utilization.size()) + QStringLiteral(" at ") + range(utilization, "ratio"));
    if (!memory.empty())
        parts.append(range(memory, "B"));
    section.rows.push_back({QStringLiteral("GPUs"), parts.isEmpty() ? notLogged : parts.join(QStringLiteral(", ")),
                            parts.isEmpty() ? QString() : QStringLiteral("Utilization and memory when last logged.")});
}

/// A line for the queues of a name: how full each was when last logged.
void addQueues(const Run& run, DetailsSection& section) {
    bool any = false;
    for (const QueueGroup& group : queueGroups(run)) {
        QStringList levels;
        std::int64_t step = 0;
        for (const Series* queue : group.queues)
            if (const auto last = lastValue(run, *queue)) {
                levels.append(toQt(formatNumber(last->first)));
                step = std::max(step, last->second);
            }
        if (levels.isEmpty())
            continue;
        any = true;
        section.rows.push_back(
            {QStringLiteral("Queue ") + shown(group.name, 60),
             levels.join(QStringLiteral(", ")) + QStringLiteral(" items at step ") + toQt(formatCount(step)),
             QStringLiteral("A full queue says that the stages are balanced, not that they are fast.")});
    }
    if (!any)
        section.rows.push_back({QStringLiteral("Queues"), notLogged, {}});
}

DetailsSection healthSection(const Run& run) {
    DetailsSection section{QStringLiteral("Health"), {}};
    section.rows.push_back(eventCountRow(run, EventKind::exception, QStringLiteral("Exceptions")));
    section.rows.push_back(eventCountRow(run, EventKind::oom, QStringLiteral("Out of memory")));
    section.rows.push_back(eventCountRow(run, EventKind::checkpoint, QStringLiteral("Checkpoints")));
    addQueues(run, section);
    addGpus(run, section);
    return section;
}

/// Median of the first and of the last fifth, as text: "1,814 → 790".
QString earlyToLate(const Run& run, const Series& series, const char* unit) {
    const SeriesFigures figures = run.figures(series);
    if (figures.finite == 0)
        return QStringLiteral("no finite value");
    return toQt(formatQuantity(figures.early * series.toUnit, unit)) + QStringLiteral(" → ") +
           toQt(formatQuantity(figures.late * series.toUnit, unit));
}

DetailsRow figureRow(const Run& run, const QString& name, const Series* series) {
    if (!series)
        return {name, notLogged, {}};
    QString note = QStringLiteral("Medians of the first and the last fifth.");
    note += QStringLiteral("\nKey: ") + shown(series->key, 200);
    if (!series->how.empty())
        note += QLatin1Char('\n') + shown(series->how);
    return {name, earlyToLate(run, *series, series->unit.c_str()), note};
}

DetailsSection performanceSection(const Run& run) {
    DetailsSection section{QStringLiteral("Performance"), {}};
    section.rows.push_back(figureRow(run, QStringLiteral("Step time"), run.forRole(roles::stepTime)));
    const Series* throughput = run.forRole(roles::throughput);
    section.rows.push_back(figureRow(run, QStringLiteral("Throughput"), throughput));
    for (const Series& series : run.series())
        if (series.role == roles::throughput && series.averaging == Averaging::sinceStart && &series != throughput)
            section.rows.push_back(figureRow(run, QStringLiteral("Throughput, printed average"), &series));
    section.rows.push_back(figureRow(run, QStringLiteral("Completion length"), run.forRole(roles::completionLength)));
    const Series* eta = run.forRole(roles::eta);
    const auto printed = eta ? lastValue(run, *eta) : std::nullopt;
    section.rows.push_back(
        {QStringLiteral("Printed ETA"),
         printed ? toQt(formatEta(printed->first)) + QStringLiteral(" at step ") + toQt(formatCount(printed->second))
                 : notLogged,
         {}});
    return section;
}

/// Steps per hour by the step times of the first and the last fifth.
void addPace(const Run& run, DetailsSection& section) {
    const Series* stepTime = run.forRole(roles::stepTime);
    const SeriesFigures figures = stepTime ? run.figures(*stepTime) : SeriesFigures{};
    auto pace = [&](double value) {
        const double seconds = stepTime ? value * stepTime->toUnit : 0.0;
        return figures.finite == 0 || !(seconds > 0)
                   ? notLogged
                   : toQt(formatNumber(3600.0 / seconds)) + QStringLiteral(" steps/h");
    };
    section.rows.push_back({QStringLiteral("Pace, early"), pace(figures.early), {}});
    section.rows.push_back({QStringLiteral("Pace, late"), pace(figures.late), {}});
}

/// What findings put a price on, in their own words.
void addCosts(const Diagnosis& diagnosis, DetailsSection& section) {
    for (const Finding* finding : diagnosis.findings())
        for (const Evidence& evidence : finding->evidence)
            if (evidence.name == "hours_above_early" || evidence.name == "gpu_hours_above_early")
                section.rows.push_back({shown(evidence.title, 100), shown(evidence.text, 200), toQt(finding->code)});
}

DetailsSection timeSection(const Run& run, const Diagnosis& diagnosis) {
    DetailsSection section{QStringLiteral("Time and cost"), {}};
    addPace(run, section);
    double total = 0.0;
    for (const TimeShare& share : timeShares(run)) {
        total += share.seconds;
        const bool overlap = share.seconds < 0;
        section.rows.push_back(
            {shown(share.name, 100),
             toQt(formatShare(share.share)) + QStringLiteral(", ") + toQt(formatElapsed(std::abs(share.seconds))) +
                 (overlap ? QStringLiteral(" overlap") : QString()),
             overlap ? QStringLiteral("The logged phases add up to more than the step: they overlap.") : QString()});
    }
    const double gpus = gpuCount(run);
    const QString hours = gpus > 0 && total > 0 ? toQt(formatNumber(total * gpus / 3600.0, 3)) : QString();
    section.rows.push_back(
        {QStringLiteral("GPU-hours"),
         !hours.isEmpty() ? hours
         : gpus > 0       ? QStringLiteral("step time not logged")
                          : QStringLiteral("number of GPUs not logged"),
         hours.isEmpty() ? QString() : toQt(formatNumber(gpus)) + QStringLiteral(" GPUs times the step times.")});
    addCosts(diagnosis, section);
    return section;
}

} // namespace

RunDetails runDetails(const Run& run, const Diagnosis& diagnosis) {
    return {{recordingSection(run), healthSection(run), performanceSection(run), timeSection(run, diagnosis),
             readingSection(run)}};
}

} // namespace tachograph::models
