#include "analysis/run/metricroles.h"

#include "analysis/run/builtinroles.h"
#include "analysis/run/units.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace tachograph {

namespace {

using Json = nlohmann::json;

struct UnitOfMeasure {
    const char* name;
    const char* measures; ///< units with the same word convert into each other
    double factor;        ///< to the base unit of what it measures
};

constexpr std::array unitTable = {
    UnitOfMeasure{"s", "time", 1.0},
    UnitOfMeasure{"ms", "time", 1e-3},
    UnitOfMeasure{"us", "time", 1e-6},
    UnitOfMeasure{"min", "time", 60.0},
    UnitOfMeasure{"h", "time", 3600.0},
    UnitOfMeasure{"d", "time", 86400.0},
    UnitOfMeasure{"tok", "tokens", 1.0},
    UnitOfMeasure{"Ktok", "tokens", 1e3},
    UnitOfMeasure{"Mtok", "tokens", 1e6},
    UnitOfMeasure{"Gtok", "tokens", 1e9},
    UnitOfMeasure{"tok/s", "tokens per time", 1.0},
    UnitOfMeasure{"Ktok/s", "tokens per time", 1e3},
    UnitOfMeasure{"Mtok/s", "tokens per time", 1e6},
    UnitOfMeasure{"s/tok", "time per token", 1.0},
    UnitOfMeasure{"ms/tok", "time per token", 1e-3},
    UnitOfMeasure{"batches/s", "batches per time", 1.0},
    UnitOfMeasure{"1/h", "per time", 1.0},
    UnitOfMeasure{"1/s", "per time", 3600.0},
    UnitOfMeasure{"items", "items", 1.0},
    UnitOfMeasure{"ratio", "share", 1.0},
    UnitOfMeasure{"%", "share", 1e-2},
    UnitOfMeasure{"B", "bytes", 1.0},
    UnitOfMeasure{"KiB", "bytes", 1024.0},
    UnitOfMeasure{"MiB", "bytes", 1048576.0},
    UnitOfMeasure{"GiB", "bytes", 1073741824.0},
    UnitOfMeasure{"MB", "bytes", 1e6},
    UnitOfMeasure{"GB", "bytes", 1e9},
    UnitOfMeasure{"Hz", "frequency", 1.0},
    UnitOfMeasure{"MHz", "frequency", 1e6},
    UnitOfMeasure{"degC", "temperature", 1.0},
};

/// Matches `text` against a pattern in which '*' stands for any run of characters; `captured` is what the first '*'
/// matched, taken as short as possible. Linear backtracking over the last '*' only.
bool matchesPattern(std::string_view pattern, std::string_view text, std::string_view& captured) {
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0;
    const std::size_t firstStar = pattern.find('*');
    std::size_t captureBegin = 0, captureEnd = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
            if (star == firstStar)
                captureBegin = captureEnd = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
            if (star == firstStar)
                captureEnd = t;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    if (p != pattern.size())
        return false;
    captured =
        firstStar == std::string_view::npos ? std::string_view() : text.substr(captureBegin, captureEnd - captureBegin);
    return true;
}

Result<MetricRole> readEntry(const Json& json, const std::string& where) {
    const auto text = [&json](const char* key) {
        return json.contains(key) ? json.at(key).get<std::string>() : std::string();
    };
    MetricRole entry;
    entry.pattern = text("pattern");
    entry.role = text("role");
    entry.unit = text("unit");
    entry.definition = text("definition");
    if (entry.pattern.empty() || entry.role.empty())
        return Error{where + " needs a \"pattern\" and a \"role\". Add them."};
    if (json.contains("formats"))
        entry.formats = json.at("formats").get<std::vector<std::string>>();
    const std::string scope = text("scope");
    if (!scope.empty() && scope != "job" && scope != "gpu")
        return Error{where + " has the scope \"" + scope + "\". Write \"job\" or \"gpu\", or leave it out."};
    entry.scope = scope == "job" ? Scope::job : scope == "gpu" ? Scope::gpu : Scope::unknown;
    entry.averaging = json.value("averaged", false) ? Averaging::sinceStart : Averaging::current;
    entry.priority = json.value("priority", 0);
    return entry;
}

} // namespace

const MetricRoles& MetricRoles::builtIn() {
    static const MetricRoles roles = [] {
        auto parsed = parse(builtInRolesJson, "resources/metric-roles.json");
        if (!parsed) {
            // A broken built-in table is a broken build; the tests never let it out.
            std::fprintf(stderr, "%s\n", parsed.error().message.c_str());
            std::abort();
        }
        return std::move(parsed).value();
    }();
    return roles;
}

Result<MetricRoles> MetricRoles::parse(std::string_view json, std::string_view nameForErrors, const MetricRoles* base) {
    const std::string name(nameForErrors);
    MetricRoles roles;
    std::size_t index = 0;
    try {
        const Json document = Json::parse(json, nullptr, true, true);
        if (!document.is_object() || !document.contains("roles") || !document.at("roles").is_array())
            return Error{name + ": it has no list \"roles\". Start from resources/metric-roles.json."};
        for (const Json& item : document.at("roles")) {
            ++index;
            auto entry = readEntry(item, name + ": entry " + std::to_string(index) + " of \"roles\"");
            if (!entry)
                return entry.error();
            roles.m_entries.push_back(std::move(entry).value());
        }
    } catch (const Json::exception& problem) {
        return Error{name + (index > 0 ? ": entry " + std::to_string(index) + " of \"roles\"" : std::string()) +
                     ": it cannot be read as a table of roles (" + problem.what() +
                     "). Correct it or remove the file."};
    }
    if (base)
        roles.m_entries.insert(roles.m_entries.end(), base->m_entries.begin(), base->m_entries.end());
    return roles;
}

std::optional<MetricRole> MetricRoles::find(std::string_view key, std::string_view format) const {
    for (const MetricRole& entry : m_entries) {
        if (!entry.formats.empty() && std::ranges::find(entry.formats, format) == entry.formats.end())
            continue;
        std::string_view captured;
        if (!matchesPattern(entry.pattern, key, captured))
            continue;
        MetricRole found = entry;
        const std::size_t at = found.role.find("$1");
        if (at != std::string::npos)
            found.role.replace(at, 2, captured);
        return found;
    }
    return std::nullopt;
}

std::vector<std::string> unitsLike(std::string_view unit) {
    std::vector<std::string> units;
    const auto known = std::ranges::find(unitTable, unit, &UnitOfMeasure::name);
    if (known == unitTable.end())
        return units;
    for (const UnitOfMeasure& other : unitTable)
        if (std::string_view(other.measures) == known->measures)
            units.emplace_back(other.name);
    return units;
}

std::optional<double> unitFactor(std::string_view from, std::string_view to) {
    if (from == to)
        return 1.0;
    const auto a = std::ranges::find(unitTable, from, &UnitOfMeasure::name);
    const auto b = std::ranges::find(unitTable, to, &UnitOfMeasure::name);
    if (a == unitTable.end() || b == unitTable.end() || std::string_view(a->measures) != b->measures)
        return std::nullopt;
    return a->factor / b->factor;
}

} // namespace tachograph
