#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace tachograph::tests {

std::vector<Timing> raced(const std::vector<Contender>& contenders, int rounds) {
    using Clock = std::chrono::steady_clock;
    std::vector<std::vector<double>> wall(contenders.size()), processor(contenders.size());
    std::vector<Timing> timings(contenders.size());
    for (int round = 0; round < std::max(1, rounds); ++round)
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            const auto start = Clock::now();
            const std::clock_t work = std::clock();
            timings[i].answer = contenders[i].run();
            processor[i].push_back(1000.0 * static_cast<double>(std::clock() - work) / CLOCKS_PER_SEC);
            wall[i].push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        }
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        std::ranges::sort(wall[i]);
        timings[i].name = contenders[i].name;
        timings[i].best = wall[i].front();
        timings[i].median = wall[i][wall[i].size() / 2];
        timings[i].processor = *std::ranges::min_element(processor[i]);
    }
    return timings;
}

} // namespace tachograph::tests
