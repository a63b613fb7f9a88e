#include "analysis/diagnosis/diagnosis.h"
#include "tests/bench/creepingrun.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>

using namespace tachograph;

namespace {

/// Of all threads of this process, the least of some rounds: does not count what other programs take.
double leastMilliseconds(int rounds, const std::function<void()>& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const std::clock_t start = std::clock();
        work();
        least = std::min(least, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
}

} // namespace

/// bench_detectors [steps [rounds]]: processor time of each detector by itself, and of all of them in one diagnosis.
int main(int argc, char** argv) {
    const std::int64_t steps = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    if (steps < 24) {
        std::fputs("At least 24 steps are needed.\n", stderr);
        return 2;
    }
    const auto run = tests::creepingRun(steps);
    std::printf("| detector, alone | outcome | ms |\n|---|---|--:|\n");
    for (const Detector* detector : detectors()) {
        Outcome outcome = Outcome::notApplicable;
        const double least = leastMilliseconds(rounds, [&] { outcome = detector->examine(*run, {}, {}).outcome; });
        std::printf("| `%s` | %s | %.1f |\n", detector->code.c_str(), outcomeName(outcome), least);
    }
    const double all = leastMilliseconds(rounds, [&] { diagnose(*run); });
    std::printf("| all, one diagnosis | | %.1f |\n", all);
    return 0;
}
