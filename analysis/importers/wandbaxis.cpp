#include "analysis/importers/wandbaxis.h"

#include "analysis/core/text.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wirereader.h"

#include <algorithm>

namespace tachograph {

namespace {

/// Keys of the tracker itself: its own count, its clock.
bool isOwnKey(std::string_view key) {
    return key.starts_with('_');
}

} // namespace

WandbAxis::Candidate& WandbAxis::candidate(std::string_view key) {
    const auto found = m_candidates.find(key);
    return found != m_candidates.end() ? found->second : m_candidates[std::string(key)];
}

void WandbAxis::readMetric(std::string_view message) {
    constexpr std::uint32_t nameField = 1, axisField = 4, axisNumberField = 5;
    if (m_metrics.size() >= mostMetrics)
        return;
    m_metrics.emplace_back(bytesOf(message, nameField));
    const std::string_view axis = bytesOf(message, axisField);
    const auto number = fieldOf(message, axisNumberField, WireField::Type::varint);
    if (!axis.empty() && !isOwnKey(axis))
        candidate(axis).declared = true;
    else if (axis.empty() && number && number->raw > 0 && number->raw <= m_metrics.size())
        if (const std::string& named = m_metrics[static_cast<std::size_t>(number->raw - 1)]; !isOwnKey(named))
            candidate(named).declared = true;
}

void WandbAxis::beginRow(std::optional<std::int64_t> own) {
    m_own = own;
    ++m_rows;
}

void WandbAxis::seeKey(std::string_view key, double value) {
    const bool known = m_candidates.contains(key);
    if (!known && (isOwnKey(key) || !stepKeyRank(key)))
        return;
    const auto step = stepFromNumber(value);
    Candidate& found = candidate(key);
    if (!step || found.lastRow == m_rows)
        return;
    ++found.rows;
    found.lastRow = m_rows;
    found.equalsOwn = found.equalsOwn && m_own == step;
}

void WandbAxis::choose() {
    const Candidate* best = nullptr;
    const auto better = [](const std::string& key, const Candidate& one, const std::string& bestKey,
                           const Candidate& other) {
        if (one.declared != other.declared)
            return one.declared;
        if (one.declared)
            return one.rows > other.rows;
        return stepKeyRank(key).value_or(1000) < stepKeyRank(bestKey).value_or(1000);
    };
    for (const auto& [key, found] : m_candidates) {
        if (found.rows == 0 || found.rows * 2 < m_rows || (best && !better(key, found, m_key, *best)))
            continue;
        best = &found;
        m_key = key;
    }
    m_equalsOwn = best && best->equalsOwn;
    m_keyDeclared = best && best->declared;
}

std::string WandbAxis::sentence() const {
    const std::string name = plainText(m_key, 100);
    std::string text = m_key.empty()   ? "Steps are W&B's own _step."
                       : m_keyDeclared ? "Steps are " + name + ", declared as the axis of its metrics."
                                       : "Steps are " + name + ", which its rows carry, not W&B's own _step.";
    if (m_equalsOwn)
        text = "Steps are " + name + ", equal to W&B's own _step.";
    std::string others;
    for (const auto& [key, found] : m_candidates)
        if (found.declared && key != m_key && others.size() < 300)
            others += (others.empty() ? "" : ", ") + plainText(key, 100);
    if (!others.empty())
        text += " Metrics that were declared over " + others + " stand at the step of their row.";
    return text;
}

} // namespace tachograph
