#pragma once

#include "models/items/comparedmetricsmodel.h"
#include "models/items/differencesmodel.h"
#include "widgets/compare/comparisontext.h"
#include "widgets/report/canvas.h"
#include "widgets/report/comparisonreport.h"

#include <QSize>

namespace tachograph::widgets {

/// What both layouts of a comparison draw from, worked out once.
struct ComparisonSheet {
    explicit ComparisonSheet(const ComparisonReportInput& input);

    const ComparisonReportInput input;
    const Theme& theme;
    const Comparison& comparison;
    models::TimelinePtr timeline; ///< without the findings where they are left out
    ComparisonWords words;
    std::vector<ComparedFigure> figures;
    models::ComparedMetricsModel metrics;
    models::DifferencesModel differences;
};

/// 1600 x 1000 or another size of at least the smallest report.
void paintComparisonTicket(const Canvas& canvas, const ComparisonSheet& sheet, QSize size);

/// Everything, 1600 wide; returns its height, also when the canvas only measures.
qreal paintLongComparison(const Canvas& canvas, const ComparisonSheet& sheet);

} // namespace tachograph::widgets
