#include "analysis/numerics/theilsen.h"

#include "analysis/numerics/orderstatistics.h"

#include <numeric>
#include <vector>

namespace tachograph::numerics {

Line theilSen(std::span<const double> x, std::span<const double> y) {
    if (y.empty())
        return {};
    std::vector<double> slopes;
    slopes.reserve(y.size() * (y.size() - 1) / 2);
    for (std::size_t i = 0; i < y.size(); ++i)
        for (std::size_t j = i + 1; j < y.size(); ++j)
            if (x[i] != x[j])
                slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
    Line line;
    line.slope = slopes.empty() ? 0.0 : median(slopes);
    std::vector<double> rest(y.begin(), y.end());
    for (std::size_t i = 0; i < rest.size(); ++i)
        rest[i] -= line.slope * x[i];
    line.intercept = median(rest);
    return line;
}

Line theilSen(std::span<const double> y) {
    std::vector<double> x(y.size());
    std::iota(x.begin(), x.end(), 0.0);
    return theilSen(x, y);
}

} // namespace tachograph::numerics
