#pragma once

#include <QPaintDevice>
#include <QSize>

namespace tachograph::widgets {

/// A page of lines and letters: 96 dots to the inch on every machine, whatever the screen has.
class VectorDevice : public QPaintDevice {
  public:
    explicit VectorDevice(QSize size) : m_size(size) {}
    [[nodiscard]] QSize size() const { return m_size; }

  protected:
    int metric(PaintDeviceMetric what) const override;

  private:
    QSize m_size;
};

} // namespace tachograph::widgets
