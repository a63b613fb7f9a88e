#pragma once

#include "models/review/placednotes.h"
#include "models/timeline.h"
#include "widgets/plot/lanearrangement.h"
#include "widgets/theme.h"

#include <QImage>
#include <QPointF>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tachograph::widgets {

/// How a timeline is shown; the same for the window and the report.
struct PlotOptions {
    bool robustY = true;           ///< scale by the Hampel-filtered values; the rest become counted arrows
    bool overview = true;          ///< the strip with the brush below
    bool legendInside = false;     ///< report: legend boxed in the lane instead of in its header
    bool numberedFindings = false; ///< report: black discs with the number of the finding in the lanes
    int stripFindingRows = 4;      ///< more become "+2"
    bool largeType = false;        ///< report: type and lines one size up
};

/// The linked timelines: event strip, lanes on one x axis with equal margins, axis labels, overview. Draws a Timeline;
/// knows no run and no session. Everything the mouse does can be done by keys.
class PlotView : public QWidget {
    Q_OBJECT
  public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    void setTimeline(models::TimelinePtr timeline);
    [[nodiscard]] models::TimelinePtr timeline() const;
    void setTheme(const Theme& theme);
    void setOptions(const PlotOptions& options);
    [[nodiscard]] const PlotOptions& options() const;

    /// Visible x range; clamped to the whole range, at least a few points wide.
    void setViewRange(double min, double max);
    [[nodiscard]] std::pair<double, double> viewRange() const;
    void showWholeRun();
    /// The x under a place of this widget; beyond the lanes it goes on at the same scale.
    [[nodiscard]] double xAt(QPointF position) const;
    /// The run (index into timeline()->runs) whose own row of events lies there; -1 for none.
    [[nodiscard]] int eventRowAt(QPointF position) const;

    /// Crosshair in every lane, with the values there; nothing hides it.
    void setCrosshair(std::optional<double> x);
    [[nodiscard]] std::optional<double> crosshair() const;

    /// The crosshair there, pinned, and the view moved to it when it is elsewhere.
    void goTo(double x);
    void stepEvent(bool next);
    /// Chooses a lane, unfolds it and scrolls to it. False when there is none of that id.
    bool showLane(const QString& id);

    /// Index into timeline()->findings, -1 = none: tints its lanes and labels it.
    void setSelectedFinding(int index);

    /// Notes of the reviewer and findings that were set aside: drawn over the timeline, which they do not change.
    void setNotes(std::vector<models::PlacedNote> notes);
    void setDismissed(std::set<int> findings);
    /// By id; 0 = none.
    void setSelectedNote(std::uint64_t note);
    /// Whether notes can be made, moved and deleted here. Off at first.
    void setNotesEditable(bool on);
    [[nodiscard]] bool notesEditable() const;
    /// The note in the strip there, by id; 0 = none.
    [[nodiscard]] std::uint64_t noteAt(QPointF position) const;
    /// Asks for a note at the crosshair (else in the middle of the view), or on the range in view: see noteWanted().
    void addNoteHere();
    void addNoteOnView();
    /// Selects a note and brings it into view. False when it has no place here.
    bool showNote(std::uint64_t note);
    /// Selects the note behind or before the selected one and brings it into view.
    void stepNote(bool next);

    /// Begins to measure at the crosshair, then ends it there, then forgets it; says so, and what is measured.
    void stepMeasure();
    /// Does nothing when nothing is measured.
    void zoomToMeasured();

    /// Asks for the focused lane as a table: see laneTableWanted().
    void tabulateLane();

    /// Asks which series are to be laid beside those of the focused lane: see seriesWanted().
    void chooseSeries();

    /// Lanes folded, moved, sized, shown alone or scaled by hand.
    [[nodiscard]] const LaneArrangement& arrangement() const;
    void setArrangement(const LaneArrangement& arrangement);
    /// Of the focused lane: see LaneArrangement.
    void toggleLogarithmic();
    void toggleMaximized();
    /// Asks for it to be hidden: see laneHidden().
    void hideLane();
    /// Whether lanes can be hidden from here: see laneHidden(). Off at first.
    void setLanesHideable(bool on);

    /// The picture of the view at a size in device-independent pixels and a scale: identical bytes for identical input,
    /// whatever the window's size or the screen's ratio.
    [[nodiscard]] QImage render(QSize size, qreal scale) const;
    /// Height that shows all lanes at their comfortable heights (for the long report).
    [[nodiscard]] int comfortableHeight() const;

  signals:
    void viewRangeChanged(double min, double max);
    void crosshairMoved(std::optional<double> x);
    void measureChanged();                      ///< what is measured, or that nothing is
    void findingActivated(int index);           ///< clicked in the strip
    void noteWanted(double first, double last); ///< a new one there, in x; equal for a point
    void noteChosen(quint64 note);              ///< clicked or stepped to; 0 = none
    void noteOpened(quint64 note);              ///< to be edited
    void noteMoved(quint64 note, double first, double last);
    void noteNudged(quint64 note, int steps); ///< moved by keys
    void noteRemoved(quint64 note);
    void laneTableWanted(int lane); ///< index into timeline()->lanes
    void seriesWanted(int lane);    ///< likewise
    void laneHidden(const QString& id);
    void arrangementChanged();    ///< by hand
    void robustYChanged(bool on); ///< a y axis was zoomed by hand
    void statusText(const QString& text);

  private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tachograph::widgets
