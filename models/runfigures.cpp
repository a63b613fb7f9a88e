#include "models/runfigures.h"

#include "analysis/run/roles.h"

namespace tachograph::models {

namespace {

double medianOf(const Run& run, const char* role) {
    const Series* series = run.forRole(role);
    return series ? run.figures(*series).median * series->toUnit : RunFigures::none;
}

} // namespace

RunFigures runFigures(const Run& run) {
    return {medianOf(run, roles::stepTime), medianOf(run, roles::throughput), medianOf(run, roles::completionLength),
            medianOf(run, roles::reward)};
}

RunFigureStore::RunFigureStore(Session& session, QObject* parent) : QObject(parent), m_session(session), m_jobs(1) {
    connect(&session, &Session::runsChanged, this, &RunFigureStore::follow);
    connect(&m_jobs, &JobQueue::finished, this, [this](std::uint64_t id, const std::any& figures) {
        const auto known = m_known.find(id);
        if (known == m_known.end())
            return;
        known->second.figures = std::any_cast<RunFigures>(figures);
        emit changed();
    });
    follow();
}

const RunFigures& RunFigureStore::of(std::uint64_t run) const {
    static const RunFigures nothing;
    const auto known = m_known.find(run);
    return known == m_known.end() ? nothing : known->second.figures;
}

void RunFigureStore::follow() {
    std::erase_if(m_known, [this](const auto& known) { return !m_session.run(known.first); });
    for (const OpenRun& entry : m_session.runs()) {
        if (!entry.run || m_known[entry.id].run == entry.run)
            continue;
        m_known[entry.id].run = entry.run;
        m_jobs.add(entry.id, [run = entry.run](const Job&) -> Result<std::any> { return std::any(runFigures(*run)); });
    }
}

} // namespace tachograph::models
