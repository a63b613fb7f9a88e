#include "widgets/plot/readouts.h"

#include "analysis/core/text.h"
#include "models/lanecolumns.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/linelook.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::Lane;
using models::LaneLine;
using models::LineKind;
using models::Stage;

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("PlotView", text);
}

/// The nearest point of all lines of one quantity (attempts are lines of their own).
struct Quantity {
    const LaneLine* line = nullptr; ///< the first one: label and colour
    std::size_t index = 0;
    double distance = std::numeric_limits<double>::infinity();
    double value = std::nan("");
};

std::vector<Quantity> quantitiesAt(const Lane& lane, double x, double tolerance) {
    std::vector<Quantity> quantities;
    for (std::size_t i = 0; i < lane.lines.size(); ++i) {
        const LaneLine& line = lane.lines[i];
        if (!line.readout || !line.curve || line.low)
            continue;
        auto found = std::ranges::find_if(quantities, [&](const Quantity& quantity) {
            return quantity.line->kind == line.kind && quantity.line->run == line.run &&
                   quantity.line->label == line.label;
        });
        if (found == quantities.end())
            found = quantities.insert(quantities.end(),
                                      Quantity{&line, i, std::numeric_limits<double>::infinity(), std::nan("")});
        const auto point = line.curve->nearest(x);
        if (point && std::abs(point->first - x) < found->distance && std::abs(point->first - x) <= tolerance) {
            found->distance = std::abs(point->first - x);
            found->value = point->second;
        }
    }
    std::erase_if(quantities, [](const Quantity& quantity) { return !std::isfinite(quantity.value); });
    return quantities;
}

struct Pair {
    double low = 0, high = 0;
};

std::optional<Pair> edgesAt(const LaneLine& line, double x, double tolerance) {
    const auto high = line.curve ? line.curve->nearest(x) : std::nullopt;
    const auto low = line.low ? line.low->nearest(x) : std::nullopt;
    if (!high || !low || std::abs(high->first - x) > tolerance || std::abs(low->first - x) > tolerance)
        return std::nullopt;
    return Pair{low->second, high->second};
}

/// "generation 2.10 s", ..., and the share of the stage that matters most.
std::vector<Readout> stackReadouts(const Lane& lane, const PlotState& state, double x, double tolerance) {
    struct Part {
        const LaneLine* line;
        double value;
    };
    std::vector<Part> parts;
    double total = 0;
    for (const LaneLine& line : lane.lines) {
        if (line.kind != LineKind::stack || line.run != 0)
            continue;
        const auto edges = edgesAt(line, x, tolerance);
        const bool known = std::ranges::any_of(parts, [&](const Part& part) { return part.line->label == line.label; });
        if (!edges || known)
            continue;
        parts.push_back({&line, edges->high - edges->low});
        total += edges->high - edges->low;
    }
    std::vector<Readout> readouts;
    for (const Part& part : parts)
        readouts.push_back({part.line->label, laneQuantity(part.value, lane.unit), state.theme.text2, false});
    if (parts.empty() || !(total > 0))
        return readouts;
    const auto largest = std::ranges::max_element(parts, {}, [](const Part& part) {
        return part.line->stage == Stage::generation ? std::numeric_limits<double>::infinity() : part.value;
    });
    readouts.push_back({{},
                        QString::fromStdString(formatShare(largest->value / total)) + u' ' + largest->line->label,
                        state.theme.text,
                        true});
    return readouts;
}

std::vector<Readout> bandReadouts(const Lane& lane, const PlotState& state, double x, double tolerance) {
    for (const LaneLine& line : lane.lines) {
        if (line.kind != LineKind::band)
            continue;
        if (const auto edges = edgesAt(line, x, tolerance))
            return {{{},
                     translated("%1 to %2").arg(laneValue(edges->low, lane.unit), laneValue(edges->high, lane.unit)),
                     state.theme.text2,
                     false}};
    }
    return {};
}

/// Several runs: one value a run and quantity, in its colour.
std::vector<Readout> runReadouts(const Lane& lane, const PlotState& state, const std::vector<Quantity>& quantities) {
    std::vector<Readout> readouts;
    for (const Quantity& quantity : quantities) {
        const LaneLine& line = *quantity.line;
        const bool smoothedToo = std::ranges::any_of(quantities, [&](const Quantity& other) {
            return other.line->run == line.run && other.line->kind == LineKind::smoothed;
        });
        if (line.kind == LineKind::sinceStart || (line.kind == LineKind::raw && smoothedToo))
            continue;
        const int slot = state.timeline->runs[static_cast<std::size_t>(line.run)].slot;
        readouts.push_back(
            {runLetter(state, line.run), laneValue(quantity.value, lane.unit), state.theme.run(slot), true});
    }
    if (!readouts.empty())
        readouts.back().text = readouts.back().text + (lane.unit.isEmpty() ? QString() : u' ' + lane.unit);
    return readouts;
}

