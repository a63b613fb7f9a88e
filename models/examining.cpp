#include "models/examining.h"

#include <utility>

namespace tachograph::models {

Examining::Examining(Session& session, Hooks hooks)
    : QObject(&session), m_session(session), m_hooks(std::move(hooks)) {}

Examining& Examining::of(const Session& session) {
    return *session.findChild<Examining*>(QString(), Qt::FindDirectChildrenOnly);
}

bool Examining::waiting(std::uint64_t run) const {
    const OpenRun* entry = m_session.run(run);
    return entry && entry->run && !entry->diagnosis && !m_stopped.contains(run);
}

bool Examining::stopped(std::uint64_t run) const {
    const OpenRun* entry = m_session.run(run);
    return entry && entry->run && !entry->diagnosis && m_stopped.contains(run);
}

void Examining::stop(std::uint64_t run) {
    if (waiting(run))
        m_hooks.stop(run);
}

void Examining::start(std::uint64_t run) {
    if (stopped(run))
        m_hooks.start(run);
}

void Examining::began(std::uint64_t run) {
    if (m_stopped.erase(run) > 0)
        emit changed();
}

void Examining::endedWithout(std::uint64_t run) {
    if (m_session.run(run) && m_stopped.insert(run).second)
        emit changed();
}

} // namespace tachograph::models
