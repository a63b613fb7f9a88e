#pragma once

#include "widgets/theme.h"

#include <QFrame>
#include <QString>

#include <vector>

namespace tachograph::widgets {

/// A recording that was open before.
struct RecentEntry {
    QString path;
    QString name;   ///< last component
    QString folder; ///< where it is, with ~ for the home folder
    QString when;   ///< "today, 18:20", "14 Nov"
    bool isFolder = false;
    bool missing = false;
};

/// Recordings that were open before, one focusable row each; missing files say so and stay in the list.
class RecentList : public QFrame {
    Q_OBJECT
  public:
    explicit RecentList(QWidget* parent = nullptr);

    void setEntries(const std::vector<RecentEntry>& entries);
    void setTheme(const Theme& theme);

  signals:
    void chosen(const QString& path);

  private:
    const Theme* m_theme;
};

} // namespace tachograph::widgets
