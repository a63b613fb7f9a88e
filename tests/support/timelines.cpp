#include "tests/support/timelines.h"

#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tachograph::tests {

using models::Lane;
using models::LaneLine;
using models::LineKind;
using models::Stage;
using models::Timeline;

namespace {

constexpr int steps = 1240;
constexpr int creepStart = 420;

LaneLine lineOf(LineKind kind, const QString& label, const std::vector<double>& x, const std::vector<double>& y) {
    LaneLine line;
    line.kind = kind;
    line.label = label;
    line.curve = models::makeCurve(x, y);
    line.readout = kind == LineKind::raw || kind == LineKind::smoothed;
    return line;
}

std::vector<double> smoothedOf(const std::vector<double>& values, int window) {
    std::vector<double> answer;
    const auto count = static_cast<int>(values.size());
    for (int i = 0; i < count; ++i) {
        const int begin = std::max(0, i - window / 2), end = std::min(count, i + window / 2 + 1);
        std::vector<double> part(values.begin() + begin, values.begin() + end);
        std::ranges::nth_element(part, part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2));
        answer.push_back(part[part.size() / 2]);
    }
    return answer;
}

/// The planted run: what every step took and how long its completions were.
struct PlantedRun {
    std::vector<double> x, stepTime, generation, optimization, other, length, lengthLow, lengthHigh, throughput,
        stepsPerHour, elapsed;
};

bool isCheckpoint(int step) {
    return step > 0 && step % 50 == 0;
}

PlantedRun plantRun() {
    std::mt19937 random(5);
    std::normal_distribution<double> noise;
    PlantedRun run;
    double clock = 0;
    for (int step = 0; step < steps; ++step) {
        const double growth = step < creepStart ? 1.0 : 1.0 + 1.5 * (step - creepStart) / (steps - creepStart);
        const double length = 250 * growth * (1 + 0.04 * noise(random));
        const double generation = 1.4 * growth * (1 + 0.05 * noise(random));
        const double optimization = 0.45 * growth * (1 + 0.05 * noise(random));
        double other = 0.14 + 0.02 * std::abs(noise(random));
        if (isCheckpoint(step))
            other += step % 150 == 0 ? 1.0 : 9.0 + std::abs(noise(random));
        run.x.push_back(step);
        run.generation.push_back(generation);
        run.optimization.push_back(optimization);
        run.other.push_back(other);
        run.stepTime.push_back(generation + optimization + other);
        run.length.push_back(length);
        run.lengthLow.push_back(length * 0.6);
        run.lengthHigh.push_back(std::min(1024.0, length * (1.6 + 0.1 * noise(random))));
        run.throughput.push_back(length * 64 / run.stepTime.back() / 1000);
        run.stepsPerHour.push_back(3600 / run.stepTime.back());
        clock += run.stepTime.back();
        run.elapsed.push_back(clock);
    }
    return run;
}

std::vector<double> below(const std::vector<double>& values, double limit) {
    std::vector<double> kept;
    for (const double value : values)
        if (value < limit)
            kept.push_back(value);
    return kept;
}

Lane stepTimeLane(const PlantedRun& run) {
    Lane lane;
    lane.id = "step_time";
    lane.title = "Step time";
    lane.unit = "s";
    lane.roles = {roles::stepTime};
    lane.robustValues = below(run.stepTime, 7);
    LaneLine earlier = lineOf(LineKind::superseded, "earlier attempt", {800, 804, 808, 811}, {3.4, 3.3, 3.5, 3.2});
    LaneLine creep = lineOf(LineKind::creepFit, "creep fit", {0, creepStart, steps - 1}, {2.0, 2.0, 4.8});
    LaneLine shift =
        lineOf(LineKind::shiftFit, "shift fit", {0, 590, 590, 940, 940, steps - 1}, {2.0, 2.0, 3.0, 3.0, 4.4, 4.4});
    lane.lines = {earlier, lineOf(LineKind::raw, "raw", run.x, run.stepTime),
                  lineOf(LineKind::smoothed, "median of 21", run.x, smoothedOf(run.stepTime, 21)), creep, shift};
    return lane;
}

Lane splitLane(const PlantedRun& run) {
    Lane lane;
    lane.id = "split";
    lane.title = "Step time by phase";
    lane.unit = "s";
    lane.roles = {roles::stepTime, roles::generationTime, roles::optimizationTime};
    lane.robustValues = below(run.stepTime, 7);
    std::vector<double> base(run.x.size(), 0.0);
    const std::pair<Stage, const std::vector<double>*> stages[] = {
        {Stage::generation, &run.generation}, {Stage::optimization, &run.optimization}, {Stage::other, &run.other}};
    const char* names[] = {"generation", "optimisation", "other"};
    for (std::size_t i = 0; i < 3; ++i) {
        std::vector<double> top = base;
        std::ranges::transform(top, *stages[i].second, top.begin(), std::plus());
        LaneLine line = lineOf(LineKind::stack, names[i], run.x, top);
        line.stage = stages[i].first;
        line.low = models::makeCurve(run.x, base);
        lane.lines.push_back(line);
        base = top;
    }
    return lane;
}

