#pragma once

#include "analysis/core/result.h"
#include "analysis/run/series.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// One line of the table of names: which keys of which formats are which quantity, in which unit and scope.
struct MetricRole {
    std::string
        pattern; ///< the key; '*' stands for any run of characters. In `role`, "$1" is what the first '*' matched.
    std::vector<std::string> formats; ///< importer ids it holds for; empty = all
    std::string role;
    std::string unit; ///< as recorded ("ms", "Ktok/s", "tok/s", "M tok/s", "d", "GiB", "%")
    Scope scope = Scope::unknown;
    Averaging averaging = Averaging::current;
    std::string definition;
    int priority = 0; ///< of several keys with one role in a run, the highest takes it; ties: first in the table
};

/// Trainers' names -> role, unit, scope. Matched by key and format, never by magnitude. The built-in table is
/// resources/metric-roles.json (compiled in); users add their own, which is asked first.
class MetricRoles {
  public:
    /// The table that comes with the program.
    static const MetricRoles& builtIn();
    /// `json` as in resources/metric-roles.json; entries of `base` follow. The error names the entry and what is wrong.
    static Result<MetricRoles> parse(std::string_view json, std::string_view nameForErrors,
                                     const MetricRoles* base = nullptr);

    /// The first entry that holds for the key, with "$1" filled in; nothing when the key has no role.
    [[nodiscard]] std::optional<MetricRole> find(std::string_view key, std::string_view format) const;

    [[nodiscard]] const std::vector<MetricRole>& entries() const { return m_entries; }

  private:
    std::vector<MetricRole> m_entries;
};

/// Factor from a unit as recorded to the unit of a role: "ms" -> "s" 0.001, "Ktok/s" -> "tok/s" 1000, "d" -> "s" 86400,
/// "%" -> "ratio" 0.01, "GiB" -> "B". Nothing when the two do not measure the same.
std::optional<double> unitFactor(std::string_view from, std::string_view to);

} // namespace tachograph
