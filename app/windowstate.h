#pragma once

#include "analysis/review/savedsession.h"
#include "models/session.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

class QAction;

namespace tachograph::widgets {
class ComparePage;
}

namespace tachograph::app {

class ThemeController;
class Workspace;

/// What is open and how it is looked at, as a value that can be saved and brought back.
class WindowState : public QObject {
    Q_OBJECT
  public:
    struct Parts {
        models::Session& session;
        ThemeController& theme;
        Workspace& workspace;
        widgets::ComparePage& comparison;
        QAction& compare; ///< checked while the comparison is shown
    };
    explicit WindowState(Parts parts, QObject* parent = nullptr);

    /// Paths below `folder` are kept relative too; without a folder none are.
    [[nodiscard]] SavedSession capture(const QString& folder) const;

    /// Closes what is open and opens what was saved; files are looked for below `folder` first. settled() comes when
    /// all of it has been read.
    void restore(const SavedSession& saved, const QString& folder);
    /// Between restore() and settled().
    [[nodiscard]] bool restoring() const { return m_wanted.has_value(); }
    /// Forgets runs whose files were not found.
    void forgetAbsent() { m_absent.clear(); }

  signals:
    void changed();        ///< something that capture() answers may be another
    void reviewsChanged(); ///< notes or dismissals are
    /// Names of what is not there any more, and of what is there but has changed since it was saved; series that were
    /// added to lanes and are dropped, with the reason.
    void settled(const QStringList& missing, const QStringList& changed, const QStringList& dropped);

  private:
    [[nodiscard]] SavedRun savedRun(const models::OpenRun& run, const QString& folder) const;
    [[nodiscard]] SavedComparison savedComparison() const;
    std::uint64_t openSaved(const SavedRun& saved, const QString& folder);
    void closeAll();
    void settleWhenRead();
    [[nodiscard]] bool drawn() const;
    void settle();
    void restoreComparison(const SavedComparison& saved);

    Parts m_parts;
    std::vector<SavedRun> m_absent; ///< their notes must not get lost
    std::optional<SavedSession> m_wanted;
    std::vector<std::uint64_t> m_ids; ///< of the wanted runs; 0 = not there
};

} // namespace tachograph::app
