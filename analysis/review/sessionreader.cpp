#include "analysis/core/text.h"
#include "analysis/review/reviewjson.h"
#include "analysis/review/savedsession.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

using Json = nlohmann::json;

constexpr std::size_t mostPathBytes = 4'096, mostNameBytes = 1'000, mostFiles = 1'000;
constexpr double largestNumber = 1e15; ///< of ranges, offsets and knobs

Error wrong(const std::string& where, const std::string& what) {
    return Error{where + ' ' + what + ". Correct it or open another session."};
}

/// Whether a path has a component "..", which could lead out of any folder.
bool leadsUp(std::string_view path) {
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find_first_of("/\\", begin), path.size());
        if (path.substr(begin, end - begin) == "..")
            return true;
        begin = end + 1;
    }
    return false;
}

bool hasControl(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

Result<SavedPath> readPath(const Json& object, const std::string& where) {
    if (!object.is_object())
        return wrong(where, "is no path");
    const auto relative = boundedText(object, "relative", mostPathBytes);
    const auto absolute = boundedText(object, "absolute", mostPathBytes);
    if (!relative || !absolute || hasControl(*relative) || hasControl(*absolute))
        return wrong(where, "is no path, or one of more than " + std::to_string(mostPathBytes) + " bytes");
    const bool drive = relative->size() > 1 && (*relative)[1] == ':';
    if (relative->starts_with('/') || relative->starts_with('\\') || drive || leadsUp(*relative))
        return wrong(where, "leads out of the session's folder by \"" + plainText(*relative, 80) + '"');
    if (!absolute->empty() && (leadsUp(*absolute) || !absolute->starts_with('/')))
        return wrong(where, "has an absolute path that is none: \"" + plainText(*absolute, 80) + '"');
    return SavedPath{*relative, *absolute};
}

Result<SavedPath> optionalPath(const Json& object, const char* key, const std::string& where) {
    const Json* path = present(object, key);
    return path ? readPath(*path, where + ": \"" + key + '"') : Result<SavedPath>(SavedPath());
}

std::optional<double> boundedNumber(const Json& object, const char* key, double fallback) {
    const Json* value = present(object, key);
    if (!value)
        return fallback;
    if (!value->is_number() || !(std::abs(value->get<double>()) <= largestNumber))
        return std::nullopt;
    return value->get<double>();
}

std::optional<Error> readFiles(const Json& object, const std::string& where, SavedRun& run) {
    if (const Json* parts = present(object, "parts")) {
        if (!parts->is_array() || parts->size() > mostFiles)
            return wrong(where, "has a list \"parts\" that is none or too long");
        for (const Json& part : *parts) {
            auto path = readPath(part, where + ": a part");
            if (!path)
                return path.error();
            run.parts.push_back(std::move(path).value());
        }
    }
    if (const Json* hashes = present(object, "sha256")) {
        if (!hashes->is_object() || hashes->size() > mostFiles)
            return wrong(where, "has hashes that are none or too many");
        for (const auto& [name, hash] : hashes->items()) {
            const std::string* text = hash.is_string() ? hash.get_ptr<const std::string*>() : nullptr;
            if (!text || text->size() > 64 || name.size() > mostPathBytes)
                return wrong(where, "has a hash that is none");
            run.sha256.emplace_back(name, *text);
        }
    }
    return std::nullopt;
}

Result<SavedRun> readRun(const Json& object, const std::string& where) {
    if (!object.is_object())
        return wrong(where, "is not an object");
    SavedRun run;
    const auto name = boundedText(object, "name", mostNameBytes), bundled = boundedText(object, "bundled", 200);
    const auto slot = boundedInteger(object, "slot", 0, largestSlot, 0);
    const auto visible = boundedBool(object, "visible", true), followed = boundedBool(object, "followed", false);
    if (!name || !bundled || !slot || !visible || !followed)
        return wrong(where, "has a name, bundled, slot, visible or followed out of bounds");
    run.name = plainText(*name, mostNameBytes);
    run.bundled = *bundled;
    run.slot = static_cast<int>(*slot);
    run.visible = *visible;
    run.followed = *followed;
    for (const auto& [key, place] : {std::pair("path", &run.path), std::pair("config", &run.config)}) {
        auto path = optionalPath(object, key, where);
        if (!path)
            return path.error();
        *place = std::move(path).value();
    }
    if (const auto problem = readFiles(object, where, run))
        return *problem;
    auto review = readReview(object);
    if (!review)
        return Error{where + ": " + review.error().message};
    run.review = std::move(review).value();
    return run;
}

std::optional<Error> readRuns(const Json& document, SavedSession& session) {
    const Json* runs = present(document, "runs");
    if (!runs || !runs->is_array())
        return wrong("it", "has no list \"runs\"");
    if (runs->size() > mostSavedRuns)
        return wrong("it", "has " + formatCount(static_cast<std::int64_t>(runs->size())) + " runs, more than the " +
                               formatCount(mostSavedRuns) + " of a session");
    for (std::size_t i = 0; i < runs->size(); ++i) {
        auto run = readRun((*runs)[i], "run " + std::to_string(i + 1));
        if (!run)
            return run.error();
        session.runs.push_back(std::move(run).value());
    }
    return std::nullopt;
}

/// An axis by its name, the inner nothing when the key is not there; the outer nothing when there is no such axis.
std::optional<std::optional<XAxis>> readAxis(const Json& object) {
    const auto name = boundedText(object, "axis", 20);
    if (!name)
        return std::nullopt;
    if (name->empty())
        return std::optional<XAxis>();
    const auto axis = xAxisFromName(*name);
    if (!axis)
        return std::nullopt;
    return std::optional<std::optional<XAxis>>(axis);
}

std::optional<Error> readLaneIds(const Json& view, const char* key, std::vector<std::string>& ids) {
    const std::string name = std::string("\"") + key + '"';
    const Json* list = present(view, key);
    if (!list)
        return std::nullopt;
    if (!list->is_array() || list->size() > mostSavedLanes)
        return wrong(name, "is none or too long");
    for (const Json& id : *list) {
        if (!id.is_string() || id.get_ref<const std::string&>().size() > mostNameBytes)
            return wrong(name, "has an entry that is no lane");
        ids.push_back(id.get<std::string>());
    }
    return std::nullopt;
}

std::optional<Error> readHeights(const Json& view, SavedArrangement& arrangement) {
    const auto maximized = boundedText(view, "maximized", mostNameBytes);
    if (!maximized)
        return wrong("\"maximized\"", "is no lane");
    arrangement.maximized = *maximized;
    const Json* heights = present(view, "heights");
    if (!heights)
        return std::nullopt;
    if (!heights->is_object() || heights->size() > mostSavedLanes)
        return wrong("\"heights\"", "is none or too long");
    for (const auto& [id, height] : heights->items()) {
        if (!height.is_number() || id.size() > mostNameBytes || !(height.get<double>() >= leastSavedHeight) ||
            !(height.get<double>() <= mostSavedHeight))
            return wrong("\"heights\"", "has a height out of bounds");
        arrangement.heights[id] = height.get<double>();
    }
    return std::nullopt;
}

std::optional<Error> readArrangement(const Json& view, SavedArrangement& arrangement) {
    std::vector<std::string> folded, logarithmic;
    for (const auto& [key, ids] :
         {std::pair("folded", &folded), std::pair("logarithmic", &logarithmic), std::pair("order", &arrangement.order)})
        if (auto problem = readLaneIds(view, key, *ids))
            return problem;
    arrangement.folded.insert(folded.begin(), folded.end());
    arrangement.logarithmic.insert(logarithmic.begin(), logarithmic.end());
    return readHeights(view, arrangement);
}

std::optional<Error> readAdded(const Json& view, SavedSession& session) {
    const Json* added = present(view, "added");
    if (!added)
        return std::nullopt;
    if (!added->is_object() || added->size() > mostSavedLanes)
        return wrong("\"added\"", "is none or too long");
    for (const auto& [id, keys] : added->items()) {
        if (id.size() > mostNameBytes || !keys.is_array() || keys.size() > mostSavedAdded)
            return wrong("\"added\"", "has a list of series that is none or too long");
        for (const Json& key : keys)
            if (!key.is_string() || key.get_ref<const std::string&>().size() > mostNameBytes)
                return wrong("\"added\"", "has an entry that is no series");
            else
                session.added[id].push_back(key.get<std::string>());
    }
    return std::nullopt;
}

std::optional<Error> readLanes(const Json& view, SavedSession& session) {
    if (const Json* lanes = present(view, "lanes")) {
        if (!lanes->is_object() || lanes->size() > mostSavedLanes)
            return wrong("\"lanes\"", "is none or too long");
        for (const auto& [id, shown] : lanes->items()) {
            if (!shown.is_boolean() || id.size() > mostNameBytes)
                return wrong("\"lanes\"", "has an entry that is neither true nor false");
            session.lanes[id] = shown.get<bool>();
        }
    }
    if (auto problem = readAdded(view, session))
        return problem;
    return readArrangement(view, session.arrangement);
}

std::optional<Error> readView(const Json& document, SavedSession& session) {
    const Json* view = present(document, "view");
    if (!view)
        return std::nullopt;
    if (!view->is_object())
        return wrong("\"view\"", "is not an object");
    const auto axis = readAxis(*view);
    const auto smoothing = boundedInteger(*view, "smoothing", 0, largestSmoothing, 21);
    const auto robust = boundedBool(*view, "robust_y", true);
    if (!axis || !smoothing || !robust)
        return wrong("\"view\"", "has an axis, smoothing or robust_y that there is not");
    session.axis = axis->value_or(XAxis::step);
    session.smoothing = static_cast<int>(*smoothing);
    session.robustY = *robust;
    if (const Json* range = present(*view, "range")) {
        const bool two = range->is_array() && range->size() == 2 && (*range)[0].is_number() && (*range)[1].is_number();
        const double low = two ? (*range)[0].get<double>() : 0, high = two ? (*range)[1].get<double>() : 0;
        if (!two || !(std::abs(low) <= largestNumber) || !(std::abs(high) <= largestNumber) || !(low < high))
            return wrong("\"range\"", "is not two numbers in order");
        session.range = {low, high};
    }
    return readLanes(*view, session);
}

std::optional<Error> readKnobs(const Json& document, SavedSession& session) {
    const Json* knobs = present(document, "knobs");
    if (!knobs)
        return std::nullopt;
    if (!knobs->is_object() || knobs->size() > mostSavedKnobs)
        return wrong("\"knobs\"", "is none or too long");
    std::size_t count = 0;
    for (const auto& [code, values] : knobs->items()) {
        if (!values.is_object() || (count += values.size()) > mostSavedKnobs)
            return wrong("\"knobs\"", "is none or too long");
        for (const auto& [name, value] : values.items())
            if (!value.is_number() || !(std::abs(value.get<double>()) <= largestNumber))
                return wrong("\"knobs\"", "has a value that is no number: " + plainText(code + '.' + name, 100));
            else
                session.knobs[code][name] = value.get<double>();
    }
    return std::nullopt;
}

/// The chosen attempts, and the runs that are not held against A.
std::optional<Error> readChoices(const Json& comparison, std::int64_t lastRun, SavedComparison& saved) {
    for (const auto& [key, attempt] :
         {std::pair("attempt_a", &saved.attemptA), std::pair("attempt_b", &saved.attemptB)}) {
        const auto number = boundedInteger(comparison, key, 0, largestAttempt, -1);
        if (!number)
            return wrong(std::string("\"") + key + '"', "is no attempt");
        if (*number >= 0)
            *attempt = static_cast<std::size_t>(*number);
    }
    const Json* list = present(comparison, "left_out");
    if (!list)
        return std::nullopt;
    const bool fits = list->is_array() && std::ranges::all_of(*list, [lastRun](const Json& run) {
                          return run.is_number_integer() && run >= 0 && run <= lastRun;
                      });
    if (!fits)
        return wrong("\"left_out\"", "is no list of its runs");
    for (const Json& run : *list)
        saved.leftOut.insert(run.get<std::size_t>());
    return std::nullopt;
}

std::optional<Error> readComparison(const Json& document, SavedSession& session) {
    const Json* comparison = present(document, "comparison");
    if (!comparison)
        return std::nullopt;
    const auto last = static_cast<std::int64_t>(session.runs.size()) - 1;
    if (!comparison->is_object())
        return wrong("\"comparison\"", "is not an object");
    const auto a = boundedInteger(*comparison, "a", 0, last, -1), b = boundedInteger(*comparison, "b", 0, last, -1);
    const auto axis = readAxis(*comparison);
    const auto offset = boundedNumber(*comparison, "offset", 0);
    const auto shown = boundedBool(*comparison, "shown", false), keep = boundedBool(*comparison, "keep_events", false);
    const auto visible = boundedBool(*comparison, "only_visible", false);
    const auto sides = boundedBool(*comparison, "side_by_side", false);
    if (!a || !b || !axis || !offset || !shown || !keep || !visible || !sides)
        return wrong("\"comparison\"", "has runs, an axis, an offset or a switch that there is not");
    SavedComparison& saved = session.comparison;
    saved.a = *a < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(*a));
    saved.b = *b < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(*b));
    saved.axis = *axis;
    saved.offset = *offset;
    saved.shown = *shown;
    saved.leaveOutEvents = !*keep;
    saved.onlyVisible = *visible;
    saved.sideBySide = *sides;
    if (auto problem = readChoices(*comparison, last, saved))
        return problem;
    return readArrangement(*comparison, saved.arrangement);
}

