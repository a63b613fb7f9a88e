#pragma once

#include "models/session.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;

namespace tachograph::widgets {

class SegmentedControl;

/// How the timelines are shown: x axis, smoothing, Robust Y. The first two live in the session, the last in the plot.
class ViewBar : public QFrame {
    Q_OBJECT
  public:
    ViewBar(models::Session& session, QWidget* parent = nullptr);

    /// For the letters X, M and Y.
    void nextAxis();
    void nextSmoothing();
    void toggleRobustY();
    /// Follows the plot: zooming a y axis by hand switches Robust Y off.
    void setRobustY(bool on);

  signals:
    void robustYChosen(bool on);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void follow();

    static constexpr int roomyWidth = 800; // pixels at which everything fits

    models::Session& m_session;
    SegmentedControl* m_axis;
    QComboBox* m_smoothing;
    QCheckBox* m_robustY;
    QLabel* m_axisLabel;
    QLabel* m_smoothingLabel;
};

} // namespace tachograph::widgets
