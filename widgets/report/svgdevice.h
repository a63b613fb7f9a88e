#pragma once

#include "widgets/plot/vectordevice.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <memory>

namespace tachograph::widgets {

class SvgEngine;

/// A picture in SVG 1.1 that stands alone: lines as paths with two decimals, text as text with the width it was laid
/// out for, clipping by rectangles, no style sheet, no script, nothing fetched. Equal drawings give equal bytes.
/// Brushes are plain colours; pixel pictures are kept as PNG within.
class SvgDevice : public VectorDevice {
  public:
    explicit SvgDevice(QSize size);
    ~SvgDevice() override;

    [[nodiscard]] QPaintEngine* paintEngine() const override;
    /// Of what has been drawn; the painter has to be gone by then. Both texts are escaped.
    [[nodiscard]] QByteArray bytes(const QString& title, const QString& description) const;

  private:
    std::unique_ptr<SvgEngine> m_engine;
};

/// Text for XML: markup escaped, what XML 1.0 cannot hold left out.
QByteArray xmlText(const QString& text);

} // namespace tachograph::widgets
