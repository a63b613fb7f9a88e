#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QLabel;

namespace tachograph::app {

class ManualView;

/// The manual in a window of its own: pages at the left, text at the right, a field that finds words in all pages.
class ManualDialog : public QDialog {
    Q_OBJECT
  public:
    explicit ManualDialog(QWidget* parent);

    /// Shows the page with this id from its beginning; unknown ids are ignored.
    void showPage(const QString& id);

  private:
    /// To the next place of the word in the field, from the place shown on, over all pages and round again.
    void findNext();

    QListWidget* m_pages = nullptr;
    QLineEdit* m_find = nullptr;
    QLabel* m_found = nullptr;
    ManualView* m_text = nullptr;
};

} // namespace tachograph::app
