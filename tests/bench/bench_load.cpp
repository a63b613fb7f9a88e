#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "tests/bench/bareloops.h"
#include "tests/bench/longrecordings.h"
#include "tests/bench/stopwatch.h"
#include "tests/support/twoworkers.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// What is measured, side by side with the bare loop over the same file.
std::vector<Contender> contenders(const std::string& path, RecordingKind kind, const Job& job) {
    std::vector<Contender> all;
    std::vector<std::string> keys{"step"};
    keys.insert(keys.end(), longRecordingKeys().begin(), longRecordingKeys().end());
    if (kind == RecordingKind::jsonl)
        all.push_back({"bare loop", [=] {
                           return rowsOf(bareJsonLines(path, keys, job));
                       }});
    if (kind == RecordingKind::csv)
        all.push_back({"bare loop", [=] {
                           return rowsOf(bareCsv(path, keys.size(), job));
                       }});
    all.push_back({"to columns", [=] {
                       auto source = Source::openFile(path);
                       const Importer* importer = source ? recognise({source->head(Head::bytesAsked), {}}) : nullptr;
                       auto runs = importer ? importer->read(*source, job)
                                            : Result<std::vector<RunBuilder>>(Error{"not recognised"});
                       return runs ? runs->front().rowCount() : 0;
                   }});
    all.push_back({"SHA-256 alone", [=] {
                       const auto source = Source::openFile(path);
                       return source ? source->sha256().size() : 0;
                   }});
    all.push_back({"whole run", [=] {
                       const auto runs = openRuns(path, {}, job);
                       return runs ? runs->front()->rows().size() : 0;
                   }});
    return all;
}

void measure(const std::string& path, RecordingKind kind, int rounds) {
    std::error_code ignored;
    const double megabytes = static_cast<double>(std::filesystem::file_size(path, ignored)) / 1e6;
    for (const bool two : {false, true}) {
        const Job job = two ? Job({}, {}, twoWorkers()) : Job();
        const std::vector<Timing> timings = raced(contenders(path, kind, job), rounds);
        std::printf("\n%s, %.1f MB, %s\n", recordingKindName(kind), megabytes, two ? "two cores" : "one core");
        for (const Timing& timing : timings)
            std::printf("  %-14s best %7.1f ms, median %7.1f ms, processor %7.1f ms, %6.0f MB/s, x%.2f of the first "
                        "(%zu)\n",
                        timing.name.c_str(), timing.best, timing.median, timing.processor,
                        megabytes / timing.best * 1000, timing.best / timings.front().best, timing.answer);
    }
}

} // namespace

/// bench_load [folder] [steps] [rounds]: reading long recordings against bare loops over the same files.
int main(int count, char** words) {
    const std::string folder = count > 1 ? words[1] : TACHOGRAPH_BENCH_DATA;
    const std::size_t steps = count > 2 ? std::strtoull(words[2], nullptr, 10) : 600'000;
    const int rounds = count > 3 ? std::atoi(words[3]) : 7;
    for (const RecordingKind kind : {RecordingKind::jsonl, RecordingKind::csv, RecordingKind::verl,
                                     RecordingKind::titan, RecordingKind::megatron}) {
        const bool console = kind != RecordingKind::jsonl && kind != RecordingKind::csv;
        const std::string path = longRecording(folder, kind, console ? steps / 6 : steps);
        if (path.empty()) {
            std::fprintf(stderr, "%s: the recordings cannot be written there\n", folder.c_str());
            return 1;
        }
        measure(path, kind, rounds);
    }
    return 0;
}
