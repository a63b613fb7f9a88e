#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/importers/openrun.h"
#include "analysis/review/savedsession.h"
#include "app/reportform.h"
#include "models/addedseries.h"
#include "models/comparison/comparisonview.h"
#include "widgets/report/comparisonreport.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tachograph::app {

/// What a report is made from, whatever it will look like: one run, or a comparison.
struct ReportMaterial {
    RunPtr run; ///< of one run, with what was said of it
    DiagnosisPtr diagnosis;
    models::TimelinePtr timeline; ///< null where nothing is drawn
    std::shared_ptr<const TimeAccount> account;
    std::shared_ptr<const widgets::ReportFacts> facts; ///< null: worked out while it is drawn
    std::optional<ReviewOfRun> review;
    XAxis axis = XAxis::step;
    std::optional<std::pair<double, double>> range;
    double pricePerGpuHour = 0;
    std::shared_ptr<const ComparisonSet> set; ///< of several runs, else null
    models::ComparisonViewPtr view;           ///< of several runs; null where nothing is drawn
    SavedSession session;                     ///< of what is in the report: see carrying()

    [[nodiscard]] bool compares() const { return set != nullptr; }
};

/// Of `set`, the runs compared with the first of them, and where `drawn` the lanes of the first two; of added series,
/// those that fit. Takes a second for long runs.
ReportMaterial comparedMaterial(const std::vector<RunPtr>& runs, ComparisonSet set, bool drawn, const Job& job = {},
                                const models::AddedSeries& added = {});

/// Of series that are to be added to lanes of these runs, at most two: which there are and fit.
models::CheckedSeries fittingSeries(const models::AddedSeries& added, const std::vector<RunPtr>& runs);

/// The session that a comparison of these runs carries: the first two, their attempts and how they are aligned.
SavedSession comparedSession(std::vector<SavedRun> runs, const CompareOptions& options);

/// Works it out, off the GUI thread.
using ReportBuilder = std::function<Result<ReportMaterial>(const Job&)>;

/// The picture, laid out; in the GUI thread. The material has to be there as long as the plan.
widgets::PicturePlan picturePlan(const ReportMaterial& material, const ReportForm& form,
                                 widgets::Plots when = widgets::Plots::now);

/// The text of a kind that has one. `png` goes into a page of HTML, one of Markdown names `pictureFile`; both may be
/// empty. In any thread.
std::string reportText(const ReportMaterial& material, const ReportForm& form, const std::string& png,
                       const std::string& pictureFile);

/// Whether what is written is, or has, text.
bool hasText(const ReportForm& form);

/// The first lines of that text.
struct Excerpt {
    std::string text;
    bool cut = false; ///< there are further lines
};
Excerpt reportExcerpt(const ReportMaterial& material, const ReportForm& form, std::size_t lines);

struct ReportFile {
    std::string path;
    std::string bytes;
};

/// Everything that is to be written; `picture` is the drawn one as the bytes of a file. In any thread.
Result<std::vector<ReportFile>> reportFiles(const ReportMaterial& material, const ReportForm& form,
                                            const std::string& picture, const std::string& output);

/// The one of those files that is a recording of the runs: recordings are never overwritten, whatever their names.
std::optional<std::string> recordingAmong(const std::vector<RunPtr>& runs, const ReportForm& form,
                                          const std::string& output);

/// The command line that writes the same, with base names; the material has to have what is drawn.
QString reportCommandLine(const ReportMaterial& material, const ReportForm& form, const QString& output);

} // namespace tachograph::app
