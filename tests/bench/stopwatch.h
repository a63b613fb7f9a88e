#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tachograph::tests {

/// One way to do a piece of work; the answer keeps the compiler from leaving it out and shows that all did the same.
struct Contender {
    std::string name;
    std::function<std::size_t()> run;
};

struct Timing {
    std::string name;
    double best = 0, median = 0; ///< wall clock, ms
    double processor = 0;        ///< least time of all threads together, ms
    std::size_t answer = 0;
};

/// Runs all contenders in turn, `rounds` times over: what else the machine does hits all of them alike.
std::vector<Timing> raced(const std::vector<Contender>& contenders, int rounds);

} // namespace tachograph::tests
