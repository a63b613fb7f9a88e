#include "widgets/plot/findingrows.h"

#include "widgets/plot/readouts.h"
#include "widgets/plot/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

constexpr double padding = 5;
constexpr double shortBar = 24; ///< bars under this have their label beside them

double labelWidth(const QString& code, const QString& extra, const PlotSizes& sizes) {
    return textWidth(code, sizes.stripBold) + (extra.isEmpty() ? 0 : 6 + textWidth(extra, sizes.legend));
}

/// Puts the label on the bar, right of it, left of it, or into the widest room between single places.
void placeLabel(FindingBar& bar, const XScale& scale, const PlotSizes& sizes) {
    const double full = labelWidth(bar.code, bar.extra, sizes);
    const double code = labelWidth(bar.code, {}, sizes);
    const double start = bar.left + padding + (bar.before ? 8 : 0);
    const bool onPlaces = !bar.places.empty();
    const double room = bar.right - padding - start;
    const auto inside = [&](double width) {
        return !onPlaces && bar.right - bar.left >= shortBar && width <= room;
    };
    if (inside(code)) {
        bar.labelLeft = start;
        bar.labelInside = true;
        if (!inside(full))
            bar.extra.clear();
        return;
    }
    for (const double width : {full, code}) {
        if (width < full)
            bar.extra.clear();
        if (bar.right + padding + width <= scale.right)
            bar.labelLeft = bar.right + padding;
        else if (bar.left - padding - width >= scale.left)
            bar.labelLeft = bar.left - padding - width;
        else
            continue;
        return;
    }
    bar.extra.clear();
    if (onPlaces) { // between two places, else over the beginning
        double before = bar.left;
        bar.labelLeft = start;
        for (const double place : bar.places) {
            if (place - before > code + 2 * padding) {
                bar.labelLeft = before + padding;
                break;
            }
            before = place + 2;
        }
    } else {
        bar.labelLeft = start;
        bar.code = shortened(bar.code, sizes.stripBold, room);
    }
    bar.labelInside = true;
}

FindingBar barOf(int index, const PlotState& state, const XScale& scale, const PlotSizes& sizes) {
    const auto& finding = state.timeline->findings[static_cast<std::size_t>(index)];
    FindingBar bar;
    bar.finding = index;
    bar.left = std::max(scale.toPixel(finding.first), scale.left);
    bar.right = std::min(std::max(scale.toPixel(finding.last), bar.left + 3), scale.right);
    bar.before = finding.first < scale.min;
    for (const double place : finding.places)
        if (scale.contains(place))
            bar.places.push_back(scale.toPixel(place));
    const QString letter = state.timeline->runs.size() > 1 ? runLetter(state, finding.run) + u' ' : QString();
    bar.code = letter + QString::fromStdString(finding.finding.code);
    if (finding.finding.onsetStep && finding.places.empty())
        bar.extra = QCoreApplication::translate("PlotView", "onset %1")
                        .arg(positionText(static_cast<double>(*finding.finding.onsetStep), XAxis::step));
    placeLabel(bar, scale, sizes);
    return bar;
}

} // namespace

std::vector<int> packRows(const std::vector<std::pair<double, double>>& extents, int mostRows, double gap) {
    std::vector<std::vector<std::pair<double, double>>> rows;
    std::vector<int> answer;
    for (const auto& extent : extents) {
        const auto fits = [&](const std::vector<std::pair<double, double>>& row) {
            return std::ranges::all_of(row, [&](const auto& other) {
                return extent.first >= other.second + gap || extent.second + gap <= other.first;
            });
        };
        const auto row = std::ranges::find_if(rows, fits);
        const auto index = static_cast<int>(row - rows.begin());
        if (row != rows.end()) {
            row->push_back(extent);
        } else if (index < mostRows) {
            rows.push_back({extent});
        } else {
            answer.push_back(-1);
            continue;
        }
        answer.push_back(index);
    }
    return answer;
}

FindingRows layOutFindings(const PlotState& state, const XScale& scale, const PlotSizes& sizes) {
    const auto& findings = state.timeline->findings;
    std::vector<int> order;
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (findings[i].last >= scale.min && findings[i].first <= scale.max && std::isfinite(findings[i].first))
            order.push_back(static_cast<int>(i));
    std::stable_partition(order.begin(), order.end(), [&](int index) { return index == state.selectedFinding; });
    std::vector<FindingBar> bars;
    std::vector<std::pair<double, double>> extents;
    for (const int index : order) {
        FindingBar bar = barOf(index, state, scale, sizes);
        const double labelEnd = bar.labelLeft + labelWidth(bar.code, bar.extra, sizes);
        extents.emplace_back(std::min(bar.left, bar.labelLeft), std::max(bar.right, labelEnd));
        bars.push_back(std::move(bar));
    }
    return inRows<FindingRows>(std::move(bars), extents, std::max(1, state.options.stripFindingRows));
}

} // namespace tachograph::widgets
