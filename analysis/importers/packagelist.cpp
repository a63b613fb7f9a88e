#include "analysis/importers/packagelist.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

constexpr std::size_t mostPackages = 5'000;

constexpr std::array listNames = std::to_array<std::string_view>(
    {"requirements.txt", "pip-freeze.txt", "pip_freeze.txt", "freeze.txt", "conda-list.txt", "conda_list.txt",
     "conda-environment.txt", "collect_env.txt", "collect-env.txt", "environment.txt"});

struct EnvironmentLine {
    std::string_view label, name;
};

/// Lines of torch.utils.collect_env.
constexpr std::array environmentLines = std::to_array<EnvironmentLine>({{"PyTorch version: ", "torch"},
                                                                        {"CUDA used to build PyTorch: ", "cuda"},
                                                                        {"ROCM used to build PyTorch: ", "rocm"},
                                                                        {"CUDA runtime version: ", "cuda runtime"},
                                                                        {"Nvidia driver version: ", "driver"},
                                                                        {"cuDNN version: ", "cudnn"},
                                                                        {"OS: ", "os"},
                                                                        {"Python version: ", "python"},
                                                                        {"GPU 0: ", "gpu"}});

void set(Settings& environment, std::string_view name, std::string_view value) {
    environment[plainText(trimmed(name), 200)] = plainText(trimmed(value), 200);
}

bool takeEnvironmentLine(std::string_view text, Settings& environment) {
    for (const auto& [label, name] : environmentLines)
        if (text.starts_with(label)) {
            const std::string_view value = trimmed(text.substr(label.size()));
            if (value != "N/A" && value != "Could not collect")
                set(environment, name, value);
            return true;
        }
    return false;
}

/// "torch==2.9.1+cu130", also behind "[pip3] "; lines without a fixed version say nothing.
bool takePipLine(std::string_view text, Settings& environment) {
    if (text.starts_with("[pip"))
        text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
    text = text.substr(0, text.find_first_of("#;"));
    const std::size_t equals = text.find("==");
    if (equals == std::string_view::npos || equals == 0)
        return false;
    set(environment, text.substr(0, equals), text.substr(equals + 2));
    return true;
}

/// "torch    2.9.1    py311_cuda12.8    pytorch", also behind "[conda] ".
bool takeCondaLine(std::string_view text, Settings& environment) {
    if (text.starts_with("[conda] "))
        text.remove_prefix(8);
    std::array<std::string_view, 3> words;
    for (std::string_view& word : words) {
        text = trimmed(text);
        word = text.substr(0, text.find_first_of(" \t"));
        text.remove_prefix(word.size());
    }
    const bool package = !words[2].empty() && !words[0].starts_with('#') && words[1].front() >= '0' &&
                         words[1].front() <= '9' && words[0].find(':') == std::string_view::npos;
    if (package)
        set(environment, words[0], words[1]);
    return package;
}

} // namespace

std::span<const std::string_view> packageListNames() {
    return listNames;
}

bool isPackageListName(std::string_view fileName) {
    return std::ranges::find(listNames, fileName) != listNames.end();
}

void readPackageList(Source& source, Settings& environment) {
    LineReader lines(source);
    std::size_t packages = 0;
    bool conda = false;
    while (const auto line = lines.next()) {
        const std::string_view text = trimmed(line->text);
        conda = conda || text.starts_with("# packages in environment at") || text.starts_with("[conda]");
        if (packages >= mostPackages)
            break;
        const bool found = takeEnvironmentLine(text, environment) || takePipLine(text, environment) ||
                           (conda && takeCondaLine(text, environment));
        packages += found ? 1 : 0;
    }
}

} // namespace tachograph
