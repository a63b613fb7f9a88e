#pragma once

#include "models/review/reviews.h"
#include "models/session.h"
#include "widgets/plot/lanearrangement.h"

#include <QUndoStack>

#include <optional>
#include <vector>

namespace tachograph::widgets {
class CompareBar;
class PlotView;
} // namespace tachograph::widgets

namespace tachograph::app {

/// What can be undone: notes and dismissals, lanes shown, hidden, moved, sized, folded or scaled, series added to them,
/// smoothing, the offset of B. Edits arrive done; the stack keeps both sides of each.
class UndoHistory : public QUndoStack {
    Q_OBJECT
  public:
    UndoHistory(models::Session& session, widgets::CompareBar& bar, std::vector<widgets::PlotView*> plots,
                QObject* parent);

    /// Starts anew with things as they are.
    void forget();

  private:
    void pushOffset();
    void pushArrangement(std::size_t plot);
    void pushSmoothing();

    models::Session& m_session;
    widgets::CompareBar& m_bar;
    std::vector<widgets::PlotView*> m_plots;
    std::vector<widgets::LaneArrangement> m_arrangements; ///< of each plot, as the last command left it
    int m_smoothing = 0;                                  ///< likewise
    std::optional<XAxis> m_axis; ///< of the comparison then: an offset means nothing on another one
    double m_offset = 0;         ///< of B, as the last command left it
    bool m_undoing = false;      ///< what comes in now comes from the stack
};

} // namespace tachograph::app
