#include "analysis/run/stampwindows.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/tautstring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The coarsest of the usual units that all finite stamps are whole multiples of; 0 when there is none.
double unitOfStamps(const std::vector<double>& stamps) {
    constexpr std::array units = {60.0, 1.0, 0.1, 0.01, 0.001};
    for (double unit : units) {
        const bool whole = std::ranges::all_of(stamps, [unit](double stamp) {
            const double inUnits = stamp / unit;
            // Doubles hold a Unix time to about 2e-7 s.
            return !std::isfinite(stamp) || std::abs(inUnits - std::round(inUnits)) * unit < 1e-6;
        });
        if (whole)
            return unit;
    }
    return 0.0;
}

/// Stamps of one attempt with the progress of every row.
class AttemptStamps {
  public:
    AttemptStamps(const Run& run, const Attempt& attempt, Stamps stamps, double wallUnit)
        : m_rows(run.rows()), m_attempt(attempt), m_stamps(stamps), m_wallUnit(wallUnit),
          m_ticksCount(run.repeatRule() == RepeatRule::median) {
        findProgress();
    }

    void addAnchors(std::vector<StampAnchor>& anchors) const {
        const double pace = secondsPerStep();
        if (!(pace > 0.0))
            return;
        double latest = -std::numeric_limits<double>::infinity();
        std::size_t before = m_attempt.endRow; // the row with a stamp before this one; endRow = none
        for (std::size_t row = m_attempt.firstRow; row < m_attempt.endRow; ++row) {
            const double seconds = stamp(row);
            if (!std::isfinite(seconds) || std::isnan(progress(row)))
                continue;
            if (before < m_attempt.endRow && seconds > latest && m_rows.step[row] != m_attempt.firstStep)
                anchors.push_back(anchor(row, before, pace));
            else if (before == m_attempt.endRow && isUsefulStart(row))
                anchors.push_back(anchor(row, row, pace));
            latest = std::max(latest, seconds);
            before = row;
        }
    }

  private:
    double stamp(std::size_t row) const {
        return m_stamps == Stamps::elapsed ? m_rows.elapsedOf(row) : m_rows.timeOf(row);
    }
    double unit(std::size_t row) const {
        if (m_stamps == Stamps::wallClock)
            return m_wallUnit;
        const double printed = m_rows.elapsedResolution.empty() ? nan : m_rows.elapsedResolution[row];
        return std::isfinite(printed) ? printed : 0.0;
    }
    double progress(std::size_t row) const { return m_progress[row - m_attempt.firstRow]; }

    /// A console prints ticks from the start-up on, a tracker writes its first row when its step is done.
    bool isUsefulStart(std::size_t row) const { return !m_ticksCount || unit(row) == 0.0; }

    /// Ticks of a step are spread evenly over it; of repeated tracker rows only the first counts.
    void findProgress() {
        std::vector<double> counts;
        std::vector<std::size_t> begins;
        for (std::size_t row = m_attempt.firstRow; row < m_attempt.endRow; ++row)
            if (row == m_attempt.firstRow || m_rows.step[row] != m_rows.step[row - 1])
                begins.push_back(row);
        begins.push_back(m_attempt.endRow);
        for (std::size_t i = 1; i + 2 < begins.size(); ++i)
            counts.push_back(static_cast<double>(begins[i + 1] - begins[i]));
        const double usual = counts.empty() ? 1.0 : numerics::median(counts);
        m_progress.assign(m_attempt.endRow - m_attempt.firstRow, nan);
        for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
            const bool last = i + 2 == begins.size();
            const double ticks = std::max(static_cast<double>(begins[i + 1] - begins[i]), last ? usual : 1.0);
            for (std::size_t row = begins[i]; row < begins[i + 1]; ++row)
                if (m_ticksCount || row == begins[i])
                    m_progress[row - m_attempt.firstRow] =
                        static_cast<double>(m_rows.step[row]) + static_cast<double>(row - begins[i]) / ticks;
        }
    }

    /// Roughly, to turn a part of a step into seconds.
    double secondsPerStep() const {
        double first = nan, last = nan, from = 0.0, to = 0.0;
        for (std::size_t row = m_attempt.firstRow; row < m_attempt.endRow; ++row) {
            if (!std::isfinite(stamp(row)) || std::isnan(progress(row)))
                continue;
            if (std::isnan(first) && (m_rows.step[row] != m_attempt.firstStep || isUsefulStart(row))) {
                first = stamp(row);
                from = progress(row);
            }
            last = stamp(row);
            to = progress(row);
        }
        return to > from ? (last - first) / (to - from) : nan;
    }

    StampAnchor anchor(std::size_t row, std::size_t before, double pace) const {
        StampAnchor anchor;
        anchor.row = static_cast<std::uint32_t>(row);
        anchor.attempt = m_rows.attempt[row];
        anchor.unit = unit(row);
        anchor.progress = progress(row);
        anchor.seconds = stamp(row) + anchor.unit / 2.0;
        anchor.halfWidth = anchor.unit / 2.0;
        // The unit began between the row before and this one: better when rows come more often than units.
        const double gap = (progress(row) - progress(before)) * pace;
        if (before != row && gap < anchor.unit) {
            anchor.progress = (progress(row) + progress(before)) / 2.0;
            anchor.seconds = stamp(row);
            anchor.halfWidth = gap / 2.0;
        }
        return anchor;
    }

    const Rows& m_rows;
    const Attempt& m_attempt;
    Stamps m_stamps;
    double m_wallUnit;
    bool m_ticksCount;
    std::vector<double> m_progress;
};

