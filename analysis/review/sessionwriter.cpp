#include "analysis/review/reviewjson.h"
#include "analysis/review/savedsession.h"

#include <cmath>

namespace tachograph {

namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json pathJson(const SavedPath& path) {
    return path.empty() ? Json()
                        : Json{{"relative", textOrNull(path.relative)}, {"absolute", textOrNull(path.absolute)}};
}

Json indexOrNull(const std::optional<std::size_t>& index) {
    return index ? Json(*index) : Json();
}

Json runJson(const SavedRun& run) {
    Json parts = Json::array(), hashes = Json::object();
    for (const SavedPath& part : run.parts)
        parts.push_back(pathJson(part));
    for (const auto& [name, hash] : run.sha256)
        hashes[name] = hash;
    Json object{{"name", run.name},
                {"path", pathJson(run.path)},
                {"parts", std::move(parts)},
                {"config", pathJson(run.config)},
                {"bundled", textOrNull(run.bundled)},
                {"sha256", std::move(hashes)},
                {"slot", run.slot},
                {"visible", run.visible},
                {"followed", run.followed}};
    object.update(reviewJson(run.review));
    return object;
}

void addArrangement(Json& object, const SavedArrangement& lanes) {
    Json heights = Json::object();
    for (const auto& [id, height] : lanes.heights)
        if (std::isfinite(height))
            heights[id] = height;
    object["folded"] = Json(lanes.folded);
    object["logarithmic"] = Json(lanes.logarithmic);
    object["maximized"] = textOrNull(lanes.maximized);
    object["order"] = Json(lanes.order);
    object["heights"] = std::move(heights);
}

Json viewJson(const SavedSession& session) {
    Json lanes = Json::object();
    for (const auto& [id, shown] : session.lanes)
        lanes[id] = shown;
    const bool range = session.range && std::isfinite(session.range->first) && std::isfinite(session.range->second);
    Json view{{"axis", xAxisName(session.axis)},
              {"smoothing", session.smoothing},
              {"range", range ? Json{session.range->first, session.range->second} : Json()},
              {"robust_y", session.robustY},
              {"lanes", std::move(lanes)},
              {"added", Json(session.added)}};
    addArrangement(view, session.arrangement);
    return view;
}

Json comparisonJson(const SavedComparison& comparison) {
    Json object{{"shown", comparison.shown},
                {"a", indexOrNull(comparison.a)},
                {"b", indexOrNull(comparison.b)},
                {"attempt_a", indexOrNull(comparison.attemptA)},
                {"attempt_b", indexOrNull(comparison.attemptB)},
                {"left_out", Json(comparison.leftOut)},
                {"axis", comparison.axis ? Json(xAxisName(*comparison.axis)) : Json()},
                {"offset", std::isfinite(comparison.offset) ? comparison.offset : 0.0},
                {"keep_events", !comparison.leaveOutEvents},
                {"only_visible", comparison.onlyVisible},
                {"side_by_side", comparison.sideBySide}};
    addArrangement(object, comparison.arrangement);
    return object;
}

Json knobsJson(const AllKnobs& knobs) {
    Json object = Json::object();
    for (const auto& [code, values] : knobs)
        for (const auto& [name, value] : values)
            if (std::isfinite(value))
                object[code][name] = value;
    return object;
}

} // namespace

Result<std::string> sessionToJson(const SavedSession& session, std::string_view version) {
    Json document;
    document["schema"] = "tachograph.session/1";
    document["revision"] = sessionRevision;
    document["version"] = version;
    if (!session.file.empty())
        document["file"] = session.file;
    if (!session.fileHash.empty())
        document["file_sha256"] = session.fileHash;
    document["runs"] = Json::array();
    for (const SavedRun& run : session.runs)
        document["runs"].push_back(runJson(run));
    document["current"] = indexOrNull(session.current);
    document["baseline"] = indexOrNull(session.baseline);
    document["view"] = viewJson(session);
    document["knobs"] = knobsJson(session.knobs);
    document["theme"] = session.theme;
    document["comparison"] = comparisonJson(session.comparison);
    std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    if (text.size() > mostJsonBytes)
        return Error{"the session would be larger than " + std::to_string(mostJsonBytes >> 20) +
                     " MiB. Close runs with many notes, or export their notes."};
    return text;
}

} // namespace tachograph
