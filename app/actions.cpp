#include "app/actions.h"

#include "widgets/icons.h"

#include <QActionGroup>
#include <QEvent>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace tachograph::app {

using widgets::themedIcon;

namespace {

/// Leaves the texts of the buttons out where they would push the search field out of the bar.
class NarrowBar : public QObject {
  public:
    NarrowBar(QToolBar& bar, QList<QToolButton*> buttons) : QObject(&bar), m_bar(bar), m_buttons(std::move(buttons)) {
        bar.installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        constexpr int textsFrom = 900; // pixels
        if (watched == &m_bar && event->type() == QEvent::Resize)
            for (QToolButton* button : m_buttons)
                button->setToolButtonStyle(m_bar.width() < textsFrom ? Qt::ToolButtonIconOnly
                                                                     : Qt::ToolButtonTextBesideIcon);
        return false;
    }

  private:
    QToolBar& m_bar;
    QList<QToolButton*> m_buttons;
};

} // namespace

Actions::Actions(QWidget& window, QWidget& plot) : QObject(&window), m_window(window), m_plot(plot) {
    openFiles = add(tr("Open…"), {QKeySequence::Open});
    openFolder = add(tr("Open folder…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)});
    paste = add(tr("Paste lines"), {QKeySequence::Paste});
    exportReport = add(tr("Export report…"), {QKeySequence(Qt::CTRL | Qt::Key_E)});
    closeRun = add(tr("Close run"), {QKeySequence(Qt::CTRL | Qt::Key_W)});
    reload = add(tr("Reload"), {QKeySequence(Qt::Key_F5)});
    quit = add(tr("Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    copyFinding = add(tr("Copy finding as text"), {QKeySequence::Copy});
    copyPicture = add(tr("Copy report picture"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    wholeRun = addForPlot(tr("Whole run"), QKeySequence(Qt::Key_0));
    nextAxis = addForPlot(tr("Next x axis"), QKeySequence(Qt::Key_X));
    nextSmoothing = addForPlot(tr("Next smoothing"), QKeySequence(Qt::Key_M));
    robustY = addForPlot(tr("Robust Y"), QKeySequence(Qt::Key_Y));
    robustY->setCheckable(true);
    robustY->setChecked(true);
    nextPanel = add(tr("Next panel"), {QKeySequence(Qt::Key_F6)});
    previousPanel = add(tr("Previous panel"), {QKeySequence(Qt::SHIFT | Qt::Key_F6)});
    rightPanels = add(tr("Findings at the right"));
    rightPanels->setCheckable(true);
    auto* themes = new QActionGroup(this);
    for (QAction* theme : {themeSystem = addTheme(tr("Follow the system")), themeLight = addTheme(tr("Light")),
                          themeDark = addTheme(tr("Dark")), themeContrast = addTheme(tr("High contrast"))})
        themes->addAction(theme);
    compare = add(tr("Compare"), {QKeySequence(Qt::CTRL | Qt::Key_D)});
    compare->setCheckable(true);
    addSeries = addForPlot(tr("Add series to the lane…"), QKeySequence(Qt::Key_A));
    laneTable = addForPlot(tr("Lane as a table…"), QKeySequence(Qt::Key_T));
    laneLogarithmic = addForPlot(tr("Logarithmic scale of the lane"), QKeySequence(Qt::Key_L));
    laneAlone = addForPlot(tr("Lane alone, or all lanes"), QKeySequence(Qt::SHIFT | Qt::Key_F));
    hideLane = addForPlot(tr("Hide lane"), QKeySequence(Qt::SHIFT | Qt::Key_H));
    hideRun = addForPlot(tr("Show or hide run"), QKeySequence(Qt::Key_H));
    pinBaseline = add(tr("Pin as baseline"), {QKeySequence(Qt::CTRL | Qt::Key_B)});
    followFile = add(tr("Follow the file"), {QKeySequence(Qt::CTRL | Qt::Key_L)});
    for (QAction* state : {pinBaseline, followFile})
        state->setCheckable(true);
    filterRuns = add(tr("Filter the runs…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)});
    showAllRuns = add(tr("Show all runs"));
    cancelLoading = add(tr("Cancel reading"), {QKeySequence(Qt::Key_Escape)});
    nextFinding = addForPlot(tr("Next finding"), QKeySequence(Qt::Key_BracketRight));
    previousFinding = addForPlot(tr("Previous finding"), QKeySequence(Qt::Key_BracketLeft));
    nextEvent = addForPlot(tr("Next event"), QKeySequence(Qt::CTRL | Qt::Key_Right));
    previousEvent = addForPlot(tr("Previous event"), QKeySequence(Qt::CTRL | Qt::Key_Left));
    measure = addForPlot(tr("Measure from the crosshair"), QKeySequence(Qt::Key_R));
    zoomToMeasured = addForPlot(tr("Zoom to what is measured"), QKeySequence(Qt::SHIFT | Qt::Key_R));
    zoomToFinding = addForPlot(tr("Zoom to finding"), QKeySequence(Qt::Key_Return));
    zoomToFinding->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    showSeries = addForPlot(tr("Show series of finding"), QKeySequence(Qt::Key_S));
    dismissFinding = addForPlot(tr("Dismiss finding…"), QKeySequence(Qt::Key_D));
    noteFromFinding = add(tr("Make a note of the finding…"));
    addNoteActions();
    openSession = add(tr("Open session…"));
    saveSession = add(tr("Save session"), {QKeySequence(Qt::CTRL | Qt::Key_S)});
    saveSessionAs = add(tr("Save session as…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    find = add(tr("Find…"), {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence::Find});
    preferences = add(tr("Preferences…"), {QKeySequence(Qt::CTRL | Qt::Key_Comma)});
    keyMeanings = add(tr("What the keys mean…"));
    manual = add(tr("Manual"), {QKeySequence(Qt::CTRL | Qt::Key_F1)});
    shortcuts = add(tr("Shortcuts"), {QKeySequence(Qt::Key_F1)});
    about = add(tr("About Tachograph"));
    setRunOpen(false);
    setFindingSelected(false);
    setNoteSelected(false);
    setComparable(false);
    setRunState(false, false, false);
    cancelLoading->setEnabled(false);
}

void Actions::addNoteActions() {
    newNote = addForPlot(tr("New note here…"), QKeySequence(Qt::Key_N));
    newNoteOnView = addForPlot(tr("New note on the visible range…"), QKeySequence(Qt::SHIFT | Qt::Key_N));
    newNoteOnRun = add(tr("New note about the whole run…"));
    editNote = addForPlot(tr("Edit note…"), QKeySequence(Qt::Key_F2));
    deleteNote = addForPlot(tr("Delete note"), QKeySequence(Qt::Key_Delete));
    nextNote = addForPlot(tr("Next note"), QKeySequence(Qt::Key_Period));
    previousNote = addForPlot(tr("Previous note"), QKeySequence(Qt::Key_Comma));
    importNotes = add(tr("Import notes…"));
    exportNotes = add(tr("Export notes…"));
}

void Actions::setUndo(QAction* undo, QAction* redo) {
    m_undo = undo;
    m_redo = redo;
    m_undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
    m_redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    m_window.addActions({m_undo, m_redo});
    m_all << m_undo << m_redo;
}

QAction* Actions::add(const QString& text, const QList<QKeySequence>& keys) {
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    m_window.addAction(action);
    m_all << action;
    return action;
}

QAction* Actions::addForPlot(const QString& text, const QKeySequence& key) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_plot.addAction(action);
    m_all << action;
    return action;
}

QAction* Actions::addTheme(const QString& text) {
    auto* action = new QAction(text, this);
    action->setCheckable(true);
    return action;
}

void Actions::fillMenuBar(QMenuBar& bar) {
    QMenu* file = bar.addMenu(tr("&File"));
    file->addActions({openFiles, openFolder});
    recentMenu = file->addMenu(tr("Open recent"));
    file->addActions({paste, file->addSeparator(), openSession, saveSession, saveSessionAs, file->addSeparator(),
                      exportReport, file->addSeparator(), quit});
    QMenu* edit = bar.addMenu(tr("&Edit"));
    if (m_undo)
        edit->addActions({m_undo, m_redo, edit->addSeparator()});
    edit->addActions({copyFinding, copyPicture, edit->addSeparator(), find, edit->addSeparator(), preferences});
    QMenu* view = bar.addMenu(tr("&View"));
    view->addActions({wholeRun, nextEvent, previousEvent, measure, zoomToMeasured, view->addSeparator(), nextAxis,
                      nextSmoothing, robustY, view->addSeparator(), addSeries, laneLogarithmic, laneAlone, hideLane,
                      laneTable, view->addSeparator()});
    panelsMenu = view->addMenu(tr("Panels"));
    view->addActions({nextPanel, previousPanel, view->addSeparator()});
    view->addMenu(tr("Theme"))->addActions({themeSystem, themeLight, themeDark, themeContrast});
    QMenu* run = bar.addMenu(tr("&Run"));
    run->addActions({compare, pinBaseline, followFile, run->addSeparator(), keyMeanings, reload, hideRun, closeRun,
                     run->addSeparator(), filterRuns, showAllRuns, run->addSeparator(), cancelLoading});
    QMenu* findings = bar.addMenu(tr("F&indings"));
    findings->addActions({nextFinding, previousFinding, zoomToFinding, showSeries, findings->addSeparator(),
                          dismissFinding, noteFromFinding});
    QMenu* notes = bar.addMenu(tr("&Notes"));
    notes->addActions({newNote, newNoteOnView, newNoteOnRun, notes->addSeparator(), editNote, deleteNote, nextNote,
                       previousNote, notes->addSeparator(), importNotes, exportNotes});
    QMenu* help = bar.addMenu(tr("&Help"));
    help->addActions({manual, shortcuts, about});
}

void Actions::fillToolBar(QToolBar& bar, QWidget& search) {
    openFiles->setIconText(tr("Open"));
    openFolder->setIconText(tr("Open folder"));
    exportReport->setIconText(tr("Export report"));
    bar.addActions({openFiles, openFolder});
    bar.addSeparator();
    bar.addAction(compare);
    bar.addAction(exportReport);
    bar.addSeparator();
    bar.addAction(wholeRun);
    auto* stretch = new QWidget(&bar);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar.addWidget(stretch);
    bar.addWidget(&search);
    bar.addAction(rightPanels);
    m_themeButton = new QToolButton(&bar);
    auto* menu = new QMenu(m_themeButton);
    menu->addActions({themeSystem, themeLight, themeDark, themeContrast});
    m_themeButton->setMenu(menu);
    m_themeButton->setPopupMode(QToolButton::InstantPopup);
    m_themeButton->setToolTip(tr("Theme: light, dark, high contrast or that of the system"));
    m_themeButton->setAccessibleName(tr("Theme"));
    bar.addWidget(m_themeButton);
    QList<QToolButton*> texts;
    for (QAction* action : bar.actions())
        if (auto* button = qobject_cast<QToolButton*>(bar.widgetForAction(action))) {
            button->setToolButtonStyle(action == rightPanels || button == m_themeButton ? Qt::ToolButtonIconOnly
                                                                                        : Qt::ToolButtonTextBesideIcon);
            if (button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon)
                texts << button;
            button->setFocusPolicy(Qt::StrongFocus);
            button->setAccessibleName(button->accessibleName().isEmpty() ? action->text() : button->accessibleName());
        }
    new NarrowBar(bar, texts);
}

void Actions::setTheme(const widgets::Theme& theme) {
    const std::pair<QAction*, const char*> icons[] = {
        {openFiles, "open"}, {openFolder, "folder"},       {exportReport, "report"}, {wholeRun, "whole-run"},
        {compare, "swap"},   {rightPanels, "panel-right"}, {themeSystem, "system"},  {themeLight, "sun"},
        {themeDark, "moon"}, {themeContrast, "contrast"}};
    for (const auto& [action, icon] : icons)
        action->setIcon(themedIcon(QString::fromLatin1(icon), theme));
    for (QAction* action : {themeSystem, themeLight, themeDark, themeContrast, rightPanels, compare})
        action->setIconVisibleInMenu(false); // the check mark stands there
    if (m_themeButton)
        m_themeButton->setIcon(themedIcon(theme.highContrast ? QStringLiteral("contrast")
                                          : theme.dark       ? QStringLiteral("moon")
                                                             : QStringLiteral("sun"),
                                          theme));
}

void Actions::setRunOpen(bool open) {
    for (QAction* action :
         {exportReport, closeRun,        reload,      pinBaseline,   keyMeanings,    copyPicture,     wholeRun,
          nextAxis,     nextSmoothing,   robustY,     nextPanel,     previousPanel,  rightPanels,     hideRun,
          nextFinding,  previousFinding, newNote,     newNoteOnView, newNoteOnRun,   nextNote,        previousNote,
          importNotes,  exportNotes,     laneTable,   nextEvent,     previousEvent,  laneLogarithmic, laneAlone,
          hideLane,     filterRuns,      showAllRuns, measure,       zoomToMeasured, addSeries})
        action->setEnabled(open);
}

void Actions::setFindingSelected(bool selected) {
    copyFinding->setEnabled(selected);
    zoomToFinding->setEnabled(selected);
    showSeries->setEnabled(selected);
    dismissFinding->setEnabled(selected);
    noteFromFinding->setEnabled(selected);
}

void Actions::setNoteSelected(bool selected) {
    editNote->setEnabled(selected);
    deleteNote->setEnabled(selected);
}

void Actions::setRunState(bool baseline, bool followed, bool canFollow) {
    pinBaseline->setChecked(baseline);
    followFile->setChecked(followed);
    followFile->setEnabled(followed || canFollow);
}

void Actions::setComparable(bool comparable) {
    compare->setEnabled(comparable);
    compare->setToolTip(comparable ? tr("Compare the runs, the first as baseline (Ctrl+D)")
                                   : tr("Open a second run to compare (Ctrl+D)"));
}

QList<std::pair<QString, QString>> Actions::shortcutList() const {
    QList<std::pair<QString, QString>> list;
    for (const QAction* action : m_all)
        if (!action->shortcut().isEmpty())
            list.append({action->shortcut().toString(QKeySequence::NativeText), action->text().remove(QChar(0x2026))});
    return list;
}

} // namespace tachograph::app
