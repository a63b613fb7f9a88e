#include "tests/conformance/reading.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tachograph::tests {

namespace {

QString faultOfSeries(const Run& run, const Series& series) {
    const QString name = QString::fromStdString(series.key);
    if (!series.rows.empty() && series.rows.size() != series.values.size())
        return name + ": values and rows differ in number";
    if (series.rows.empty() && series.values.size() > run.rows().size())
        return name + ": more values than rows";
    if (!std::ranges::is_sorted(series.rows) || !std::ranges::is_sorted(series.missingRows))
        return name + ": rows decrease";
    const auto outside = [&](std::uint32_t row) {
        return row >= run.rows().size();
    };
    if (std::ranges::any_of(series.rows, outside) || std::ranges::any_of(series.missingRows, outside))
        return name + ": a value outside of the rows";
    return {};
}

QString faultOfRun(const Run& run) {
    for (const Series& series : run.series())
        if (const QString fault = faultOfSeries(run, series); !fault.isEmpty())
            return fault;
    std::uint32_t next = 0;
    for (const Attempt& attempt : run.attempts()) {
        if (attempt.firstRow != next || attempt.endRow < attempt.firstRow)
            return "attempts leave out rows or overlap";
        next = attempt.endRow;
    }
    if (next != run.rows().size())
        return "the attempts do not cover the rows";
    if (run.issues().kept.size() > Issues::most || run.issues().kept.size() > run.issues().total)
        return "more issues kept than promised or counted";
    return {};
}

} // namespace

std::size_t Reading::rows() const {
    std::size_t count = 0;
    for (const auto& run : runs)
        count += run->rows().size();
    return count;
}

std::size_t Reading::nonfinite() const {
    std::size_t count = 0;
    for (const auto& run : runs)
        for (const Series& series : run->series())
            if (!series.derived)
                count += static_cast<std::size_t>(
                    std::ranges::count_if(series.values, [](double value) { return !std::isfinite(value); }));
    return count;
}

QStringList Reading::loggedValues() const {
    QStringList all;
    for (const auto& run : runs)
        for (const Series& series : run->series())
            for (std::size_t i = 0; i < series.size() && !series.derived; ++i)
                all << QString("%1 %2 %3")
                           .arg(run->rows().step[series.rowOf(i)])
                           .arg(QString::fromStdString(series.key))
                           .arg(series.values[i], 0, 'g', 17);
    return all;
}

QString Reading::fingerprint() const {
    QStringList lines;
    for (const auto& run : runs) {
        lines << QString("run of %1 rows, %2 attempts, %3 events")
                     .arg(run->rows().size())
                     .arg(run->attempts().size())
                     .arg(run->events().size());
        for (const Series& series : run->series()) {
            QString line = QString::fromStdString(series.key) + ':';
            for (std::size_t i = 0; i < series.size(); ++i)
                line += QString(" %1@%2").arg(series.values[i], 0, 'g', 17).arg(series.rowOf(i));
            lines << line;
        }
    }
    return lines.join('\n');
}

QString Reading::brokenPromise() const {
    if (!error.isEmpty())
        return faultOfSentence(error);
    if (runs.empty())
        return "neither runs nor an error";
    for (const auto& run : runs)
        if (const QString fault = faultOfRun(*run); !fault.isEmpty())
            return fault;
    return {};
}

Reading readBytes(const Importer& importer, const QByteArray& bytes, const Job& job) {
    return readSource(importer, Source::fromBytes("sample", bytes.toStdString()), job);
}

Reading readSource(const Importer& importer, Source source, const Job& job) {
    Reading reading;
    auto builders = importer.read(source, job);
    if (!builders) {
        reading.error = QString::fromStdString(builders.error().message);
        if (reading.error.isEmpty())
            reading.error = "(an error without a word)";
        return reading;
    }
    for (RunBuilder& builder : builders.value())
        reading.runs.push_back(builder.build(MetricRoles::builtIn(), job));
    return reading;
}

QString faultOfSentence(const QString& message) {
    if (message.size() < 10 || message.size() > 1500)
        return "too short or too long for a sentence: " + message.left(200);
    if (message.contains('\n') || message.contains('!'))
        return "not one calm line: " + message;
    if (!message.endsWith('.'))
        return "does not end like a sentence: " + message;
    return {};
}

QByteArray noise(int bytes, unsigned seed) {
    std::mt19937 random(seed);
    QByteArray all(bytes, '\0');
    for (char& byte : all)
        byte = static_cast<char>(random());
    return all;
}

} // namespace tachograph::tests
