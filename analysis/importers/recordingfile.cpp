#include "analysis/importers/recordingfile.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <exception>

namespace tachograph {

std::string whyNotRecognised(const std::string& path, std::string_view head) {
    if (trimmed(head).empty())
        return path + ": it is empty. Check that it is the right file.";
    if (head.starts_with("\x1f\x8b") || head.starts_with("PK\x03\x04") || head.starts_with("\x28\xb5\x2f\xfd"))
        return path + ": it is compressed. Unpack it first.";
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
        return path + ": it is UTF-16 text. Convert it to UTF-8 first.";
    return path + ": it is not a recording that Tachograph knows. See tachograph formats.";
}

Result<Recording> readRecording(Source source, const Job& job) {
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
    const SourceFile file{source.name(), source.path(), source.sha256([&job] { return !job.canceled(); }),
                          source.size()};
    if (job.canceled())
        return Error{canceledMessage};
    for (RunBuilder& run : recording.runs)
        run.addSource(file);
    return recording;
}

} // namespace tachograph
