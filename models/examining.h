#pragma once

#include "models/session.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <set>

namespace tachograph::models {

/// The examination of the runs of a session by the detectors, which goes on in the background as runs come: it can be
/// stopped, which is worth it for many long runs, and taken up again. Every session has one.
class Examining : public QObject {
    Q_OBJECT
  public:
    /// What only the session can do.
    struct Hooks {
        std::function<void(std::uint64_t run)> start, stop;
    };
    Examining(Session& session, Hooks hooks);
    static Examining& of(const Session& session);

    /// Whether the detectors have not answered yet and are, or will be, at work on it.
    [[nodiscard]] bool waiting(std::uint64_t run) const;
    /// Whether they were stopped or failed before there was an answer.
    [[nodiscard]] bool stopped(std::uint64_t run) const;
    void stop(std::uint64_t run);
    void start(std::uint64_t run);

    /// For the session: work on it begins, or has ended without an answer.
    void began(std::uint64_t run);
    void endedWithout(std::uint64_t run);

  signals:
    void changed();

  private:
    Session& m_session;
    Hooks m_hooks;
    std::set<std::uint64_t> m_stopped;
};

} // namespace tachograph::models
