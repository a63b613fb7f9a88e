#pragma once

#include "analysis/run/run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tachograph {

/// How the rows of a recording became steps: what a reader could doubt.
struct ReadingFacts {
    std::size_t rows = 0;
    std::size_t repeated = 0; ///< rows with the step of the row before them, in one attempt
    std::size_t cut = 0;      ///< rows whose line has lost its end
};

ReadingFacts readingFacts(const Run& run);

/// "median" or "last": which value of several rows of one step analysis uses.
const char* repeatRuleName(RepeatRule rule);

/// Sentences for people: rows that share a step and what is made of them, cut rows, how each derived series came about.
std::vector<std::string> readingSentences(const Run& run);

} // namespace tachograph
