#include "analysis/report/readingfacts.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

std::string counted(std::size_t count, const char* noun) {
    return formatCount(static_cast<std::int64_t>(count)) + " " + noun + (count == 1 ? "" : "s");
}

constexpr std::size_t mostKindsOfIssues = 12;

/// The text with every number as '#': "step 5" and "step 6" are one kind of issue.
std::string withoutNumbers(std::string_view text) {
    std::string kind;
    for (const char c : text)
        if (const bool digit = c >= '0' && c <= '9'; !digit)
            kind += c;
        else if (kind.empty() || kind.back() != '#')
            kind += '#';
    return kind;
}

std::vector<SameIssues> groupedIssues(const Issues& issues) {
    std::vector<SameIssues> groups;
    std::vector<std::string> kinds;
    for (const Issue& issue : issues.kept) {
        const std::string kind = withoutNumbers(issue.text);
        const auto known = std::ranges::find(kinds, kind);
        if (known == kinds.end()) {
            kinds.push_back(kind);
            groups.push_back({issue.text, issue.where, 1});
        } else {
            ++groups[static_cast<std::size_t>(known - kinds.begin())].count;
        }
    }
    return groups;
}

bool anyKnown(const std::vector<double>& stamps) {
    return std::ranges::any_of(stamps, [](double stamp) { return std::isfinite(stamp); });
}

/// Which keys the steps and times were taken from, how many lines there were and what was laid together.
void addOrigin(const Run& run, std::vector<ReadingSentence>& sentences) {
    const ReadingRecord& reading = run.reading();
    if (std::string steps = stepSentence(reading); !steps.empty())
        sentences.push_back({"Steps", std::move(steps)});
    if (!reading.timeKey.empty())
        sentences.push_back({"Times", "Times are those of \"" + plainText(reading.timeKey, 100) + "\"."});
    else if (anyKnown(run.rows().time))
        sentences.push_back({"Times", "Times are the stamps that this format gives its lines or records."});
    if (!reading.elapsedKey.empty())
        sentences.push_back(
            {"Elapsed time", "Time since the start is that of \"" + plainText(reading.elapsedKey, 100) + "\"."});
    else if (anyKnown(run.rows().elapsed))
        sentences.push_back({"Elapsed time", "Time since the start is what this format prints in its lines."});
    if (reading.lines > 0)
        sentences.push_back({"Lines", counted(reading.lines, "line") + ", with " + counted(run.rows().size(), "row") +
                                          " and " + counted(run.events().size(), "event") + " in " +
                                          (reading.lines == 1 ? "it." : "them.")});
    if (reading.mergedRows > 0)
        sentences.push_back(
            {"Laid together", counted(reading.mergedRows, "record") + " of a step that the row before has too " +
                                  (reading.mergedRows == 1 ? "was" : "were") + " laid together with it."});
}

} // namespace

ReadingFacts readingFacts(const Run& run) {
    const Rows& rows = run.rows();
    ReadingFacts facts;
    facts.rows = rows.size();
    for (std::size_t row = 1; row < rows.size(); ++row)
        facts.repeated += rows.step[row] == rows.step[row - 1] && rows.attempt[row] == rows.attempt[row - 1] ? 1 : 0;
    facts.cut = static_cast<std::size_t>(std::ranges::count(rows.cut, std::uint8_t{1}));
    facts.issues = groupedIssues(run.issues());
    return facts;
}

const char* repeatRuleName(RepeatRule rule) {
    return rule == RepeatRule::median ? "median" : "last";
}

std::vector<ReadingSentence> readingSentences(const Run& run) {
    const ReadingFacts facts = readingFacts(run);
    std::vector<ReadingSentence> sentences;
    addOrigin(run, sentences);
    if (facts.repeated > 0)
        sentences.push_back(
            {"Same step again", counted(facts.rows, "row") + ", of which " + counted(facts.repeated, "row") +
                                    (facts.repeated == 1 ? " has" : " have") +
                                    " the step of the row before: a step's value is " +
                                    (run.repeatRule() == RepeatRule::median ? "the median of its rows, with their range"
                                                                            : "the one logged last") +
                                    "; all are kept."});
    if (facts.cut > 0)
        sentences.push_back({"Cut rows", counted(facts.cut, "row") + (facts.cut == 1 ? " has" : " have") +
                                             " lost the end of the line; figures leave out the values of such rows."});
    for (const Series& series : run.series())
        if (series.derived && !series.how.empty())
            sentences.push_back({series.key, series.key + ": " + series.how + "."});
    return sentences;
}

std::vector<std::string> issueSentences(const Run& run) {
    const std::vector<SameIssues> groups = groupedIssues(run.issues());
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < std::min(groups.size(), mostKindsOfIssues); ++i)
        sentences.push_back(
            groups[i].where +
            (groups[i].count > 1 ? " and " + counted(groups[i].count - 1, "other place") : std::string()) + ": " +
            groups[i].text);
    if (groups.size() > mostKindsOfIssues)
        sentences.push_back(counted(groups.size() - mostKindsOfIssues, "further kind") + " of import issues.");
    if (const std::size_t more = run.issues().total - run.issues().kept.size(); more > 0)
        sentences.push_back(counted(more, "further import issue") + ", only counted.");
    return sentences;
}

} // namespace tachograph
