#pragma once

#include "analysis/attribution/bill.h"
#include "widgets/report/canvas.h"
#include "widgets/report/reportpicture.h"

#include <QSize>
#include <QStringList>

namespace tachograph::widgets {

/// What both layouts draw from, worked out once.
struct ReportPage {
    explicit ReportPage(const ReportInput& input);

    const ReportInput input;
    const Theme& theme;
    const Run& run;
    models::TimelinePtr timeline; ///< as the content has it: see shownTimeline()
    const Diagnosis& diagnosis;
    std::shared_ptr<const ReportFacts> facts;
    const RunSummary& summary;
    TimeAccount account;

    [[nodiscard]] const ReportContent& content() const { return input.content; }
    /// The dismissal of a finding; nullptr when it is not dismissed.
    [[nodiscard]] const Dismissal* dismissal(const Finding& finding) const {
        return input.review ? dismissalOf(input.review->review, finding) : nullptr;
    }
};

/// Without the findings where they are left out.
models::TimelinePtr shownTimeline(const models::TimelinePtr& timeline, const ReportContent& content);

/// The ticket's content in a picture of that size.
void paintTicket(const Canvas& canvas, const ReportPage& page, QSize size);

/// The long report, 1600 wide; returns its height, also when the canvas only measures.
qreal paintLong(const Canvas& canvas, const ReportPage& page);
inline constexpr int longWidth = 1600;

/// Lanes of the timeline; size and answer as of Canvas::plot().
int drawLanes(const Canvas& canvas, QPointF corner, const ReportPage& page, const models::TimelinePtr& timeline,
              QSize size);

/// The timeline without lanes beyond `most` that have something to draw, the last first, those with added series last
/// of all; lanes that say "not logged" stay.
models::TimelinePtr withFewerLanes(const models::Timeline& timeline, std::size_t most);

/// "rot-2s-to-5s.jsonl sha256 402ac2e1ae85…", one for each input file.
QStringList sourceLines(const Run& run, int digits);

} // namespace tachograph::widgets
