#include "app/userroles.h"

#include "analysis/core/source.h"

#include <cstdlib>
#include <filesystem>

namespace tachograph::app {

namespace {

constexpr std::size_t mostBytes = std::size_t{4} << 20; ///< a table of names is far smaller

std::string configurationFolder() {
    if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder == '/')
        return folder;
    const char* home = std::getenv("HOME");
    return home && *home ? std::string(home) + "/.config" : std::string();
}

} // namespace

UserRoles loadUserRoles() {
    UserRoles roles;
    roles.table = std::shared_ptr<const MetricRoles>(std::shared_ptr<void>(), &MetricRoles::builtIn());
    const std::string folder = configurationFolder();
    roles.path = folder + "/tachograph/metric-roles.json";
    std::error_code none;
    if (folder.empty() || !std::filesystem::exists(roles.path, none))
        return roles;
    const Result<Source> source = Source::openFile(roles.path);
    if (!source) {
        roles.problem = source.error().message;
        return roles;
    }
    if (source->size() > mostBytes) {
        roles.problem = "the table of metric names is longer than 4 MiB. The built-in one is used.";
        return roles;
    }
    const Result<MetricRoles> parsed = MetricRoles::parse(source->head(mostBytes), roles.path, &MetricRoles::builtIn());
    if (parsed)
        roles.table = std::make_shared<const MetricRoles>(*parsed);
    else
        roles.problem = parsed.error().message;
    return roles;
}

} // namespace tachograph::app
