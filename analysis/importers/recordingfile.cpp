#include "analysis/importers/recordingfile.h"

#include "analysis/core/text.h"
#include "analysis/core/unpack.h"
#include "analysis/importers/foreignrecordings.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <utility>

namespace tachograph {

std::string whyNotRecognised(const std::string& path, std::string_view head) {
    if (trimmed(head).empty())
        return path + ": it is empty. Check that it is the right file.";
    if (std::string foreign = foreignRecording(path, head); !foreign.empty())
        return foreign;
    if (head.starts_with("PK\x03\x04"))
        return path + ": it is compressed. Unpack it first.";
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
        return path + ": it is UTF-16 text. Convert it to UTF-8 first.";
    return path + ": it is not a recording that Tachograph knows. See tachograph formats.";
}

std::string contentHead(const Source& source) {
    std::string head = source.head(Head::bytesAsked);
    return packingOf(head) == Packing::none ? head : unpackedHead(head, Head::bytesAsked);
}

const Importer* recogniseSource(const Source& source) {
    const std::string head = contentHead(source);
    return recognise({head, nameWithoutPacking(source.name())});
}

namespace {

/// Reads the runs of a source that is not packed.
Result<Recording> readContent(Source& source, const Job& job) {
    const std::string head = source.head(Head::bytesAsked);
    Recording recording{recognise({head, source.name()}), source.path(), source.name(), {}};
    if (!recording.importer)
        return Error{whyNotRecognised(source.path(), head)};
    try {
        auto runs = recording.importer->read(source, job);
        if (!runs)
            return runs.error();
        recording.runs = std::move(runs).value();
    } catch (const std::exception& problem) {
        return Error{source.path() + ": reading it failed (" + plainText(problem.what(), 200) +
                     "). Please report this with the file."};
    }
    if (recording.runs.empty())
        return Error{source.path() + ": it holds no run. Check that it is the right file."};
    return recording;
}

} // namespace

Result<Recording> readRecording(Source source, const Job& job) {
    std::string problem;
    const auto readPacked = [&]() -> Result<Recording> {
        auto content = unpack(source, job);
        if (!content)
            return content.error();
        if (!content->problem.empty())
            problem = content->problem;
        return readContent(content->source, job);
    };
    if (source.unread() > Source::largestHole) // less is what was not asked for
        problem = "It has a hole of more than 1 GiB in it; what stands before the hole was read.";
    // The hash is worked out beside the reading; what cannot be read needs none.
    std::optional<Result<Recording>> recording;
    std::string hash;
    std::atomic<bool> wanted = true;
    job.forEach(2, [&](std::size_t piece) {
        if (piece == 1) {
            hash = source.sha256([&] { return wanted && !job.canceled(); });
            return;
        }
        recording = packingOf(source.head(4)) != Packing::none ? readPacked() : readContent(source, job);
        wanted = recording->ok();
    });
    if (!*recording)
        return recording->error();
    const SourceFile file{source.name(), source.path(), std::move(hash), source.size()};
    if (job.canceled())
        return Error{canceledMessage};
    for (RunBuilder& run : (*recording)->runs) {
        run.addSource(file);
        if (!problem.empty())
            run.addIssue({0, source.name(), problem, {}});
    }
    return std::move(*recording);
}

} // namespace tachograph
