#include "analysis/comparison/etacheck.h"

#include "analysis/comparison/steadysample.h"
#include "analysis/core/text.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tachograph {

namespace {

std::optional<double> settingNumber(const Run& run, std::string_view key) {
    const auto found = run.config().find(std::string(key));
    const auto number = found == run.config().end() ? std::nullopt : parseNumber(found->second);
    return number && std::isfinite(*number) && *number > 0.0 ? number : std::nullopt;
}

/// Steps of the whole training, when the configuration tells.
std::optional<double> totalSteps(const Run& run) {
    const auto batches = settingNumber(run, "batches_per_epoch"), epochs = settingNumber(run, "epochs");
    const auto perStep = batchesPerStep(run);
    if (batches && epochs && perStep && *perStep > 0.0)
        return *batches * *epochs / *perStep;
    for (const char* key : {"max_steps", "total_steps", "train_iters", "trainer.total_training_steps"})
        if (const auto total = settingNumber(run, key))
            return total;
    return std::nullopt;
}

/// The first printed ETA of every current step, in order.
std::vector<EtaPoint> printedPoints(const Run& run) {
    std::vector<EtaPoint> points;
    const Series* eta = run.forRole(roles::eta);
    for (std::size_t i = 0; eta && i < eta->size(); ++i) {
        const std::uint32_t row = eta->rowOf(i);
        const std::int64_t step = run.rows().step[row];
        if (run.rows().isSuperseded(row) || !std::isfinite(eta->values[i]) ||
            (!points.empty() && points.back().step == step))
            continue;
        points.push_back({step, eta->inUnit(i), std::nullopt});
    }
    return points;
}

double drift(const EtaPoint& point) {
    return point.printed && point.implied && *point.printed > 0.0 && *point.implied > 0.0
               ? std::abs(std::log(*point.printed / *point.implied))
               : 0.0;
}

} // namespace

EtaCheck etaCheck(const Run& run, const SteadyRows& rows, std::optional<std::int64_t> atStep) {
    EtaCheck check;
    const Series* stepTime = run.forRole(roles::stepTime);
    const double pace = stepTime ? steadySample(run, *stepTime, rows).median() : std::nan("");
    const auto total = totalSteps(run);
    const auto imply = [&](EtaPoint& point) {
        const double left = total ? *total - static_cast<double>(point.step) : 0.0;
        if (left > 0.0 && std::isfinite(pace))
            point.implied = left * pace;
    };
    check.quoted.step = atStep.value_or(run.lastStep());
    std::vector<EtaPoint> points = printedPoints(run);
    for (const EtaPoint& point : points)
        if (!atStep || point.step <= *atStep)
            check.quoted = point;
    imply(check.quoted);
    // The first prints hold the start-up; what is far off there is no news.
    constexpr std::size_t settling = 5;
    for (std::size_t i = std::max(settling, points.size() / 10); i < points.size(); ++i) {
        imply(points[i]);
        if (drift(points[i]) > (check.worst ? drift(*check.worst) : 0.0))
            check.worst = points[i];
    }
    return check;
}

} // namespace tachograph
