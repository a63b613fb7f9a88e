#include "analysis/importers/sidefiles.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

struct EnvironmentKey {
    std::string_view key, name;
};

/// Settings under these keys say what a run ran on.
constexpr std::array environmentKeys = std::to_array<EnvironmentKey>({
    {"torch", "torch"},
    {"pytorch", "torch"},
    {"torch_version", "torch"},
    {"cuda", "cuda"},
    {"cuda_version", "cuda"},
    {"cudaVersion", "cuda"},
    {"cudnn", "cudnn"},
    {"nccl", "nccl"},
    {"driver", "driver"},
    {"python", "python"},
    {"python_version", "python"},
    {"transformers", "transformers"},
    {"vllm", "vllm"},
    {"sglang", "sglang"},
    {"trl", "trl"},
    {"deepspeed", "deepspeed"},
    {"flash_attn", "flash-attn"},
    {"transformers_version", "transformers"},
    {"host", "host"},
    {"hostname", "host"},
    {"gpu", "gpu"},
    {"gpu_name", "gpu"},
    {"gpu_type", "gpu"},
    {"gpus", "gpus"},
    {"gpus.count", "gpus"},
    {"gpu_count", "gpus"},
    {"n_gpus", "gpus"},
    {"num_gpus", "gpus"},
    {"world_size", "gpus"},
});

/// The machine as W&B records it: `_wandb.value.e.<writer>.gpu_count`, `_wandb.value.python_version`.
void addWandbBlock(const std::string& key, const std::string& value, Settings& environment) {
    constexpr std::array wanted = std::to_array<EnvironmentKey>({{"cudaVersion", "cuda"},
                                                                 {"gpu", "gpu"},
                                                                 {"gpu_count", "gpus"},
                                                                 {"os", "os"},
                                                                 {"host", "host"},
                                                                 {"python", "python"},
                                                                 {"python_version", "python"},
                                                                 {"cli_version", "wandb"}});
    const std::string_view last = std::string_view(key).substr(key.rfind('.') + 1);
    const auto depth = std::ranges::count(key, '.');
    const auto found = std::ranges::find(wanted, last, &EnvironmentKey::key);
    if (found == wanted.end() || depth > 4)
        return;
    environment.emplace(std::string(found->name), value);
}

} // namespace

void moveEnvironment(Settings& config, Settings& environment) {
    for (const auto& [key, value] : config) {
        const auto found = std::ranges::find(environmentKeys, key, &EnvironmentKey::key);
        if (found != environmentKeys.end() && !value.starts_with('['))
            environment.emplace(std::string(found->name), value);
        else if (key.starts_with("env."))
            environment.emplace(key.substr(4), value);
        else if (key.starts_with("_wandb."))
            addWandbBlock(key, value, environment);
    }
    const auto nodes = config.find("trainer.nnodes");
    const auto perNode = config.find("trainer.n_gpus_per_node");
    if (nodes != config.end() && perNode != config.end()) {
        const auto a = parseNumber(nodes->second), b = parseNumber(perNode->second);
        if (a && b)
            environment["gpus"] = machineNumber(*a * *b);
    }
    std::erase_if(config, [](const auto& item) { return item.first.starts_with("_wandb."); });
}

} // namespace tachograph
