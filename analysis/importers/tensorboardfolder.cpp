#include "analysis/importers/tensorboardfolder.h"

#include "analysis/core/text.h"
#include "analysis/importers/tensorboardreader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace tachograph {

namespace {

/// A process that is killed may write a little longer than the one that takes over waits.
constexpr double usualOverlapSeconds = 60.0;

/// One file: when it was written, by whom, and what it holds.
struct EventFile {
    std::size_t index = 0; ///< of its recording
    double first = std::numeric_limits<double>::infinity(), last = -std::numeric_limits<double>::infinity();
    std::string process; ///< host and process number, from the file's name; empty when it says none
    std::set<std::string> keys;
};

/// Files that are one run, in order.
struct FileGroup {
    std::vector<EventFile> files;

    [[nodiscard]] const EventFile* simultaneous(const EventFile& other) const {
        const auto found = std::ranges::find_if(files, [&other](const EventFile& file) {
            const double overlap = std::min(file.last, other.last) - std::max(file.first, other.first);
            return overlap > usualOverlapSeconds && file.process != other.process &&
                   std::ranges::any_of(other.keys, [&file](const std::string& key) { return file.keys.contains(key); });
        });
        return found == files.end() ? nullptr : &*found;
    }
};

/// "node01.61508" of "events.out.tfevents.1777478483.node01.61508.0": host and process behind the time.
std::string processOf(const std::string& fileName) {
    constexpr std::string_view mark = "tfevents.";
    const std::size_t at = fileName.find(mark);
    if (at == std::string::npos)
        return {};
    const std::size_t host = fileName.find('.', at + mark.size());
    const std::size_t end = fileName.rfind('.');
    return host == std::string::npos || end <= host ? std::string() : fileName.substr(host + 1, end - host - 1);
}

EventFile describe(const Recording& recording, std::size_t index) {
    EventFile file;
    file.index = index;
    file.process = processOf(recording.name);
    const RunBuilder& run = recording.runs.front();
    for (const double time : run.rows().time) {
        if (std::isnan(time))
            continue;
        file.first = std::min(file.first, time);
        file.last = std::max(file.last, time);
    }
    for (const Series& series : run.allSeries())
        file.keys.insert(series.key);
    return file;
}

std::vector<FileGroup> grouped(const std::vector<Recording>& recordings, std::string& issue) {
    std::vector<EventFile> files;
    for (std::size_t i = 0; i < recordings.size(); ++i)
        files.push_back(describe(recordings[i], i));
    std::ranges::stable_sort(files, {}, &EventFile::first);
    std::vector<FileGroup> groups;
    for (EventFile& file : files) {
        const auto free = std::ranges::find_if(groups, [&](const FileGroup& g) { return !g.simultaneous(file); });
        if (free != groups.end()) {
            free->files.push_back(std::move(file));
            continue;
        }
        if (!groups.empty()) {
            const EventFile& other = *groups.front().simultaneous(file);
            const double overlap = std::min(file.last, other.last) - std::max(file.first, other.first);
            issue = "Two processes wrote the same names into this folder at the same time (" +
                    recordings[other.index].name + " and " + recordings[file.index].name + ", for " +
                    formatElapsed(overlap) + "): their files are runs of their own.";
        }
        groups.emplace_back().files.push_back(std::move(file));
    }
    return groups;
}

/// Whether `file` goes on where another process left off.
bool takesOver(const FileGroup& group, std::size_t n) {
    const EventFile& file = group.files[n];
    return std::any_of(group.files.begin(), group.files.begin() + static_cast<std::ptrdiff_t>(n),
                       [&file](const EventFile& earlier) {
                           const bool same = std::ranges::any_of(
                               file.keys, [&earlier](const std::string& key) { return earlier.keys.contains(key); });
                           return same && (earlier.process != file.process || file.process.empty());
                       });
}

/// The files of a group read again as one run; nothing when one cannot be read any more.
std::optional<RunBuilder> readTogether(const FileGroup& group, const std::vector<Recording>& recordings,
                                       const Job& job) {
    const Recording& first = recordings[group.files.front().index];
    TensorboardReader reader(first.runs.front().name(), first.path);
    std::vector<SourceFile> sources;
    for (std::size_t n = 0; n < group.files.size(); ++n) {
        auto source = Source::openFile(recordings[group.files[n].index].path);
        if (!source || !reader.readFile(*source, takesOver(group, n), job.silent()))
            return std::nullopt;
        sources.push_back(
            {source->name(), source->path(), source->sha256([&job] { return !job.canceled(); }), source->size()});
    }
    auto run = reader.finish(job);
    if (!run)
        return std::nullopt;
    for (SourceFile& source : sources)
        run->addSource(std::move(source));
    return std::move(run).value();
}

} // namespace

std::vector<Recording> joinEventFiles(std::vector<Recording> recordings, const Job& job, std::string& issue) {
    if (recordings.size() < 2)
        return recordings;
    const auto groups = grouped(recordings, issue);
    std::vector<std::optional<RunBuilder>> together;
    for (const FileGroup& group : groups) {
        together.push_back(group.files.size() > 1 ? readTogether(group, recordings, job) : std::nullopt);
        if (group.files.size() > 1 && !together.back())
            return recordings;
    }
    std::vector<Recording> joined;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        Recording& first = recordings[groups[i].files.front().index];
        joined.push_back({first.importer, first.path, first.name, {}});
        joined.back().runs.push_back(together[i] ? std::move(*together[i]) : std::move(first.runs.front()));
    }
    return joined;
}

} // namespace tachograph
