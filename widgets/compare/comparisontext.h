#pragma once

#include "models/comparison/comparisonview.h"
#include "models/convert.h"

#include <QString>

#include <vector>

/// The words and key figures at the head of a comparison; the same in the window and in the report.
namespace tachograph::widgets {

struct ComparisonWords {
    QString headline; ///< the verdict's sentence
    QString detail;   ///< printed figures, interval, n and n_eff, warnings
};
ComparisonWords comparisonWords(const Comparison& comparison);

struct ComparedFigure {
    QString title, a, b, note;
};
/// Step time, start-up, printed ETA, ETA at the true pace: those that both runs have, at most four.
std::vector<ComparedFigure> comparedFigures(const Comparison& comparison);

/// How the runs are laid over each other and what was left out: for the line below the lanes.
QString alignmentWords(const Comparison& comparison);

/// What only several runs can tell: whether the speed came back, how far repeats of a side lie apart, how many runs
/// there are.
QString severalRunsWords(const models::ComparisonView& view);

} // namespace tachograph::widgets
