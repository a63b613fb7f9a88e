#pragma once

#include "analysis/core/source.h"
#include "analysis/run/run.h"

#include <span>
#include <string_view>

namespace tachograph {

/// File names under which people keep what was installed: requirements.txt, pip-freeze.txt, conda-list.txt,
/// collect_env.txt.
std::span<const std::string_view> packageListNames();
bool isPackageListName(std::string_view fileName);

/// Reads the output of `pip freeze`, `conda list` or `python -m torch.utils.collect_env`, whichever it is, as settings
/// of the environment: "torch" = "2.9.1+cu130", "driver" = "550.54". Lines that say neither are skipped; at most 5,000
/// packages.
void readPackageList(Source& source, Settings& environment);

} // namespace tachograph
