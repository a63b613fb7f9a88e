#include "app/dialogs.h"

#include "app/addseriesdialog.h"
#include "app/keymeaningsdialog.h"
#include "app/lanetabledialog.h"
#include "app/manual/manualdialog.h"
#include "app/preferencesdialog.h"
#include "app/shortcutsdialog.h"
#include "app/userroles.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"
#include "version.h"

#include <QMessageBox>

namespace tachograph::app {

using widgets::MessageBar;

Dialogs::Dialogs(models::Session& session, ThemeController& theme, MessageBar& messages, QWidget& window)
    : QObject(&window), m_session(session), m_theme(theme), m_messages(messages), m_window(window) {}

void Dialogs::show(QDialog* dialog, QPointer<QDialog>& place) {
    place = dialog;
    dialog->show();
}

void Dialogs::showPreferences() {
    if (m_preferences) {
        m_preferences->activateWindow();
        return;
    }
    show(new PreferencesDialog(m_session, m_theme, &m_window), m_preferences);
}

void Dialogs::showKeyMeanings(const QString& laneId) {
    const models::OpenRun* current = m_session.current();
    if (!current || !current->run)
        return;
    if (m_meanings)
        m_meanings->close(); // it may be that of another run
    auto* dialog = new KeyMeaningsDialog(current->run, loadUserRoles().said, &m_window);
    connect(dialog, &KeyMeaningsDialog::saved, this, [this](const std::vector<MetricRole>& said, int keys) {
        saveMeanings(said, keys == 1 ? tr("The meaning of one key was saved.")
                                     : tr("The meanings of %1 keys were saved.").arg(keys));
    });
    show(dialog, m_meanings);
    if (laneId.startsWith(models::seriesLanePrefix))
        dialog->choose(models::toStd(laneId.mid(models::seriesLanePrefix.size())));
}

/// Keeps them, reads the runs again with them, and offers the way back.
void Dialogs::saveMeanings(const std::vector<MetricRole>& said, const QString& what) {
    const std::vector<MetricRole> before = loadUserRoles().said;
    const QString topic = QStringLiteral("keys");
    if (const Result<void> saved = saveSaidRoles(said); !saved) {
        m_messages.post({MessageBar::Kind::error, tr("Not saved."), models::shown(saved.error().message), {}, topic});
        return;
    }
    m_session.setRoles(loadUserRoles().table);
    MessageBar::Message message;
    message.headline = what;
    message.text = tr("The open runs are read again with it.");
    message.buttons = {{tr("Undo"), [this, before] {
                            saveMeanings(before, tr("What was said about keys is as before."));
                        }}};
    message.topic = topic;
    m_messages.post(std::move(message));
}

void Dialogs::showManual() {
    if (m_manual) {
        m_manual->activateWindow();
        return;
    }
    show(new ManualDialog(&m_window), m_manual);
}

void Dialogs::showShortcuts(const QList<std::pair<QString, QString>>& list) {
    if (m_shortcuts)
        m_shortcuts->close();
    show(new ShortcutsDialog(list, &m_window), m_shortcuts);
}

void Dialogs::showLaneTable(const models::Timeline& timeline, int lane, std::pair<double, double> range) {
    if (lane < 0 || static_cast<std::size_t>(lane) >= timeline.lanes.size())
        return;
    if (m_laneTable)
        m_laneTable->close();
    show(new LaneTableDialog(timeline, timeline.lanes[static_cast<std::size_t>(lane)], range, &m_window), m_laneTable);
}

void Dialogs::showSeriesOfLane(const models::Timeline& timeline, int lane, bool ownLanes) {
    if (lane < 0 || static_cast<std::size_t>(lane) >= timeline.lanes.size())
        return;
    if (m_addSeries)
        m_addSeries->close();
    show(new AddSeriesDialog(m_session, timeline, timeline.lanes[static_cast<std::size_t>(lane)], ownLanes, &m_window),
         m_addSeries);
}

void Dialogs::showAbout() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Tachograph"),
                                tr("Tachograph %1\n\nPost-mortems of LLM training and RL fine-tuning runs.\n"
                                   "Free software under the GNU General Public License, version 3 or later.\n"
                                   "Uses Qt %2, QCustomPlot, simdjson, nlohmann-json, yaml-cpp, nettle, Eigen.")
                                    .arg(QStringLiteral(TACHOGRAPH_VERSION), QString::fromLatin1(qVersion())),
                                QMessageBox::Close, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace tachograph::app
