#include "analysis/importers/openrun.h"

#include "analysis/importers/importer.h"

#include <exception>

namespace tachograph {

namespace {

Result<std::vector<RunPtr>> readSource(Source source, const OpenOptions& options, const Job& job) {
    const std::string bytes = source.head(Head::bytesAsked);
    const Importer* importer = recognise({bytes, source.name()});
    if (!importer)
        return Error{source.path() + ": it is not a recording that Tachograph knows. See tachograph formats."};
    try {
        auto builders = importer->read(source, job);
        if (!builders)
            return builders.error();
        const MetricRoles& roles = options.roles ? *options.roles : MetricRoles::builtIn();
        std::vector<RunPtr> runs;
        for (RunBuilder& builder : builders.value())
            runs.push_back(builder.build(roles, job));
        return runs;
    } catch (const std::exception& problem) {
        return Error{source.path() + ": it could not be read (" + problem.what() + ")."};
    }
}

} // namespace

Result<std::vector<RunPtr>> openRuns(const std::string& path, const OpenOptions& options, const Job& job) {
    auto source = Source::openFile(path);
    if (!source)
        return source.error();
    return readSource(std::move(source).value(), options, job);
}

Result<std::vector<RunPtr>> openRunsFromBytes(std::string name, std::string bytes, const OpenOptions& options,
                                              const Job& job) {
    return readSource(Source::fromBytes(std::move(name), std::move(bytes)), options, job);
}

} // namespace tachograph
