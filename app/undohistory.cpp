#include "app/undohistory.h"

#include "widgets/compare/comparebar.h"
#include "widgets/plot/plotview.h"

#include <functional>
#include <utility>

namespace tachograph::app {

namespace {

/// An edit that was made already: the first redo() does nothing. Edits of one `kind` and key that follow each other
/// become one.
class DoneCommand : public QUndoCommand {
  public:
    using Step = std::function<void()>;
    DoneCommand(const QString& text, Step undo, Step redo, int kind = -1)
        : QUndoCommand(text), m_undo(std::move(undo)), m_redo(std::move(redo)), m_kind(kind) {}

    void undo() override { m_undo(); }
    void redo() override {
        if (std::exchange(m_done, true))
            m_redo();
    }
    [[nodiscard]] int id() const override { return m_kind; }
    bool mergeWith(const QUndoCommand* later) override {
        if (later->id() != m_kind)
            return false;
        m_redo = static_cast<const DoneCommand*>(later)->m_redo;
        return true;
    }

  private:
    Step m_undo, m_redo;
    int m_kind;
    bool m_done = false;
};

constexpr int offsetKind = 1, smoothingKind = 2;
constexpr int mostCommands = 500;

} // namespace

UndoHistory::UndoHistory(models::Session& session, widgets::CompareBar& bar, std::vector<widgets::PlotView*> plots,
                         QObject* parent)
    : QUndoStack(parent), m_session(session), m_bar(bar), m_plots(std::move(plots)),
      m_smoothing(session.options().smoothing), m_offset(bar.options().offset) {
    setUndoLimit(mostCommands);
    models::Reviews& reviews = session.reviews();
    connect(&reviews, &models::Reviews::edited, this,
            [this, &reviews](const QString& key, const RunReviewPtr& before, const RunReviewPtr& after,
                             const QString& what) {
                push(new DoneCommand(
                    what, [&reviews, key, before] { reviews.set(key, *before); },
                    [&reviews, key, after] { reviews.set(key, *after); }));
            });
    connect(&session, &models::Session::lanesEdited, this,
            [this, &session](const models::Session::LaneWishes& before, const models::Session::LaneWishes& after) {
                push(new DoneCommand(
                    tr("Show or hide lanes"), [&session, before] { session.setLaneWishes(before); },
                    [&session, after] { session.setLaneWishes(after); }));
            });
    connect(&session, &models::Session::seriesEdited, this,
            [this, &session](const models::AddedSeries& before, const models::AddedSeries& after) {
                push(new DoneCommand(
                    tr("Add or remove series of a lane"), [&session, before] { session.setAddedSeries(before); },
                    [&session, after] { session.setAddedSeries(after); }));
            });
    connect(&bar, &widgets::CompareBar::changed, this, &UndoHistory::pushOffset);
    for (std::size_t i = 0; i < m_plots.size(); ++i) {
        m_arrangements.push_back(m_plots[i]->arrangement());
        connect(m_plots[i], &widgets::PlotView::arrangementChanged, this, [this, i] { pushArrangement(i); });
    }
    connect(&session, &models::Session::optionsChanged, this, &UndoHistory::pushSmoothing);
}

void UndoHistory::forget() {
    clear();
    m_axis = m_bar.options().axis;
    m_offset = m_bar.options().offset;
    m_smoothing = m_session.options().smoothing;
    for (std::size_t i = 0; i < m_plots.size(); ++i)
        m_arrangements[i] = m_plots[i]->arrangement();
}

void UndoHistory::pushArrangement(std::size_t plot) {
    const widgets::LaneArrangement now = m_plots[plot]->arrangement();
    const widgets::LaneArrangement before = std::exchange(m_arrangements[plot], now);
    if (m_undoing || before == now)
        return;
    const auto put = [this, plot](const widgets::LaneArrangement& arrangement) {
        m_undoing = true;
        m_plots[plot]->setArrangement(arrangement);
        emit m_plots[plot]->arrangementChanged(); // for those who save it
        m_undoing = false;
    };
    push(new DoneCommand(
        tr("Arrange lanes"), [put, before] { put(before); }, [put, now] { put(now); }));
}

/// Going through the choices gives one command.
void UndoHistory::pushSmoothing() {
    const int now = m_session.options().smoothing, before = std::exchange(m_smoothing, now);
    if (m_undoing || before == now)
        return;
    const auto put = [this](int window) {
        m_undoing = true;
        m_session.setSmoothing(window);
        m_undoing = false;
    };
    push(new DoneCommand(
        tr("Smoothing"), [put, before] { put(before); }, [put, now] { put(now); }, smoothingKind));
}

/// A drag or a held key gives one command, not hundreds.
void UndoHistory::pushOffset() {
    const CompareOptions options = m_bar.options();
    const double offset = options.offset, before = std::exchange(m_offset, offset);
    const bool sameAxis = std::exchange(m_axis, options.axis) == options.axis;
    if (m_undoing || before == offset || !sameAxis)
        return;
    const auto put = [this](double value) {
        m_undoing = true;
        m_bar.shiftB(value - m_bar.options().offset);
        m_undoing = false;
    };
    push(new DoneCommand(
        tr("Move B"), [put, before] { put(before); }, [put, offset] { put(offset); }, offsetKind));
}

} // namespace tachograph::app
