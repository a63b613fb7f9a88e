#pragma once

#include "analysis/run/run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tachograph {

/// Import issues that say the same of different places.
struct SameIssues {
    std::string text;      ///< of the first one
    std::string where;     ///< of the first one
    std::size_t count = 0; ///< among those that are kept in full
};

/// How the rows of a recording became steps: what a reader could doubt.
struct ReadingFacts {
    std::size_t rows = 0;
    std::size_t repeated = 0;       ///< rows with the step of the row before them, in one attempt
    std::size_t cut = 0;            ///< rows whose line has lost its end
    std::vector<SameIssues> issues; ///< what was left out or mended, and why; in order of their first place
};

/// One thing that was decided, for people.
struct ReadingSentence {
    std::string topic; ///< a word or two: "Steps", or the key of a derived series
    std::string text;  ///< a sentence that says all without the topic
};

ReadingFacts readingFacts(const Run& run);

/// "median" or "last": which value of several rows of one step analysis uses.
const char* repeatRuleName(RepeatRule rule);

/// Where steps and times come from, how many lines were read, rows that were laid together or share
/// a step, cut rows, how each derived series came about.
std::vector<ReadingSentence> readingSentences(const Run& run);

/// What was left out or mended, and why: a line for each kind of import issue, with its first place.
std::vector<std::string> issueSentences(const Run& run);

} // namespace tachograph
