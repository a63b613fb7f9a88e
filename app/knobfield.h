#pragma once

#include "analysis/detectors/detector.h"

#include <QDoubleSpinBox>

namespace tachograph::app {

/// A field for one knob of a detector: its range and unit, numbers as after --knob. The wheel changes it only while it
/// has the focus, so that scrolling past it does not.
class KnobField : public QDoubleSpinBox {
    Q_OBJECT
  public:
    explicit KnobField(const Knob& knob, QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;

  protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace tachograph::app
