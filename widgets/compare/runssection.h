#pragma once

#include "models/comparison/comparisonview.h"
#include "models/items/comparedrunsmodel.h"
#include "models/session.h"
#include "widgets/theme.h"

#include <QTableView>
#include <QWidget>

#include <cstdint>
#include <set>
#include <vector>

class QLabel;
class QToolButton;

namespace tachograph::widgets {

class EffectDelegate;

/// Several runs against one baseline: a row each with the verdict, what repeats and a revert tell, and which of them is
/// B, chosen by a click or by Enter. Hidden while the session holds two runs.
class RunsSection : public QWidget {
    Q_OBJECT
  public:
    explicit RunsSection(models::Session& session, QWidget* parent = nullptr);

    /// The runs to hold against `a` in the order of the session, `b` among them: those that are read, shown in the list
    /// of runs and not left out here, at most ComparisonSet::mostOthers. Empty when there are only two runs.
    [[nodiscard]] std::vector<std::uint64_t> others(std::uint64_t a, std::uint64_t b) const;

    /// Runs that are not held against A although they are shown.
    [[nodiscard]] const std::set<std::uint64_t>& leftOut() const { return m_leftOut; }
    void setLeftOut(std::set<std::uint64_t> runs);

    void setView(const models::ComparisonViewPtr& view);
    void setTheme(const Theme& theme);
    /// Adjusts what can be chosen to the session; `a` and `b` cannot be left out.
    void followRuns(std::uint64_t a, std::uint64_t b);
    [[nodiscard]] QTableView& table() { return *m_table; }

  signals:
    void chosen(std::size_t other); ///< index into the view's others: is to be B
    void changed();                 ///< a run was left out or taken in
    void copyRequested(const QString& text);

  private:
    void buildTable();
    void choose(const QModelIndex& index);
    void layOut();
    bool eventFilter(QObject* watched, QEvent* event) override;

    models::Session& m_session;
    models::ComparedRunsModel m_rows;
    std::set<std::uint64_t> m_leftOut;
    EffectDelegate* m_delegate;
    QTableView* m_table;
    QLabel* m_note;
    QToolButton* m_choose;
};

} // namespace tachograph::widgets
