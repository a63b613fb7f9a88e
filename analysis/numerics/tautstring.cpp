#include "analysis/numerics/tautstring.h"

#include <algorithm>
#include <limits>

namespace tachograph::numerics {

namespace {

constexpr std::size_t longestPiece = 4096;

/// A straight piece of the string: from a vertex to the gate at which it ends, with its slope.
struct Piece {
    std::size_t end = 0;
    double slope = 0.0;
};

/// The slopes from (x[at], y) that pass all gates, gate by gate, until there is none left: then the string leans on the
/// gate that set the limit on that side.
Piece nextPiece(std::span<const double> x, std::span<const double> low, std::span<const double> high, std::size_t at,
                double y) {
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
    std::size_t leastAt = at, mostAt = at;
    const std::size_t stop = std::min(x.size(), at + 1 + longestPiece);
    for (std::size_t i = at + 1; i < stop; ++i) {
        const double run = x[i] - x[at];
        const double lower = (low[i] - y) / run, upper = (high[i] - y) / run;
        if (lower > most)
            return {mostAt, most};
        if (upper < least)
            return {leastAt, least};
        if (lower >= least) {
            least = lower;
            leastAt = i;
        }
        if (upper <= most) {
            most = upper;
            mostAt = i;
        }
    }
    return {stop - 1, (least + most) / 2.0};
}

} // namespace

std::vector<double> tautString(std::span<const double> x, std::span<const double> low, std::span<const double> high) {
    std::vector<double> y(x.size());
    if (x.empty())
        return y;
    y[0] = (low[0] + high[0]) / 2.0;
    for (std::size_t at = 0; at + 1 < x.size();) {
        const Piece piece = nextPiece(x, low, high, at, y[at]);
        for (std::size_t i = at + 1; i <= piece.end; ++i)
            y[i] = std::clamp(y[at] + piece.slope * (x[i] - x[at]), low[i], high[i]);
        at = piece.end;
    }
    return y;
}

} // namespace tachograph::numerics
