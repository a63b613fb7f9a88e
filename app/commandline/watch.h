#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/follow/filestamp.h"
#include "analysis/report/watchtext.h"
#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/inputspool.h"
#include "app/commandline/terminal.h"
#include "models/following/livereader.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tachograph::app {

/// What `tachograph watch` is asked to do.
struct WatchOptions {
    Arguments::Path path; ///< "-" is standard input
    CompareOptions compare;
    double everySeconds = 60.0;
    std::optional<double> idleSeconds; ///< when nothing was written for so long, the watch ends
    bool linesToErrors = false;        ///< standard output is for the answer only
};

/// Follows one recording and holds it against a baseline until it ends; needs a running event loop. Standard input is
/// taken as fast as it comes, whatever else is going on: the job that writes it never waits for us.
class Watch : public QObject {
    Q_OBJECT
  public:
    Watch(RunPtr baseline, std::shared_ptr<const MetricRoles> roles, WatchOptions options, Terminal& terminal);

    void start();
    /// Ends it in good order: what is there is read to its end and compared once more.
    void finish();

    [[nodiscard]] ExitStatus status() const { return m_status; }
    /// The last comparison; nothing when nothing could be read.
    [[nodiscard]] const std::optional<ComparisonSet>& comparison() const { return m_comparison; }

  signals:
    void ended();

  private:
    [[nodiscard]] std::optional<FileStamp> stampNow() const;
    void startIdle();
    void endIfIdle();
    void takeInput();
    void followRun();
    void compared(const ComparisonSet& set);
    void sayLine(const Comparison& comparison);
    void sayChange(const FollowedReading& reading);
    void sayWaiting();
    void end();
    void say(const std::string& line);

    RunPtr m_baseline;
    WatchOptions m_options;
    Terminal& m_terminal;
    std::shared_ptr<InputSpool> m_spool = std::make_shared<InputSpool>();
    std::unique_ptr<models::LiveReader> m_reader;
    models::BackgroundJob m_comparing;
    std::optional<QSocketNotifier> m_input;
    QTimer m_idle; ///< started anew when something was written
    std::optional<FileStamp> m_idleSince;
    QElapsedTimer m_sinceLine;
    std::optional<ComparisonSet> m_comparison;
    std::optional<WatchState> m_told; ///< nothing before the first line
    std::int64_t m_toldStep = 0;
    std::size_t m_toldRuns = 1;
    ExitStatus m_status = ExitStatus::done;
    bool m_finishing = false, m_readerEnded = false;
};

} // namespace tachograph::app