/// Moves the anchors from `first` on within their bounds to where the pace changes least.
void pullTaut(std::vector<StampAnchor>& anchors, std::size_t first) {
    // Stamps that are fine enough for every step are taken as they are.
    constexpr double fineEnough = 0.02;
    double widths = 0.0;
    for (std::size_t i = first; i < anchors.size(); ++i)
        widths += 2.0 * anchors[i].halfWidth;
    if (first == anchors.size() || widths <= fineEnough * (anchors.back().seconds - anchors[first].seconds))
        return;
    std::vector<double> progress, low, high;
    for (std::size_t i = first; i < anchors.size(); ++i) {
        // Several rows of a step without progress between them cannot be strung.
        if (!progress.empty() && anchors[i].progress <= progress.back())
            return;
        progress.push_back(anchors[i].progress);
        low.push_back(anchors[i].seconds - anchors[i].halfWidth);
        high.push_back(anchors[i].seconds + anchors[i].halfWidth);
    }
    const std::vector<double> taut = numerics::tautString(progress, low, high);
    for (std::size_t i = 0; i < taut.size(); ++i) {
        StampAnchor& anchor = anchors[first + i];
        anchor.shift = std::abs(taut[i] - anchor.seconds);
        anchor.seconds = taut[i];
    }
}

} // namespace

std::vector<StampAnchor> stampAnchors(const Run& run, Stamps stamps) {
    std::vector<StampAnchor> anchors;
    const std::vector<double>& column = stamps == Stamps::elapsed ? run.rows().elapsed : run.rows().time;
    if (column.empty())
        return anchors;
    const double wallUnit = stamps == Stamps::wallClock ? unitOfStamps(column) : 0.0;
    for (const Attempt& attempt : run.attempts()) {
        const std::size_t first = anchors.size();
        AttemptStamps(run, attempt, stamps, wallUnit).addAnchors(anchors);
        pullTaut(anchors, first);
    }
    return anchors;
}

std::vector<StampWindow> stampWindows(const std::vector<StampAnchor>& anchors, double share) {
    constexpr double coarsest = 0.1;
    std::vector<StampWindow> windows;
    for (std::size_t first = 0; first < anchors.size();) {
        std::size_t end = first;
        while (end < anchors.size() && anchors[end].attempt == anchors[first].attempt)
            ++end;
        const std::size_t windowsBefore = windows.size();
        std::size_t begin = first;
        for (std::size_t i = first + 1; i < end; ++i) {
            const StampWindow window{anchors[begin], anchors[i]};
            if (window.steps() < 1.0 - 1e-9 || window.resolution() > share * window.seconds())
                continue;
            windows.push_back(window);
            begin = i;
        }
        const StampWindow all{anchors[first], anchors[end - 1]};
        if (windows.size() == windowsBefore && all.steps() >= 1.0 - 1e-9 &&
            all.resolution() <= coarsest * all.seconds())
            windows.push_back(all);
        first = end;
    }
    return windows;
}

} // namespace tachograph
