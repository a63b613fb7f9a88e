#pragma once

#include "analysis/importers/openrun.h"
#include "analysis/run/runbuilder.h"
#include "tests/support/dflashsimulator.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <memory>

namespace tachograph::tests {

using RunHandle = std::shared_ptr<const Run>;

/// A table as text: keys, then a line a row. First column the step; "time" and "elapsed" are stamps (elapsed with a
/// unit: "8m"); "-" = the key is not in the row.
inline RunHandle runFrom(const QString& table, RepeatRule rule = RepeatRule::last, const Settings& config = {}) {
    RunBuilder builder("run", "run.jsonl", "jsonl");
    builder.setRepeatRule(rule);
    const QStringList lines = table.split('\n', Qt::SkipEmptyParts);
    const QStringList keys = lines.value(0).split(' ', Qt::SkipEmptyParts);
    for (const QString& line : lines.mid(1)) {
        const QStringList cells = line.split(' ', Qt::SkipEmptyParts);
        RowInfo info;
        info.step = cells.at(0).toLongLong();
        for (qsizetype i = 1; i < cells.size(); ++i) {
            if (keys.at(i) == "time" && cells.at(i) != "-")
                info.time = cells.at(i).toDouble();
            if (keys.at(i) != "elapsed" || cells.at(i) == "-")
                continue;
            const char unit = cells.at(i).back().toLatin1();
            info.elapsedResolution = unit == 'm' ? 60 : unit == 's' ? 1 : RowInfo::none;
            info.elapsed =
                (unit == 'm' || unit == 's' ? cells.at(i).chopped(1) : cells.at(i)).toDouble() * (unit == 'm' ? 60 : 1);
        }
        const auto row = builder.addRow(info);
        for (qsizetype i = 1; i < cells.size(); ++i)
            if (cells.at(i) != "-" && keys.at(i) != "time" && keys.at(i) != "elapsed")
                builder.addValue(builder.series(keys.at(i).toStdString()), row,
                                 cells.at(i) == "nan" ? std::numeric_limits<double>::quiet_NaN()
                                                      : cells.at(i).toDouble());
    }
    for (const auto& [key, value] : config)
        builder.setConfig(key, value);
    return builder.build(MetricRoles::builtIn());
}

/// The run that is read from a simulated console.
inline RunHandle simulated(const DflashPlan& plan) {
    const auto runs = openRunsFromBytes("simulated", dflashConsole(plan));
    return runs ? runs->front() : nullptr;
}

} // namespace tachograph::tests
