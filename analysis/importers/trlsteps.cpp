#include "analysis/importers/trlsteps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tachograph {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

} // namespace

void TrlSteps::addBar(const ProgressBar& bar, bool redrawn) {
    // Bars of loading, mapping and sampling say what they are for.
    if (!bar.description.empty() || m_bars.size() >= mostBars)
        return;
    const bool repeated = !redrawn && !m_bars.empty() && m_bars.back().done == bar.done &&
                          m_bars.back().total == bar.total && m_bars.back().dictsBefore == m_dicts.size();
    if (!repeated)
        m_bars.push_back({bar.done, bar.total, bar.elapsed.value_or(none), m_dicts.size(), redrawn});
}

void TrlSteps::addDict(Kind kind, std::optional<double> epoch) {
    m_dicts.push_back({kind, epoch.value_or(none)});
}

/// The training's bar is the one that is wiped for dicts; evaluations have bars of their own.
std::int64_t TrlSteps::totalOfTraining() const {
    std::map<std::int64_t, std::tuple<std::size_t, std::size_t, std::size_t>> score;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        auto& [redraws, inFront, count] = score[m_bars[i].total];
        redraws += m_bars[i].redrawn ? 1 : 0;
        const std::size_t next = i + 1 < m_bars.size() ? m_bars[i + 1].dictsBefore : m_dicts.size();
        inFront += next > m_bars[i].dictsBefore ? 1 : 0;
        ++count;
    }
    const auto best = std::ranges::max_element(score, {}, [](const auto& item) { return item.second; });
    return best == score.end() ? 0 : best->first;
}

std::vector<TrlSteps::Process> TrlSteps::processes() const {
    const std::int64_t total = totalOfTraining();
    std::vector<Process> all(1);
    for (const Bar& bar : m_bars) {
        if (bar.total != total)
            continue;
        if (!all.back().bars.empty() && bar.done < all.back().bars.back().done) {
            all.back().endDict = bar.dictsBefore;
            all.emplace_back();
            all.back().firstDict = bar.dictsBefore;
        }
        all.back().bars.push_back(bar);
    }
    all.back().endDict = m_dicts.size();
    return all;
}

void TrlSteps::finish() {
    m_places.assign(m_dicts.size(), {});
    const auto all = processes();
    for (const Process& process : all) {
        if (process.firstDict == process.endDict)
            continue;
        m_places[process.firstDict].restart = process.firstDict > 0;
        placeDicts(process);
        addElapsed(process);
    }
}

void TrlSteps::placeDicts(const Process& process) {
    if (placeByRedraws(process))
        m_how = "The dicts carry no step; theirs is that of the progress bar as it was drawn again behind each dict.";
    else if (placeByBarsInFront(process))
        m_how = "The dicts carry no step; theirs is that of the progress bar in front of each.";
    else if (placeBySpacing(process))
        m_how = "The dicts carry no step; the steps of the progress bar were spread evenly over them.";
    else {
        placeByCounting(process);
        m_counted = true;
        m_how = "The dicts carry no step and no progress bar tells it; the dicts are counted instead.";
    }
}

bool TrlSteps::placeByRedraws(const Process& process) {
    std::vector<std::int64_t> redraws;
    for (const Bar& bar : process.bars)
        if (bar.redrawn)
            redraws.push_back(bar.done);
    const std::size_t count = process.endDict - process.firstDict;
    const bool complete = m_dicts[process.endDict - 1].kind == Kind::end;
    // Of a killed process the last dicts may be missing: the log keeps them back longer than the bars.
    if (redraws.size() < count || (complete && redraws.size() > count + 1))
        return false;
    std::int64_t before = -1;
    for (std::size_t i = 0; i < count; ++i) {
        if (m_dicts[process.firstDict + i].kind == Kind::training && redraws[i] <= before)
            return false;
        before = redraws[i];
    }
    for (std::size_t i = 0; i < count; ++i)
        m_places[process.firstDict + i].step = redraws[i];
    return true;
}

bool TrlSteps::placeByBarsInFront(const Process& process) {
    std::size_t training = 0, found = 0;
    auto bar = process.bars.begin();
    std::int64_t step = process.bars.empty() ? 0 : process.bars.front().done;
    for (std::size_t i = process.firstDict; i < process.endDict; ++i) {
        bool fresh = false;
        for (; bar != process.bars.end() && bar->dictsBefore <= i; ++bar) {
            fresh = fresh || bar->done != step || found == 0;
            step = bar->done;
        }
        training += m_dicts[i].kind == Kind::training ? 1 : 0;
        found += m_dicts[i].kind == Kind::training && fresh ? 1 : 0;
        m_places[i].step = step;
    }
    return found > 0 && found * 10 >= training * 9;
}

bool TrlSteps::placeBySpacing(const Process& process) {
    if (process.bars.empty())
        return false;
    std::int64_t training = 0;
    for (std::size_t i = process.firstDict; i < process.endDict; ++i)
        training += m_dicts[i].kind == Kind::training ? 1 : 0;
    const std::int64_t first = process.bars.front().done;
    const std::int64_t steps = process.bars.back().done - first;
    if (training == 0 || steps < training || steps % training != 0)
        return false;
    std::int64_t step = first;
    for (std::size_t i = process.firstDict; i < process.endDict; ++i) {
        step += m_dicts[i].kind == Kind::training ? steps / training : 0;
        m_places[i].step = step;
    }
    return true;
}

/// An epoch that goes back tells where the restarted process went on.
void TrlSteps::placeByCounting(const Process& process) {
    std::vector<double> epochs;
    std::int64_t step = 0;
    for (std::size_t i = process.firstDict; i < process.endDict; ++i) {
        const bool training = m_dicts[i].kind == Kind::training;
        const double epoch = m_dicts[i].epoch;
        if (training && !epochs.empty() && epoch < epochs.back()) {
            step = std::ranges::lower_bound(epochs, epoch) - epochs.begin();
            epochs.resize(static_cast<std::size_t>(step));
            m_places[i].restart = true;
        }
        step += training ? 1 : 0;
        if (training)
            epochs.push_back(std::isnan(epoch) ? (epochs.empty() ? 0.0 : epochs.back()) : epoch);
        m_places[i].step = step;
    }
}

void TrlSteps::addElapsed(const Process& process) {
    std::map<std::int64_t, double> elapsed;
    for (const Bar& bar : process.bars)
        if (!std::isnan(bar.elapsed))
            elapsed.try_emplace(bar.done, bar.elapsed);
    for (std::size_t i = process.firstDict; i < process.endDict; ++i) {
        const auto found = elapsed.find(m_places[i].step);
        if (found != elapsed.end())
            m_places[i].elapsed = found->second;
    }
}

} // namespace tachograph
