#pragma once

#include "analysis/importers/stepkeys.h"
#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tachograph {

/// Finds the series of the keys of a row without hashing them: rows of one recording have nearly always the same keys
/// in the same order, so the n-th key is first compared with the n-th key of the row before.
class SeriesSlots {
  public:
    struct Slot {
        std::string key;
        KeyUse use = KeyUse::series;
        std::uint32_t series = unknown; ///< made on first use, so that keys without any value do not become series
    };
    static constexpr std::uint32_t unknown = 0xFFFFFFFEu;

    /// The slot of `key`, expected at position `n` of its row. Good until the next call.
    Slot& at(std::size_t n, std::string_view key);
    /// Its series in `builder`; RunBuilder::noSeries when there are too many.
    static std::uint32_t seriesOf(Slot& slot, RunBuilder& builder);
    /// Forgets everything: the next builder numbers its series anew.
    void clear();

  private:
    std::vector<Slot> m_slots;
    std::unordered_map<std::string, std::size_t> m_index;
    std::vector<std::size_t> m_order; // slot of the n-th key of the rows so far
    std::string m_scratch;
};

} // namespace tachograph
