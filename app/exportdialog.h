#pragma once

#include "app/reportexporter.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace tachograph::app {

/// Asks what report picture to make and where to.
class ExportDialog : public QDialog {
    Q_OBJECT
  public:
    ExportDialog(const ExportChoice& start, const QString& suggestedFile, bool zoomed, QWidget* parent);
    [[nodiscard]] ExportChoice choice() const;

  signals:
    void chosen(const tachograph::app::ExportChoice& choice);

  private:
    void browse();

    QComboBox* m_form;
    QComboBox* m_theme;
    QComboBox* m_scale;
    QComboBox* m_range;
    QLineEdit* m_file;
    QPushButton* m_save;
};

} // namespace tachograph::app
