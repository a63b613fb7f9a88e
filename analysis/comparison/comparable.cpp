#include "analysis/comparison/comparable.h"

#include "analysis/attribution/attribution.h"
#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tachograph {

namespace {

std::string scopeName(Scope scope) {
    return scope == Scope::job ? "of the whole job" : "of one GPU";
}

/// Formats in which any trainer may have written: a different one there says nothing about the trainer.
bool isGeneric(const std::string& format) {
    constexpr std::array generic{"jsonl", "csv", "tsv", "wandb", "tensorboard", "mlflow", "sqlite"};
    return std::ranges::any_of(generic, [&format](const char* name) { return format.starts_with(name); });
}

std::optional<double> medianOf(const Run& run, const SteadyRows& rows, const char* role) {
    const Series* series = run.forRole(role);
    if (!series)
        return std::nullopt;
    const StepValues values = stepValues(run, *series, Include::current);
    std::vector<double> finite;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (rows.use[values.row[i]] && std::isfinite(values.value[i]))
            finite.push_back(values.value[i]);
    return finite.empty() ? std::nullopt : std::optional(numerics::median(finite));
}

class Check {
  public:
    Check(const Run& a, const Run& b) : m_a(a), m_b(b) {}

    void trainers() {
        if (m_a.format() == m_b.format())
            return;
        warn("The recordings have different formats (" + m_a.format() + " and " + m_b.format() +
             "); a step may not mean the same.");
        if (!isGeneric(m_a.format()) && !isGeneric(m_b.format()))
            refuse("They come from different trainers (" + m_a.format() + " and " + m_b.format() + ").");
    }

    void definitions(const char* role) {
        const Series *x = m_a.forRole(role), *y = m_b.forRole(role);
        if (!x || !y)
            return;
        const std::string title = roleInfo(role).title;
        if (x->scope != y->scope && x->scope != Scope::unknown && y->scope != Scope::unknown) {
            warn(title + " is " + scopeName(x->scope) + " in A and " + scopeName(y->scope) + " in B.");
            refuse(title + " is " + scopeName(x->scope) + " in A and " + scopeName(y->scope) + " in B.");
        }
        if (x->averaging != y->averaging)
            warn(title + " is an average since the start in " + (x->averaging == Averaging::sinceStart ? "A" : "B") +
                 " only.");
        else if (x->definition != y->definition && !x->definition.empty() && !y->definition.empty() && !x->derived)
            warn(title + " is " + x->definition + " in A and " + y->definition + " in B.");
        if (x->derived != y->derived)
            warn(title + " is logged in " + (x->derived ? "B" : "A") + " and derived in " + (x->derived ? "A" : "B") +
                 " (" + (x->derived ? x->how : y->how) + ").");
        else if (!x->derived && x->key != y->key)
            warn(title + " is " + plainText(x->key, 60) + " in A and " + plainText(y->key, 60) +
                 " in B; they may count different things.");
    }

    void workPerStep(const SteadyRows& rowsA, const SteadyRows& rowsB) {
        const auto x = medianOf(m_a, rowsA, roles::tokensPerStep), y = medianOf(m_b, rowsB, roles::tokensPerStep);
        if (x && y && *x > 0.0 && *y > 0.0 && std::abs(std::log(*y / *x)) >= std::log(1.03))
            warn("A step holds " + formatTokens(*x) + " in A and " + formatTokens(*y) +
                 " in B: steps are not equal work, rates per token are.");
    }

    void machines() {
        const double x = gpuCount(m_a), y = gpuCount(m_b);
        if (x > 0.0 && y > 0.0 && x != y)
            warn("A ran on " + formatNumber(x) + " GPUs, B on " + formatNumber(y) + ".");
        for (const char* stage : {"drafter", "target"}) {
            const std::size_t inA = members(m_a, stage), inB = members(m_b, stage);
            if (inA > 0 && inB > 0 && inA != inB)
                warn("A has " + std::to_string(inA) + ' ' + stage + " GPUs, B has " + std::to_string(inB) + ".");
        }
    }

    /// Rows that only one side could have are no differences.
    void knownSettings() {
        const bool inA = !m_a.config().empty() || !m_a.environment().empty();
        const bool inB = !m_b.config().empty() || !m_b.environment().empty();
        if (inA != inB)
            warn(std::string(inA ? "B" : "A") +
                 " has no configuration and environment beside it: what differs there is "
                 "not known.");
    }

    void subjects() {
        for (const char* key : {"model", "model_name", "dataset", "dataset.tokens", "dataset.samples"}) {
            const auto x = m_a.config().find(key), y = m_b.config().find(key);
            if (x != m_a.config().end() && y != m_b.config().end() && x->second != y->second)
                warn(std::string(key) + " differs: " + plainText(x->second, 60) + " in A and " +
                     plainText(y->second, 60) + " in B.");
        }
    }

    void axis(const Alignment& alignment) {
        for (const Run* run : {&m_a, &m_b})
            if (const std::string why = whyNotOnAxis(*run, alignment.axis); !why.empty())
                warn(std::string(run == &m_a ? "A" : "B") + " cannot be laid along this axis: " + why + ".");
        if (m_a.stepCount() > 0 && m_b.stepCount() > 0 && alignment.axis == XAxis::step &&
            (m_a.lastStep() < m_b.firstStep() || m_b.lastStep() < m_a.firstStep()))
            warn("Their steps do not overlap.");
    }

    Comparability take() { return std::move(m_result); }

  private:
    void warn(std::string sentence) { m_result.warnings.push_back(std::move(sentence)); }
    void refuse(std::string sentence) {
        if (m_result.comparable)
            m_result.why = std::move(sentence);
        m_result.comparable = false;
    }
    /// Entries of a list "gpus.STAGE" of the configuration, as one row or one row each.
    static std::size_t members(const Run& run, const std::string& stage) {
        const std::string key = "gpus." + stage;
        if (const auto list = run.config().find(key); list != run.config().end())
            return static_cast<std::size_t>(std::ranges::count(list->second, ',')) + (list->second.size() > 2 ? 1 : 0);
        return static_cast<std::size_t>(
            std::ranges::count_if(run.config(), [&key](const auto& row) { return row.first.starts_with(key + '.'); }));
    }

    const Run &m_a, &m_b;
    Comparability m_result;
};

} // namespace

Comparability comparability(const Run& a, const SteadyRows& rowsA, const Run& b, const SteadyRows& rowsB,
                            const Alignment& alignment) {
    Check check(a, b);
    check.trainers();
    check.definitions(roles::stepTime);
    check.definitions(roles::throughput);
    check.workPerStep(rowsA, rowsB);
    check.machines();
    check.subjects();
    check.knownSettings();
    check.axis(alignment);
    return check.take();
}

} // namespace tachograph
