#include "analysis/importers/dflashheader.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Removes and returns the part before the first of `separators`.
std::string_view takePart(std::string_view& text, std::string_view separators) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// "2.411B" -> "2411000000", "902K" -> "902000"; plain numbers stay as they are.
std::string expanded(std::string_view number) {
    double factor = 1.0;
    if (!number.empty()) {
        const char unit = number.back();
        factor = unit == 'K' ? 1e3 : unit == 'M' ? 1e6 : unit == 'B' ? 1e9 : 1.0;
    }
    if (factor == 1.0)
        return std::string(number);
    const auto value = parseNumber(number.substr(0, number.size() - 1));
    constexpr double most = 1e15;
    return value && std::abs(*value) < most / factor ? std::to_string(std::llround(*value * factor))
                                                     : std::string(number);
}

/// "2.9.1+cu130" -> "13.0": the CUDA version that a PyTorch wheel was built for.
std::string cudaOfWheel(std::string_view version) {
    const std::size_t at = version.find("+cu");
    if (at == std::string_view::npos)
        return {};
    const std::string_view digits = version.substr(at + 3);
    if (digits.size() < 3 || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return {};
    return std::string(digits.substr(0, digits.size() - 1)) + "." + std::string(digits.substr(digits.size() - 1));
}

/// "8 GPUs: targets 0-4", "drafters 5-7".
bool takeGpuPart(std::string_view part, RunBuilder& builder) {
    std::string_view rest = part;
    if (const auto count = takeInteger(rest); count && trimmed(rest).starts_with("GPU")) {
        builder.setEnvironment("gpus", std::to_string(*count));
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos)
            return true;
        part = trimmed(rest.substr(colon + 1));
    }
    for (std::string_view name : {"target", "drafter"}) {
        if (!part.starts_with(name))
            continue;
        const std::string_view list = trimmed(part.substr(std::min(part.find(' '), part.size())));
        if (list.empty() || list.find_first_not_of("0123456789- ") != std::string_view::npos)
            return false;
        builder.setEnvironment("gpus." + std::string(name), std::string(list));
        return true;
    }
    return part.empty();
}

bool takeEnvironment(std::string_view line, RunBuilder& builder) {
    bool any = false;
    while (!line.empty()) {
        const std::string_view part = takePart(line, "|,");
        if (part.starts_with("torch ")) {
            const std::string version(trimmed(part.substr(6)));
            if (version.empty() || version.find(' ') != std::string::npos)
                return false;
            builder.setEnvironment("torch", version);
            if (const std::string cuda = cudaOfWheel(version); !cuda.empty())
                builder.setEnvironment("cuda", cuda);
            any = true;
        } else if (takeGpuPart(part, builder)) {
            any = true;
        } else {
            return any;
        }
    }
    return any;
}

/// "1095000 samples, 2.411B tokens, 59800 batches an epoch, 6 epochs".
bool takeDataset(std::string_view line, RunBuilder& builder) {
    struct Phrase {
        std::string_view words, key;
    };
    constexpr Phrase phrases[] = {{"samples", "dataset.samples"},
                                  {"tokens", "dataset.tokens"},
                                  {"batches an epoch", "batches_per_epoch"},
                                  {"epochs", "epochs"}};
    if (line.starts_with("dataset:"))
        line.remove_prefix(8);
    bool any = false;
    while (!line.empty()) {
        std::string_view words = takePart(line, ",");
        const std::string_view number = words.substr(0, words.find(' '));
        words = trimmed(words.substr(number.size()));
        const auto phrase = std::ranges::find(phrases, words, &Phrase::words);
        if (phrase == std::end(phrases) || number.empty() || number.front() < '0' || number.front() > '9')
            return any;
        builder.setConfig(std::string(phrase->key), expanded(number));
        any = true;
    }
    return any;
}

/// A line that holds nothing but settings.
bool takeSettings(std::string_view line, RunBuilder& builder) {
    const auto pairs = keyValuePairs(line);
    const auto words = static_cast<std::size_t>(std::ranges::count(line, ' ')) + 1;
    if (pairs.empty() || pairs.size() != words)
        return false;
    for (const auto& [key, value] : pairs)
        builder.setConfig(key, plainText(value, 300));
    return true;
}

} // namespace

bool takeDflashHeader(std::string_view line, RunBuilder& builder) {
    line = trimmed(line);
    if (line.empty() || line.size() > 2000)
        return false;
    return takeSettings(line, builder) || takeEnvironment(line, builder) || takeDataset(line, builder);
}

bool startsDflashHeader(std::string_view line, std::string_view before) {
    for (std::string_view start : {"torch ", "dataset:", "Resumed from ", "Resuming from ", "Starting from "})
        if (line.starts_with(start))
            return true;
    const std::size_t equals = line.find('=');
    return equals != std::string_view::npos && line.substr(0, equals).find(' ') == std::string_view::npos &&
           before.find('=') == std::string_view::npos;
}

std::optional<GpuRow> gpuRow(std::string_view line) {
    line = trimmed(line);
    GpuRow row;
    const auto index = takeInteger(line);
    if (!index || *index > 4095 || !line.starts_with(","))
        return std::nullopt;
    line.remove_prefix(1);
    std::string_view memory = takePart(line, ",");
    std::string_view utilization = trimmed(line);
    if (!memory.ends_with(" MiB") || !utilization.ends_with(" %"))
        return std::nullopt;
    memory.remove_suffix(4);
    utilization.remove_suffix(2);
    const auto used = parseNumber(memory);
    const auto busy = parseNumber(utilization);
    if (!used || !busy)
        return std::nullopt;
    row.index = *index;
    row.memoryMiB = *used;
    row.utilizationPercent = *busy;
    return row;
}

} // namespace tachograph
