#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/report/phasesplit.h"
#include "analysis/report/reportcontent.h"
#include "analysis/report/runsummary.h"
#include "analysis/review/notesfile.h"
#include "models/timeline.h"
#include "widgets/report/picturefile.h"
#include "widgets/theme.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <utility>

namespace tachograph::widgets {

/// How large a report picture is, in device-independent pixels.
struct ReportSize {
    enum class Preset {
        ticket,   ///< 1600 x 1000, readable in a ticket
        slide,    ///< 1280 x 720, 16:9, the ticket's content with larger letters for its size
        longForm, ///< 1600 wide, everything, as tall as needed
        custom    ///< the ticket's content at another size
    };
    static constexpr QSize least{1000, 700}, most{8000, 8000};

    Preset preset = Preset::ticket;
    QSize size{1600, 1000}; ///< the height means nothing for longForm

    /// "ticket", "slide", "long" or "WxH" within least and most; nothing for anything else.
    static std::optional<ReportSize> parse(const QString& text);
    [[nodiscard]] QString name() const; ///< as parse() takes it
};

/// What a page says of a run that takes long to work out for a long one.
struct ReportFacts {
    RunSummary summary;
    PhaseSplit split;
};
/// In any thread.
std::shared_ptr<const ReportFacts> reportFacts(const Run& run, const Diagnosis& diagnosis);

/// Everything a report picture depends on: equal input gives equal bytes, from the command line and from the window.
struct ReportInput {
    models::TimelinePtr timeline; ///< of one run, with its diagnosis
    ReportSize size;
    qreal scale = 1;              ///< 0.5 to 4
    const Theme* theme = nullptr; ///< nullptr = light
    std::optional<std::pair<double, double>>
        range; ///< on the timeline's axis; an end may be infinite; nothing = the whole run
    PictureFormat format = PictureFormat::png;
    QString version;
    double pricePerGpuHour = 0; ///< 0: none was given
    ReportContent content = {}; ///< without notes there is no review either
    bool withSession = false;   ///< whoever keeps the file puts the session in; here it is only an option
    /// Of the range, and of the run; worked out while drawing when there are none.
    std::shared_ptr<const TimeAccount> account = {};
    std::shared_ptr<const ReportFacts> facts = {};
    std::optional<ReviewOfRun> review = {}; ///< what the reviewer said; drawn when there is one
};

/// The bill that belongs to a report of this range of the axis.
std::shared_ptr<const TimeAccount> reportAccount(const Run& run, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job = {});
/// The same from the run's ledger.
std::shared_ptr<const TimeAccount> reportAccount(const Run& run, const TimeLedger& ledger, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job = {});

/// The timeline as a report shows it: standard lanes of one run and those that series are added to, with the default
/// smoothing. Added series that do not fit are left out.
models::TimelinePtr reportTimeline(RunPtr run, DiagnosisPtr diagnosis, XAxis axis = XAxis::step, const Job& job = {},
                                   const models::AddedSeries& added = {});

/// The command that makes this picture; base names only. Without `output` that is "report" with the format's ending;
/// `leftOut` are options, by name, that mean nothing for what is written.
QString reportCommand(const ReportInput& input, const QString& output = {}, const QStringList& leftOut = {});

/// The report, laid out, with its lanes drawn ahead where it is of pixels: what is left can be done in any thread. See
/// PicturePlan::lay().
PicturePlan reportPlan(const ReportInput& input, Plots when = Plots::now);

/// Draws the report. Its text keys (PNG text chunks) are Software, Schema, Command, Options and one SHA-256 for each
/// input file; no paths. A null image when it would have more than mostPixels.
QImage renderReport(const ReportInput& input);
/// The same as the bytes of a file of `input.format`; empty when it would be too large.
QByteArray reportFile(const ReportInput& input);

} // namespace tachograph::widgets
