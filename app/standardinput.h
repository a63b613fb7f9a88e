#pragma once

#include "app/commandline/endsignals.h"
#include "app/commandline/inputspool.h"
#include "models/backgroundjob.h"
#include "models/session.h"

#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <memory>

namespace tachograph::app {

/// Standard input as a run of the window, drawn while its writer still writes and kept after its end. What comes is
/// taken off the GUI thread and as fast as it comes, also when the run was closed: the job that writes it never waits
/// for the window, and dies of nothing but the end of it. Ctrl+C in a terminal is meant for that job: what it has
/// written is nowhere else and stays; the second one ends the program. One object at a time.
class StandardInput : public QObject {
    Q_OBJECT
  public:
    /// Opens the run, which is loading until there is a line to read.
    StandardInput(models::Session& session, const QString& configFile);
    /// Stops reading, in whatever state the writer is.
    ~StandardInput() override;

    [[nodiscard]] std::uint64_t run() const { return m_run; }

  signals:
    /// Said at most once: the input could not be read to its end, or not all of it was kept.
    void problem(const QString& sentence);
    /// Ctrl+C was pressed, once.
    void notice(const QString& sentence);

  private:
    void say(const QString& sentence);

    models::Session& m_session;
    EndSignals m_interrupted;
    std::array<int, 2> m_wake{-1, -1}; ///< a pipe: written to when it is time to stop
    std::unique_ptr<models::BackgroundJob> m_taking;
    std::uint64_t m_run = 0;
    bool m_said = false;
};

} // namespace tachograph::app
