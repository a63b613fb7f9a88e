#pragma once

#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "models/following/watching.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace tachograph::app {

/// Standard input kept in a temporary file without a name, so that it can be read again and again in little memory. One
/// thread may add while others read.
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
    std::atomic<bool> m_full = false;
};

/// What has come so far as a recording that is followed; `configFile` may be empty. The spool lives as long as somebody
/// has this, or a source that was made of it.
models::LiveInput spooledInput(std::shared_ptr<const InputSpool> spool, const std::string& configFile);

} // namespace tachograph::app
