#include "analysis/importers/sidefiles.h"

#include "analysis/core/source.h"
#include "analysis/core/text.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/names.h"
#include "analysis/importers/packagelist.h"
#include "analysis/importers/settingsfile.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace tachograph {

namespace fs = std::filesystem;

namespace {

constexpr std::array configNames = std::to_array<std::string_view>(
    {"config.json", "config.yaml", "config.yml", "hparams.yaml", "params.json", "args.json"});
constexpr std::array otherSideNames = std::to_array<std::string_view>(
    {"wandb-metadata.json", "wandb-summary.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json",
     "special_tokens_map.json", "added_tokens.json", "vocab.json", "adapter_config.json", "training_args.json",
     "model.safetensors.index.json", "latest_checkpointed_iteration.txt"});

bool isFile(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

bool isRecording(const std::string& path) {
    const auto source = Source::openFile(path);
    if (!source)
        return false;
    const std::string head = source->head(Head::bytesAsked);
    return recognise({head, source->name()}) != nullptr;
}

std::string join(const std::string& folder, std::string_view name) {
    return (fs::path(folder) / fs::path(std::string(name))).string();
}

std::string folderOf(const std::string& path) {
    const std::string parent = fs::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

void addSource(SideFiles& files, const std::string& path) {
    if (auto source = Source::openFile(path))
        files.sources.push_back({source->name(), path, source->sha256(), source->size()});
}

bool addConfig(SideFiles& files, const std::string& path) {
    auto settings = readSettingsFile(path);
    if (!settings) {
        files.problems.push_back(settings.error().message);
        return false;
    }
    files.config = std::move(settings).value();
    moveEnvironment(files.config, files.environment);
    addSource(files, path);
    return true;
}

/// What was installed: pip freeze, conda list, collect_env.
void addPackages(SideFiles& files, const std::string& path) {
    auto source = Source::openFile(path);
    if (!source) {
        files.problems.push_back(source.error().message);
        return;
    }
    readPackageList(*source, files.environment);
    addSource(files, path);
}

void addMetadata(SideFiles& files, const std::string& path) {
    const auto settings = readSettingsFile(path);
    if (!settings) {
        files.problems.push_back(settings.error().message);
        return;
    }
    constexpr std::array wanted = std::to_array<std::array<std::string_view, 2>>({{"os", "os"},
                                                                                  {"python", "python"},
                                                                                  {"host", "host"},
                                                                                  {"gpu", "gpu"},
                                                                                  {"gpu_count", "gpus"},
                                                                                  {"cuda", "cuda"},
                                                                                  {"cudaVersion", "cuda"},
                                                                                  {"cpu_count", "cpus"},
                                                                                  {"program", "program"}});
    for (const auto& [key, name] : wanted)
        if (const auto found = settings->find(std::string(key)); found != settings->end())
            files.environment[std::string(name)] = found->second;
    addSource(files, path);
}

} // namespace

void SideFiles::applyTo(RunBuilder& builder) const {
    for (const auto& [key, value] : config)
        if (!builder.config().contains(key))
            builder.setConfig(key, value);
    for (const auto& [key, value] : environment)
        builder.setEnvironment(key, value);
    for (const SourceFile& file : sources)
        builder.addSource(file);
    for (const std::string& problem : problems)
        builder.addIssue({0, "configuration", problem, {}});
}

bool isSideFileName(std::string_view fileName) {
    return std::ranges::find(configNames, fileName) != configNames.end() ||
           std::ranges::find(otherSideNames, fileName) != otherSideNames.end() || isPackageListName(fileName);
}

Result<SideFiles> namedConfig(const std::string& path) {
    SideFiles files;
    if (!addConfig(files, path))
        return Error{files.problems.front()};
    return files;
}

Result<SideFiles> configFromText(std::string_view text) {
    auto settings = parseSettings(text, "configuration");
    if (!settings)
        return settings.error();
    SideFiles files;
    files.config = std::move(settings).value();
    moveEnvironment(files.config, files.environment);
    return files;
}

SideFiles sideFilesOf(const std::string& recording) {
    SideFiles files;
    const std::string folder = folderOf(recording);
    const std::string name = fs::path(recording).filename().string();
    for (const char* ending : {".json", ".yaml", ".yml"}) {
        const std::string sibling = stemOf(name) + ending;
        const std::string path = join(folder, sibling);
        if (sibling == name || !isFile(path))
            continue;
        SideFiles found;
        // A sibling may be a recording of its own: then it is no configuration and its problems are not ours.
        if (addConfig(found, path) ? !found.config.contains("log_history") : !isRecording(path))
            return found;
    }
    return folderSideFiles(folder);
}

SideFiles folderSideFiles(const std::string& folder) {
    SideFiles files;
    for (const std::string& place : {folder, join(folder, "files")}) {
        for (const std::string_view name : configNames)
            if (files.config.empty() && isFile(join(place, name)))
                addConfig(files, join(place, name));
        for (const std::string_view name : packageListNames())
            if (isFile(join(place, name)))
                addPackages(files, join(place, name));
        if (isFile(join(place, "wandb-metadata.json")))
            addMetadata(files, join(place, "wandb-metadata.json"));
    }
    return files;
}

} // namespace tachograph
