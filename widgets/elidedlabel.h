#pragma once

#include <QFrame>
#include <QString>

namespace tachograph::widgets {

/// One line of text that shortens itself with an ellipsis and then shows the whole text as its tool tip.
class ElidedLabel : public QFrame {
    Q_OBJECT
  public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    /// True when the text does not fit in the present width.
    [[nodiscard]] bool elided() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace tachograph::widgets
