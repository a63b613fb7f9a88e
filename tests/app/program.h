#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace tachograph::tests {

/// The program in a folder of its own: no display, no configuration, no locale but what a test sets.
class Program {
  public:
    Program();

    struct Outcome {
        int status = -1; ///< -1: it crashed or did not end within the time limit
        QByteArray out, err;
    };
    /// Runs it with the folder as working directory.
    Outcome run(const QStringList& words, const QByteArray& standardInput = {}) const;
    /// Runs a line of a shell there, with `tachograph` the program.
    Outcome runShell(const QString& line) const;

    /// Writes a file of the folder; folders of its path are made.
    void write(const QString& name, const QByteArray& bytes) const;
    [[nodiscard]] QByteArray read(const QString& name) const;
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void setEnvironment(const QString& name, const QString& value) { m_environment << name + QLatin1Char('=') + value; }

  private:
    Outcome start(const QString& program, const QStringList& words, const QByteArray& standardInput) const;

    QTemporaryDir m_folder;
    QStringList m_environment;
};

/// JSON lines of an RL run with known truth: `steps` steps from 1, step time of step n is stepTime(n) s, 70 % of it
/// generation and 25 % optimization; completion length and throughput are constant (400 tok, 12,800 tok/s).
QByteArray recording(int steps, double (*stepTime)(int step));

} // namespace tachograph::tests
