#include "analysis/comparison/settingsdiff.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace tachograph {

namespace {

using Kind = SettingDifference::Kind;

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return lower;
}

/// The key's last part: "env.CUDA_MODULE_LOADING" -> "CUDA_MODULE_LOADING".
std::string_view leaf(std::string_view key) {
    const std::size_t dot = key.find_last_of("./");
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

bool sameValue(std::string_view a, std::string_view b) {
    a = trimmed(a);
    b = trimmed(b);
    if (a == b)
        return true;
    const auto x = parseNumber(a), y = parseNumber(b);
    // Doubles hold whole numbers of up to 15 digits exactly; longer ones are compared as text.
    if (x && y && std::abs(*x) < 1e15 && std::abs(*y) < 1e15)
        return *x == *y;
    const std::string lower = lowered(a);
    return (lower == "true" || lower == "false" || lower == "none" || lower == "null") && lower == lowered(b);
}

bool isOneOf(std::string_view word, std::span<const char* const> words) {
    return std::ranges::find(words, word, [](const char* one) { return std::string_view(one); }) != words.end();
}

/// Rows whose value is a name, a place, a moment or a seed of the run itself; the name or place of its model or data
/// is not.
bool isIdentity(std::string_view key) {
    static constexpr std::array words = {
        "name",  "run_name", "run_id",      "id",          "uuid",       "path",     "dir",     "output_dir",
        "host",  "hostname", "pid",         "started",     "start_time", "end_time", "created", "timestamp",
        "date",  "time",     "seed",        "data_seed",   "user",       "username", "entity",  "experiment_name",
        "notes", "tags",     "resume_from", "logging_dir", "log_dir",    "cwd",      "args",    "program"};
    static constexpr std::array subjects = {"model",  "data",      "token", "optim",
                                            "reward", "scheduler", "actor", "critic"};
    const std::string lower = lowered(key), last = lowered(leaf(key));
    const bool seed = last == "seed" || last.ends_with("_seed");
    const bool ofSubject =
        std::ranges::any_of(subjects, [&lower](const char* word) { return lower.find(word) != std::string::npos; });
    return seed || (!ofSubject && (isOneOf(last, words) || last.ends_with("_path") || last.ends_with("_dir") ||
                                   last.ends_with("_id")));
}

bool isHardware(std::string_view key) {
    static constexpr std::array words = {"cuda",     "cuda_version", "driver",    "driver_version", "gpu",
                                         "gpus",     "gpu_name",     "gpu_type",  "gpu_model",      "gpu_count",
                                         "num_gpus", "n_gpus",       "cudnn",     "nccl",           "nccl_version",
                                         "hardware", "cpu",          "cpu_count", "device_name",    "os",
                                         "kernel",   "count"};
    const std::string lower = lowered(key);
    return isOneOf(lowered(leaf(key)), words) &&
           (leaf(key) == key || lower.find("gpu") != std::string::npos || lower.find("env") != std::string::npos);
}

/// An upper-case name, as environment variables have: "PYTORCH_CUDA_ALLOC_CONF".
bool isVariable(std::string_view key) {
    const std::string_view name = leaf(key);
    return name.size() >= 3 && name.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos &&
           name.find('_') != std::string_view::npos;
}

/// "2.9.1+cu128" -> release and local tag; nothing when it does not look like a version.
struct Version {
    std::string_view release, local;
};
std::optional<Version> version(std::string_view text) {
    text = trimmed(text);
    const std::size_t plus = text.find('+');
    const std::string_view release = text.substr(0, plus);
    if (release.empty() || release.find('.') == std::string_view::npos ||
        release.find_first_not_of("0123456789.abcdevrpost") != std::string_view::npos || release[0] < '0' ||
        release[0] > '9')
        return std::nullopt;
    return Version{release, plus == std::string_view::npos ? std::string_view() : text.substr(plus + 1)};
}

std::string versionRemark(const Version& a, const Version& b) {
    if (a.release == b.release)
        return "same release, build " + std::string(a.local.empty() ? "without tag" : a.local) + " to " +
               std::string(b.local.empty() ? "without tag" : b.local);
    return {};
}

/// A variable set to what holds without it.
struct KnownDefault {
    const char *key, *value, *remark;
};
constexpr std::array<KnownDefault, 4> knownDefaults{
    {{"CUDA_MODULE_LOADING", "LAZY", "LAZY is the default since CUDA 12.2 on Linux"},
     {"CUDA_LAUNCH_BLOCKING", "0", "0 is the default"},
     {"NCCL_P2P_DISABLE", "0", "0 is the default"},
     {"NCCL_IB_DISABLE", "0", "0 is the default"}}};

/// False when a CUDA version that is known and older than 12.2 makes lazy loading a choice.
bool lazyIsDefault(const Settings& settings) {
    const auto cuda = settings.find("cuda");
    const auto number = cuda == settings.end() ? std::nullopt : parseNumber(cuda->second);
    return !number || *number >= 12.2;
}

/// Why a row only says what holds anyway; empty when it may have an effect.
std::string whyWithoutEffect(const SettingDifference& row, const Settings& a, const Settings& b) {
    const auto known = std::ranges::find(knownDefaults, leaf(row.key), &KnownDefault::key);
    if (known == knownDefaults.end())
        return {};
    const auto isDefault = [known](const std::string& value) {
        return value.empty() || value == known->value;
    };
    const bool applies = leaf(row.key) != "CUDA_MODULE_LOADING" || (lazyIsDefault(a) && lazyIsDefault(b));
    return applies && isDefault(row.a) && isDefault(row.b) ? known->remark : std::string();
}

void classify(SettingDifference& row, const Settings& left, const Settings& right) {
    row.remark = whyWithoutEffect(row, left, right);
    const auto a = version(row.a), b = version(row.b);
    const bool isVersion = (a || row.a.empty()) && (b || row.b.empty()) && (a || b);
    if (!row.remark.empty())
        row.kind = Kind::noEffect;
    else if (isIdentity(row.key))
        row.kind = Kind::identity;
    else if (isHardware(row.key) && !isVariable(row.key))
        row.kind = Kind::hardware;
    else if (isVersion && row.key.find('.') == std::string::npos && !parseNumber(row.a) && !parseNumber(row.b))
        row.kind = Kind::package;
    else if (isVariable(row.key))
        row.kind = Kind::variable;
    if (row.kind == Kind::package && a && b)
        row.remark = versionRemark(*a, *b);
}

} // namespace

