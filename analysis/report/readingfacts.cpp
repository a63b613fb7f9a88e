#include "analysis/report/readingfacts.h"

#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

namespace {

std::string counted(std::size_t count, const char* noun) {
    return formatCount(static_cast<std::int64_t>(count)) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace

ReadingFacts readingFacts(const Run& run) {
    const Rows& rows = run.rows();
    ReadingFacts facts;
    facts.rows = rows.size();
    for (std::size_t row = 1; row < rows.size(); ++row)
        facts.repeated += rows.step[row] == rows.step[row - 1] && rows.attempt[row] == rows.attempt[row - 1] ? 1 : 0;
    facts.cut = static_cast<std::size_t>(std::ranges::count(rows.cut, std::uint8_t{1}));
    return facts;
}

const char* repeatRuleName(RepeatRule rule) {
    return rule == RepeatRule::median ? "median" : "last";
}

std::vector<std::string> readingSentences(const Run& run) {
    const ReadingFacts facts = readingFacts(run);
    std::vector<std::string> sentences;
    if (facts.repeated > 0)
        sentences.push_back(counted(facts.rows, "row") + ", of which " + counted(facts.repeated, "row") +
                            (facts.repeated == 1 ? " has" : " have") +
                            " the step of the row before: a step's value is " +
                            (run.repeatRule() == RepeatRule::median ? "the median of its rows, with their range"
                                                                    : "the one logged last") +
                            "; all are kept.");
    if (facts.cut > 0)
        sentences.push_back(counted(facts.cut, "row") + (facts.cut == 1 ? " has" : " have") +
                            " lost the end of the line; figures leave out the values of such rows.");
    for (const Series& series : run.series())
        if (series.derived && !series.how.empty())
            sentences.push_back(series.key + ": " + series.how + ".");
    return sentences;
}

} // namespace tachograph
