#pragma once

#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <QRectF>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tachograph::widgets {

/// First-fit: the row of each [left, right] in pixels, -1 where `mostRows` do not suffice. At least `gap` between
/// neighbours in a row.
std::vector<int> packRows(const std::vector<std::pair<double, double>>& extents, int mostRows, double gap = 6);

/// Keeps the bars that find a row, with its number, and counts the others: what both kinds of rows have in common.
template <typename Rows, typename Bar>
Rows inRows(std::vector<Bar> bars, const std::vector<std::pair<double, double>>& extents, int mostRows) {
    const std::vector<int> rows = packRows(extents, mostRows);
    Rows answer;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        if (rows[i] < 0) {
            ++answer.hidden;
            continue;
        }
        bars[i].row = rows[i];
        answer.rows = std::max(answer.rows, rows[i] + 1);
        answer.bars.push_back(std::move(bars[i]));
    }
    return answer;
}

/// One finding in the strip, in pixels along x.
struct FindingBar {
    int finding = -1;           ///< index into timeline->findings
    double left = 0, right = 0; ///< of the bar, cut to the view
    bool before = false;        ///< begins before the view
    std::vector<double> places; ///< of single steps in view
    QString code, extra;        ///< label: what fits of it
    double labelLeft = 0;       ///< where the label starts
    bool labelInside = false;   ///< on the bar, not beside it
    int row = 0;
};

struct FindingRows {
    std::vector<FindingBar> bars; ///< those that have a row
    int rows = 0;
    int hidden = 0; ///< in view, but without a row
};

/// The findings in view, the gravest (and the selected) first.
FindingRows layOutFindings(const PlotState& state, const XScale& scale, const PlotSizes& sizes);

} // namespace tachograph::widgets