Lane lengthLane(const PlantedRun& run) {
    Lane lane;
    lane.id = "completion_length";
    lane.title = "Completion length";
    lane.unit = "tok";
    lane.roles = {roles::completionLength};
    LaneLine band = lineOf(LineKind::band, "p10 to p90", run.x, run.lengthHigh);
    band.low = models::makeCurve(run.x, run.lengthLow);
    LaneLine limit = lineOf(LineKind::limit, "max_completion_length 1,024", {0, steps - 1}, {1024, 1024});
    lane.lines = {band, lineOf(LineKind::raw, "mean", run.x, run.length),
                  lineOf(LineKind::smoothed, "median of 21", run.x, smoothedOf(run.length, 21)), limit};
    return lane;
}

Lane simpleLane(const char* id, const char* title, const char* unit, const char* qualifier, const PlantedRun& run,
                const std::vector<double>& values) {
    Lane lane;
    lane.id = id;
    lane.title = title;
    lane.unit = unit;
    lane.qualifier = qualifier;
    lane.robustValues = values;
    lane.lines = {lineOf(LineKind::raw, "raw", run.x, values),
                  lineOf(LineKind::smoothed, "median of 21", run.x, smoothedOf(values, 21))};
    return lane;
}

models::TimelineEvent eventAt(EventKind kind, double x, const QString& label) {
    models::TimelineEvent event;
    event.event.kind = kind;
    event.event.step = static_cast<std::int64_t>(x);
    event.x = x;
    event.label = label;
    return event;
}

models::TimelineFinding findingOf(const char* code, Severity severity, std::int64_t first, std::int64_t last,
                                  std::vector<std::string> cited) {
    models::TimelineFinding finding;
    finding.finding.code = code;
    finding.finding.severity = severity;
    finding.finding.firstStep = first;
    finding.finding.lastStep = last;
    finding.finding.onsetStep = first;
    finding.finding.citedRoles = std::move(cited);
    finding.first = finding.onset = static_cast<double>(first);
    finding.last = static_cast<double>(last);
    return finding;
}

void addEvents(Timeline& timeline) {
    for (int step = 50; step < steps; step += 50) {
        auto checkpoint = eventAt(EventKind::checkpoint, step, {});
        checkpoint.slowStep = step % 150 != 0;
        timeline.events.push_back(checkpoint);
    }
    timeline.events.push_back(eventAt(EventKind::config, creepStart, QStringLiteral("length_penalty 0.02 → 0")));
    timeline.events.push_back(eventAt(EventKind::resume, 800, "resume 800"));
    timeline.events.push_back(eventAt(EventKind::oom, 811, "OOM on GPU 3 at 811"));
    timeline.events.push_back(eventAt(EventKind::exit, steps - 1, "finished"));
    std::ranges::stable_sort(timeline.events, {}, &models::TimelineEvent::x);
}

void addFindings(Timeline& timeline) {
    timeline.findings.push_back(
        findingOf("REWARD_HACK_LENGTH", Severity::warning, 428, steps - 1, {roles::completionLength}));
    timeline.findings.push_back(findingOf("TRUNCATION_STARVE", Severity::warning, 1062, steps - 1, {}));
    timeline.findings.push_back(findingOf("THROUGHPUT_ROT", Severity::info, creepStart, steps - 1, {roles::stepTime}));
    timeline.findings.back().finding.title = "creep ×2.30 from step 420";
    timeline.findings.back().finding.evidence = {
        {"D", 251, "", "D", "251"}, {"n", 474, "", "n_eff", "474"}, {"attempts", 2, "", "attempts", "2"}};
    timeline.findings.push_back(findingOf("CHECKPOINT_STALL", Severity::info, 50, 1200, {roles::stepTime}));
    for (int step = 50; step < steps; step += 50)
        if (step % 150 != 0)
            timeline.findings.back().places.push_back(step);
    timeline.findings.push_back(findingOf("RESUME_REWIND", Severity::info, 800, 811, {roles::stepTime}));
}

models::TimelineRun namedRun(const char* name, int slot) {
    models::TimelineRun run;
    run.name = name;
    run.slot = slot;
    return run;
}

