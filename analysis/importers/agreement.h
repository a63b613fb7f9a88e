#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tachograph {

/// How far the values of one quantity agree that two recordings both hold.
struct SharedQuantity {
    std::string key; ///< in the first recording
    std::size_t compared = 0, agreed = 0;
    bool measured = true; ///< false for what a schedule fixes beforehand (epoch, learning rate): it proves nothing
};

/// Whether two recordings tell of the same run, by the values that both hold at the same steps.
struct Agreement {
    std::vector<SharedQuantity> quantities;
    std::size_t rowsCompared = 0, rowsAgreed = 0; ///< rows with a measured quantity in both; all of them agree
    std::size_t compared = 0, agreed = 0;         ///< values of measured quantities

    /// Most of the measured values that both hold agree.
    [[nodiscard]] bool proven() const { return compared > 0 && agreed * 2 > compared; }
    [[nodiscard]] bool contradicted() const { return compared > 0 && !proven(); }
};

/// Compares series of the same key or role, whose roles must be settled, at the rows that `rowOf` pairs. Values agree
/// when they are equal within the digits of the one that is written shorter.
Agreement compareValues(const RunBuilder& mine, const RunBuilder& theirs, const std::vector<std::uint32_t>& rowOf);

} // namespace tachograph
