#pragma once

#include <QListView>

namespace tachograph::widgets {

class FindingDelegate;

/// The list of cards. A card opens when the button is released, not pressed: opening moves the cards below, and a
/// release must mean the card that was pressed.
class FindingList : public QListView {
    Q_OBJECT
  public:
    explicit FindingList(FindingDelegate& delegate, QWidget* parent = nullptr);

  signals:
    void cardClicked(const QModelIndex& index);
    void copyClicked(const QModelIndex& index);
    void seriesClicked(const QModelIndex& index);
    void dismissClicked(const QModelIndex& index);
    void cardChosen(const QModelIndex& index);  ///< by keys: shown, not zoomed to
    void cardEntered(const QModelIndex& index); ///< Enter: zoom to it

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    FindingDelegate& m_delegate;
    QPersistentModelIndex m_pressed;
};

} // namespace tachograph::widgets
