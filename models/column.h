#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tachograph::models {

/// Doubles that nobody changes and several curves share: the places of a run's rows, the values of a series. Copies are
/// cheap, and the values stay alive as long as one of them does.
class Column {
  public:
    Column() = default;
    Column(std::vector<double> values) {
        auto owner = std::make_shared<const std::vector<double>>(std::move(values));
        m_values = *owner;
        m_owner = std::move(owner);
    }
    /// Values that belong to something else, which the column keeps alive.
    Column(std::shared_ptr<const void> owner, std::span<const double> values)
        : m_owner(std::move(owner)), m_values(values) {}

    [[nodiscard]] std::span<const double> span() const { return m_values; }
    /// The values from `first` on.
    [[nodiscard]] Column from(std::size_t first) const { return Column(m_owner, m_values.subspan(first)); }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    [[nodiscard]] double operator[](std::size_t i) const { return m_values[i]; }
    [[nodiscard]] auto begin() const { return m_values.begin(); }
    [[nodiscard]] auto end() const { return m_values.end(); }
    [[nodiscard]] double front() const { return m_values.front(); }
    [[nodiscard]] double back() const { return m_values.back(); }

  private:
    std::shared_ptr<const void> m_owner;
    std::span<const double> m_values;
};

inline bool allFinite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

} // namespace tachograph::models
