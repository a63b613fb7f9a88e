#pragma once

#include "analysis/comparison/compareoptions.h"
#include "models/comparison/comparisonview.h"
#include "models/session.h"
#include "widgets/theme.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace tachograph::widgets {

/// Which runs are A and B and how they are laid over each other: roles with swap, axis, offset of B, event steps,
/// restriction to the visible range.
class CompareBar : public QFrame {
    Q_OBJECT
  public:
    explicit CompareBar(models::Session& session, QWidget* parent = nullptr);

    /// Ids of the session's runs; 0 = none. Which attempt of each is chosen, options() says.
    [[nodiscard]] std::uint64_t runA() const;
    [[nodiscard]] std::uint64_t runB() const;
    /// A run that is chosen already keeps its attempt; of another all attempts are chosen.
    void setRuns(std::uint64_t a, std::uint64_t b);
    void swapRuns();
    /// Moves B by so many units of the axis.
    void shiftB(double by);
    void resetOffset();
    /// Shows where B is dragged to, and what of both runs then lies over each other, without a signal.
    void showOffset(double offset, const QString& snap);
    [[nodiscard]] QString snap() const { return m_snapped; }
    /// "B +84 steps, resumes over each other"
    [[nodiscard]] QString offsetText() const;

    /// What the controls say; the range is the page's.
    [[nodiscard]] CompareOptions options() const;
    /// Chooses runs, and an attempt of each where there is such a one.
    void setRuns(std::uint64_t a, std::optional<std::size_t> attemptA, std::uint64_t b,
                 std::optional<std::size_t> attemptB);
    /// Sets the controls as they were another time, without a signal.
    void restore(const CompareOptions& options, bool onlyVisible, bool sideBySide);
    [[nodiscard]] bool onlyVisible() const;
    [[nodiscard]] bool sideBySide() const;
    /// Shows what the comparison proposed: axis, offset, and where B can snap to.
    void setView(const models::ComparisonViewPtr& view);
    void setBusy(bool busy);
    void setTheme(const Theme& theme);

  signals:
    void changed(); ///< roles or options, by the user
    void offsetChanged(double offset);
    void closeRequested();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void followRuns();
    void fill(QComboBox& box);
    void nameRuns();
    void fillSnaps(const Comparison& comparison);
    void setOffset(double offset, const QString& snap);

    models::Session& m_session;
    QComboBox *m_a, *m_b, *m_axis;
    QToolButton *m_swap, *m_snap, *m_close;
    QDoubleSpinBox* m_offset;
    QCheckBox *m_events, *m_visible, *m_sideBySide;
    QString m_snapped; ///< what lies over each other at this offset; empty when nothing is known to
    QLabel *m_chipA, *m_chipB, *m_busy;
};

} // namespace tachograph::widgets
