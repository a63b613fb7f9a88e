#include "analysis/comparison/expectation.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

/// Settings that cap how much work a batch or step holds.
constexpr std::array capKeys = {"token_budget",
                                "max_batch_size",
                                "batch_size",
                                "train_batch_size",
                                "max_num_tokens",
                                "micro_batch_size",
                                "per_device_train_batch_size",
                                "max_tokens_per_batch",
                                "max_num_batched_tokens",
                                "global_batch_size"};

/// The key's last part: "trainer.batch_size" -> "batch_size".
std::string_view leaf(std::string_view key) {
    const std::size_t dot = key.find_last_of("./");
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

bool isCap(const SettingDifference& row) {
    return std::ranges::find(capKeys, leaf(row.key), [](const char* key) { return std::string_view(key); }) !=
           capKeys.end();
}

void addCauses(Expectation& expectation, const std::vector<SettingDifference>& config) {
    for (const SettingDifference& row : config) {
        const auto x = parseNumber(row.a), y = parseNumber(row.b);
        if (!isCap(row) || !x || !y || !(*x > 0.0) || !(*y > 0.0) || !std::isfinite(*y / *x))
            continue;
        expectation.because.push_back({row.key, *y / *x});
        expectation.bound *= *y / *x;
    }
}

void addInseparable(Expectation& expectation, const std::vector<SettingDifference>& config,
                    const std::vector<SettingDifference>& environment) {
    using Kind = SettingDifference::Kind;
    std::string software, setting;
    for (const auto* rows : {&config, &environment})
        for (const SettingDifference& row : *rows) {
            if (!mayMatter(row))
                continue;
            expectation.inseparable.push_back(row.key);
            std::string& first = row.kind == Kind::setting ? setting : software;
            if (first.empty() || (row.kind == Kind::package && row.key == "torch"))
                first = row.key;
        }
    if (expectation.inseparable.size() == 1)
        expectation.experiment = "Only " + expectation.inseparable.front() +
                                 " changed: go back to A's value and see whether the speed returns.";
    else if (!software.empty() && !setting.empty())
        expectation.experiment = "To separate them, change " + software +
                                 " alone with the settings of B; then go back and see whether the speed returns.";
    else if (expectation.inseparable.size() > 1)
        expectation.experiment = "To separate them, change " + expectation.inseparable.front() +
                                 " alone; then go back and see whether the speed returns.";
}

std::string measuredText(const Expectation& expectation, const MeasuredWork& work) {
    const bool belowBound = expectation.bound < 1.0;
    return std::string("Measured by tokens per ") + (work.perBatch ? "batch" : "step") + " (" + formatTokens(work.a) +
           " to " + formatTokens(work.b) + ") the changed settings explain " + formatFactor(expectation.expected) +
           "; were speed proportional to each of them, " + (belowBound ? "no less than " : "no more than ") +
           formatFactor(expectation.bound) + '.';
}

} // namespace

Expectation expectedEffect(const std::vector<SettingDifference>& config,
                           const std::vector<SettingDifference>& environment,
                           const std::optional<MeasuredWork>& measured, double observedFactor) {
    Expectation expectation;
    expectation.observed = observedFactor;
    addCauses(expectation, config);
    addInseparable(expectation, config, environment);
    if (expectation.because.empty()) {
        expectation.unexplained = observedFactor;
        expectation.text = expectation.inseparable.empty() ? "No setting that may matter differs."
                                                           : "No changed setting has a stated rule for its effect.";
        return expectation;
    }
    expectation.measured = measured && measured->a > 0.0 && measured->b > 0.0;
    expectation.expected = expectation.measured ? measured->b / measured->a : expectation.bound;
    expectation.unexplained = observedFactor / expectation.expected;
    expectation.text = expectation.measured
                           ? measuredText(expectation, *measured)
                           : "Were speed proportional to the changed settings they would explain " +
                                 formatFactor(expectation.bound) + "; tokens per batch were not measured.";
    if (std::isfinite(expectation.unexplained))
        expectation.text += " Observed is " + formatFactor(observedFactor) + "; " +
                            formatFactor(expectation.unexplained) + " is not explained by these settings.";
    return expectation;
}

} // namespace tachograph
