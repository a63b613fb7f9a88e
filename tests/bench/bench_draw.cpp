#include "models/timeline.h"
#include "tests/support/gui.h"
#include "widgets/plot/plotview.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// White noise with a rare spike: the worst case for lines, since every pixel column is full.
CurvePtr noise(std::size_t points, unsigned seed, double level, double spread) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> draw(level, spread);
    std::vector<double> x(points), y(points);
    for (std::size_t i = 0; i < points; ++i) {
        x[i] = static_cast<double>(i);
        y[i] = draw(random) * (i % 1'000'003 == 1'000'002 ? 3 : 1);
    }
    return makeCurve(std::move(x), std::move(y));
}

LaneLine lineOf(LineKind kind, const char* label, CurvePtr curve, CurvePtr low = {}) {
    LaneLine line;
    line.kind = kind;
    line.label = QLatin1String(label);
    line.curve = std::move(curve);
    line.low = std::move(low);
    line.readout = true;
    return line;
}

/// Five lanes: four of raw values with their running median, one stack of two phases. All lanes look at the same
/// curves, which costs the drawing nothing and the machine less memory.
TimelinePtr fiveLanes(std::size_t points) {
    auto timeline = std::make_shared<Timeline>();
    TimelineRun run;
    run.name = QStringLiteral("noise");
    timeline->runs = {run};
    timeline->xTitle = QStringLiteral("Step");
    timeline->xMax = static_cast<double>(points - 1);
    const CurvePtr raw = noise(points, 1, 5, 1), median = noise(points, 2, 5, 0.2);
    const CurvePtr floor = noise(points, 3, 0.1, 0.01), generation = noise(points, 4, 2, 0.3);
    for (int i = 0; i < 5; ++i) {
        Lane lane;
        lane.id = i == 1 ? QStringLiteral("split") : QStringLiteral("series/%1").arg(i);
        lane.title = QStringLiteral("Noise %1").arg(i);
        lane.unit = QStringLiteral("s");
        if (i == 1)
            lane.lines = {lineOf(LineKind::stack, "generation", generation, floor),
                          lineOf(LineKind::stack, "optimization", raw, generation)};
        else
            lane.lines = {lineOf(LineKind::raw, "raw", raw), lineOf(LineKind::smoothed, "median of 21", median)};
        timeline->lanes.push_back(lane);
    }
    timeline->lanes[1].lines[0].stage = Stage::generation;
    timeline->lanes[1].lines[1].stage = Stage::optimization;
    return timeline;
}

struct Times {
    double median = 0, worst = 0;
};

Times measured(int rounds, const std::function<void(int)>& work) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer clock;
        clock.start();
        work(round);
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    return {times[times.size() / 2], times.back()};
}

void measure(std::size_t points) {
    QElapsedTimer clock;
    clock.start();
    const TimelinePtr timeline = fiveLanes(points);
    std::printf("%9zu points a lane: curves %lld ms\n", points, static_cast<long long>(clock.elapsed()));
    widgets::PlotView view;
    view.setTheme(widgets::Theme::light());
    view.setTimeline(timeline);
    if (!tests::showAt(view, QSize(1600, 1000)))
        return;
    auto* canvas = view.focusProxy();
    const double whole = static_cast<double>(points);
    const auto frame = [&](double from, double to) {
        view.setViewRange(from * whole, to * whole);
        QMetaObject::invokeMethod(canvas, "replot");
    };
    const auto show = [](const char* what, const Times& times) {
        std::printf("          %-32s median %6.2f ms, worst %6.2f ms\n", what, times.median, times.worst);
    };
    frame(0, 1);
    show("panning, 90 % in view", measured(100, [&](int i) { frame(0.001 * i, 0.9 + 0.001 * i); }));
    show("panning, 20 % in view", measured(100, [&](int i) { frame(0.005 * i, 0.2 + 0.005 * i); }));
    show("zooming, from all to 1/1000", measured(100, [&](int i) {
             const double half = 0.5 * std::pow(0.933, i);
             frame(0.5 - half, 0.5 + half);
         }));
    frame(0, 1);
    show("crosshair", measured(200, [&](int i) { view.setCrosshair(whole * (0.1 + 0.004 * i)); }));
    auto empty = std::make_shared<Timeline>(*timeline);
    for (Lane& lane : empty->lanes)
        lane.lines = {lineOf(LineKind::raw, "raw", makeCurve({0, whole}, {5, 5}))};
    view.setTimeline(empty);
    show("limit: the same with no points", measured(100, [&](int i) { frame(0.001 * i, 0.9 + 0.001 * i); }));
}

} // namespace

/// bench_draw [points...]: frames of five lanes at 1600x1000, off-screen.
int main(int count, char** words) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(count, words);
    for (int i = 1; i < count; ++i)
        measure(std::strtoull(words[i], nullptr, 10));
    if (count < 2)
        for (const std::size_t points : {std::size_t{10'000}, std::size_t{1'000'000}, std::size_t{10'000'000}})
            measure(points);
    return 0;
}
