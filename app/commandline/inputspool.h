#pragma once

#include "analysis/core/result.h"
#include "analysis/core/source.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace tachograph::app {

/// Standard input kept in a temporary file without a name, so that it can be read again and again in little memory.
class InputSpool {
  public:
    InputSpool();
    ~InputSpool();
    InputSpool(const InputSpool&) = delete;
    InputSpool& operator=(const InputSpool&) = delete;

    /// Adds bytes behind the others; false, and nothing more is taken, when there would be more than mostInputBytes or
    /// the disk does not take them.
    bool add(std::span<const char> bytes);
    [[nodiscard]] bool full() const { return m_full; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Its first `most` bytes. Any number of them may be read at once, also while bytes are added.
    [[nodiscard]] Result<Source> source(std::uint64_t most) const;

  private:
    int m_descriptor = -1;
    std::atomic<std::uint64_t> m_size = 0;
    bool m_full = false;
};

} // namespace tachograph::app
