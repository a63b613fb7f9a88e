#pragma once

#include "widgets/theme.h"

#include <QWidget>

namespace tachograph::widgets {

/// Covers the window while something is dragged over it: an accent frame and what letting go will do. Lets all mouse
/// events through.
class DropOverlay : public QWidget {
    Q_OBJECT
  public:
    explicit DropOverlay(QWidget& window);

    void showText(const QString& text);
    void setTheme(const Theme& theme) { m_theme = &theme; }
    [[nodiscard]] QString text() const { return m_text; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme* m_theme;
    QString m_text;
};

} // namespace tachograph::widgets
