#pragma once

#include "models/session.h"
#include "widgets/theme.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <span>

class QAction;

namespace tachograph::widgets {

/// The content of a dock. It follows the session by its signals and asks the window for what only the window can do.
class PanelWidget : public QWidget {
    Q_OBJECT
  public:
    explicit PanelWidget(QWidget* parent = nullptr) : QWidget(parent) {
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
    }

    virtual void setTheme(const Theme& theme) = 0;
    /// Buttons in the title bar of the dock.
    [[nodiscard]] virtual QList<QAction*> titleActions() const { return {}; }

    /// Shown beside the title: "4 open".
    [[nodiscard]] QString note() const { return m_note; }

  signals:
    void noteChanged(const QString& note);
    void zoomRequested(int finding);         ///< index into timeline()->findings
    void copyRequested(const QString& text); ///< to the clipboard
    void openFilesRequested();
    void showSeriesRequested(int finding);      ///< index into timeline()->findings
    void dismissRequested(int finding);         ///< set aside with a reason; index into timeline()->findings
    void noteFromFindingRequested(int finding); ///< index into timeline()->findings
    void noteEditRequested(quint64 note);       ///< 0 = a new one about the whole run
    void notesExportRequested();
    void notesImportRequested();
    void keyMeaningRequested(const QString& laneId); ///< what the key of that series means; empty = any of the run's

  protected:
    void setNote(const QString& note) {
        if (note == m_note)
            return;
        m_note = note;
        emit noteChanged(note);
    }

  private:
    QString m_note;
};

/// A panel: a descriptor and a function that makes its content. A new panel is one file and one line in the registry;
/// its dock, its entry in the View menu and the saving of its place follow.
struct Panel {
    const char* id;    ///< object name of the dock, in saved layouts
    const char* title; ///< marked with QT_TRANSLATE_NOOP("Panel", ...)
    Qt::DockWidgetArea area;
    bool shownAtFirst;
    int share; ///< of the height of its side, relative to its neighbours
    PanelWidget* (*create)(models::Session& session, QWidget* parent);
    const char* icon = "file"; ///< in the rail of a small window: see themedIcon()
};

/// All panels, in the order of their sides from top to bottom.
std::span<const Panel* const> panels();

/// The translated title.
QString panelTitle(const Panel& panel);

} // namespace tachograph::widgets
