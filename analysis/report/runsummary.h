#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// One quantity early and late in a run, as text for people: medians of the first and last fifth of the current steps.
struct KeyFigure {
    std::string role;
    std::string title; ///< "Throughput"
    std::string unit;  ///< "Ktok/s"; the texts below carry none
    std::string early; ///< "10.2"
    std::string late;  ///< "12.1"
    std::string note;  ///< "×1.19, whole job"
};

/// What the top of every report says about one run: who it is, the verdict in a sentence, the figures behind it.
struct RunSummary {
    std::vector<std::pair<std::string, std::string>> identity; ///< "Steps" -> "600 steps, 1 to 600"; only what is known
    std::optional<Severity> severity; ///< of the finding in the headline; nothing when there is none
    std::string headline;             ///< "Step time creeps from 2.33 to 4.69 s." or "No finding in 600 steps."
    std::string more;                 ///< what the headline needs beside it; may be empty
    std::vector<KeyFigure> figures;   ///< the most telling first
};

/// Figures for which a role is logged or derived; a role without two finite steps gives none.
RunSummary summarize(const Run& run, const Diagnosis& diagnosis);

/// Value of one of summarize()'s identity rows, or empty.
std::string identityOf(const RunSummary& summary, const std::string& name);

} // namespace tachograph
