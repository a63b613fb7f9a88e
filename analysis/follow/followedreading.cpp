#include "analysis/follow/followedreading.h"

#include "analysis/importers/opensource.h"
#include "analysis/importers/runchain.h"
#include "analysis/run/rebuiltrun.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <utility>
#include <vector>

namespace tachograph {

namespace {

using Change = FollowedReading::Change;

/// Whether what was read before still stands at the beginning of the source.
bool onlyGrew(const Source& source, const FileStamp& stamp, const FollowedReading& before) {
    const bool sameFile = stamp.inode == before.stamp.inode && stamp.device == before.stamp.device;
    return sameFile && source.size() >= before.mark.end && contentMark(source, before.mark.end) == before.mark;
}

/// Programs that write their whole history anew each time: the same beginning, and not less than there was.
bool holdsAllOf(const Run& before, const Run& now) {
    return now.firstStep() == before.firstStep() && now.lastStep() >= before.lastStep() &&
           now.stepCount() >= before.stepCount();
}

RunPtr joined(const Run& gone, const Run& now, const OpenOptions& options, const Job& job) {
    RunBuilder whole = rebuiltRun(gone);
    const std::string file = now.sources().empty() ? now.name() : now.sources().front().name;
    whole.append(rebuiltRun(now), file + ", written anew");
    return whole.build(options.roles ? *options.roles : MetricRoles::builtIn(), job);
}

/// Lays a further content of the file behind what is gone.
void continueFrom(FollowedReading& reading, const RunPtr& gone, std::size_t contents, const OpenOptions& options,
                  const Job& job) {
    reading.run = joined(*gone, *reading.run, options, job);
    reading.gone = gone;
    reading.earlier = contents;
}

/// What became of the run: reading.run is what the file holds now, by itself.
void relate(FollowedReading& reading, const FollowedReading& before, bool grew, const OpenOptions& options,
            const Job& job) {
    reading.change = Change::grown;
    if (grew && !before.gone)
        return;
    if (grew) {
        continueFrom(reading, before.gone, before.earlier, options, job);
        return;
    }
    if (!before.gone && holdsAllOf(*before.run, *reading.run))
        return;
    const bool goesOn =
        before.earlier < mostContentsKept && continues(rebuiltRun(*before.run), rebuiltRun(*reading.run));
    reading.change = goesOn ? Change::continued : Change::replaced;
    if (goesOn)
        continueFrom(reading, before.run, before.earlier + 1, options, job);
}

/// Of a file that may be replaced at any time: another one in its place is found by its stamp at the next look.
Result<Source> openPart(const std::string& file, std::uint64_t most) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return Error{file + ": it cannot be opened any more (" + std::strerror(errno) + "). Check the path."};
    return Source::adopt(descriptor, file, baseName(file), most);
}

struct Wish {
    std::string selection;
    FileStamp stamp;
    bool unfinished = false;
};

Result<FollowedReadingPtr> read(const Source& now, const FollowedOpener& open, const Wish& wish,
                                const FollowedReadingPtr& before, const OpenOptions& options, const Job& job) {
    auto reading = std::make_shared<FollowedReading>();
    reading->stamp = wish.stamp;
    const std::uint64_t end = endOfWholeLines(now);
    reading->torn = end < now.size() && !wish.unfinished;
    const std::uint64_t most = wish.unfinished ? now.size() : end;
    if (most == 0)
        return Error{now.path() + ": there is no whole line in it yet. It is read as soon as there is one."};
    reading->mark = contentMark(now, end);
    const bool grew = before && onlyGrew(now, wish.stamp, *before);
    auto part = open(most);
    if (!part)
        return part.error();
    auto runs = openRunsFrom(std::move(part).value(), wish.selection, options, job);
    if (!runs)
        return runs.error();
    reading->runsInFile = runs->size();
    reading->run = runs->back();
    if (wish.unfinished)
        reading->others.assign(runs->begin(), runs->end() - 1);
    if (before)
        relate(*reading, *before, grew, options, job);
    if (job.canceled())
        return Error{canceledMessage};
    return FollowedReadingPtr(std::move(reading));
}

} // namespace

Result<FollowedReadingPtr> readFollowed(const std::string& path, const FollowedReadingPtr& before,
                                        const OpenOptions& options, const Job& job, bool unfinished) {
    const auto [file, selection] = splitSelection(path);
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        return Error{file + ": it is a folder, and only a file can be followed. Name the file that the job writes to."};
    const FileStamp stamp = fileStamp(file).value_or(FileStamp{});
    const auto now = Source::openFile(file); // each time: a network drive looks anew then
    if (!now)
        return now.error();
    if (before && stamp == before->stamp && !unfinished)
        return before;
    const auto open = [&file = file](std::uint64_t most) {
        return openPart(file, most);
    };
    return read(*now, open, {selection, stamp, unfinished}, before, options, job);
}

Result<FollowedReadingPtr> readFollowed(const FollowedOpener& open, std::uint64_t size,
                                        const FollowedReadingPtr& before, const OpenOptions& options, const Job& job,
                                        bool unfinished) {
    FileStamp stamp;
    stamp.size = size;
    if (before && stamp == before->stamp && !unfinished)
        return before;
    const auto now = open(size);
    if (!now)
        return now.error();
    return read(*now, open, {{}, stamp, unfinished}, before, options, job);
}

} // namespace tachograph
