#pragma once

#include "analysis/core/result.h"
#include "analysis/run/run.h"
#include "analysis/run/runbuilder.h"

#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// What stands beside a recording: its configuration, the packages that were installed, the machine.
struct SideFiles {
    Settings config, environment;
    std::vector<SourceFile> sources;
    std::vector<std::string> problems; ///< sentences about files that could not be read

    /// Sets what the recording itself does not say.
    void applyTo(RunBuilder& builder) const;
};

/// True for file names that are never a recording: "config.json", "requirements.txt", "wandb-metadata.json" ...
bool isSideFileName(std::string_view fileName);

/// The configuration named with --config. An error when it cannot be read: the user asked for it.
Result<SideFiles> namedConfig(const std::string& path);
/// A configuration in memory.
Result<SideFiles> configFromText(std::string_view text);
/// x.json, x.yaml or x.yml beside x.log, else the side files of its folder (see folderSideFiles).
SideFiles sideFilesOf(const std::string& recording);
/// config.json/.yaml/.yml, hparams.yaml, requirements.txt and wandb-metadata.json in the folder or its "files".
SideFiles folderSideFiles(const std::string& folder);

/// Adds the settings that describe the machine and its software (torch, cuda, gpus.count, env.NAME, trainer.nnodes x
/// trainer.n_gpus_per_node, W&B's own block) to `environment`, and takes W&B's block out of `config`.
void moveEnvironment(Settings& config, Settings& environment);

} // namespace tachograph
