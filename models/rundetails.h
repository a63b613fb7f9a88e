#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/run/run.h"

#include <QString>

#include <memory>
#include <vector>

namespace tachograph::models {

/// One line of the run's details, as text for people.
struct DetailsRow {
    QString name;
    QString value;
    QString note; ///< in full or explained, for a tool tip: the whole hash, what a figure is taken over
};

struct DetailsSection {
    QString title; ///< "Run details", "Health", "Performance", "Where the time went"
    std::vector<DetailsRow> rows;
};

/// Where a run comes from, its health beside its performance, and where its time went. Values, not widgets: made off
/// the GUI thread.
struct RunDetails {
    std::vector<DetailsSection> sections;
};

using RunDetailsPtr = std::shared_ptr<const RunDetails>;

RunDetails runDetails(const Run& run, const Diagnosis& diagnosis);

} // namespace tachograph::models