const char* changeName(SettingDifference::Change change) {
    switch (change) {
    case SettingDifference::Change::changed:
        return "changed";
    case SettingDifference::Change::added:
        return "added";
    case SettingDifference::Change::removed:
        break;
    }
    return "removed";
}

std::vector<SettingDifference> differences(const Settings& a, const Settings& b) {
    std::vector<SettingDifference> rows;
    const auto add = [&](std::string key, std::string left, std::string right, SettingDifference::Change change) {
        SettingDifference row;
        row.key = std::move(key);
        row.a = std::move(left);
        row.b = std::move(right);
        row.change = change;
        classify(row, a, b);
        rows.push_back(std::move(row));
    };
    for (const auto& [key, value] : a) {
        const auto other = b.find(key);
        if (other == b.end())
            add(key, value, {}, SettingDifference::Change::removed);
        else if (!sameValue(value, other->second))
            add(key, value, other->second, SettingDifference::Change::changed);
    }
    for (const auto& [key, value] : b)
        if (!a.contains(key))
            add(key, {}, value, SettingDifference::Change::added);
    std::ranges::stable_sort(rows, {}, &SettingDifference::key);
    return rows;
}

void dropRepeats(std::vector<SettingDifference>& config, const std::vector<SettingDifference>& environment) {
    std::erase_if(config, [&environment](const SettingDifference& row) {
        return std::ranges::any_of(environment, [&row](const SettingDifference& other) {
            return leaf(row.key) == leaf(other.key) && row.a == other.a && row.b == other.b;
        });
    });
}

bool mayMatter(const SettingDifference& row) {
    return row.kind != Kind::identity && row.kind != Kind::noEffect;
}

std::size_t equalCount(const Settings& a, const Settings& b) {
    return static_cast<std::size_t>(std::ranges::count_if(a, [&b](const auto& row) {
        const auto other = b.find(row.first);
        return other != b.end() && sameValue(row.second, other->second);
    }));
}

} // namespace tachograph
