#pragma once

#include "analysis/comparison/comparisonset.h"
#include "models/comparison/comparisonview.h"
#include "widgets/report/reportpicture.h"

namespace tachograph::widgets {

/// Everything the picture of two runs depends on: equal input gives equal bytes.
struct ComparisonReportInput {
    models::ComparisonViewPtr view;
    const ComparisonSet* set = nullptr; ///< of more than two runs: what is said of the further ones
    ReportSize size;
    qreal scale = 1;              ///< 0.5 to 4
    const Theme* theme = nullptr; ///< nullptr = light
    PictureFormat format = PictureFormat::png;
    ReportContent content = {}; ///< of a comparison there are no notes
    bool withSession = false;   ///< as of a report of one run
    QString version;
};

/// A comparison of two runs as a report shows it, with the default smoothing.
models::ComparisonViewPtr reportComparison(const RunPtr& a, const RunPtr& b, const Comparison& comparison,
                                           const Job& job = {}, const models::AddedSeries& added = {});

/// The command that makes this picture; base names only. Without `output` that is "report" with the format's ending;
/// `leftOut` are options, by name, that mean nothing for what is written.
QString comparisonCommand(const ComparisonReportInput& input, const QString& output = {},
                          const QStringList& leftOut = {});

/// As reportPlan(). The set has to be there as long as the plan.
PicturePlan comparisonPlan(const ComparisonReportInput& input, Plots when = Plots::now);

/// Draws B compared with A: verdict, key figures, overlaid lanes with the ratio, where the time went, findings, what
/// differs. Text keys as of a report of one run, with the hashes of both. Null when it would have too many pixels.
QImage renderComparison(const ComparisonReportInput& input);
/// The same as the bytes of a file of `input.format`; empty when it would be too large.
QByteArray comparisonFile(const ComparisonReportInput& input);

} // namespace tachograph::widgets
