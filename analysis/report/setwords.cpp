#include "analysis/report/setwords.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Roles of the metrics of all comparisons, in the order of their first appearance.
std::vector<std::string> rolesOf(const ComparisonSet& set) {
    std::vector<std::string> roles;
    for (const Comparison& comparison : set.comparisons)
        for (const MetricComparison& metric : comparison.metrics)
            if (std::ranges::find(roles, metric.role) == roles.end())
                roles.push_back(metric.role);
    return roles;
}

/// Within a sentence: "Not distinguishable" becomes "not distinguishable".
std::string lowerFirst(std::string text) {
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() + ('a' - 'A'));
    return text;
}

std::string cellOf(const MetricComparison* metric) {
    if (!metric || !std::isfinite(metric->b.median))
        return "not logged";
    const std::string median = formatQuantity(metric->b.median, metric->unit);
    if (!std::isfinite(metric->effect))
        return median + " (not judged)";
    return median + " (" + formatChange(metric->effect) + ", " + verdictName(metric->verdict) + ')';
}

/// Where A's figure stands: in any comparison, for the steady steps depend a little on the other side.
std::string baselineCell(const ComparisonSet& set, const std::string& role) {
    for (const Comparison& comparison : set.comparisons)
        if (const MetricComparison* metric = metricOf(comparison, role); metric && std::isfinite(metric->a.median))
            return formatQuantity(metric->a.median, metric->unit);
    return "not logged";
}

std::string sentenceOf(const Comparison& comparison, const std::string& letter) {
    std::string text = letter + ' ' + plainText(comparison.b->name(), 60) +
                       " against A: " + lowerFirst(verdictTitle(comparison.verdict));
    const MetricComparison& metric = comparison.headlineMetric;
    if (comparison.verdict == Verdict::sameRun || comparison.verdict == Verdict::notComparable)
        return text + '.';
    if (std::isfinite(metric.effect) && std::isfinite(metric.low))
        text += ", " + lowerFirst(roleInfo(metric.role).title) + ' ' + formatChange(metric.effect) + " (" +
                formatChange(metric.low) + " to " + formatChange(metric.high) + ')';
    return text + '.';
}

} // namespace

std::string runLetter(std::size_t comparison) {
    return std::string(1, static_cast<char>('B' + std::min<std::size_t>(comparison, 'Z' - 'B')));
}

Table setTable(const ComparisonSet& set) {
    Table table{{"Metric", "A " + plainText(set.comparisons.front().a->name(), 30)}, {false, true}, {}};
    for (std::size_t i = 0; i < set.comparisons.size(); ++i) {
        table.columns.push_back(runLetter(i) + ' ' + plainText(set.comparisons[i].b->name(), 30));
        table.numeric.push_back(true);
    }
    for (const std::string& role : rolesOf(set)) {
        std::vector<std::string> row{roleInfo(role).title, baselineCell(set, role)};
        for (const Comparison& comparison : set.comparisons)
            row.push_back(cellOf(metricOf(comparison, role)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::string> setSentences(const ComparisonSet& set) {
    std::vector<std::string> sentences;
    for (std::size_t i = 1; i < set.comparisons.size(); ++i)
        sentences.push_back(sentenceOf(set.comparisons[i], runLetter(i)));
    if (!set.revert.empty())
        sentences.push_back(plainText(set.revert));
    for (const NoiseFloor& floor : set.floors)
        sentences.push_back("Noise floor: " + std::to_string(floor.names.size()) + " recordings with the settings of " +
                            (floor.ofA ? "A" : "B") + " lie " + formatChange(floor.spread) + " apart.");
    return sentences;
}

} // namespace tachograph