std::vector<Readout> singleReadouts(const Lane& lane, const PlotState& state, const std::vector<Quantity>& quantities) {
    std::vector<Readout> readouts;
    for (const Quantity& quantity : quantities)
        readouts.push_back({quantity.line->label, laneValue(quantity.value, lane.unit), state.theme.text2, false});
    if (readouts.empty())
        return readouts;
    const bool smoothed = quantities.back().line->kind == LineKind::smoothed;
    const bool alone = readouts.size() == 1;
    Readout& main = readouts.back();
    main = {smoothed || alone ? QString() : main.label, laneQuantity(quantities.back().value, lane.unit),
            state.theme.text, true};
    return readouts;
}

/// One value for each added series and run: smoothed, else as logged.
std::vector<Readout> addedReadouts(const Lane& lane, const PlotState& state, const std::vector<Quantity>& quantities) {
    std::vector<Readout> readouts;
    const PlotSizes sizes = PlotSizes::of(state.options);
    for (const Quantity& quantity : quantities) {
        const LaneLine& line = *quantity.line;
        const bool smoothedToo = std::ranges::any_of(quantities, [&](const Quantity& other) {
            return other.line->run == line.run && other.line->added == line.added &&
                   other.line->kind == LineKind::smoothed;
        });
        if (line.kind != LineKind::smoothed && smoothedToo)
            continue;
        readouts.push_back({addedName(line, state), laneValue(quantity.value, lane.unit),
                            lookOf(lane, quantity.index, state, sizes).strong, false, line.added});
    }
    return readouts;
}

} // namespace

QString addedName(const LaneLine& line, const PlotState& state) {
    constexpr qsizetype most = 36, begin = 12;
    QString name = line.series;
    if (name.size() > most) // the end of a key tells more than its beginning
        name = name.left(begin) + QChar(0x2026) + name.right(most - begin - 1);
    return state.timeline->runs.size() > 1 ? runLetter(state, line.run) + u' ' + name : name;
}

QString runLetter(const PlotState& state, int run) {
    return models::runLetter(*state.timeline, run);
}

std::vector<Readout> readoutsAt(const Lane& lane, const PlotState& state, double x, double tolerance) {
    const bool several = state.timeline->runs.size() > 1;
    auto quantities = quantitiesAt(lane, x, tolerance);
    const auto firstAdded = std::stable_partition(quantities.begin(), quantities.end(),
                                                  [](const Quantity& quantity) { return quantity.line->added == 0; });
    const std::vector<Quantity> added(firstAdded, quantities.end());
    quantities.erase(firstAdded, quantities.end());
    std::vector<Readout> readouts;
    if (!several) {
        readouts = stackReadouts(lane, state, x, tolerance);
        if (readouts.empty())
            readouts = bandReadouts(lane, state, x, tolerance);
    }
    const auto values = several ? runReadouts(lane, state, quantities) : singleReadouts(lane, state, quantities);
    const bool stacked = !readouts.empty() && readouts.back().main;
    if (!stacked)
        readouts.insert(readouts.end(), values.begin(), values.end());
    if (!added.empty()) {
        const auto beside = addedReadouts(lane, state, added);
        const auto place = std::ranges::find(readouts, true, &Readout::main);
        readouts.insert(place, beside.begin(), beside.end());
    }
    if (readouts.empty())
        readouts.push_back({{}, translated("no value here"), state.theme.muted, false});
    return readouts;
}

const LaneLine* mainLine(const Lane& lane, int run, double x, int added) {
    const LaneLine* best = nullptr;
    double bestDistance = std::numeric_limits<double>::infinity();
    int bestRank = 0;
    const auto rank = [](const LaneLine& line) {
        switch (line.kind) {
        case LineKind::smoothed:
            return 4;
        case LineKind::raw:
            return 3;
        case LineKind::stack:
            return line.stage == Stage::generation ? 2 : 1;
        case LineKind::sinceStart:
            return 1;
        default:
            return 0;
        }
    };
    for (const LaneLine& line : lane.lines) {
        if (line.run != run || line.added != added || !line.curve || rank(line) == 0)
            continue;
        const auto point = line.curve->nearest(x);
        if (!point)
            continue;
        const double distance = std::abs(point->first - x);
        if (rank(line) > bestRank || (rank(line) == bestRank && distance < bestDistance)) {
            best = &line;
            bestRank = rank(line);
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace tachograph::widgets
