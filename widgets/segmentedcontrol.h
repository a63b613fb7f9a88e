#pragma once

#include <QFrame>
#include <QString>

class QButtonGroup;

namespace tachograph::widgets {

/// A row of joined buttons of which exactly one is chosen. Left and right arrows move the choice, as in a radio group.
class SegmentedControl : public QFrame {
    Q_OBJECT
  public:
    explicit SegmentedControl(QWidget* parent = nullptr);

    /// Adds a segment at the right end; its number is what chosen() gives.
    int addSegment(const QString& text);
    /// A segment that cannot be chosen says why in its tool tip.
    void setSegmentEnabled(int segment, bool enabled, const QString& why);
    void choose(int segment);
    [[nodiscard]] int chosen() const;
    [[nodiscard]] int count() const;
    /// Chooses the next enabled segment after the current one, wrapping around.
    void chooseNext();

  signals:
    void chosenByUser(int segment);

  private:
    QButtonGroup* m_group;
};

} // namespace tachograph::widgets
