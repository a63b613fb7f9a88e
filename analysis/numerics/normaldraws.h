#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace tachograph::numerics {

/// Random draws that are the same with every standard library, unlike std::normal_distribution.
class NormalDraws {
  public:
    explicit NormalDraws(std::uint64_t seed) : m_engine(seed) {}

    /// In (0, 1).
    double uniform() { return (static_cast<double>(m_engine() >> 11U) + 0.5) / 9007199254740992.0; }
    /// Mean 0, standard deviation 1 (Box & Muller 1958).
    double normal() { return std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * std::numbers::pi * uniform()); }

  private:
    std::mt19937_64 m_engine;
};

} // namespace tachograph::numerics
