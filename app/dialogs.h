#pragma once

#include "models/session.h"
#include "widgets/messagebar.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <utility>

class QDialog;
class QWidget;

namespace tachograph::app {

class ThemeController;

/// The windows beside the window: preferences, meanings of keys, manual, shortcuts, a lane as a table, about. None of
/// them stands in its way, and there is one of each kind at most.
class Dialogs : public QObject {
    Q_OBJECT
  public:
    Dialogs(models::Session& session, ThemeController& theme, widgets::MessageBar& messages, QWidget& window);

    void showPreferences();
    /// Of the current run. `laneId` chooses the key of a series lane; empty = none.
    void showKeyMeanings(const QString& laneId);
    void showManual();
    void showShortcuts(const QList<std::pair<QString, QString>>& list);
    /// An index that is none of the timeline's does nothing.
    void showLaneTable(const models::Timeline& timeline, int lane, std::pair<double, double> range);
    /// Which series are laid beside those of a lane; an index that is none does nothing. `ownLanes`: see
    /// AddSeriesDialog.
    void showSeriesOfLane(const models::Timeline& timeline, int lane, bool ownLanes);
    void showAbout();

  private:
    void show(QDialog* dialog, QPointer<QDialog>& place);
    void saveMeanings(const std::vector<MetricRole>& said, const QString& what);

    models::Session& m_session;
    ThemeController& m_theme;
    widgets::MessageBar& m_messages;
    QWidget& m_window;
    QPointer<QDialog> m_preferences, m_meanings, m_shortcuts, m_manual, m_laneTable, m_addSeries;
};

} // namespace tachograph::app