Lane twoRunLane(const std::vector<double>& xA, const std::vector<double>& xB) {
    Lane lane;
    lane.id = "throughput";
    lane.title = "Throughput";
    lane.unit = "Ktok/s";
    lane.qualifier = "whole job";
    lane.roles = {roles::throughput};
    const auto level = [](const std::vector<double>& x, double value) {
        std::vector<double> y;
        for (const double at : x)
            y.push_back(value + 0.2 * std::sin(at / 9));
        return y;
    };
    const auto average = [](const std::vector<double>& x, double value) {
        std::vector<double> y;
        for (const double at : x)
            y.push_back(value * at / (at + 8));
        return y;
    };
    LaneLine a = lineOf(LineKind::smoothed, "before", xA, level(xA, 20.3));
    LaneLine b = lineOf(LineKind::smoothed, "after", xB, level(xB, 6.5));
    LaneLine printedA = lineOf(LineKind::sinceStart, "printed average", xA, average(xA, 20.3));
    LaneLine printedB = lineOf(LineKind::sinceStart, "printed average", xB, average(xB, 6.5));
    b.run = printedB.run = 1;
    printedB.legend = false;
    lane.lines = {printedA, printedB, a, b};
    return lane;
}

} // namespace

models::TimelinePtr rlTimeline() {
    const PlantedRun run = plantRun();
    auto timeline = std::make_shared<Timeline>();
    timeline->runs = {namedRun("grpo-math-7b-r3", 0)};
    timeline->xMin = 0;
    timeline->xMax = steps - 1;
    timeline->xTitle = "Step";
    timeline->elapsedAlong = models::makeCurve(run.x, run.elapsed);
    timeline->lanes = {stepTimeLane(run), splitLane(run), lengthLane(run),
                       simpleLane("throughput", "Throughput", "Ktok/s", "whole job, derived", run, run.throughput),
                       simpleLane("series/steps_per_hour", "Steps per hour", "1/h", "derived", run, run.stepsPerHour)};
    timeline->lanes[3].badge = QStringLiteral("flat tok/s hides the rot: steps take ×2.3");
    Lane queues;
    queues.id = "queues";
    queues.title = "Queues";
    queues.state = "not logged";
    timeline->lanes.push_back(queues);
    addEvents(*timeline);
    addFindings(*timeline);
    return timeline;
}

models::TimelinePtr twoRunTimeline() {
    std::vector<double> xA, xB;
    for (int step = 0; step <= 280; ++step)
        (void)xA.emplace_back(step);
    for (int step = 0; step <= 150; ++step)
        (void)xB.emplace_back(step);
    auto timeline = std::make_shared<Timeline>();
    timeline->options.axis = XAxis::sinceResume;
    timeline->runs = {namedRun("before", 0), namedRun("after", 1)};
    timeline->xMin = 0;
    timeline->xMax = 280;
    timeline->xTitle = "Steps since resume";
    timeline->lanes = {twoRunLane(xA, xB)};
    timeline->events = {eventAt(EventKind::resume, 0, "resume 690, first batch after 22 s"),
                        eventAt(EventKind::resume, 0, "resume 690, first batch after 88 s"),
                        eventAt(EventKind::exit, 150, "log ends at +150")};
    timeline->events[1].run = timeline->events[2].run = 1;
    return timeline;
}

models::TimelinePtr oneLaneTimeline(std::vector<double> x, std::vector<double> y) {
    auto timeline = std::make_shared<Timeline>();
    timeline->runs = {namedRun("run", 0)};
    timeline->xTitle = "Step";
    timeline->xMin = x.empty() ? 0 : x.front();
    timeline->xMax = x.empty() || x.back() <= x.front() ? timeline->xMin + 1 : x.back();
    Lane lane;
    lane.id = "series/value";
    lane.title = "Value";
    lane.lines = {lineOf(LineKind::raw, "raw", x, y)};
    timeline->lanes = {lane};
    return timeline;
}

models::TimelinePtr noiseTimeline(std::size_t lanes, std::size_t points) {
    std::mt19937 random(11);
    std::normal_distribution<double> noise(5, 1);
    auto timeline = std::make_shared<Timeline>();
    timeline->runs = {namedRun("noise", 0)};
    timeline->xTitle = "Step";
    timeline->xMax = static_cast<double>(points - 1);
    std::vector<double> x(points), y(points);
    for (std::size_t i = 0; i < points; ++i) {
        x[i] = static_cast<double>(i);
        y[i] = noise(random);
    }
    for (std::size_t i = 0; i < lanes; ++i) {
        Lane lane;
        lane.id = QStringLiteral("series/%1").arg(i);
        lane.title = QStringLiteral("Noise %1").arg(i);
        lane.lines = {lineOf(LineKind::raw, "raw", x, y), lineOf(LineKind::smoothed, "half", x, y)};
        timeline->lanes.push_back(lane);
    }
    return timeline;
}

} // namespace tachograph::tests
