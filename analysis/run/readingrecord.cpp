#include "analysis/run/readingrecord.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <utility>

namespace tachograph {

void ReadingRecord::addStepKey(std::string_view key) {
    if (stepKeys.size() < mostStepKeys && std::ranges::find(stepKeys, key) == stepKeys.end())
        stepKeys.emplace_back(key);
}

void ReadingRecord::add(const ReadingRecord& other) {
    for (const std::string& key : other.stepKeys)
        addStepKey(key);
    stepsCounted = stepsCounted || other.stepsCounted;
    for (const auto& [mine, theirs] : {std::pair(&stepSentence, &other.stepSentence),
                                       std::pair(&timeKey, &other.timeKey), std::pair(&elapsedKey, &other.elapsedKey)})
        if (mine->empty())
            *mine = *theirs;
    mergedRows += other.mergedRows;
    lines += other.lines;
}

std::string stepSentence(const ReadingRecord& reading) {
    constexpr std::size_t longestKey = 100;
    if (!reading.stepSentence.empty())
        return reading.stepSentence;
    std::string keys;
    for (std::size_t i = 0; i < reading.stepKeys.size(); ++i)
        keys += (i == 0                            ? "\""
                 : i + 1 < reading.stepKeys.size() ? ", \""
                                                   : " and \"") +
                plainText(reading.stepKeys[i], longestKey) + '"';
    if (keys.empty())
        return reading.stepsCounted ? "No step number is logged; the rows are counted instead." : "";
    return "Steps are the numbers of " + keys +
           (reading.stepsCounted ? "; where there are none, the rows are counted." : ".");
}

} // namespace tachograph
