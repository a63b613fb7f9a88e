#include "analysis/importers/openrun.h"

#include "analysis/core/text.h"
#include "analysis/importers/jobfiles.h"
#include "analysis/importers/onerun.h"
#include "analysis/importers/openfolder.h"
#include "analysis/importers/opensource.h"
#include "analysis/importers/recordingfile.h"
#include "analysis/importers/sidefiles.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <functional>
#include <set>

namespace tachograph {

namespace {

namespace fs = std::filesystem;
using RunList = Result<std::vector<RunPtr>>;

const MetricRoles& rolesOf(const OpenOptions& options) {
    return options.roles ? *options.roles : MetricRoles::builtIn();
}

/// The last line of defence: whatever a library throws becomes a sentence.
RunList withoutExceptions(const std::string& path, const std::function<RunList()>& open) {
    try {
        return open();
    } catch (const std::bad_alloc&) {
        return Error{path + ": there is not enough memory for it. Close other runs or open a part of it."};
    } catch (const std::exception& problem) {
        return Error{path + ": opening it failed (" + plainText(problem.what(), 200) + "). Please report this."};
    }
}

/// PATH#NAME taken apart: a path that exists as it stands has no selection.
struct Target {
    std::string path, selection;
};

Target targetOf(const std::string& path) {
    std::error_code ignored;
    const std::size_t hash = path.rfind('#');
    if (hash == std::string::npos || hash == 0 || fs::exists(path, ignored))
        return {path, {}};
    return {path.substr(0, hash), path.substr(hash + 1)};
}

std::string labelsOf(const std::vector<NamedRun>& runs) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), most); ++i)
        text += (i > 0 ? ", #" : "#") + runs[i].label;
    return runs.size() > most ? text + " and " + std::to_string(runs.size() - most) + " more" : text;
}

/// 2 for "2"; 0 for anything that is not a number.
std::size_t runNumber(std::string_view text) {
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? number : 0;
}

bool isLabelOf(const std::vector<NamedRun>& runs, const std::string& selection) {
    const std::size_t number = runNumber(selection);
    return std::ranges::find(runs, selection, &NamedRun::label) != runs.end() || (number >= 1 && number <= runs.size());
}

/// The run that NAME or a number stands for, or the error that lists the names there are.
Result<std::vector<NamedRun>> selected(std::vector<NamedRun> runs, const Target& target) {
    auto found = std::ranges::find(runs, target.selection, &NamedRun::label);
    const auto number = runNumber(target.selection);
    if (found == runs.end() && number >= 1 && number <= runs.size())
        found = runs.begin() + static_cast<std::ptrdiff_t>(number - 1);
    if (found == runs.end())
        return Error{target.path + ": it holds no run #" + target.selection + ". It holds " + labelsOf(runs) + "."};
    std::vector<NamedRun> one;
    one.push_back(std::move(*found));
    return one;
}

/// The folder or file below `folder` that `selection` names; empty when there is none. Never one outside of it.
std::string placeBelow(const std::string& folder, const std::string& selection) {
    const fs::path below(selection);
    std::error_code ignored;
    const bool inside = below.is_relative() && std::ranges::find(below, fs::path("..")) == below.end();
    const fs::path place = fs::path(folder) / below;
    return !selection.empty() && inside && fs::exists(place, ignored) ? place.string() : std::string();
}

/// Two runs of one name get numbers, so that each can be asked for.
void makeLabelsUnique(std::vector<NamedRun>& runs) {
    std::set<std::string> taken;
    for (NamedRun& run : runs) {
        const std::string wanted = run.label;
        for (int n = 2; !taken.insert(run.label).second; ++n)
            run.label = wanted + " (" + std::to_string(n) + ")";
    }
}

RunList built(std::vector<NamedRun> runs, const Target& target, const OpenOptions& options, const Job& job) {
    makeLabelsUnique(runs);
    const bool several = runs.size() > 1;
    if (!target.selection.empty()) {
        auto one = selected(std::move(runs), target);
        if (!one)
            return one.error();
        runs = std::move(one).value();
    }
    std::vector<RunPtr> result;
    for (NamedRun& run : runs) {
        run.run.setPath(several ? target.path + "#" + run.label : target.path);
        result.push_back(run.run.build(rolesOf(options), job));
        if (job.canceled())
            return Error{canceledMessage};
    }
    return result;
}

RunList openSource(Source source, const Target& target, const SideFiles* config, const OpenOptions& options,
                   const Job& job) {
    auto recording = readRecording(std::move(source), job);
    if (!recording)
        return recording.error();
    const SideFiles side = config ? *config : sideFilesOf(target.path);
    for (RunBuilder& run : recording->runs)
        side.applyTo(run);
    return built(labelled(std::move(recording).value()), target, options, job);
}

RunList openFile(const Target& target, const SideFiles* config, const OpenOptions& options, const Job& job) {
    auto source = Source::openFile(target.path);
    if (!source)
        return source.error();
    return openSource(std::move(source).value(), target, config, options, job);
}

