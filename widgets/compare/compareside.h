#pragma once

#include "models/comparison/comparisonview.h"
#include "widgets/theme.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace tachograph::models {
class DifferencesModel;
}

namespace tachograph::widgets {

class DifferenceTable;
class ElidedLabel;
class FigureTable;
class RampView;
class WaterfallView;

/// The right column of the compare page: the ramps, where the time went, what differs, what was found, ETA and memory.
/// Sections as tall as their content; what does not fit is scrolled to.
class CompareSide : public QScrollArea {
    Q_OBJECT
  public:
    explicit CompareSide(QWidget* parent = nullptr);

    void setView(const models::ComparisonViewPtr& view);
    void setTheme(const Theme& theme);

  signals:
    void copyRequested(const QString& text);

  private:
    void addRamp(QVBoxLayout& rows);
    void addDifferences(QVBoxLayout& rows);
    void showRamp();
    void addFindings(QVBoxLayout& rows);
    void showFindings();

    models::ComparisonViewPtr m_view;
    const Theme* m_theme;
    RampView* m_ramp;
    ElidedLabel* m_rampNote;
    QLabel* m_rampBadge;
    WaterfallView* m_waterfall;
    models::DifferencesModel* m_differences;
    DifferenceTable* m_table;
    ElidedLabel* m_findingCount;
    QLabel *m_differing, *m_findings;
    FigureTable *m_etas, *m_memory;
};

} // namespace tachograph::widgets
