#include "analysis/diagnosis/diagnosis.h"
#include "analysis/follow/followedreading.h"
#include "models/timeline.h"
#include "tests/bench/longrecordings.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

using namespace tachograph;
using namespace tachograph::models;
using namespace tachograph::tests;

namespace {

/// A line's points as they were given to its curve.
struct LinePoints {
    std::vector<double> x, y;
};

std::vector<LinePoints> pointsOf(const Timeline& timeline) {
    std::vector<LinePoints> all;
    for (const Lane& lane : timeline.lanes)
        for (const LaneLine& line : lane.lines) {
            LinePoints points;
            for (const auto& [x, y] : line.curve->points(timeline.xMin, timeline.xMax)) {
                points.x.push_back(x);
                points.y.push_back(y);
            }
            all.push_back(std::move(points));
        }
    return all;
}

std::size_t startsWith(const std::vector<double>& values, const std::vector<double>& first) {
    return values.size() >= first.size() && std::memcmp(values.data(), first.data(), first.size() * sizeof(double)) == 0
               ? first.size()
               : 0;
}

TimelinePtr timelineOf(const RunPtr& run, const DiagnosisPtr& diagnosis) {
    return buildTimeline({TimelineRun{run, diagnosis, 0, QStringLiteral("followed")}}, {});
}

/// The first `share` of the bytes of `from`, to its last whole line.
void writePart(const std::string& whole, double share, const std::string& to) {
    const std::size_t end = whole.rfind('\n', static_cast<std::size_t>(static_cast<double>(whole.size() - 1) * share));
    std::ofstream(to, std::ios::binary | std::ios::trunc).write(whole.data(), static_cast<std::streamsize>(end + 1));
}

} // namespace

/// What an update of a followed file costs and which part of it the curves' pyramids are: bench_follow [steps], 600,000
/// unless said. Pyramids could be extended instead of built anew only where the points before are still the same; the
/// last contender is that comparison alone.
int main(int count, char** words) {
    const std::size_t steps = count > 1 ? std::strtoull(words[1], nullptr, 10) : 600'000;
    const std::string folder = TACHOGRAPH_BENCH_DATA;
    std::filesystem::create_directories(folder);
    const std::string recording = longRecording(folder, RecordingKind::csv, steps);
    if (steps < 1000 || recording.empty())
        return 2;
    std::ifstream in(recording, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    const std::string followed = folder + "/followed.csv";
    writePart(whole, 0.99, followed);
    const auto first = readFollowed(followed, nullptr);
    writePart(whole, 1.0, followed);
    if (!first)
        return 2;
    const auto second = readFollowed(followed, *first);
    if (!second || (*second)->change != FollowedReading::Change::grown)
        return 2;
    const RunPtr run = (*second)->run;
    const auto diagnosis = std::make_shared<const Diagnosis>(diagnose(*run));
    const std::vector<LinePoints> before = pointsOf(*timelineOf((*first)->run, nullptr));
    const std::vector<LinePoints> now = pointsOf(*timelineOf(run, nullptr));
    std::vector<std::pair<Column, Column>> columns;
    for (const LinePoints& points : now)
        columns.emplace_back(points.x, points.y);

    const std::vector<Contender> contenders{{"read the file anew",
                                             [&] {
                                                 return (*readFollowed(followed, *first))->run->stepCount();
                                             }},
                                            {"judge the run",
                                             [&] {
                                                 return diagnose(*run).findings().size();
                                             }},
                                            {"build the timeline",
                                             [&] {
                                                 return timelineOf(run, diagnosis)->lanes.size();
                                             }},
                                            {"of it: the curves' pyramids",
                                             [&] {
                                                 std::size_t points = 0;
                                                 for (const auto& [x, y] : columns)
                                                     points += curveOver(x, y)->size();
                                                 return points;
                                             }},
                                            {"compare with the points before", [&] {
                                                 std::size_t same = 0;
                                                 for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i)
                                                     same += startsWith(now[i].x, before[i].x) +
                                                             startsWith(now[i].y, before[i].y);
                                                 return same;
                                             }}};
    for (const Timing& timing : raced(contenders, 7))
        std::printf("%-32s %8.1f ms best %8.1f ms median, answer %zu\n", timing.name.c_str(), timing.best,
                    timing.median, timing.answer);
    return 0;
}
