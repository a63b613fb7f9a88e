#pragma once

#include "app/exportchoice.h"
#include "app/reportpreview.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;

namespace tachograph::app {

class PreviewPane;

/// What the dialog is about.
struct ExportSubject {
    QString file;          ///< suggested
    bool zoomed = false;   ///< whether only a part of it is in view
    bool compares = false; ///< several runs: no table of rows, no notes
    ReportPreview::Source source = {};
};

/// Asks what report to make and where to, and shows it meanwhile, with the command line that makes the same. It stays
/// until whoever makes the report has said that a file is written.
class ExportDialog : public QDialog {
    Q_OBJECT
  public:
    ExportDialog(const ExportChoice& start, const ExportSubject& subject, QWidget* parent);
    /// As the controls are, whatever of it means something.
    [[nodiscard]] ExportChoice choice() const;
    [[nodiscard]] const PreviewPane& preview() const { return *m_pane; }
    [[nodiscard]] QString commandLine() const;
    /// What is said above the buttons.
    [[nodiscard]] QString told() const;

    /// While a report is made nothing further can be asked for, and it can be canceled.
    void setBusy(bool busy);
    void setProgress(double fraction);
    /// The dialog stays open.
    void showCopied(const QString& sentence);
    void showProblem(const QString& sentence);

  signals:
    void saveWanted(const tachograph::app::ExportChoice& choice);
    void copyWanted(const tachograph::app::ExportChoice& choice); ///< without a file
    void cancelWanted();                                          ///< of what is being made

  private:
    QLayout* makeForm();
    QLayout* makeContent();
    QLayout* makeFileRow();
    QLayout* makeCommand();
    QLayout* makeBottom();
    void orderTabs();
    void addItems();
    void fill(const ExportChoice& start, const ExportSubject& subject);
    void changed();
    void follow();
    void followFile();
    void enableWhatCounts(const ReportForm& form);
    void enableButtons();
    [[nodiscard]] bool hasContent() const;
    void tell(const QString& sentence, bool problem);
    void copy(ReportKind kind);
    void browse();

    QComboBox *m_kind, *m_size, *m_theme, *m_scale, *m_range;
    std::vector<QCheckBox*> m_parts; ///< lanes, findings, tables, notes
    QCheckBox* m_session;
    QLabel* m_sessionHint;
    QLineEdit *m_file, *m_command;
    QLabel* m_fileHint;
    PreviewPane* m_pane;
    QLabel* m_told;
    QPushButton *m_browse, *m_copyCommand, *m_copyPicture, *m_copyMarkdown, *m_close, *m_save;
    ReportPreview* m_preview;
    bool m_compares;
    bool m_filled = false; ///< the start has been taken over
    bool m_busy = false;
};

} // namespace tachograph::app
