#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// Finds out which key of a W&B history counts the steps. The tracker's own `_step` counts calls of log() and runs
/// ahead of the trainer; so the axis that the trainer declared for its metrics is taken where half of the rows carry
/// it, else the best known name of a step that half of them carry, else `_step`.
class WandbAxis {
  public:
    /// A MetricRecord: which metrics go over which axis.
    void readMetric(std::string_view message);
    /// A history row; `own` is its `_step`.
    void beginRow(std::optional<std::int64_t> own);
    void seeKey(std::string_view key, double value);

    /// Decides. Before that key() is empty.
    void choose();
    /// Empty: `_step`.
    [[nodiscard]] const std::string& key() const { return m_key; }
    /// Every row that carries the key has the same number in it as in `_step`.
    [[nodiscard]] bool equalsOwn() const { return m_equalsOwn; }
    /// One sentence that says which axis was taken, and which others were declared.
    [[nodiscard]] std::string sentence() const;

  private:
    struct Candidate {
        std::size_t rows = 0, lastRow = 0;
        bool declared = false, equalsOwn = true;
    };
    Candidate& candidate(std::string_view key);

    static constexpr std::size_t mostMetrics = 20'000;
    std::map<std::string, Candidate, std::less<>> m_candidates;
    std::vector<std::string> m_metrics; // names in order of their records, which refer to each other by number
    std::optional<std::int64_t> m_own;
    std::size_t m_rows = 0;
    std::string m_key;
    bool m_equalsOwn = false, m_keyDeclared = false;
};

} // namespace tachograph
