#include "analysis/importers/openrun.h"

#include "analysis/core/unpack.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/onerun.h"

#include <algorithm>
#include <exception>

namespace tachograph {

namespace {

constexpr std::size_t bytesAtEachEnd = std::size_t{64} * 1024;
constexpr std::size_t mostFiles = 64;

/// Both ends of a binary recording, cut where blocks of 32 KiB begin: those of W&B keep their places, and in event
/// files the next record is found.
std::string bothEndsOfBlocks(const Source& source, const std::string& beginning) {
    constexpr std::uint64_t block = 32'768;
    const std::uint64_t lastButOne = source.size() / block * block - block;
    const std::uint64_t from = std::max<std::uint64_t>(lastButOne, bytesAtEachEnd);
    return beginning + source.tail(static_cast<std::size_t>(source.size() - from));
}

/// The lines at both ends of a file, without the one that the cut goes through at the end.
std::string bothEnds(Source& source) {
    std::string text = source.head(bytesAtEachEnd);
    if (source.size() <= bytesAtEachEnd)
        return text;
    if (text.find('\0') != std::string::npos)
        return bothEndsOfBlocks(source, text);
    text.resize(text.rfind('\n') + 1);
    std::string tail = source.tail(bytesAtEachEnd);
    return text + tail.substr(std::min(tail.find('\n'), tail.size() - 1) + 1);
}

/// Beginning and end of a recording, read as if that were all of it: enough for its first and last step, its keys and
/// values at both ends. Of a packed one the beginning only.
Source bothEndsOf(Source source) {
    std::string packed = source.head(2 * bytesAtEachEnd);
    if (packingOf(packed) == Packing::none)
        return Source::fromBytes(source.name(), bothEnds(source));
    std::string content = unpackedHead(packed, 2 * bytesAtEachEnd);
    content.resize(content.rfind('\n') + 1);
    return Source::fromBytes(nameWithoutPacking(source.name()), std::move(content));
}

/// Adds what the file is to the files of a job; false when it can be none.
bool addGlimpse(const std::string& path, JobFiles& files) {
    auto opened = Source::openFile(path);
    if (!opened)
        return false;
    Source ends = bothEndsOf(std::move(opened).value());
    const Importer* importer = recogniseSource(ends);
    if (!importer) {
        auto log = readIfSchedulerLog(ends, {});
        if (log)
            files.schedulerLogs.push_back(std::move(*log));
        return log.has_value();
    }
    Recording recording{importer, path, ends.name(), {}};
    if (auto runs = importer->read(ends, {}))
        recording.runs = std::move(runs).value();
    const bool one = recording.runs.size() == 1 && recording.runs.front().rowCount() > 0;
    files.recordings.push_back(std::move(recording));
    return one;
}

} // namespace

bool mayBelongTogether(const std::vector<std::string>& paths) {
    if (paths.size() < 2 || paths.size() > mostFiles)
        return false;
    try {
        JobFiles files;
        for (const std::string& path : paths)
            if (!addGlimpse(path, files))
                return false;
        if (files.recordings.empty())
            return false;
        const OneRun whole = oneRunOf(std::move(files), MetricRoles::builtIn(), false);
        return whole.continues && whole.problems.empty();
    } catch (const std::exception&) {
        return false; // it is only a question that is not asked then; opening the files tells what is wrong
    }
}

} // namespace tachograph
