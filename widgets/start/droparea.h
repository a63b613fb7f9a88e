#pragma once

#include "widgets/theme.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace tachograph::widgets {

/// The place of the empty page that says what can be dropped, with buttons that do the same. Dropping works anywhere in
/// the window; this only shows it.
class DropArea : public QFrame {
    Q_OBJECT
  public:
    explicit DropArea(const QStringList& formats, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);

  signals:
    void openFilesRequested();
    void openFolderRequested();

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme* m_theme;
    QLabel* m_icon;
    QPushButton* m_files;
    QPushButton* m_folder;
};

} // namespace tachograph::widgets
