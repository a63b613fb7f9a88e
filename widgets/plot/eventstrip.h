#pragma once

#include "widgets/plot/eventclusters.h"
#include "widgets/plot/findingrows.h"
#include "widgets/plot/noterows.h"
#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace tachograph::widgets {

/// The strip above the lanes: events, checkpoints and findings on the common x axis. Its axis rect is the measure of x
/// for everybody, since it is there even when all lanes are folded.
class EventStrip : public QObject {
    Q_OBJECT
  public:
    EventStrip(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes, QCPMarginGroup* margins);

    [[nodiscard]] QCPAxisRect* axisRect() const { return m_axisRect; }
    [[nodiscard]] XScale xScale() const;

    /// Gives the strip the height it needs when the whole run is shown `width` pixels wide; zooming in never needs
    /// more.
    void reserveHeight(double width);
    /// Lays everything out for the range in view; after the plot's layout is done.
    void updateContent();

    /// What lies under a pixel.
    struct Hit {
        int finding = -1;
        std::vector<std::size_t> events; ///< indices into timeline->events
        std::uint64_t note = 0;          ///< id; 0 = none
        NoteGrip grip = NoteGrip::whole; ///< which part of the note
    };
    [[nodiscard]] Hit hit(QPointF position) const;
    /// The run whose row of events holds the position, title included; -1 beside such rows, or when one is for all.
    [[nodiscard]] int runAt(QPointF position) const;

  private:
    struct Mark {
        std::vector<std::size_t> events; ///< indices into timeline->events
        QPointF centre;
        QString label;
        double labelLeft = 0;
        bool tick = false; ///< thinned checkpoint
    };

    [[nodiscard]] std::vector<int> eventRowRuns() const;
    [[nodiscard]] bool hasCheckpoints() const;
    [[nodiscard]] double rowCentre(int row) const;
    [[nodiscard]] double findingTop(int row) const;
    [[nodiscard]] double noteTop(int row) const;
    void hitNotes(QPointF position, Hit& answer) const;
    void layOutEvents(int row, int run);
    void layOutCheckpoints(int row);
    void placeLabels(std::vector<Mark>& marks) const;
    void paint(QPainter& painter) const;
    void paintRowTitles(QPainter& painter) const;
    void paintFindings(QPainter& painter) const;
    void paintBar(QPainter& painter, const FindingBar& bar) const;
    [[nodiscard]] QColor eventColor(const Mark& mark) const;

    const PlotState& m_state;
    PlotSizes m_sizes;
    QCPAxisRect* m_axisRect = nullptr;
    std::vector<Mark> m_marks;
    FindingRows m_findings;
    int m_findingRows = 0;
    NoteRows m_notes;
    int m_noteRows = 0;
};

} // namespace tachograph::widgets
