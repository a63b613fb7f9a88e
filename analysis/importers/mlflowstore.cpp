#include "analysis/importers/mlflowstore.h"

#include "analysis/core/linereader.h"
#include "analysis/core/source.h"
#include "analysis/core/text.h"
#include "analysis/importers/mlflowrun.h"
#include "analysis/importers/settingsfile.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tachograph {

namespace {

constexpr std::size_t longestValue = std::size_t{64} * 1024;

/// One line of a metric's file.
struct Sample {
    std::uint32_t metric = 0;
    double milliseconds = 0;
    std::int64_t step = 0;
    double value = 0;
    std::uint64_t line = 0;
    bool stepless = false;
};

/// The files of one run.
struct RunFolder {
    const FoundFile* meta = nullptr;
    std::vector<const FoundFile*> metrics, parameters, tags;
};

/// "a/b" of "mlruns/1/run" and "mlruns/1/run/metrics/a/b"; nothing when `file` is not below that folder's `part`.
std::optional<std::string> keyBelow(const std::string& run, std::string_view part, const FoundFile& file) {
    const std::string prefix = (run.empty() ? std::string() : run + "/") + std::string(part);
    if (file.folder == prefix)
        return file.name;
    if (!file.folder.starts_with(prefix + "/"))
        return std::nullopt;
    return file.folder.substr(prefix.size() + 1) + "/" + file.name;
}

/// The folder of a run for each file below its metrics, params or tags.
std::map<std::string, RunFolder> runFolders(const FolderListing& listing) {
    std::map<std::string, RunFolder> runs;
    for (const FoundFile& file : listing.files)
        if (file.name == "meta.yaml")
            runs[file.folder].meta = &file;
    for (const FoundFile& file : listing.files) {
        // Upwards from the file: the nearest folder with a meta.yaml is that of its run.
        std::string folder = file.folder;
        while (!folder.empty() && !runs.contains(folder))
            folder = folder.find('/') == std::string::npos ? std::string() : folder.substr(0, folder.rfind('/'));
        const auto run = runs.find(folder);
        if (run == runs.end())
            continue;
        if (keyBelow(folder, "metrics", file))
            run->second.metrics.push_back(&file);
        else if (keyBelow(folder, "params", file))
            run->second.parameters.push_back(&file);
        else if (keyBelow(folder, "tags", file))
            run->second.tags.push_back(&file);
    }
    std::erase_if(runs, [](const auto& item) { return !item.second.meta || item.second.metrics.empty(); });
    return runs;
}

/// "1777311589069 5.0 2"; without the step in old stores, whose values are counted.
std::optional<Sample> sampleOf(std::string_view line) {
    std::array<std::string_view, 3> parts;
    std::size_t count = 0;
    while (!(line = trimmed(line)).empty() && count < parts.size()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        parts[count++] = line.substr(0, end);
        line.remove_prefix(end);
    }
    const auto time = parseNumber(parts[0]), value = parseNumber(parts[1]);
    const auto step = count == 3 ? stepFromText(parts[2]) : std::optional<std::int64_t>(0);
    if (!line.empty() || !time || !value || !step)
        return std::nullopt;
    return Sample{0, *time, *step, *value, 0, count < 3};
}

class StoreReader {
  public:
    explicit StoreReader(const Job& job) : m_job(job) {}

    Result<NamedRun> read(const std::string& folder, const RunFolder& files) {
        const auto meta = readSettingsFile(files.meta->path);
        const Settings settings = meta ? *meta : Settings();
        const auto text = [&settings](const char* key) {
            const auto found = settings.find(key);
            return found == settings.end() || found->second == "null" ? std::string() : found->second;
        };
        const std::string id = baseName(folder.empty() ? files.meta->path : folder);
        const std::string name = text("run_name").empty() ? text("run_id") : text("run_name");
        MlflowRun run(name.empty() ? id : name, files.meta->path);
        if (!meta)
            run.builder().addIssue({0, files.meta->name, meta.error().message, {}});
        constexpr std::array words = {"", "RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED"};
        const auto status = static_cast<std::size_t>(parseNumber(text("status")).value_or(0.0));
        run.setOutcome(status < words.size() ? words[status] : "", parseNumber(text("end_time")),
                       text("lifecycle_stage") == "deleted");
        readMetrics(folder, files, run);
        for (const FoundFile* file : files.parameters)
            run.addParameter(*keyBelow(folder, "params", *file), contentOf(*file));
        for (const FoundFile* file : files.tags)
            run.addTag(*keyBelow(folder, "tags", *file), contentOf(*file));
        addSource(run, *files.meta);
        auto built = run.finish(m_job);
        if (!built)
            return built.error();
        const std::string label = built->name();
        return NamedRun{std::move(built).value(), label};
    }

  private:
    static std::string contentOf(const FoundFile& file) {
        const auto source = Source::openFile(file.path);
        return source ? source->head(longestValue) : std::string();
    }

    static void addSource(MlflowRun& run, const FoundFile& file) {
        if (const auto source = Source::openFile(file.path))
            run.builder().addSource({source->name(), file.path, source->sha256(), source->size()});
    }

    /// All files together in the order of their time stamps: the order in which they were logged.
    void readMetrics(const std::string& folder, const RunFolder& files, MlflowRun& run) {
        std::vector<std::string> keys;
        std::vector<Sample> samples;
        for (const FoundFile* file : files.metrics) {
            auto source = Source::openFile(file->path);
            if (!source || m_job.canceled())
                continue;
            keys.push_back(*keyBelow(folder, "metrics", *file));
            readMetric(*source, keys.size() - 1, keys.back(), samples, run);
            addSource(run, *file);
        }
        std::ranges::stable_sort(samples, {}, &Sample::milliseconds);
        for (const Sample& sample : samples)
            run.addMetric(keys[sample.metric], sample.step, sample.milliseconds, sample.value, sample.line);
    }

    void readMetric(Source& source, std::size_t metric, const std::string& key, std::vector<Sample>& samples,
                    MlflowRun& run) {
        LineReader lines(source);
        while (const auto line = lines.next()) {
            if (line->number % 1024 == 0 && m_job.canceled())
                return;
            if (trimmed(line->text).empty())
                continue;
            auto sample = sampleOf(line->text);
            if (!sample || std::isnan(sample->milliseconds)) {
                run.builder().addIssue({line->number,
                                        "line " + std::to_string(line->number) + " of metrics/" + plainText(key, 200),
                                        "It is no time, value and step and was left out.", plainText(line->text, 120)});
                continue;
            }
            sample->metric = static_cast<std::uint32_t>(metric);
            sample->line = line->number;
            if (sample->stepless) {
                sample->step = static_cast<std::int64_t>(line->number) - 1;
                run.builder().reading().stepsCounted = true;
            }
            samples.push_back(*sample);
        }
    }

    const Job& m_job;
};

} // namespace

Result<std::vector<NamedRun>> readMlflowStore(const FolderListing& listing, const Job& job) {
    std::vector<NamedRun> runs;
    const auto folders = runFolders(listing);
    for (const auto& [folder, files] : folders) {
        if (job.canceled())
            return Error{canceledMessage};
        job.report(static_cast<double>(runs.size()) / static_cast<double>(folders.size()));
        auto run = StoreReader(job).read(folder, files);
        if (!run)
            return run.error();
        runs.push_back(std::move(run).value());
    }
    return runs;
}

} // namespace tachograph
