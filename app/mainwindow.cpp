#include "app/mainwindow.h"

#include "analysis/importers/importer.h"
#include "app/actions.h"
#include "app/announcer.h"
#include "app/dialogs.h"
#include "app/exporting.h"
#include "app/finder.h"
#include "app/opener.h"
#include "app/reportexporter.h"
#include "app/reviewer.h"
#include "app/runactions.h"
#include "app/samplelines.h"
#include "app/sessionkeeper.h"
#include "app/statusline.h"
#include "app/themecontroller.h"
#include "app/undohistory.h"
#include "app/windowstate.h"
#include "app/workspace.h"
#include "models/convert.h"
#include "widgets/compare/comparepage.h"
#include "widgets/dropoverlay.h"
#include "widgets/find/findfield.h"
#include "widgets/focusring.h"
#include "widgets/messagebar.h"
#include "widgets/panels/bill.h"
#include "widgets/panels/findings.h"
#include "widgets/plot/plotview.h"
#include "widgets/quietend.h"
#include "widgets/start/emptypage.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tachograph::app {

using models::OpenRun;
using models::Session;

namespace {

QStringList formatTitles() {
    QStringList titles;
    for (const Importer* importer : importers())
        titles << models::toQt(importer->title);
    return titles;
}

} // namespace

