#include "analysis/comparison/etacheck.h"

#include "analysis/comparison/steadysample.h"
#include "analysis/core/text.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// The first printed ETA of every current step in range, in order.
std::vector<EtaPoint> printedPoints(const Run& run, const RowFilter& inRange) {
    std::vector<EtaPoint> points;
    const Series* eta = run.forRole(roles::eta);
    for (std::size_t i = 0; eta && i < eta->size(); ++i) {
        const std::uint32_t row = eta->rowOf(i);
        const std::int64_t step = run.rows().step[row];
        if (run.rows().isSuperseded(row) || !inRange(row) || !std::isfinite(eta->values[i]) ||
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

/// What the work left takes at the true pace.
class Implication {
  public:
    Implication(const Run& run, const SteadyRows& rows) : m_total(totalSteps(run)) {
        if (const Series* stepTime = run.forRole(roles::stepTime))
            m_pace = steadySample(run, *stepTime, rows).median();
    }

    void addTo(EtaPoint& point) const {
        const double left = m_total ? *m_total - static_cast<double>(point.step) : 0.0;
        if (left > 0.0 && std::isfinite(m_pace))
            point.implied = left * m_pace;
    }

  private:
    std::optional<double> m_total;
    double m_pace = std::numeric_limits<double>::quiet_NaN();
};

} // namespace

std::vector<EtaPoint> etaPoints(const Run& run, const SteadyRows& rows, const RowFilter& inRange) {
    std::vector<EtaPoint> points = printedPoints(run, inRange);
    const Implication implication(run, rows);
    for (EtaPoint& point : points)
        implication.addTo(point);
    return points;
}

EtaCheck etaCheck(const Run& run, const SteadyRows& rows, std::optional<std::int64_t> atStep,
                  const RowFilter& inRange) {
    EtaCheck check;
    check.quoted.step = atStep.value_or(run.lastStep());
    Implication(run, rows).addTo(check.quoted);
    const std::vector<EtaPoint> points = etaPoints(run, rows, inRange);
    for (const EtaPoint& point : points)
        if (!atStep || point.step <= *atStep)
            check.quoted = point;
    // The first prints hold the start-up; what is far off there is no news.
    constexpr std::size_t settling = 5;
    for (std::size_t i = std::max(settling, points.size() / 10); i < points.size(); ++i)
        if (drift(points[i]) > (check.worst ? drift(*check.worst) : 0.0))
            check.worst = points[i];
    return check;
}

} // namespace tachograph
