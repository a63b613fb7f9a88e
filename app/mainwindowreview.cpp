// The part of the window that deals with notes, undo and the session file.
#include "app/actions.h"
#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/reviewer.h"
#include "app/sessionkeeper.h"
#include "app/undohistory.h"
#include "app/workspace.h"
#include "models/review/reviews.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>

namespace tachograph::app {

void MainWindow::connectReview() {
    const Actions& a = *m_actions;
    widgets::PlotView& plot = m_workspace->plot();
    m_reviewer->serve(plot);
    m_reviewer->showIn(m_compare->plot());
    m_reviewer->showIn(m_compare->plotB());
    connect(&m_session, &models::Session::timelineChanged, m_reviewer, &Reviewer::refresh);
    connect(m_compare, &widgets::ComparePage::viewChanged, m_reviewer, &Reviewer::refresh);
    connect(a.newNote, &QAction::triggered, &plot, &widgets::PlotView::addNoteHere);
    connect(a.newNoteOnView, &QAction::triggered, &plot, &widgets::PlotView::addNoteOnView);
    connect(a.newNoteOnRun, &QAction::triggered, m_reviewer, &Reviewer::newNoteOnRun);
    connect(a.nextNote, &QAction::triggered, &plot, [&plot] { plot.stepNote(true); });
    connect(a.previousNote, &QAction::triggered, &plot, [&plot] { plot.stepNote(false); });
    connect(a.editNote, &QAction::triggered, this, [this] { m_reviewer->editNote(m_session.reviews().selected()); });
    connect(a.deleteNote, &QAction::triggered, this,
            [this] { m_reviewer->removeNote(m_session.reviews().selected()); });
    connect(a.importNotes, &QAction::triggered, m_reviewer, &Reviewer::askForImport);
    connect(a.exportNotes, &QAction::triggered, m_reviewer, &Reviewer::askForExport);
    connect(a.dismissFinding, &QAction::triggered, this,
            [this] { m_reviewer->toggleDismissed(m_session.selectedFinding()); });
    connect(a.noteFromFinding, &QAction::triggered, this,
            [this] { m_reviewer->noteFromFinding(m_session.selectedFinding()); });
    connect(m_workspace, &Workspace::dismissRequested, m_reviewer, &Reviewer::toggleDismissed);
    connect(m_workspace, &Workspace::noteFromFindingRequested, m_reviewer, &Reviewer::noteFromFinding);
    connect(m_workspace, &Workspace::noteEditRequested, m_reviewer, &Reviewer::editNote);
    connect(m_workspace, &Workspace::notesImportRequested, m_reviewer, &Reviewer::askForImport);
    connect(m_workspace, &Workspace::notesExportRequested, m_reviewer, &Reviewer::askForExport);
    connect(m_reviewer, &Reviewer::noteAdded, this, [this] { m_workspace->showPanel(QStringLiteral("notes")); });
    connect(&m_session.reviews(), &models::Reviews::selectedChanged, this,
            [this] { m_actions->setNoteSelected(m_session.reviews().selected() != 0); });
}

void MainWindow::connectSessionFile() {
    const Actions& a = *m_actions;
    connect(a.openSession, &QAction::triggered, m_keeper, &SessionKeeper::askForFile);
    connect(a.saveSession, &QAction::triggered, m_keeper, [this] { m_keeper->save(); });
    connect(a.saveSessionAs, &QAction::triggered, m_keeper, [this] { m_keeper->saveAs(); });
    connect(m_opener, &Opener::sessionChosen, m_keeper, &SessionKeeper::open);
    connect(m_keeper, &SessionKeeper::titleChanged, this, &MainWindow::refreshTitle);
    connect(m_state, &WindowState::settled, m_history, &UndoHistory::forget);
}

/// The session's name and that of the run, or of both that are compared; with a mark when notes or the session are not
/// saved.
void MainWindow::refreshTitle() {
    const models::OpenRun* current = m_session.current();
    QString name = current ? current->name : QString();
    if (const auto compared = m_actions->compare->isChecked() ? m_compare->view() : nullptr)
        name = tr("%1 against %2").arg(compared->request.nameB, compared->request.nameA);
    if (!m_keeper->file().isEmpty()) {
        const QString session = QFileInfo(m_keeper->file()).completeBaseName();
        name = name.isEmpty() ? session : tr("%1, %2").arg(session, name);
    }
    const QString title = name.isEmpty() ? tr("Tachograph") : tr("%1 — Tachograph").arg(name);
    // Never wider than what the menus leave free in the narrowest window.
    m_name->setText(m_name->fontMetrics().elidedText(m_keeper->modified() ? QStringLiteral("• ") + title : title,
                                                     Qt::ElideMiddle, 210));
    menuBar()->adjustSize(); // the corner widget takes its new width only then
    // A name of a recording may hold the place holder of the mark.
    const QString mark = QStringLiteral("[*]");
    setWindowTitle(QString(title).replace(mark, QStringLiteral("[*][*]")) + mark);
    setWindowModified(m_keeper->modified());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_closing && m_keeper->notesWouldBeLost()) {
        event->ignore();
        m_keeper->beforeLosing([this] {
            m_closing = true;
            close();
        });
        return;
    }
    m_keeper->finish();
    m_settings.setWindow(saveGeometry(), m_workspace->saveLayout());
    QMainWindow::closeEvent(event);
}

} // namespace tachograph::app
