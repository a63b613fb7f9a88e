#pragma once

#include "analysis/importers/openrun.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

/// Made-up files of one job, and what tests ask of the run they become.
namespace tachograph::tests {

/// 14 Nov 2026, 09:00:00 UTC
inline constexpr qint64 nine = 1794646800;

/// JSON lines of steps first..last, one every `every` steps; loss 3 - step / 100 + offset, ten seconds a step from nine
/// o'clock on.
QString metrics(int first, int last, int every = 1, double offset = 0);
/// Console lines of the same steps, a second later, with a gradient norm that the metrics have not; the clock `shift`
/// seconds off.
QString console(int first, int last, double offset = 0, qint64 shift = 0, int every = 1);
/// Lines of nvidia-smi for two GPUs, one every `every` seconds from `begin` seconds behind nine o'clock on.
QString smi(int begin, int end, int every = 10, qint64 shift = 0);

/// A folder for such files.
class JobFolder {
  public:
    void write(const QString& name, const QString& text);
    void clear();
    /// Aborts the test program when it cannot be opened.
    std::vector<RunPtr> open();
    Result<std::vector<RunPtr>> asOne(const QStringList& names);
    [[nodiscard]] QString path(const QString& name = {}) const;

  private:
    QTemporaryDir m_folder;
};

/// "key@file" of every logged series.
QString seriesOf(const Run& run);
/// Without those of the console's own reader.
QString notesOf(const Run& run);
/// "where: text"
QString issuesOf(const Run& run);
/// "step:values" of one series, several values of a row joined.
QString valuesOf(const Run& run, const char* key);
/// Steps in log order, attempts separated by bars.
QString stepsOf(const Run& run);

} // namespace tachograph::tests
