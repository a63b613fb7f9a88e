#include "analysis/importers/openrun.h"
#include "analysis/importers/togetherness.h"

#include "analysis/core/unpack.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/onerun.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace tachograph {

namespace {

constexpr std::size_t bytesAtEachEnd = std::size_t{64} * 1024;
constexpr std::size_t mostFiles = 64;
constexpr std::uint64_t mostUnpacked = std::uint64_t{256} << 20; ///< bytes of one file
/// Of unpacking, for all packed files together: the window waits for the answer.
constexpr std::chrono::milliseconds longestLook(300);

/// Both ends of a binary recording, cut where blocks of 32 KiB begin: those of W&B keep their places, and in event
/// files the next record is found.
std::string bothEndsOfBlocks(const Source& source, const std::string& beginning) {
    constexpr std::uint64_t block = 32'768;
    const std::uint64_t lastButOne = source.size() / block * block - block;
    const std::uint64_t from = std::max<std::uint64_t>(lastButOne, bytesAtEachEnd);
    return beginning + source.tail(static_cast<std::size_t>(source.size() - from));
}

/// Whole lines of a beginning, then those of an end, without the ones that the cuts go through.
std::string wholeLines(std::string head, const std::string& tail) {
    head.resize(head.rfind('\n') + 1);
    return head + tail.substr(std::min(tail.find('\n'), tail.size() - 1) + 1);
}

/// The lines at both ends of a file.
std::string bothEnds(Source& source) {
    std::string text = source.head(bytesAtEachEnd);
    if (source.size() <= bytesAtEachEnd)
        return text;
    if (text.find('\0') != std::string::npos)
        return bothEndsOfBlocks(source, text);
    return wholeLines(std::move(text), source.tail(bytesAtEachEnd));
}

/// Beginning and end of what is in a packed recording; the beginning only when a bound is met before its end.
std::string bothEndsUnpacked(Source& packed, const LookBounds& bounds, bool& endSeen) {
    ContentEnds ends = unpackedEnds(packed, bytesAtEachEnd, bounds);
    endSeen = ends.reached;
    const bool nothingBetween = ends.reached && ends.tail.size() < bytesAtEachEnd;
    return nothingBetween ? ends.head + ends.tail : wholeLines(std::move(ends.head), ends.tail);
}

/// Beginning and end of a recording, read as if that were all of it: enough for its first and last step, its keys and
/// values at both ends.
/// Takes the time of unpacking off `left`.
Source bothEndsOf(Source source, std::chrono::steady_clock::duration& left, std::vector<std::string>& endsUnseen) {
    if (packingOf(source.head(4)) == Packing::none)
        return Source::fromBytes(source.name(), bothEnds(source));
    bool endSeen = true;
    const auto begin = std::chrono::steady_clock::now();
    std::string content = bothEndsUnpacked(source, {mostUnpacked, begin + left}, endSeen);
    left -= std::min(left, std::chrono::steady_clock::now() - begin);
    if (!endSeen)
        endsUnseen.push_back(source.name());
    return Source::fromBytes(nameWithoutPacking(source.name()), std::move(content));
}

/// Adds what the file is to the files of a job; false when it can be none.
bool addGlimpse(const std::string& path, std::chrono::steady_clock::duration& left, JobFiles& files,
                std::vector<std::string>& endsUnseen) {
    auto opened = Source::openFile(path);
    if (!opened)
        return false;
    Source ends = bothEndsOf(std::move(opened).value(), left, endsUnseen);
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

Togetherness togethernessOf(const std::vector<std::string>& paths) {
    if (paths.size() < 2 || paths.size() > mostFiles)
        return {};
    std::chrono::steady_clock::duration left = longestLook;
    try {
        Togetherness answer;
        JobFiles files;
        for (const std::string& path : paths)
            if (!addGlimpse(path, left, files, answer.endsUnseen))
                return {};
        if (files.recordings.empty())
            return {};
        const OneRun whole = oneRunOf(std::move(files), MetricRoles::builtIn(), false);
        answer.likely = whole.continues && whole.problems.empty();
        return answer;
    } catch (const std::exception&) {
        return {}; // it is only a question that is not asked then; opening the files tells what is wrong
    }
}

bool mayBelongTogether(const std::vector<std::string>& paths) {
    return togethernessOf(paths).likely;
}

} // namespace tachograph
