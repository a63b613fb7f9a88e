#pragma once

#include "analysis/review/note.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tachograph::app {

/// Text and place of a note. Stands beside the window, not in its way (shown, not executed).
class NoteDialog : public QDialog {
    Q_OBJECT
  public:
    /// `run` names what the note is about; `fresh` when the note is not there yet.
    NoteDialog(const Note& note, const QString& run, bool fresh, QWidget* parent = nullptr);

    /// As the fields say; the first step is also the last where that is left empty.
    [[nodiscard]] Note note() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void saved(const tachograph::Note& note);

  private:
    void buildLayout(const QString& run);
    /// Nothing when the fields hold no steps in order.
    [[nodiscard]] bool placeIsGood() const;
    void refresh();

    Note m_note;
    QCheckBox* m_wholeRun;
    QLineEdit *m_first, *m_last;
    QPlainTextEdit* m_text;
    QLabel* m_problem;
    QPushButton* m_save;
};

} // namespace tachograph::app
