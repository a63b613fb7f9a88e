#include "models/following/livereader.h"

#include "models/convert.h"

#include <algorithm>
#include <utility>

namespace tachograph::models {

LiveSource liveFile(const QString& path, const QString& configFile, std::shared_ptr<const MetricRoles> roles) {
    OpenOptions options;
    options.configFile = pathToStd(configFile);
    options.roles = roles.get();
    return [path = pathToStd(path), options, kept = std::move(roles)](const FollowedReadingPtr& before, const Job& job,
                                                                      bool unfinished) {
        return readFollowed(path, before, options, job, unfinished);
    };
}

LiveReader::LiveReader(LiveSource source, QObject* parent) : QObject(parent), m_source(std::move(source)) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LiveReader::look);
    connect(&m_job, &BackgroundJob::finished, this,
            [this](const std::any& value) { took(std::any_cast<FollowedReadingPtr>(value)); });
    connect(&m_job, &BackgroundJob::failed, this, &LiveReader::failed);
}

void LiveReader::start(FollowedReadingPtr before) {
    m_reading = std::move(before);
    m_running = true;
    look();
}

void LiveReader::stop() {
    m_running = false;
    m_timer.stop();
    m_job.cancel();
}

void LiveReader::finish() {
    m_running = true;
    m_finishing = true;
    m_timer.stop();
    look(); // in the place of a look that is under way
}

void LiveReader::setBusy(bool busy) {
    if (std::exchange(m_busy, busy) != busy && !busy && !m_job.running())
        next();
}

qint64 LiveReader::pauseAfter(qint64 workMs) {
    constexpr qint64 share = 9; // one part of work, nine of rest
    return std::max<qint64>(shortestPause, share * workMs);
}

void LiveReader::look() {
    m_work.start();
    m_job.start([source = m_source, before = m_reading, unfinished = m_finishing](const Job& job) -> Result<std::any> {
        auto reading = source(before, job, unfinished);
        if (!reading)
            return reading.error();
        return std::any(std::move(reading).value());
    });
}

void LiveReader::took(const FollowedReadingPtr& reading) {
    if (!m_running)
        return;
    if (!std::exchange(m_waiting, QString()).isEmpty())
        emit waitingChanged();
    if (std::exchange(m_reading, reading) != reading)
        emit changed();
    next();
}

void LiveReader::failed(const QString& sentence) {
    if (!m_running)
        return;
    if (std::exchange(m_waiting, sentence) != sentence)
        emit waitingChanged();
    next();
}

void LiveReader::next() {
    if (!m_running)
        return;
    if (m_finishing) {
        stop();
        emit ended();
    } else if (!m_busy) {
        m_timer.start(static_cast<int>(std::min<qint64>(pauseAfter(m_work.elapsed()), 3'600'000)));
    }
}

} // namespace tachograph::models
