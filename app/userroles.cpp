#include "app/userroles.h"

#include "analysis/core/source.h"
#include "app/commandline/output.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace tachograph::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostBytes = std::size_t{4} << 20; ///< a table of names is far smaller

/// The program's folder of the configuration; empty when there is no home.
std::string configurationFolder() {
    if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder == '/')
        return std::string(folder) + "/tachograph";
    const char* home = std::getenv("HOME");
    return home && *home ? std::string(home) + "/.config/tachograph" : std::string();
}

std::string saidPath(const std::string& folder) {
    return folder + "/metric-roles.window.json";
}

/// The table of one file before `base`. An error when it is there and cannot be used.
Result<MetricRoles> tableOf(const std::string& path, const MetricRoles& base) {
    std::error_code none;
    if (!fs::exists(path, none))
        return base;
    const Result<Source> source = Source::openFile(path);
    if (!source)
        return source.error();
    if (source->size() > mostBytes)
        return Error{path + ": the table of metric names is longer than 4 MiB. Shorten or remove it."};
    return MetricRoles::parse(source->head(mostBytes), path, &base);
}

std::string jsonOf(const std::vector<MetricRole>& said) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const MetricRole& entry : said) {
        nlohmann::ordered_json item{{"pattern", entry.pattern}, {"formats", entry.formats}, {"role", entry.role}};
        if (!entry.unit.empty())
            item["unit"] = entry.unit;
        if (entry.scope != Scope::unknown)
            item["scope"] = entry.scope == Scope::job ? "job" : "gpu";
        if (entry.averaging == Averaging::sinceStart)
            item["averaged"] = true;
        item["definition"] = entry.definition;
        item["priority"] = entry.priority;
        list.push_back(std::move(item));
    }
    const nlohmann::ordered_json document{
        {"comment", "Written by Tachograph: what was said in its window about keys. Yours by hand belong into "
                    "metric-roles.json beside this file."},
        {"roles", std::move(list)}};
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace

UserRoles loadUserRoles() {
    UserRoles roles;
    roles.table = std::shared_ptr<const MetricRoles>(std::shared_ptr<void>(), &MetricRoles::builtIn());
    const std::string folder = configurationFolder();
    roles.path = folder + "/metric-roles.json";
    if (folder.empty())
        return roles;
    for (const std::string& path : {roles.path, saidPath(folder)}) { // the later one is asked first
        Result<MetricRoles> table = tableOf(path, *roles.table);
        if (!table) {
            roles.problem += (roles.problem.empty() ? "" : " ") + table.error().message + " It is left out.";
            continue;
        }
        const auto before = static_cast<std::ptrdiff_t>(roles.table->entries().size());
        if (path != roles.path)
            roles.said.assign(table->entries().begin(), table->entries().end() - before);
        roles.table = std::make_shared<const MetricRoles>(std::move(table).value());
    }
    return roles;
}

Result<void> saveSaidRoles(const std::vector<MetricRole>& said) {
    const std::string folder = configurationFolder();
    if (folder.empty())
        return Error{"there is no home folder to keep the meanings of keys in. Set HOME or XDG_CONFIG_HOME."};
    const std::string path = saidPath(folder);
    std::error_code problem;
    if (said.empty()) {
        fs::remove(path, problem);
        return problem ? Result<void>(Error{path + ": " + problem.message() + ". Remove it by hand."}) : Result<void>();
    }
    fs::create_directories(folder, problem); // what is wrong with it is said by writing the file
    if (const Result<void> written = writeFileAtomically(path, jsonOf(said)); !written)
        return Error{path + ": " + written.error().message};
    return {};
}

} // namespace tachograph::app
