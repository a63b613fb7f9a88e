#include "analysis/numerics/shapesimulation.h"

#include "analysis/numerics/normaldraws.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::numerics {

namespace {

/// What is drawn around the truth: how much is new in each value, and how much of the last one stays.
struct Noise {
    double fresh = 0, correlation = 0;
};

void drawAround(const ShapeInput& input, const ShapeFit& truth, const Noise& like, NormalDraws& draws,
                std::vector<double>& values) {
    const double settled = like.fresh / std::sqrt(1.0 - like.correlation * like.correlation);
    double noise = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool first = i == 0 || (!input.group.empty() && input.group[i] != input.group[i - 1]);
        noise = first ? settled * draws.normal() : like.correlation * noise + like.fresh * draws.normal();
        values[i] = truth.shapeOnly[i] + noise;
    }
}

std::size_t groupsOf(const ShapeInput& input) {
    std::size_t groups = 1;
    for (std::size_t i = 1; i < input.group.size(); ++i)
        groups += input.group[i] != input.group[i - 1] ? 1 : 0;
    return groups;
}

} // namespace

double shareThatReaches(const NoiseQuestion& question, const ShapeFit& truth,
                        const std::function<double(const ShapeContest&)>& figure, const Job& job) {
    constexpr std::size_t draws = 399;
    const auto& [input, leastVariance, observed, most, correlation] = question;
    const auto look = static_cast<std::size_t>(std::ceil(2.0 / most));
    constexpr std::uint64_t seed = 20'261'129;
    const double beyondChance = correlation ? 200.0 : 40.0;
    if (observed > beyondChance)
        return 0.0;
    const std::size_t count = input.values.size();
    const auto parameters = static_cast<std::size_t>(parameterCount(truth.shape)) - 1 + groupsOf(input) - 1;
    const auto free = static_cast<double>(count - std::min(count - 1, parameters));
    const Noise like{std::sqrt(std::max(truth.rss / free, leastVariance)), correlation.value_or(input.correlation)};
    NormalDraws noise(seed);
    std::vector<double> values(count);
    ShapeInput drawn = input;
    drawn.values = values;
    std::size_t reached = 0;
    for (std::size_t draw = 1; draw <= draws; ++draw) {
        if (job.canceled())
            return 1.0;
        drawAround(input, truth, like, noise, values);
        reached += figure(fitShapesOnly(drawn, leastVariance)) >= observed ? 1 : 0;
        const double certain = static_cast<double>(1 + reached) / static_cast<double>(1 + draws);
        if (certain >= most)
            return static_cast<double>(1 + reached) / static_cast<double>(1 + draw);
        if (draw == look && reached == 0)
            return 1.0 / static_cast<double>(1 + draws);
    }
    return static_cast<double>(1 + reached) / static_cast<double>(1 + draws);
}

} // namespace tachograph::numerics
