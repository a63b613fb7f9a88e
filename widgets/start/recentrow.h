#pragma once

#include "widgets/start/recentlist.h"

#include <QAbstractButton>

namespace tachograph::widgets {

/// One row of RecentList: kind, name and folder at the left, date and "file not found" at the right.
class RecentRow : public QAbstractButton {
    Q_OBJECT
  public:
    RecentRow(RecentEntry entry, bool last, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    [[nodiscard]] const QString& path() const { return m_entry.path; }
    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void paintRight(QPainter& painter, const QRect& area) const;

    RecentEntry m_entry;
    bool m_last;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
