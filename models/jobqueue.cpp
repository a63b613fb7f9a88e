#include "models/jobqueue.h"

#include <algorithm>

namespace tachograph::models {

JobQueue::JobQueue(int atOnce, QObject* parent)
    : QObject(parent), m_atOnce(static_cast<std::size_t>(std::max(1, atOnce))) {}

void JobQueue::add(Key key, Work work) {
    if (const auto running = m_running.find(key); running != m_running.end()) {
        running->second->start(std::move(work));
        return;
    }
    const auto waiting = std::ranges::find(m_waiting, key, &std::pair<Key, Work>::first);
    if (waiting != m_waiting.end())
        waiting->second = std::move(work);
    else
        m_waiting.emplace_back(key, std::move(work));
    startNext();
}

void JobQueue::cancel(Key key) {
    if (const auto running = m_running.find(key); running != m_running.end()) {
        running->second->cancel();
        return;
    }
    const auto waiting = std::ranges::find(m_waiting, key, &std::pair<Key, Work>::first);
    if (waiting == m_waiting.end())
        return;
    m_waiting.erase(waiting);
    emit canceled(key);
}

void JobQueue::startNext() {
    while (m_running.size() < m_atOnce && !m_waiting.empty()) {
        auto [key, work] = std::move(m_waiting.front());
        m_waiting.pop_front();
        startNow(key, std::move(work));
    }
}

void JobQueue::startNow(Key key, Work work) {
    auto* job = new BackgroundJob(this);
    m_running.emplace(key, job);
    connect(job, &BackgroundJob::progress, this, [this, key](double fraction) { emit progress(key, fraction); });
    connect(job, &BackgroundJob::finished, this, [this, key](const std::any& value) {
        ended(key);
        emit finished(key, value);
        startNext();
    });
    connect(job, &BackgroundJob::failed, this, [this, key](const QString& sentence) {
        ended(key);
        emit failed(key, sentence);
        startNext();
    });
    connect(job, &BackgroundJob::canceled, this, [this, key] {
        ended(key);
        emit canceled(key);
        startNext();
    });
    job->start(std::move(work));
}

void JobQueue::ended(Key key) {
    const auto job = m_running.find(key);
    job->second->deleteLater(); // it is just telling us
    m_running.erase(job);
}

} // namespace tachograph::models
