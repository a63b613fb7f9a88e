#pragma once

#include "analysis/report/phasesplit.h"
#include "analysis/report/runsummary.h"
#include "analysis/review/runreview.h"
#include "models/timeline.h"
#include "widgets/report/canvas.h"
#include "widgets/report/picturefile.h"

#include <QString>

#include <vector>

/// Pieces that the ticket and the long report share. Each draws at (x, y), `width` wide, and returns the height it
/// took.
namespace tachograph::widgets {

/// Badge of the verdict and its headline, then the sentence beside it.
qreal verdictBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const RunSummary& summary,
                   const Diagnosis& diagnosis, int headlineSize);

/// Key figures side by side, early → late; as many as fit, at most `most`.
qreal keyFigureStrip(const Canvas& canvas, qreal x, qreal y, qreal width, const std::vector<KeyFigure>& figures,
                     int most);

enum class Detail {
    sentence, ///< number, severity, code, place, summary
    evidence, ///< and the telling figures behind it, one a line
    advice,   ///< and what to try
    all       ///< with every figure, in two columns where there is room
};
/// A dismissed finding is shown as such, with the reason.
qreal findingBlock(const Canvas& canvas, qreal x, qreal y, qreal width, int number, const Finding& finding,
                   Detail detail, const Dismissal* dismissal = nullptr);

/// Early and late step, each a bar of its phases, with the change of every phase. Nothing for a split without parts.
qreal phaseBars(const Canvas& canvas, qreal x, qreal y, qreal width, const PhaseSplit& split);

/// What the detectors without a finding said: outcome, code, reason (at most `mostLines` lines each).
qreal outcomeBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const Examination& examination, int mostLines);

/// "onset 420", "21 places" or "800 to 811".
QString placeOf(const Finding& finding);

/// Where the texts of a picture's file are, as the end of a sentence; and that the full hashes are among them.
QString textsPlace(PictureFormat format);
QString hashesHint(PictureFormat format);

/// Section heading with a remark beside it.
qreal sectionHeading(const Canvas& canvas, qreal x, qreal y, qreal width, const QString& title, const QString& remark,
                     int pixelSize);

} // namespace tachograph::widgets
