#pragma once

#include "models/review/reviews.h"
#include "models/session.h"

#include <QUndoStack>

#include <optional>

namespace tachograph::widgets {
class CompareBar;
}

namespace tachograph::app {

/// What can be undone: notes and dismissals, lanes shown or hidden, the offset of B. Edits arrive done; the stack keeps
/// both sides of each.
class UndoHistory : public QUndoStack {
    Q_OBJECT
  public:
    UndoHistory(models::Session& session, widgets::CompareBar& bar, QObject* parent);

    /// Starts anew with things as they are.
    void forget();

  private:
    void pushOffset();

    widgets::CompareBar& m_bar;
    std::optional<XAxis> m_axis; ///< of the comparison then: an offset means nothing on another one
    double m_offset = 0;         ///< of B, as the last command left it
    bool m_undoing = false;      ///< what comes in now comes from the stack
};

} // namespace tachograph::app
