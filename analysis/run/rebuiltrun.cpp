#include "analysis/run/rebuiltrun.h"

#include <cstddef>
#include <cstdint>

namespace tachograph {

namespace {

void addRows(RunBuilder& builder, const Run& run) {
    const Rows& rows = run.rows();
    const auto column = [](const std::vector<double>& values, std::size_t row) {
        return row < values.size() ? values[row] : RowInfo::none;
    };
    std::size_t attempt = 1;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (attempt < run.attempts().size() && run.attempts()[attempt].firstRow == row)
            builder.startAttempt(run.attempts()[attempt++].reason);
        builder.addRow({.step = rows.step[row],
                        .time = rows.timeOf(row),
                        .elapsed = rows.elapsedOf(row),
                        .elapsedResolution = column(rows.elapsedResolution, row),
                        .cut = rows.isCut(row),
                        .place = rows.place[row]});
    }
}

void addSeries(RunBuilder& builder, const Series& series) {
    const std::uint32_t target = builder.series(series.key);
    if (target == RunBuilder::noSeries)
        return;
    for (std::size_t i = 0; i < series.size(); ++i)
        builder.addValue(target, series.rowOf(i), series.values[i]);
    for (const std::uint32_t row : series.missingRows)
        builder.addMissing(target, row);
    Series& own = builder.edit(target);
    own.role = series.role;
    own.sourceUnit = series.sourceUnit;
    own.scope = series.scope;
    own.averaging = series.averaging;
    own.definition = series.definition;
    own.how = series.how;
    own.source = series.source;
    own.uncertainty = series.uncertainty;
    own.printResolution = series.printResolution;
}

} // namespace

RunBuilder rebuiltRun(const Run& run) {
    RunBuilder builder(run.name(), run.path(), run.format());
    builder.setRepeatRule(run.repeatRule());
    if (!run.placesAreLines())
        builder.setPlacesAreBytes();
    addRows(builder, run);
    for (const Series& series : run.series())
        if (!series.derived)
            addSeries(builder, series);
    for (const Event& event : run.events())
        builder.addEvent(event);
    for (const Issue& issue : run.issues().kept)
        builder.addIssue(issue);
    for (const std::string& note : run.notes())
        builder.addNote(note);
    for (const auto& [key, value] : run.config())
        builder.setConfig(key, value);
    for (const auto& [key, value] : run.environment())
        builder.setEnvironment(key, value);
    for (const SourceFile& source : run.sources())
        builder.addSource(source);
    builder.reading().add(run.reading());
    return builder;
}

} // namespace tachograph
