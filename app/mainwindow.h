#pragma once

#include "app/settings.h"
#include "models/session.h"
#include "widgets/theme.h"

#include <QMainWindow>

class QLabel;
class QStackedWidget;

namespace tachograph::widgets {
class ComparePage;
class DropOverlay;
class EmptyPage;
class FocusRing;
class MessageBar;
} // namespace tachograph::widgets

namespace tachograph::app {

class Actions;
class Dialogs;
class Exporting;
class Finder;
class Opener;
class ReportExporter;
class Reviewer;
class SessionKeeper;
class StatusLine;
class ThemeController;
class UndoHistory;
class WindowState;
class Workspace;

/// The window: menu, toolbar, message bar, the empty page or the workspace, status line. Wires them together; what they
/// do is theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    MainWindow(models::Session& session, Settings& settings, ThemeController& theme, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Place, size and layout of the last time, where they still fit.
    void restoreWindow();
    /// Shows the comparison of the first two runs as soon as they have been read.
    void compareWhenReady();

    [[nodiscard]] models::Session& session() { return m_session; }
    [[nodiscard]] Actions& actions() { return *m_actions; }
    [[nodiscard]] Opener& opener() { return *m_opener; }
    [[nodiscard]] Workspace& workspace() { return *m_workspace; }
    [[nodiscard]] widgets::ComparePage& comparison() { return *m_compare; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] ReportExporter& exporter() { return *m_exporter; }
    [[nodiscard]] Finder& finder() { return *m_finder; }
    [[nodiscard]] Reviewer& reviewer() { return *m_reviewer; }
    [[nodiscard]] SessionKeeper& keeper() { return *m_keeper; }
    [[nodiscard]] UndoHistory& history() { return *m_history; }

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

  private:
    void buildLayout();
    void connectFileActions();
    void connectViewActions();
    void connectPlotActions();
    void connectFindingActions();
    void connectSession();
    void connectThemes();
    void connectComparison();
    void connectReview();
    void connectSessionFile();
    void refreshTitle();
    void applyTheme(const widgets::Theme& theme);
    void followRuns();
    void followRecent();
    void showIssues(std::uint64_t run);
    void copyText(const QString& text);
    void cancelLoading();

    models::Session& m_session;
    Settings& m_settings;
    ThemeController& m_theme;
    widgets::MessageBar* m_messages;
    widgets::EmptyPage* m_empty;
    Workspace* m_workspace;
    widgets::ComparePage* m_compare;
    QStackedWidget* m_pages;
    StatusLine* m_status;
    QLabel* m_name;
    widgets::DropOverlay* m_overlay;
    widgets::FocusRing* m_focusRing;
    Opener* m_opener;
    Dialogs* m_dialogs;
    ReportExporter* m_exporter;
    Actions* m_actions;
    Exporting* m_exporting;
    Finder* m_finder;
    Reviewer* m_reviewer;
    UndoHistory* m_history;
    WindowState* m_state;
    SessionKeeper* m_keeper;
    bool m_paged = false; ///< the first page has been chosen
    bool m_compareWhenReady = false;
    bool m_closing = false; ///< nobody is asked any more
};

} // namespace tachograph::app
