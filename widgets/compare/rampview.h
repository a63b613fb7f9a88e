#pragma once

#include "models/comparison/comparisonview.h"
#include "widgets/theme.h"

#include <QWidget>

namespace tachograph::widgets {

/// The ramps of two runs: see paintRamp(). Empty without them.
class RampView : public QWidget {
    Q_OBJECT
  public:
    explicit RampView(QWidget* parent = nullptr);

    void setView(models::ComparisonViewPtr view);
    void setTheme(const Theme& theme);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    models::ComparisonViewPtr m_view;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
