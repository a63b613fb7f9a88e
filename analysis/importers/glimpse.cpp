#include "analysis/importers/openrun.h"

#include "analysis/importers/importer.h"
#include "analysis/importers/runchain.h"

#include <algorithm>
#include <exception>

namespace tachograph {

namespace {

constexpr std::size_t bytesAtEachEnd = std::size_t{64} * 1024;

/// Beginning and end of a recording, read as if that were all of it: enough for its first and last step and its keys.
struct Glimpse {
    const Importer* importer = nullptr;
    std::vector<RunBuilder> runs;
};

/// Both ends of a binary recording, cut where blocks of 32 KiB begin: those of W&B keep their places, and in event
/// files the next record is found.
std::string bothEndsOfBlocks(const Source& source, std::string beginning) {
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
        return bothEndsOfBlocks(source, std::move(text));
    text.resize(text.rfind('\n') + 1);
    std::string tail = source.tail(bytesAtEachEnd);
    return text + tail.substr(std::min(tail.find('\n'), tail.size() - 1) + 1);
}

Glimpse glimpseOf(const std::string& path) {
    auto source = Source::openFile(path);
    if (!source)
        return {};
    const std::string head = source->head(Head::bytesAsked);
    Glimpse glimpse{recognise({head, source->name()}), {}};
    if (!glimpse.importer)
        return glimpse;
    Source ends = Source::fromBytes(source->name(), bothEnds(*source));
    if (auto runs = glimpse.importer->read(ends, {}))
        glimpse.runs = std::move(runs).value();
    return glimpse;
}

} // namespace

bool mayBelongTogether(const std::vector<std::string>& paths) {
    if (paths.size() < 2)
        return false;
    try {
        std::vector<Glimpse> glimpses;
        for (const std::string& path : paths)
            glimpses.push_back(glimpseOf(path));
        std::vector<const RunBuilder*> runs;
        for (const Glimpse& glimpse : glimpses) {
            if (glimpse.runs.size() != 1 || glimpse.importer != glimpses.front().importer)
                return false;
            runs.push_back(&glimpse.runs.front());
        }
        const auto order = orderOfRecording(runs);
        for (std::size_t i = 1; i < order.size(); ++i)
            if (!mayContinue(*runs[order[i - 1]], *runs[order[i]]))
                return false;
        return true;
    } catch (const std::exception&) {
        return false; // it is only a question that is not asked then; opening the files tells what is wrong
    }
}

} // namespace tachograph