MainWindow::MainWindow(Session& session, Settings& settings, ThemeController& theme, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_settings(settings), m_theme(theme),
      m_messages(new widgets::MessageBar), m_empty(new widgets::EmptyPage(formatTitles())),
      m_workspace(new Workspace(session)), m_compare(new widgets::ComparePage(session)), m_pages(new QStackedWidget),
      m_status(new StatusLine(session)), m_name(new QLabel), m_overlay(new widgets::DropOverlay(*this)),
      m_focusRing(new widgets::FocusRing(this)), m_opener(new Opener(session, settings, *m_messages, *this)),
      m_dialogs(new Dialogs(session, theme, *m_messages, *this)),
      m_exporter(new ReportExporter(session, *m_messages, this)), m_actions(new Actions(*this, m_workspace->plot())),
      m_exporting(new Exporting(session, settings, *m_exporter, *m_compare, *m_actions->compare, *this)),
      m_finder(new Finder(session, *m_actions, *m_workspace, *this)),
      m_reviewer(new Reviewer(session, *m_messages, *this)),
      m_history(new UndoHistory(session, m_compare->bar(), {&m_workspace->plot(), &m_compare->plot()}, this)),
      m_state(new WindowState({session, theme, *m_workspace, *m_compare, *m_actions->compare}, this)),
      m_keeper(new SessionKeeper(*m_state, *m_messages, settings.recoveryFolder(), *this)) {
    setAcceptDrops(true);
    setMinimumSize(640, 480);
    resize(1600, 1000);
    buildLayout();
    connectFileActions();
    new RunActions(session, *m_actions, *m_workspace, this);
    connectViewActions();
    connectFindingActions();
    connectSession();
    connectThemes();
    connectComparison();
    connectReview();
    connectSessionFile();
    m_empty->setSampleLines(sampleLines);
    m_opener->refreshRecent();
    applyTheme(m_theme.theme());
    followRuns();
}

MainWindow::~MainWindow() {
    widgets::endQuietly(*this);
}

void MainWindow::buildLayout() {
    m_actions->setUndo(m_history->createUndoAction(this), m_history->createRedoAction(this));
    m_actions->fillMenuBar(*menuBar());
    m_name->setProperty("look", QStringLiteral("muted"));
    m_name->setTextFormat(Qt::PlainText);
    m_name->setContentsMargins(0, 0, 14, 0);
    m_name->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_name->setMinimumHeight(24);
    menuBar()->setFixedHeight(28);
    menuBar()->setCornerWidget(m_name);
    auto* bar = addToolBar(tr("Main"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->setFixedHeight(44);
    bar->toggleViewAction()->setVisible(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_actions->fillToolBar(*bar, m_finder->field());
    for (const auto* panel : widgets::panels())
        m_actions->panelsMenu->addAction(m_workspace->dock(QString::fromLatin1(panel->id))->toggleViewAction());

    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_workspace);
    m_pages->addWidget(m_compare);
    auto* centre = new QWidget;
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_messages);
    rows->addWidget(m_pages, 1);
    setCentralWidget(centre);
    setStatusBar(m_status);
}

void MainWindow::connectFileActions() {
    const Actions& a = *m_actions;
    connect(a.openFiles, &QAction::triggered, m_opener, &Opener::askForFiles);
    connect(a.openFolder, &QAction::triggered, m_opener, &Opener::askForFolder);
    connect(a.paste, &QAction::triggered, m_opener, &Opener::paste);
    connect(a.exportReport, &QAction::triggered, m_exporting, &Exporting::ask);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.cancelLoading, &QAction::triggered, this, &MainWindow::cancelLoading);
    connect(a.copyPicture, &QAction::triggered, m_exporting, &Exporting::copyPicture);
    connect(m_empty, &widgets::EmptyPage::openFilesRequested, m_opener, &Opener::askForFiles);
    connect(m_empty, &widgets::EmptyPage::openFolderRequested, m_opener, &Opener::askForFolder);
    connect(m_empty, &widgets::EmptyPage::recentChosen, this, [this](const QString& path) { m_opener->open({path}); });
    connect(m_empty, &widgets::EmptyPage::sampleRequested, m_opener, &Opener::openDemo);
    connect(m_empty, &widgets::EmptyPage::secondSampleRequested, this, [this] {
        m_opener->openPair();
        compareWhenReady();
    });
    connect(m_opener, &Opener::recentChanged, this, &MainWindow::followRecent);
}

void MainWindow::connectFindingActions() {
    const Actions& a = *m_actions;
    connect(a.nextFinding, &QAction::triggered, this, [this] { m_workspace->stepFinding(1); });
    connect(a.previousFinding, &QAction::triggered, this, [this] { m_workspace->stepFinding(-1); });
    connect(a.zoomToFinding, &QAction::triggered, this,
            [this] { m_workspace->zoomToFinding(m_session.selectedFinding()); });
    connect(a.showSeries, &QAction::triggered, this, [this] { m_workspace->showSeries(m_session.selectedFinding()); });
    connect(a.copyFinding, &QAction::triggered, this, [this] { copyText(m_workspace->findings().selectedAsText()); });
    connect(m_workspace, &Workspace::copyRequested, this, &MainWindow::copyText);
    connect(m_workspace, &Workspace::openFilesRequested, m_opener, &Opener::askForFiles);
    connect(&m_session, &Session::selectedFindingChanged, this,
            [this] { m_actions->setFindingSelected(m_session.selectedFinding() >= 0); });
}

void MainWindow::connectSession() {
    connect(&m_session, &Session::runsChanged, this, &MainWindow::followRuns);
    connect(&m_session, &Session::currentChanged, this, &MainWindow::followRuns);
    auto* announcer = new Announcer(m_session, *m_messages, this);
    connect(announcer, &Announcer::issuesRequested, this, &MainWindow::showIssues);
    connect(announcer, &Announcer::meaningsRequested, this, [this](std::uint64_t run) {
        m_session.setCurrent(run);
        m_dialogs->showKeyMeanings({});
    });
    m_session.setKnobs(m_settings.knobs());
    connect(&m_session, &Session::knobsChanged, this, [this] {
        if (!m_state->restoring()) // those of a session are not the user's own
            m_settings.setKnobs(m_session.knobs());
    });
    auto* bill = m_workspace->findChild<widgets::BillPanelWidget*>();
    bill->setGpuPrice(m_settings.gpuPrice());
    m_exporter->setGpuPrice(m_settings.gpuPrice());
    connect(bill, &widgets::BillPanelWidget::gpuPriceChanged, this, [this](double price) {
        m_settings.setGpuPrice(price);
        m_exporter->setGpuPrice(price);
    });
}

void MainWindow::connectThemes() {
    const std::pair<QAction*, ThemeChoice> choices[] = {{m_actions->themeSystem, ThemeChoice::system},
                                                        {m_actions->themeLight, ThemeChoice::light},
                                                        {m_actions->themeDark, ThemeChoice::dark},
                                                        {m_actions->themeContrast, ThemeChoice::highContrast}};
    for (const auto& [action, choice] : choices) {
        action->setChecked(choice == m_theme.choice());
        connect(action, &QAction::triggered, this, [this, chosen = choice] { m_theme.choose(chosen); });
    }
    connect(&m_theme, &ThemeController::themeChanged, this, &MainWindow::applyTheme);
}

void MainWindow::connectComparison() {
    using widgets::ComparePage;
    connect(m_actions->compare, &QAction::toggled, this, [this](bool on) {
        if (on)
            m_compare->start();
        else
            m_compare->stop();
        followRuns();
    });
    connect(m_compare, &ComparePage::closeRequested, this, [this] { m_actions->compare->setChecked(false); });
    connect(m_compare, &ComparePage::viewChanged, this, &MainWindow::refreshTitle);
    connect(m_compare, &ComparePage::copyRequested, this, &MainWindow::copyText);
    connect(m_compare, &ComparePage::problem, this, [this](const QString& sentence) {
        m_messages->post({widgets::MessageBar::Kind::warning, tr("Comparing:"), sentence, {}, {}});
    });
    connect(&m_compare->plot(), &widgets::PlotView::statusText, m_status, &StatusLine::setPlotText);
}

void MainWindow::compareWhenReady() {
    m_compareWhenReady = true;
    followRuns();
}

void MainWindow::applyTheme(const widgets::Theme& theme) {
    m_actions->setTheme(theme);
    m_finder->field().setTheme(theme);
    m_messages->setTheme(theme);
    m_empty->setTheme(theme);
    m_workspace->setTheme(theme);
    m_compare->setTheme(theme);
    m_status->setTheme(theme);
    m_overlay->setTheme(theme);
    m_focusRing->setTheme(theme);
}

void MainWindow::followRuns() {
    const bool any = !m_session.runs().empty();
    const OpenRun* current = m_session.current();
    const auto ready = std::ranges::count_if(m_session.runs(), [](const OpenRun& run) { return run.run != nullptr; });
    m_actions->setComparable(ready >= 2);
    if (ready < 2 && m_actions->compare->isChecked())
        m_actions->compare->setChecked(false);
    const bool loading =
        std::ranges::any_of(m_session.runs(), [](const OpenRun& run) { return run.state == OpenRun::State::loading; });
    if (ready >= 2 && !loading && std::exchange(m_compareWhenReady, false))
        m_actions->compare->setChecked(true);
    const bool comparing = m_actions->compare->isChecked();
    QWidget* page = !any ? m_empty : comparing ? static_cast<QWidget*>(m_compare) : m_workspace;
    if (m_pages->currentWidget() != page || !m_paged) {
        m_pages->setCurrentWidget(page);
        (!any ? m_empty : comparing ? static_cast<QWidget*>(&m_compare->plot()) : &m_workspace->plot())->setFocus();
        m_paged = true;
    }
    m_actions->setRunOpen(current && current->run);
    m_actions->closeRun->setEnabled(current != nullptr);
    m_actions->cancelLoading->setEnabled(loading);
    refreshTitle();
}

void MainWindow::followRecent() {
    m_empty->setRecent({m_opener->recent().begin(),
                        m_opener->recent().begin() + std::min<std::ptrdiff_t>(4, std::ssize(m_opener->recent()))});
    m_actions->recentMenu->clear();
    for (const widgets::RecentEntry& entry : m_opener->recent()) {
        QString text = entry.missing ? tr("%1 (file not found)").arg(entry.path) : entry.path;
        QAction* action = m_actions->recentMenu->addAction(text.replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, path = entry.path] { m_opener->open({path}); });
    }
    m_actions->recentMenu->addSeparator();
    connect(m_actions->recentMenu->addAction(tr("Clear this list")), &QAction::triggered, this, [this] {
        m_settings.clearRecent();
        m_opener->refreshRecent();
    });
}

void MainWindow::showIssues(std::uint64_t run) {
    m_session.setCurrent(run);
    m_workspace->showPanel(QStringLiteral("issues"));
}

void MainWindow::copyText(const QString& text) {
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

void MainWindow::cancelLoading() {
    std::vector<std::uint64_t> loading;
    for (const OpenRun& run : m_session.runs())
        if (run.state == OpenRun::State::loading)
            loading.push_back(run.id);
    for (const std::uint64_t id : loading)
        m_session.cancelLoading(id);
}

void MainWindow::restoreWindow() {
    if (!restoreGeometry(m_settings.windowGeometry()))
        resize(size().boundedTo(screen()->availableSize()));
    m_workspace->restoreLayout(m_settings.layout());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!Opener::canTake(*event->mimeData()))
        return;
    event->acceptProposedAction();
    const auto count = event->mimeData()->urls().size();
    m_overlay->showText(count == 0   ? tr("Release to open the text")
                        : count == 1 ? tr("Release to open")
                                     : tr("Release to open %1 files").arg(count));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_overlay->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_overlay->hide();
    event->acceptProposedAction();
    m_opener->take(*event->mimeData(), tr("dropped text"));
}

} // namespace tachograph::app
