#pragma once

#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph {

/// One row of configuration or environment that is not the same in two runs.
struct SettingDifference {
    enum class Change { changed, added, removed }; ///< as seen from A: added = only in B
    /// What the row may mean for speed. `noEffect` has its reason in `remark`; `identity` rows (names, paths, times,
    /// seeds, host names) differ in every run and are folded away.
    enum class Kind { setting, package, hardware, variable, noEffect, identity };

    std::string key, a, b; ///< the side without the key is empty
    Change change = Change::changed;
    Kind kind = Kind::setting;
    std::string remark; ///< "default since CUDA 12.2 on Linux"; for versions what changed: "local tag cu128 to cu130"
};

/// "changed", "added", "removed": as in the JSON.
const char* changeName(SettingDifference::Change change);

/// The rows that differ, in order of their keys. Numbers are compared as numbers ("1e-6" = "0.000001"), surrounding
/// blanks and the case of true/false do not count.
std::vector<SettingDifference> differences(const Settings& a, const Settings& b);

/// Takes rows out of `config` that `environment` has too: some recordings say versions and variables in both.
void dropRepeats(std::vector<SettingDifference>& config, const std::vector<SettingDifference>& environment);

/// False for rows that are folded (identity) or known to have no effect.
bool mayMatter(const SettingDifference& row);

/// Number of keys with equal values on both sides.
std::size_t equalCount(const Settings& a, const Settings& b);

} // namespace tachograph
