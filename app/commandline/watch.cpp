#include "app/commandline/watch.h"

#include "analysis/importers/opensource.h"
#include "app/commandline/openpaths.h"

#include <QFile>
#include <QTime>

#include <array>
#include <cerrno>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace tachograph::app {

Watch::Watch(RunPtr baseline, std::shared_ptr<const MetricRoles> roles, WatchOptions options, Terminal& terminal)
    : m_baseline(std::move(baseline)), m_options(std::move(options)), m_terminal(terminal) {
    const Arguments::Path& path = m_options.path;
    m_reader = std::make_unique<models::LiveReader>(
        path.path == "-" ? spooledInput(m_spool, path.config)(std::move(roles))
                         : models::liveFile(QFile::decodeName(path.path.c_str()),
                                            QFile::decodeName(path.config.c_str()), std::move(roles)));
    connect(m_reader.get(), &models::LiveReader::changed, this, &Watch::followRun);
    connect(m_reader.get(), &models::LiveReader::waitingChanged, this, &Watch::sayWaiting);
    connect(m_reader.get(), &models::LiveReader::ended, this, [this] {
        m_readerEnded = true;
        if (!m_comparing.running())
            end();
    });
    connect(&m_comparing, &models::BackgroundJob::finished, this,
            [this](const std::any& set) { compared(std::any_cast<const ComparisonSet&>(set)); });
    m_idle.setSingleShot(true);
    connect(&m_idle, &QTimer::timeout, this, &Watch::endIfIdle);
}

void Watch::start() {
    if (m_options.path.path == "-") {
        m_input.emplace(STDIN_FILENO, QSocketNotifier::Read);
        connect(&*m_input, &QSocketNotifier::activated, this, &Watch::takeInput);
    }
    if (m_options.idleSeconds) {
        m_idle.setInterval(static_cast<int>(*m_options.idleSeconds * 1'000.0));
        startIdle();
    }
    m_reader->start();
}

std::optional<FileStamp> Watch::stampNow() const {
    const std::string& path = m_options.path.path;
    return path == "-" ? std::nullopt : fileStamp(splitSelection(path).first);
}

void Watch::startIdle() {
    if (!m_options.idleSeconds || m_finishing)
        return;
    m_idleSince = stampNow();
    m_idle.start();
}

/// What was written since may not have been looked at yet: after a long look comes a long rest.
void Watch::endIfIdle() {
    if (stampNow() != m_idleSince)
        startIdle();
    else
        finish();
}

void Watch::finish() {
    if (std::exchange(m_finishing, true))
        return;
    m_idle.stop();
    m_reader->finish();
}

/// Past the bound the rest is read and dropped: the job that writes must not die of a closed pipe.
void Watch::takeInput() {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        m_input->setEnabled(false);
        finish();
        return;
    }
    startIdle();
    const bool wasFull = m_spool->full();
    if (!m_spool->add({buffer.data(), static_cast<std::size_t>(count)}) && !wasFull) {
        m_terminal.error("standard input", "there is more than 1 GiB, or no room for it in the folder for temporary "
                                           "files; what comes now is left out. Write it to a file and watch the file.");
        m_status = mostTelling(m_status, ExitStatus::notReadOrWritten);
    }
}

void Watch::followRun() {
    const FollowedReading& reading = *m_reader->reading();
    sayChange(reading);
    m_reader->setBusy(true);
    m_comparing.start(
        [a = m_baseline, b = reading.run, options = m_options.compare](const Job& job) -> Result<std::any> {
            return std::any(compareAll({a, b}, options, job));
        });
}

void Watch::compared(const ComparisonSet& set) {
    m_comparison = set;
    const Comparison& comparison = m_comparison->comparisons.front();
    const bool due =
        !m_sinceLine.isValid() || static_cast<double>(m_sinceLine.elapsed()) >= m_options.everySeconds * 1e3;
    if (!m_finishing && (m_told != watchState(comparison) || (due && comparison.b->lastStep() != m_toldStep)))
        sayLine(comparison);
    m_reader->setBusy(false);
    if (m_readerEnded)
        end();
}

void Watch::sayLine(const Comparison& comparison) {
    say(watchLine(comparison) + '\n' + newFindings(comparison, m_told.value_or(WatchState{})));
    m_told = watchState(comparison);
    m_toldStep = comparison.b->lastStep();
    m_sinceLine.start();
}

void Watch::sayChange(const FollowedReading& reading) {
    using Change = FollowedReading::Change;
    if (reading.change == Change::continued)
        say("file was replaced, read again as attempt " + std::to_string(reading.run->attempts().size()) + '\n');
    else if (reading.change == Change::replaced)
        say("file was replaced and holds another run now, read again\n");
    if (std::exchange(m_toldRuns, reading.runsInFile) != reading.runsInFile)
        say("there are " + std::to_string(reading.runsInFile) + " runs in it; the last one is compared\n");
}

void Watch::sayWaiting() {
    const std::string why = m_reader->waitingFor().toStdString();
    if (!why.empty() && !m_finishing && m_options.path.path != "-")
        m_terminal.error(m_options.path.path, why + " Waiting for it.");
}

void Watch::say(const std::string& line) {
    const std::string text = QTime::currentTime().toString(QStringLiteral("HH:mm:ss")).toStdString() + "  " + line;
    if (m_options.linesToErrors) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        return;
    }
    m_terminal.print(text);
    if (!m_terminal.flush()) {
        m_status = mostTelling(m_status, ExitStatus::notReadOrWritten);
        finish();
    }
}

void Watch::end() {
    if (!m_comparison || !m_reader->waitingFor().isEmpty()) {
        const std::string why = m_reader->waitingFor().toStdString();
        m_terminal.error(shownPath(m_options.path.path), why);
        m_status = mostTelling(m_status, ExitStatus::notReadOrWritten);
    }
    emit ended();
}

} // namespace tachograph::app
