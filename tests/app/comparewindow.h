#pragma once

#include "app/actions.h"
#include "tests/app/windowfixture.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"

#include <QString>

#include <random>

namespace tachograph::tests {

/// JSON lines: steps of about that time, noise 2 % without memory, and the throughput that follows.
inline QByteArray stepRows(int steps, double stepTime, int firstStep = 1, unsigned seed = 7) {
    std::mt19937 engine(seed);
    std::normal_distribution<double> noise(1.0, 0.02);
    QByteArray text;
    for (int i = 0; i < steps; ++i) {
        const double seconds = stepTime * noise(engine);
        text += QStringLiteral("{\"step\": %1, \"step_time_s\": %2, \"tokens_per_s\": %3}\n")
                    .arg(firstStep + i)
                    .arg(seconds, 0, 'f', 4)
                    .arg(20'000.0 / seconds, 0, 'f', 1)
                    .toLatin1();
    }
    return text;
}

/// A window whose compare page is open.
struct CompareWindow : WindowFixture {
    /// Opens the recordings in this order and compares the second with the first.
    bool compare(const std::vector<QByteArray>& recordings, QSize size = {1600, 1000}) {
        if (!showAt(*window, size))
            return false;
        for (std::size_t i = 0; i < recordings.size(); ++i)
            session->openBytes(QStringLiteral("run-%1.jsonl").arg(i), recordings[i]);
        if (!waitUntilJudged(recordings.size()))
            return false;
        window->actions().compare->trigger();
        return waitForView();
    }

    [[nodiscard]] widgets::ComparePage& page() { return window->comparison(); }
    [[nodiscard]] widgets::CompareBar& bar() { return page().bar(); }
    [[nodiscard]] models::ComparisonViewPtr view() { return page().view(); }

    bool waitForView() {
        return QTest::qWaitFor([this] { return view() != nullptr; }, 60'000);
    }
    /// Waits until the numbers are those of an offset.
    bool waitForOffset(double offset) {
        return QTest::qWaitFor([&] { return view() && view()->comparison.alignment.offset == offset; }, 60'000);
    }
};

} // namespace tachograph::tests
