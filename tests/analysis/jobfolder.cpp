#include "tests/analysis/jobfolder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>

namespace tachograph::tests {

QString metrics(int first, int last, int every, double offset) {
    QString text;
    for (int step = first; step <= last; step += every)
        text += QString("{\"step\": %1, \"timestamp\": %2, \"loss\": %3, \"lr\": 0.001}\n")
                    .arg(step)
                    .arg(nine + 10 * step)
                    .arg(3 - step / 100.0 + offset, 0, 'f', 6);
    return text;
}

QString console(int first, int last, double offset, qint64 shift, int every) {
    QString text;
    for (int step = first; step <= last; step += every)
        text += QString("%1 step=%2 loss=%3 grad_norm=%4\n")
                    .arg(QDateTime::fromSecsSinceEpoch(nine + 10 * step + 1 + shift, Qt::UTC)
                             .toString("yyyy-MM-dd HH:mm:ss"))
                    .arg(step)
                    .arg(3 - step / 100.0 + offset, 0, 'f', 2)
                    .arg(step * 0.5);
    return text;
}

QString smi(int begin, int end, int every, qint64 shift) {
    QString text = "timestamp, index, utilization.gpu [%], memory.used [MiB]\n";
    for (int at = begin; at <= end; at += every)
        for (int gpu = 0; gpu < 2; ++gpu)
            text += QString("%1.000, %2, %3 %, %4 MiB\n")
                        .arg(QDateTime::fromSecsSinceEpoch(nine + at + shift, Qt::UTC).toString("yyyy/MM/dd HH:mm:ss"))
                        .arg(gpu)
                        .arg(50 + gpu)
                        .arg(1000 + at);
    return text;
}

void JobFolder::write(const QString& name, const QString& text) {
    QFile file(path(name));
    if (!QDir().mkpath(QFileInfo(file).path()) || !file.open(QIODevice::WriteOnly) ||
        file.write(text.toUtf8()) != text.toUtf8().size())
        qFatal("%s cannot be written", qPrintable(name));
}

void JobFolder::clear() {
    for (const QFileInfo& entry : QDir(path()).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        if (!(entry.isDir() ? QDir(entry.filePath()).removeRecursively() : QFile::remove(entry.filePath())))
            qFatal("%s cannot be removed", qPrintable(entry.filePath()));
}

std::vector<RunPtr> JobFolder::open() {
    auto runs = openRuns(path().toStdString());
    if (!runs)
        qFatal("%s", runs.error().message.c_str());
    return std::move(runs).value();
}

Result<std::vector<RunPtr>> JobFolder::asOne(const QStringList& names) {
    std::vector<std::string> paths;
    for (const QString& name : names)
        paths.push_back(path(name).toStdString());
    return openFilesAsOneRun(paths);
}

QString JobFolder::path(const QString& name) const {
    return name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
}

QString seriesOf(const Run& run) {
    QStringList all;
    for (const Series& series : run.series())
        if (!series.derived)
            all += QString::fromStdString(series.key + "@" + series.source);
    return all.join(' ');
}

QString notesOf(const Run& run) {
    QStringList all;
    for (const std::string& note : run.notes())
        if (!note.starts_with("console.log: ") && note.find("general rule") == std::string::npos)
            all += QString::fromStdString(note);
    return all.join('\n');
}

QString issuesOf(const Run& run) {
    QStringList all;
    for (const Issue& issue : run.issues().kept)
        all += QString::fromStdString(issue.where + ": " + issue.text);
    return all.join('\n');
}

QString valuesOf(const Run& run, const char* key) {
    const Series* series = run.forKey(key);
    if (!series)
        return "not there";
    QMap<std::uint32_t, QStringList> rows;
    for (std::size_t i = 0; i < series->size(); ++i)
        rows[series->rowOf(i)] += QString::number(series->values[i]);
    QStringList all;
    for (auto row = rows.cbegin(); row != rows.cend(); ++row)
        all += QString("%1:%2").arg(run.rows().step[row.key()]).arg(row->join(','));
    return all.join(' ');
}

QString stepsOf(const Run& run) {
    QStringList all;
    for (std::size_t row = 0; row < run.rows().size(); ++row)
        all += (row > 0 && run.rows().attempt[row] != run.rows().attempt[row - 1] ? "| " : "") +
               QString::number(run.rows().step[row]);
    return all.join(' ');
}

} // namespace tachograph::tests
