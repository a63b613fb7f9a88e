#pragma once

#include "models/jobqueue.h"
#include "models/session.h"

#include <QObject>

#include <cstdint>
#include <limits>
#include <map>

namespace tachograph::models {

/// Medians over all finite logged values of a run, in the units of the roles; NaN where a quantity is not logged.
struct RunFigures {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double stepTime = none, throughput = none, completionLength = none, reward = none;
};

/// Looks at every value: not for the GUI thread.
RunFigures runFigures(const Run& run);

/// The figures of all runs of a session, worked out in the background as runs come.
class RunFigureStore : public QObject {
    Q_OBJECT
  public:
    explicit RunFigureStore(Session& session, QObject* parent = nullptr);

    /// Nothing but NaN until they are known; of a run that is read again those of before until then.
    [[nodiscard]] const RunFigures& of(std::uint64_t run) const;

  signals:
    void changed();

  private:
    struct Known {
        RunPtr run; ///< they are, or will be, of it
        RunFigures figures;
    };
    void follow();

    Session& m_session;
    JobQueue m_jobs;
    std::map<std::uint64_t, Known> m_known;
};

} // namespace tachograph::models
