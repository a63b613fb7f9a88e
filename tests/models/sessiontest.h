#pragma once

#include "models/session.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

/// What the tests of the session share: recordings made on the spot, and waiting until nothing is done any more.
namespace tachograph::tests {

using namespace tachograph::models;

struct Lines {
    int first = 1, last = 10;
    double from = 2.0, to = 2.0; ///< step time of the first and of the last step
    bool timestamps = true;
    QByteArray extra = {}; ///< further keys: ", \"loss\": 1"
};

/// JSON lines of a run whose step time goes evenly from one value to another, with a ripple of one percent.
inline QByteArray jsonLines(const Lines& of) {
    QByteArray text;
    for (int step = of.first; step <= of.last; ++step) {
        const double along = of.last == of.first ? 0.0 : double(step - of.first) / (of.last - of.first);
        const double seconds = of.from * std::pow(of.to / of.from, along) * (1.0 + 0.01 * ((step * 7) % 5 - 2));
        text += "{\"step\": " + QByteArray::number(step);
        if (of.timestamps)
            text += ", \"timestamp\": " + QByteArray::number(1764500000.0 + 3.0 * step, 'f', 3);
        text += ", \"step_time_s\": " + QByteArray::number(seconds, 'f', 4) + of.extra + "}\n";
    }
    return text;
}

inline QString stateText(OpenRun::State state) {
    return state == OpenRun::State::loading ? "loading" : state == OpenRun::State::ready ? "ready" : "failed";
}

/// "A ready first, B failed second hidden": slot letter, state, name.
inline QString text(const Session& session) {
    QStringList runs;
    for (const OpenRun& run : session.runs())
        runs.append(QString(QChar('A' + run.slot)) + ' ' + stateText(run.state) + ' ' + run.name +
                    (run.visible ? "" : " hidden"));
    return runs.join(", ");
}

/// A folder for the files of a test, and the wait for a session to settle.
class SessionTest : public QObject {
    Q_OBJECT
  protected:
    QString file(const QString& name, const QByteArray& content) {
        QFile target(m_folder.filePath(name));
        if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
            qFatal("%s cannot be written", qPrintable(name));
        return target.fileName();
    }
    /// Waits until nothing is done any more.
    static bool settled(Session& session) {
        return QTest::qWaitFor(
            [&] {
                for (const OpenRun& run : session.runs())
                    if (run.state == OpenRun::State::loading || (run.run && !run.details))
                        return false;
                const TimelinePtr timeline = session.timeline();
                bool visible = false;
                for (const OpenRun& run : session.runs()) {
                    if (!run.run || !run.visible)
                        continue;
                    visible = true;
                    const auto drawn = timeline ? std::ranges::find(timeline->runs, run.run, &TimelineRun::run)
                                                : std::vector<TimelineRun>::const_iterator();
                    if (!timeline || drawn == timeline->runs.end() || drawn->diagnosis != run.diagnosis)
                        return false;
                }
                return visible == (timeline != nullptr);
            },
            20'000);
    }

    QTemporaryDir m_folder;
};

} // namespace tachograph::tests
