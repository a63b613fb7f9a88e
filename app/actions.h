#pragma once

#include "widgets/theme.h"

#include <QAction>
#include <QList>
#include <QObject>

class QMenu;
class QMenuBar;
class QToolBar;
class QToolButton;
class QWidget;

namespace tachograph::app {

/// Everything that can be done in the window, with texts, shortcuts and places in menus and toolbar. What an action
/// does is connected by the window.
class Actions : public QObject {
    Q_OBJECT
  public:
    /// Single letters act only while `plot` or something in it has the focus.
    Actions(QWidget& window, QWidget& plot);

    QAction *openFiles, *openFolder, *paste, *exportReport, *closeRun, *reload, *quit;
    QAction *copyFinding, *copyPicture;
    QAction *wholeRun, *nextAxis, *nextSmoothing, *robustY, *nextPanel, *previousPanel, *rightPanels;
    QAction *themeSystem, *themeLight, *themeDark, *themeContrast;
    QAction *hideRun, *cancelLoading;
    QAction *pinBaseline, *followFile; ///< checkable: of the current run
    QAction *filterRuns, *showAllRuns;
    QAction *addSeries, *laneTable, *laneLogarithmic, *laneAlone, *hideLane;
    QAction* compare; ///< checkable: the comparison instead of the timelines
    QAction *nextFinding, *previousFinding, *zoomToFinding, *showSeries, *dismissFinding, *noteFromFinding;
    QAction *newNote, *newNoteOnView, *newNoteOnRun, *editNote, *deleteNote, *nextNote, *previousNote;
    QAction *importNotes, *exportNotes;
    QAction *openSession, *saveSession, *saveSessionAs;
    QAction *find, *nextEvent, *previousEvent;
    QAction *measure, *zoomToMeasured;
    QAction *preferences, *keyMeanings;
    QAction *manual, *shortcuts, *about;

    QMenu* recentMenu = nullptr;
    QMenu* panelsMenu = nullptr;

    void fillMenuBar(QMenuBar& bar);
    /// The search field stands at the right.
    void fillToolBar(QToolBar& bar, QWidget& search);
    void setTheme(const widgets::Theme& theme);
    /// Greys out what needs a run.
    void setRunOpen(bool open);
    void setFindingSelected(bool selected);
    void setNoteSelected(bool selected);
    /// Entries of the Edit menu that come from elsewhere.
    void setUndo(QAction* undo, QAction* redo);
    /// What the current run is, and whether its file can be followed.
    void setRunState(bool baseline, bool followed, bool canFollow);
    /// Two runs are there to be compared.
    void setComparable(bool comparable);

    /// Everything with a place of its own in the menus; themes, panels and recent recordings are not among them.
    [[nodiscard]] const QList<QAction*>& all() const { return m_all; }
    /// (keys, effect) of every action with a shortcut, for the page of shortcuts.
    [[nodiscard]] QList<std::pair<QString, QString>> shortcutList() const;

  private:
    QAction* add(const QString& text, const QList<QKeySequence>& keys = {});
    QAction* addForPlot(const QString& text, const QKeySequence& key);
    void addNoteActions();
    QAction* addTheme(const QString& text);

    QWidget& m_window;
    QWidget& m_plot;
    QList<QAction*> m_all;
    QToolButton* m_themeButton = nullptr;
    QAction *m_undo = nullptr, *m_redo = nullptr;
};

} // namespace tachograph::app
