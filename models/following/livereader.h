#pragma once

#include "analysis/follow/followedreading.h"
#include "models/backgroundjob.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

namespace tachograph::models {

/// Where a recording that is still written comes from: answers what is in it now, or `before` itself when that is all.
/// Called in the background. `unfinished`: the job has ended, its last line counts as it is.
using LiveSource =
    std::function<Result<FollowedReadingPtr>(const FollowedReadingPtr& before, const Job& job, bool unfinished)>;

/// A file, or PATH#NAME.
LiveSource liveFile(const QString& path, const QString& configFile, std::shared_ptr<const MetricRoles> roles);

/// Looks at a recording again and again while it is written, in the background. It asks the file system rather than
/// waiting to be told, which works on network drives too. All of it is read anew when it changed, and so seldom that
/// reading (and what is done with it, see setBusy()) takes at most a tenth of the time.
class LiveReader : public QObject {
    Q_OBJECT
  public:
    static constexpr int shortestPause = 1'000; ///< ms between two looks

    explicit LiveReader(LiveSource source, QObject* parent = nullptr);

    /// `before`: what is known already, or null.
    void start(FollowedReadingPtr before = nullptr);
    /// Nothing more is told.
    void stop();
    /// Looks at once, whatever the pause, and takes the unfinished last line too; then ended() comes and nothing more.
    void finish();
    /// While its owner works on the last reading no look begins, and that time counts as reading.
    void setBusy(bool busy);

    [[nodiscard]] FollowedReadingPtr reading() const { return m_reading; } ///< null before the first
    [[nodiscard]] QString waitingFor() const { return m_waiting; } ///< why nothing can be read now; empty when it can
    /// Of the pause that follows work of so many milliseconds.
    [[nodiscard]] static qint64 pauseAfter(qint64 workMs);

  signals:
    void changed();        ///< reading() is another one
    void waitingChanged(); ///< waitingFor() is another sentence: the file is gone, or back
    void ended();          ///< after finish()

  private:
    void look();
    void took(const FollowedReadingPtr& reading);
    void failed(const QString& sentence);
    void next();

    LiveSource m_source;
    BackgroundJob m_job;
    QTimer m_timer;
    QElapsedTimer m_work; // since the look began
    FollowedReadingPtr m_reading;
    QString m_waiting;
    bool m_running = false, m_busy = false, m_finishing = false;
};

} // namespace tachograph::models
