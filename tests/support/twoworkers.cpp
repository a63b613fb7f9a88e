#include "tests/support/twoworkers.h"

#include <atomic>
#include <thread>

namespace tachograph::tests {

Executor twoWorkers() {
    return [](std::size_t count, const std::function<void(std::size_t)>& body) {
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i = next++; i < count; i = next++)
                body(i);
        };
        const std::jthread other(work);
        work();
    };
}

} // namespace tachograph::tests
