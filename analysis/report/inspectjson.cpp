#include "analysis/report/inspectjson.h"

#include "analysis/attribution/attribution.h"
#include "analysis/report/billjson.h"
#include "analysis/report/jsonparts.h"
#include "analysis/report/readingfacts.h"
#include "analysis/review/reviewjson.h"

namespace tachograph {

namespace {

using Json = OrderedJson;

Json hashes(const Run& run) {
    Json object = Json::object();
    for (const SourceFile& file : run.sources())
        object[file.name] = jsonOrNull(file.sha256);
    return object;
}

Json attempts(const Run& run) {
    Json list = Json::array();
    for (const Attempt& attempt : run.attempts())
        list.push_back({{"first", attempt.firstStep},
                        {"last", attempt.lastStep},
                        {"count", attempt.steps},
                        {"superseded", attempt.supersededRows}});
    return list;
}

const char* scopeName(Scope scope) {
    return scope == Scope::job ? "job" : "gpu";
}

Json seriesEntry(const Run& run, const Series& series) {
    const SeriesFigures figures = run.figures(series);
    Json entry;
    entry["role"] = jsonOrNull(series.role);
    entry["key"] = series.key;
    entry["unit"] = series.unit;
    entry["source_unit"] = series.sourceUnit;
    entry["scope"] = series.scope == Scope::unknown ? Json() : Json(scopeName(series.scope));
    entry["count"] = figures.finite;
    entry["nonfinite"] = figures.nonfinite;
    entry["missing"] = figures.missing;
    entry["null"] = series.missingRows.size();
    entry["first"] = figures.finite == 0 ? Json() : Json(figures.firstStep);
    entry["last"] = figures.finite == 0 ? Json() : Json(figures.lastStep);
    entry["median"] = jsonNumber(figures.median);
    entry["early"] = jsonNumber(figures.early);
    entry["late"] = jsonNumber(figures.late);
    entry["derived"] = series.derived;
    entry["averaged"] = series.averaging == Averaging::sinceStart;
    entry["how"] = series.how;
    entry["source"] = jsonOrNull(series.source);
    return entry;
}

Json eventEntry(const Event& event) {
    return {{"kind", eventKindName(event.kind)},
            {"step", jsonOrNull(event.step)},
            {"time", event.time ? jsonNumber(*event.time) : Json()},
            {"duration_s", event.durationSeconds ? jsonNumber(*event.durationSeconds) : Json()},
            {"text", event.text}};
}

Json issuesObject(const Issues& issues) {
    Json kept = Json::array();
    for (const Issue& issue : issues.kept)
        kept.push_back({{"where", issue.where}, {"text", issue.text}});
    return {{"total", issues.total}, {"kept", std::move(kept)}};
}

/// A finding; with a review it says whether it was dismissed.
Json findingEntry(const Finding& finding, const std::optional<ReviewOfRun>& review) {
    Json entry = findingJson(finding, false);
    if (!review)
        return entry;
    const Dismissal* dismissal = dismissalOf(review->review, finding);
    entry["dismissed"] = dismissal ? Json(dismissal->reason) : Json();
    return entry;
}

Json reviewObject(const std::optional<ReviewOfRun>& review) {
    if (!review)
        return {};
    Json object = reviewJson(review->review);
    object["other_recording"] = review->otherRecording;
    return object;
}

Json diagnosisList(const Diagnosis& diagnosis, const std::optional<ReviewOfRun>& review) {
    Json list = Json::array();
    for (const Examination& examination : diagnosis.examinations) {
        Json findings = Json::array();
        for (const Finding& finding : examination.result.findings)
            findings.push_back(findingEntry(finding, review));
        Json knobs = Json::object();
        for (const auto& [name, value] : examination.knobs)
            knobs[name] = jsonNumber(value);
        list.push_back({{"code", examination.detector->code},
                        {"outcome", outcomeName(examination.result.outcome)},
                        {"reason", examination.result.reason},
                        {"findings", std::move(findings)},
                        {"knobs", std::move(knobs)}});
    }
    return list;
}

Json settingsObject(const Settings& settings) {
    Json object = Json::object();
    for (const auto& [key, value] : settings)
        object[key] = value;
    return object;
}

Json attributionList(const Run& run) {
    Json list = Json::array();
    for (const TimeShare& part : timeShares(run))
        list.push_back({{"name", part.name}, {"seconds", jsonNumber(part.seconds)}, {"share", jsonNumber(part.share)}});
    return list;
}

Json readingObject(const Run& run) {
    const ReadingFacts facts = readingFacts(run);
    const ReadingRecord& reading = run.reading();
    Json issues = Json::array();
    for (const SameIssues& same : facts.issues)
        issues.push_back({{"text", same.text}, {"first", same.where}, {"count", same.count}});
    return {{"step_keys", reading.stepKeys},
            {"steps_counted", reading.stepsCounted},
            {"steps", jsonOrNull(stepSentence(reading))},
            {"time_key", jsonOrNull(reading.timeKey)},
            {"elapsed_key", jsonOrNull(reading.elapsedKey)},
            {"lines", reading.lines},
            {"merged_records", reading.mergedRows},
            {"issues", std::move(issues)},
            {"rows", facts.rows},
            {"repeated_rows", facts.repeated},
            {"cut_rows", facts.cut},
            {"value_of_a_step", repeatRuleName(run.repeatRule())}};
}

Json runObject(const JudgedRun& judged) {
    const Run& run = *judged.run;
    Json series = Json::array();
    for (const Series& one : run.series())
        series.push_back(seriesEntry(run, one));
    Json events = Json::array();
    for (const Event& event : run.events())
        events.push_back(eventEntry(event));
    const bool empty = run.stepCount() == 0;
    Json object;
    object["name"] = run.name();
    object["path"] = run.path();
    object["format"] = run.format();
    object["sha256"] = hashes(run);
    object["steps"] = {{"first", empty ? Json() : Json(run.firstStep())},
                       {"last", empty ? Json() : Json(run.lastStep())},
                       {"count", run.stepCount()}};
    object["attempts"] = attempts(run);
    object["series"] = std::move(series);
    object["events"] = std::move(events);
    object["issues"] = issuesObject(run.issues());
    object["config"] = settingsObject(run.config());
    object["environment"] = settingsObject(run.environment());
    object["diagnosis"] = diagnosisList(judged.diagnosis, judged.review);
    object["attribution"] = attributionList(run);
    object["bill"] = billJson(judged.account);
    object["notes"] = run.notes();
    object["review"] = reviewObject(judged.review);
    object["reading"] = readingObject(run);
    return object;
}

} // namespace

std::string inspectJson(std::span<const JudgedRun> runs, std::string_view version) {
    Json document;
    document["schema"] = "tachograph.inspect/1";
    document["version"] = version;
    document["runs"] = Json::array();
    for (const JudgedRun& judged : runs)
        document["runs"].push_back(runObject(judged));
    return document.dump(2, ' ', escapeAll, Json::error_handler_t::replace) + '\n';
}

} // namespace tachograph
