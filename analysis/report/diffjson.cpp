#include "analysis/report/diffjson.h"

#include "analysis/comparison/otherjob.h"
#include "analysis/report/jsonparts.h"
#include "analysis/run/roles.h"

namespace tachograph {

namespace {

OrderedJson side(const SideFigures& figures) {
    return {{"median", jsonNumber(figures.median)}, {"n", figures.count}, {"n_eff", jsonNumber(figures.effective)}};
}

OrderedJson printedPair(const PrintedPair& pair) {
    return {{"a", jsonNumber(pair.a)},
            {"b", jsonNumber(pair.b)},
            {"effect", jsonNumber(pair.effect)},
            {"a_step", pair.stepA},
            {"b_step", pair.stepB},
            {"a_distance", pair.distanceA},
            {"b_distance", pair.distanceB},
            {"a_same_since", pair.sameSinceA},
            {"b_same_since", pair.sameSinceB}};
}

OrderedJson metricEntry(const MetricComparison& metric) {
    OrderedJson entry;
    entry["role"] = metric.role;
    entry["key"] = metric.key;
    entry["unit"] = metric.unit;
    entry["scope"] =
        metric.scope == Scope::unknown ? OrderedJson() : OrderedJson(metric.scope == Scope::job ? "job" : "gpu");
    entry["a"] = side(metric.a);
    entry["b"] = side(metric.b);
    entry["effect"] = jsonNumber(metric.effect);
    entry["interval"] = OrderedJson::array({jsonNumber(metric.low), jsonNumber(metric.high)});
    entry["p"] = jsonNumber(metric.p);
    entry["p_holm"] = jsonNumber(metric.pHolm);
    entry["verdict"] = verdictName(metric.verdict);
    entry["averaged"] = metric.averaged;
    entry["printed"] = OrderedJson();
    if (metric.printed) {
        entry["printed"] = printedPair(metric.printed->quoted);
        entry["printed"]["equal_distance"] =
            metric.printed->equalDistance ? printedPair(*metric.printed->equalDistance) : OrderedJson();
        entry["printed"]["lower_at"] = metric.printed->lower;
        entry["printed"]["of_distances"] = metric.printed->distances;
    }
    entry["note"] = jsonOrNull(metric.note);
    return entry;
}

OrderedJson settings(const std::vector<SettingDifference>& rows) {
    OrderedJson list = OrderedJson::array();
    for (const SettingDifference& row : rows)
        list.push_back({{"key", row.key},
                        {"a", row.change == SettingDifference::Change::added ? OrderedJson() : OrderedJson(row.a)},
                        {"b", row.change == SettingDifference::Change::removed ? OrderedJson() : OrderedJson(row.b)},
                        {"change", changeName(row.change)},
                        {"remark", jsonOrNull(row.remark)}});
    return list;
}

OrderedJson expectationObject(const Expectation& expectation) {
    OrderedJson because = OrderedJson::array();
    for (const Expectation::Cause& cause : expectation.because)
        because.push_back({{"key", cause.key}, {"factor", jsonNumber(cause.factor)}});
    return {{"expected_factor", jsonNumber(expectation.expected)},
            {"observed_factor", jsonNumber(expectation.observed)},
            {"unexplained_factor", jsonNumber(expectation.unexplained)},
            {"measured", expectation.measured},
            {"bound", jsonNumber(expectation.bound)},
            {"inseparable", expectation.inseparable},
            {"experiment", jsonOrNull(expectation.experiment)},
            {"because", std::move(because)}};
}

OrderedJson matchedObject(const std::optional<MatchedDistance>& matched) {
    if (!matched)
        return {};
    return {{"distance", jsonNumber(matched->distance)},
            {"factor", jsonNumber(matched->factor)},
            {"interval", OrderedJson::array({jsonNumber(matched->low), jsonNumber(matched->high)})},
            {"slower", matched->slower},
            {"of", matched->of},
            {"p", jsonNumber(matched->pSign)},
            {"low_evidence", matched->lowEvidence},
            {"text", matched->text}};
}

OrderedJson etaPoint(const EtaPoint& point) {
    return {{"printed_s", jsonOrNull(point.printed)}, {"implied_s", jsonOrNull(point.implied)}, {"step", point.step}};
}

OrderedJson etaObject(const EtaCheck& eta) {
    OrderedJson object = etaPoint(eta.quoted);
    object["worst"] = eta.worst ? etaPoint(*eta.worst) : OrderedJson();
    return object;
}

OrderedJson printedMarksList(const Comparison& comparison) {
    OrderedJson list = OrderedJson::array();
    for (const PrintedMark& mark : comparison.printedMarks)
        list.push_back({{"role", roles::throughput},
                        {"b_elapsed_s", jsonNumber(mark.elapsed)},
                        {"against_quoted", printedPair(mark.againstQuoted)},
                        {"equal_distance", mark.equalDistance ? printedPair(*mark.equalDistance) : OrderedJson()},
                        {"b_eta", etaPoint(mark.eta)}});
    return list;
}

OrderedJson rampObject(const Ramp& ramp) {
    return {{"answer", rampingName(ramp.answer)}, {"change", jsonNumber(ramp.change)}, {"text", ramp.text}};
}

OrderedJson equalWorkObject(const EqualWork& work) {
    OrderedJson phases = OrderedJson::array();
    for (const EqualWork::Phase& phase : work.phases)
        phases.push_back({{"role", phase.role}, {"a", jsonNumber(phase.a)}, {"b", jsonNumber(phase.b)}});
    return {{"effect", jsonNumber(work.effect)},
            {"interval", OrderedJson::array({jsonNumber(work.low), jsonNumber(work.high)})},
            {"basis", work.basis},
            {"phases", std::move(phases)}};
}

OrderedJson alignmentObject(const Alignment& alignment) {
    OrderedJson continuity = OrderedJson::array();
    for (const Continuity& one : alignment.continuity)
        continuity.push_back(
            {{"role", one.role}, {"a", jsonNumber(one.a)}, {"b", jsonNumber(one.b)}, {"equal", one.equal}});
    return {{"axis", xAxisName(alignment.axis)},
            {"offset", jsonNumber(alignment.offset)},
            {"why", alignment.why},
            {"doubts", alignment.doubts},
            {"continuity", std::move(continuity)}};
}

OrderedJson windowObject(const SteadyRows& rows) {
    return {{"steps", rows.steps},
            {"left_out",
             {{"warm_up", rows.warmUpSteps},
              {"events", rows.eventSteps},
              {"outside", rows.outsideSteps},
              {"after_failure", rows.afterFailureSteps}}}};
}

OrderedJson oomObject(const OomReport& oom) {
    return {{"side", oom.inB ? "b" : "a"},         {"step", jsonOrNull(oom.step)},
            {"gpu", jsonOrNull(oom.gpu)},          {"tried", jsonOrNull(oom.tried)},
            {"free", jsonOrNull(oom.free)},        {"reserved", jsonOrNull(oom.reserved)},
            {"capacity", jsonOrNull(oom.capacity)}};
}

OrderedJson failureObject(const std::optional<FailureEffect>& failure) {
    if (!failure)
        return {};
    return {{"step", failure->step}, {"steps_after", failure->steps}, {"pace_factor", jsonNumber(failure->paceFactor)}};
}

OrderedJson messageTexts(const Comparison& comparison, bool newInB) {
    OrderedJson texts = OrderedJson::array();
    for (const MessageDifference& message : comparison.messages)
        if (message.newInB == newInB)
            texts.push_back(message.text);
    return texts;
}

OrderedJson metricsList(const Comparison& comparison) {
    OrderedJson list = OrderedJson::array();
    for (const MetricComparison& metric : comparison.metrics)
        list.push_back(metricEntry(metric));
    return list;
}

/// People count attempts from 1.
OrderedJson runRef(const Run& run, const std::optional<std::size_t>& attempt) {
    return {
        {"name", run.name()}, {"path", run.path()}, {"attempt", attempt ? OrderedJson(*attempt + 1) : OrderedJson()}};
}

OrderedJson rangeObject(const CompareOptions& options) {
    if (!options.rangeMin && !options.rangeMax)
        return {};
    return {{"from", jsonOrNull(options.rangeMin)}, {"to", jsonOrNull(options.rangeMax)}};
}

/// A further run against A: its name, metrics and verdict.
OrderedJson otherEntry(const Comparison& comparison) {
    OrderedJson entry = runRef(*comparison.b, comparison.options.attemptB);
    entry["metrics"] = metricsList(comparison);
    entry["verdict"] = verdictName(comparison.verdict);
    entry["headline"] = comparison.headline;
    return entry;
}

} // namespace

OrderedJson floorList(const ComparisonSet& set) {
    OrderedJson list = OrderedJson::array();
    for (const NoiseFloor& floor : set.floors)
        list.push_back({{"side", floor.ofA ? "a" : "b"}, {"runs", floor.names}, {"spread", jsonNumber(floor.spread)}});
    return list;
}

/// The parts that say what was compared and how it came out.
void addFigures(OrderedJson& document, const Comparison& comparison) {
    document["alignment"] = alignmentObject(comparison.alignment);
    document["comparable"] = {{"warnings", comparison.warnings},
                              {"other_job", jsonOrNull(otherJobSign(*comparison.a, *comparison.b))}};
    document["range"] = rangeObject(comparison.options);
    document["windows"] = {{"a", windowObject(comparison.rowsA)}, {"b", windowObject(comparison.rowsB)}};
    document["metrics"] = metricsList(comparison);
    OrderedJson attribution = OrderedJson::array();
    for (const DifferencePart& part : comparison.waterfall.parts)
        attribution.push_back(
            {{"name", part.name}, {"seconds", jsonNumber(part.seconds)}, {"share", jsonNumber(part.share)}});
    document["attribution"] = std::move(attribution);
    document["at_equal_work"] = equalWorkObject(comparison.equalWork);
    document["matched_distance"] = matchedObject(comparison.matched);
    document["printed_marks"] = printedMarksList(comparison);
    document["start_up"] = {{"a_s", jsonNumber(comparison.startUp.a)}, {"b_s", jsonNumber(comparison.startUp.b)}};
    document["ramp"] = {{"a", rampObject(comparison.rampA)}, {"b", rampObject(comparison.rampB)}};
    document["eta"] = {{"a", etaObject(comparison.etaA)}, {"b", etaObject(comparison.etaB)}};
}

/// The parts that say what else is different.
void addCircumstances(OrderedJson& document, const Comparison& comparison) {
    document["config"] = settings(comparison.config);
    document["environment"] = settings(comparison.environment);
    document["expectation"] = expectationObject(comparison.expectation);
    document["new_in_b"] = messageTexts(comparison, true);
    document["gone_in_b"] = messageTexts(comparison, false);
    document["out_of_memory"] = OrderedJson::array();
    for (const OomReport& oom : comparison.ooms)
        document["out_of_memory"].push_back(oomObject(oom));
    document["failures"] = {{"a", failureObject(comparison.failureA)}, {"b", failureObject(comparison.failureB)}};
    document["memory"] = OrderedJson::array();
    for (const MemoryFigures& figures : comparison.memory)
        document["memory"].push_back({{"gpu", figures.gpu},
                                      {"a", jsonOrNull(figures.a)},
                                      {"b", jsonOrNull(figures.b)},
                                      {"capacity", jsonOrNull(figures.capacity)}});
    document["findings"] = OrderedJson::array();
    for (const Finding& finding : comparison.findings)
        document["findings"].push_back(findingJson(finding, true));
    document["suspects"] = OrderedJson::array();
    for (const Suspect& suspect : comparison.suspects)
        document["suspects"].push_back(
            {{"what", suspect.what}, {"why", suspect.why}, {"weight", jsonNumber(suspect.weight)}});
}

std::string diffJson(const ComparisonSet& set, std::string_view version) {
    const Comparison& first = set.comparisons.front();
    OrderedJson document;
    document["schema"] = "tachograph.diff/1";
    document["version"] = version;
    document["a"] = runRef(*first.a, first.options.attemptA);
    document["b"] = runRef(*first.b, first.options.attemptB);
    addFigures(document, first);
    addCircumstances(document, first);
    document["others"] = OrderedJson::array();
    for (std::size_t i = 1; i < set.comparisons.size(); ++i)
        document["others"].push_back(otherEntry(set.comparisons[i]));
    document["noise_floor"] = floorList(set);
    document["revert"] =
        set.revert.empty() ? OrderedJson() : OrderedJson({{"came_back", set.cameBack}, {"text", set.revert}});
    document["verdict"] = verdictName(first.verdict);
    document["headline"] = first.headline;
    // Recordings may hold any bytes; what is not UTF-8 is replaced, never thrown at.
    return document.dump(2, ' ', escapeAll, OrderedJson::error_handler_t::replace) + '\n';
}

} // namespace tachograph
