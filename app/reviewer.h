#pragma once

#include "models/review/reviews.h"
#include "models/session.h"
#include "widgets/messagebar.h"

#include <QObject>
#include <QPointer>

#include <vector>

class QWidget;

namespace tachograph::widgets {
class PlotView;
}

namespace tachograph::app {

class NoteDialog;

/// Reviewing in the window: notes are made, edited, moved and deleted, findings dismissed and turned into notes, notes
/// imported and exported; the plots show them.
class Reviewer : public QObject {
    Q_OBJECT
  public:
    Reviewer(models::Session& session, widgets::MessageBar& messages, QWidget& window);

    /// The plot shows notes and takes edits of them.
    void serve(widgets::PlotView& plot);
    /// The plot only shows notes.
    void showIn(widgets::PlotView& plot);
    /// Lays the notes out again, for instance on another timeline.
    void refresh();

    /// On the current run: a place in x of the session's timeline, or the whole run.
    void newNote(double first, double last);
    void newNoteOnRun();
    void editNote(std::uint64_t note);
    void removeNote(std::uint64_t note);
    /// Dismisses a finding of the timeline after asking for the reason, or takes its dismissal back.
    void toggleDismissed(int finding);
    void noteFromFinding(int finding);
    void askForImport();
    void askForExport();
    void importFile(const QString& path);
    void exportFile(const QString& path);

  signals:
    void noteAdded();

  private:
    void open(const Note& note, std::uint64_t run, bool fresh);
    void moveNote(std::uint64_t note, double first, double last);
    void nudgeNote(std::uint64_t note, int steps);
    [[nodiscard]] std::vector<RunReviewPtr> reviewsOn(const models::Timeline& timeline) const;
    void lay(widgets::PlotView& plot) const;
    void say(widgets::MessageBar::Kind kind, const QString& headline, const QString& text);

    models::Session& m_session;
    widgets::MessageBar& m_messages;
    QWidget& m_window;
    std::vector<widgets::PlotView*> m_plots; // of the window, which outlives this
    QPointer<NoteDialog> m_dialog;
};

} // namespace tachograph::app