std::optional<Error> readRest(const Json& document, SavedSession& session) {
    const auto theme = boundedText(document, "theme", 20, "system"),
               file = boundedText(document, "file", mostPathBytes);
    if (!theme || (*theme != "system" && *theme != "light" && *theme != "dark"))
        return wrong("\"theme\"", "is none of system, light and dark");
    if (!file || (!file->empty() && (leadsUp(*file) || !file->starts_with('/') || hasControl(*file))))
        return wrong("\"file\"", "is no absolute path");
    const auto hash = boundedText(document, "file_sha256", 64);
    if (!hash)
        return wrong("\"file_sha256\"", "is no hash");
    session.theme = *theme;
    session.file = *file;
    session.fileHash = *hash;
    for (const auto& [key, index] :
         {std::pair("current", &session.current), std::pair("baseline", &session.baseline)}) {
        const auto run = boundedInteger(document, key, 0, static_cast<std::int64_t>(session.runs.size()) - 1, -1);
        if (!run)
            return wrong(std::string("\"") + key + '"', "is none of its runs");
        if (*run >= 0)
            *index = static_cast<std::size_t>(*run);
    }
    return std::nullopt;
}

} // namespace

Result<SavedSession> sessionFromJson(std::string_view text) {
    const auto document = parseBoundedJson(text);
    if (!document)
        return document.error();
    const std::string schema = boundedText(*document, "schema", 100).value_or("");
    if (!schema.starts_with("tachograph.session/"))
        return Error{"it is not a session of this program. Choose a .tacho file."};
    if (schema != "tachograph.session/1")
        return Error{"it was saved by a later version (" + plainText(schema, 60) + "). Open it with that version."};
    SavedSession session;
    for (const auto read : {readRuns, readView, readKnobs, readComparison, readRest})
        if (const auto problem = read(*document, session))
            return *problem;
    return session;
}

} // namespace tachograph
