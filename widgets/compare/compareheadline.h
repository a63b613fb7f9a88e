#pragma once

#include "models/comparison/comparisonview.h"
#include "widgets/theme.h"

#include <QFrame>

#include <vector>

class QLabel;

namespace tachograph::widgets {

/// The verdict in one glance: badge, sentence, interval, what the printed figures say; key figures A → B at the right.
class CompareHeadline : public QFrame {
    Q_OBJECT
  public:
    explicit CompareHeadline(QWidget* parent = nullptr);

    void setView(const models::ComparisonViewPtr& view);
    /// While the first answer is worked out, or why there is none.
    void setSentence(const QString& sentence);
    void setTheme(const Theme& theme);

  private:
    struct Figure {
        QWidget* box;
        QLabel *title, *values, *note;
    };
    Figure addFigure();
    void fillFigures();

    QLabel *m_badge, *m_sentence, *m_detail;
    std::vector<Figure> m_figures;
    models::ComparisonViewPtr m_view;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