/// The configuration of the options read once, for all runs it is meant for. `config` stays empty without one.
Result<void> readNamedConfig(const OpenOptions& options, std::optional<SideFiles>& config) {
    if (options.configFile.empty() && options.configText.empty())
        return {};
    auto named = options.configFile.empty() ? configFromText(options.configText) : namedConfig(options.configFile);
    if (!named)
        return named.error();
    config = std::move(named).value();
    return {};
}

/// Everything that the user named; recordings with their configuration.
Result<JobFiles> readNamedFiles(const std::vector<std::string>& paths, const std::optional<SideFiles>& config,
                                const Job& job) {
    JobFiles files;
    std::size_t done = 0;
    for (const std::string& path : paths) {
        auto source = Source::openFile(path);
        if (!source)
            return source.error();
        job.report(static_cast<double>(done++) / static_cast<double>(paths.size()));
        if (!recogniseSource(*source)) {
            if (auto log = readIfSchedulerLog(*source, job)) {
                files.schedulerLogs.push_back(std::move(*log));
                continue;
            }
        }
        auto recording = readRecording(std::move(source).value(), job.silent());
        if (!recording)
            return recording.error();
        if (recording->runs.size() != 1)
            return Error{path + ": it holds " + std::to_string(recording->runs.size()) +
                         " runs, so it cannot be a part of one. Open it by itself."};
        (config ? *config : sideFilesOf(path)).applyTo(recording->runs.front());
        files.recordings.push_back(std::move(recording).value());
    }
    return files;
}

/// Everything that was named as one run.
NamedRun wholeOf(JobFiles files, const MetricRoles& roles) {
    OneRun whole = oneRunOf(std::move(files), roles, true);
    for (const std::string& problem : whole.problems)
        whole.run.addIssue({0, "files named together", "Left out: " + problem + ". Open it by itself to see it.", {}});
    std::string label = whole.run.name();
    return {std::move(whole.run), std::move(label)};
}

} // namespace

RunList openRuns(const std::string& path, const OpenOptions& options, const Job& job) {
    return withoutExceptions(path, [&]() -> RunList {
        const Target target = targetOf(path);
        std::optional<SideFiles> config;
        if (const auto read = readNamedConfig(options, config); !read)
            return read.error();
        std::error_code ignored;
        if (!fs::is_directory(target.path, ignored))
            return openFile(target, config ? &*config : nullptr, options, job);
        const SideFiles* const named = config ? &*config : nullptr;
        auto runs = readFolder(target.path, named, rolesOf(options), job);
        if (!runs)
            return runs.error();
        // The folder's own runs first: what it does not show is named by its place.
        const std::string below = placeBelow(target.path, target.selection);
        if (below.empty() || isLabelOf(*runs, target.selection))
            return built(std::move(runs).value(), target, options, job);
        if (!fs::is_directory(below, ignored))
            return openFile({below, {}}, named, options, job);
        auto others = readFolder(below, named, rolesOf(options), job);
        if (!others)
            return others.error();
        return built(std::move(others).value(), {below, {}}, options, job);
    });
}

std::pair<std::string, std::string> splitSelection(const std::string& path) {
    Target target = targetOf(path);
    return {std::move(target.path), std::move(target.selection)};
}

RunList openRunsFrom(Source source, const std::string& selection, const OpenOptions& options, const Job& job) {
    const Target target{source.path(), selection};
    return withoutExceptions(target.path, [&]() -> RunList {
        std::optional<SideFiles> config;
        if (const auto read = readNamedConfig(options, config); !read)
            return read.error();
        std::error_code ignored;
        if (!config && !fs::exists(target.path, ignored))
            config = SideFiles{}; // there is no place beside standard input
        return openSource(std::move(source), target, config ? &*config : nullptr, options, job);
    });
}

RunList openRunsFromBytes(std::string name, std::string bytes, const OpenOptions& options, const Job& job) {
    const std::string shown = name;
    return withoutExceptions(shown, [&]() -> RunList {
        std::optional<SideFiles> config;
        if (const auto read = readNamedConfig(options, config); !read)
            return read.error();
        auto recording = readRecording(Source::fromBytes(std::move(name), std::move(bytes)), job);
        if (!recording)
            return recording.error();
        if (config)
            for (RunBuilder& run : recording->runs)
                config->applyTo(run);
        return built(labelled(std::move(recording).value()), {shown, {}}, options, job);
    });
}

RunList openFilesAsOneRun(const std::vector<std::string>& paths, const OpenOptions& options, const Job& job) {
    if (paths.empty())
        return Error{"No file was named. Name at least one."};
    return withoutExceptions(paths.front(), [&]() -> RunList {
        std::optional<SideFiles> config;
        if (const auto read = readNamedConfig(options, config); !read)
            return read.error();
        auto files = readNamedFiles(paths, config, job);
        if (!files)
            return files.error();
        if (files->recordings.empty())
            return Error{paths.front() + ": it is a log of the scheduler, without metrics. Name the recording of its "
                                         "job too."};
        const std::string first = files->recordings.front().path;
        std::vector<NamedRun> one;
        one.push_back(wholeOf(std::move(files).value(), rolesOf(options)));
        const auto& sources = one.front().run.allSources();
        return built(std::move(one), {sources.empty() ? first : sources.front().path, {}}, options, job);
    });
}

} // namespace tachograph
