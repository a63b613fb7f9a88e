#pragma once

#include "models/timeline.h"

#include <QDialog>

#include <utility>

class QTableView;

namespace tachograph::models {
class LaneTableModel;
}

namespace tachograph::app {

/// The values of a lane in a range as a table that can be copied. It keeps what it was opened with.
class LaneTableDialog : public QDialog {
    Q_OBJECT
  public:
    LaneTableDialog(const models::Timeline& timeline, const models::Lane& lane, std::pair<double, double> range,
                    QWidget* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// The chosen rows; all when none or one cell is chosen.
    void copy();

    models::LaneTableModel* m_model;
    QTableView* m_table;
};

} // namespace tachograph::app
