#pragma once

#include "widgets/theme.h"

#include <QWidget>

#include <vector>

namespace tachograph::widgets {

/// A small drawing of lines over a common axis, each with a label at its right end. No axes, no numbers beside the
/// labels.
class SampleSketch : public QWidget {
    Q_OBJECT
  public:
    struct Line {
        QString label;
        std::vector<double> values; ///< evenly spaced; all lines share one y scale that includes zero
        int slot = 0;               ///< colour and dash
    };

    explicit SampleSketch(QWidget* parent = nullptr);
    void setLines(std::vector<Line> lines);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override { return {320, 76}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    std::vector<Line> m_lines;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
