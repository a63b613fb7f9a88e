#include "tests/app/program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>

namespace tachograph::tests {

namespace {
constexpr int timeLimit = 60'000; // ms
}

Program::Program() {
    QDir(m_folder.path()).mkpath(QStringLiteral("home"));
}

Program::Outcome Program::run(const QStringList& words, const QByteArray& standardInput) const {
    return start(QStringLiteral(TACHOGRAPH_PROGRAM), words, standardInput);
}

Program::Outcome Program::runShell(const QString& line) const {
    return start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line}, {});
}

Program::Outcome Program::start(const QString& program, const QStringList& words,
                                const QByteArray& standardInput) const {
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), QFileInfo(QStringLiteral(TACHOGRAPH_PROGRAM)).path() + QLatin1Char(':') +
                                                   m_folder.path() + QLatin1Char(':') + qEnvironmentVariable("PATH"));
    environment.insert(QStringLiteral("HOME"), path(QStringLiteral("home")));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    for (const QString& entry : m_environment)
        environment.insert(entry.section(QLatin1Char('='), 0, 0), entry.section(QLatin1Char('='), 1));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(program, words);
    process.write(standardInput);
    process.closeWriteChannel();
    Outcome outcome;
    if (process.waitForFinished(timeLimit) && process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

void Program::write(const QString& name, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(name));
}

QByteArray Program::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray recording(int steps, double (*stepTime)(int step)) {
    QByteArray lines;
    double time = 1'764'500'000;
    for (int step = 1; step <= steps; ++step) {
        const double seconds = stepTime(step);
        time += seconds;
        lines += "{\"step\": " + QByteArray::number(step) + ", \"timestamp\": " + QByteArray::number(time, 'f', 3) +
                 ", \"step_time_s\": " + QByteArray::number(seconds, 'g', 12) +
                 ", \"generation_time_s\": " + QByteArray::number(seconds * 0.7, 'g', 12) +
                 ", \"optimization_time_s\": " + QByteArray::number(seconds * 0.25, 'g', 12) +
                 ", \"completion_len_mean\": 400, \"tokens_per_s\": 12800}\n";
    }
    return lines;
}

} // namespace tachograph::tests
