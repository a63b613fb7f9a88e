#include "analysis/importers/agreement.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"
#include "analysis/run/rowplan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace tachograph {

namespace {

/// Digits of the shortest text of a value, and the place of the first and the last of them (0 = units, -1 = tenths).
struct Digits {
    int first = 0, last = 0;
};

Digits digitsOf(double value) {
    std::array<char, 40> text{};
    const auto [end, problem] =
        std::to_chars(text.data(), text.data() + text.size(), std::abs(value), std::chars_format::scientific);
    const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
    const std::size_t e = std::min(written.find('e'), written.size());
    int exponent = 0;
    const std::size_t sign = e + 1 < written.size() && written[e + 1] == '+' ? 2 : 1;
    if (problem == std::errc() && e + sign < written.size())
        std::from_chars(written.data() + e + sign, end, exponent);
    const int behindPoint = e > 2 ? static_cast<int>(e) - 2 : 0;
    return {exponent, exponent - behindPoint};
}

/// How precisely a series is written: either with so many decimals ("%.4f") or so many digits ("%.3e").
struct Precision {
    int lastPlace = 308; ///< smallest last place of all values
    int digits = 1;      ///< largest number of digits

    void add(double value) {
        if (!std::isfinite(value) || value == 0.0)
            return;
        const Digits one = digitsOf(value);
        lastPlace = std::min(lastPlace, one.last);
        digits = std::max(digits, one.first - one.last + 1);
    }
    /// Half a unit in the last place that a value of this size is written with.
    [[nodiscard]] double halfUnit(double value) const {
        if (lastPlace == 308 || value == 0.0)
            return 0.5 * std::pow(10.0, lastPlace == 308 ? -300 : lastPlace);
        const int place = std::max(lastPlace, digitsOf(value).first - digits + 1);
        return 0.5 * std::pow(10.0, place);
    }
};

Precision precisionOf(const Series& series) {
    constexpr std::size_t enough = 10'000;
    Precision precision;
    for (std::size_t i = 0; i < std::min(series.size(), enough); ++i)
        precision.add(series.values[i]);
    return precision;
}

/// What a schedule or a counter fixes beforehand is the same in two runs of one configuration.
bool isMeasured(const Series& series) {
    if (series.role == roles::learningRate || series.role == roles::noise)
        return false;
    constexpr std::array known = std::to_array<std::string_view>(
        {"epoch", "lr", "learning_rate", "step", "global_step", "iteration", "epochs", "batch_size"});
    const std::string_view key = std::string_view(series.key).substr(series.key.rfind('/') + 1);
    return std::ranges::find(known, key) == known.end();
}

struct RowValue {
    std::uint32_t row = 0;
    double value = 0;
};

/// The last value of every row, by row.
std::vector<RowValue> valuesByRow(const Series& series) {
    std::vector<RowValue> values;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (values.empty() || values.back().row != series.rowOf(i))
            values.push_back({series.rowOf(i), 0});
        values.back().value = series.values[i];
    }
    return values;
}

/// Finds the series of the first recording that a series of the second repeats: by role, else by key and unit.
class Counterparts {
  public:
    explicit Counterparts(const std::vector<Series>& mine) {
        for (const Series& series : mine) {
            m_byKey.emplace(series.key, &series);
            if (!series.role.empty())
                m_byRole.emplace(roleKey(series), &series);
        }
    }
    [[nodiscard]] const Series* of(const Series& theirs) const {
        const auto byRole = theirs.role.empty() ? m_byRole.end() : m_byRole.find(roleKey(theirs));
        if (byRole != m_byRole.end())
            return byRole->second;
        const auto byKey = m_byKey.find(theirs.key);
        return byKey != m_byKey.end() && byKey->second->sourceUnit == theirs.sourceUnit ? byKey->second : nullptr;
    }

  private:
    static std::string roleKey(const Series& series) {
        return series.role + (series.averaging == Averaging::sinceStart ? "\n" : "") +
               (series.scope == Scope::gpu ? "\t" : "");
    }
    std::unordered_map<std::string, const Series*> m_byKey, m_byRole;
};

bool agree(double a, double b, double allowance) {
    if (!std::isfinite(a) || !std::isfinite(b))
        return std::isnan(a) ? std::isnan(b) : a == b;
    constexpr double float32 = 1e-6;
    return std::abs(a - b) <= 1.01 * allowance + float32 * std::max(std::abs(a), std::abs(b));
}

/// Two values of one row, in the unit of their role.
struct Pair {
    std::uint32_t row = 0; ///< of the first recording
    double own = 0;
    bool same = false;
};

std::vector<Pair> pairsOf(const Series& own, const Series& theirs, const std::vector<std::uint32_t>& rowOf) {
    const Precision ownPrecision = precisionOf(own), precision = precisionOf(theirs);
    const auto ownValues = valuesByRow(own);
    auto next = ownValues.begin();
    std::vector<Pair> pairs;
    for (const auto& [row, value] : valuesByRow(theirs)) {
        if (rowOf[row] == RowPlan::none)
            continue;
        // Both go forward: rows that match do so in the order in which they were logged.
        while (next != ownValues.end() && next->row < rowOf[row])
            ++next;
        if (next == ownValues.end() || next->row != rowOf[row])
            continue;
        const double a = next->value * own.toUnit, b = value * theirs.toUnit;
        const double allowance =
            std::max(ownPrecision.halfUnit(next->value) * own.toUnit, precision.halfUnit(value) * theirs.toUnit);
        pairs.push_back({next->row, a, agree(a, b, allowance)});
    }
    return pairs;
}

/// A constant is the same in two runs of one configuration.
bool varies(const std::vector<Pair>& pairs) {
    return pairs.size() == 1 ||
           std::ranges::any_of(pairs, [&pairs](const Pair& pair) { return pair.own != pairs.front().own; });
}

} // namespace

Agreement compareValues(const RunBuilder& mine, const RunBuilder& theirs, const std::vector<std::uint32_t>& rowOf) {
    Agreement answer;
    enum : std::uint8_t { notCompared, agrees, differs };
    std::vector<std::uint8_t> rows(mine.rowCount(), notCompared);
    const Counterparts counterparts(mine.allSeries());
    for (const Series& series : theirs.allSeries()) {
        const Series* own = counterparts.of(series);
        if (!own)
            continue;
        const auto pairs = pairsOf(*own, series, rowOf);
        if (pairs.empty())
            continue;
        SharedQuantity quantity{own->key, pairs.size(), 0, isMeasured(*own) && isMeasured(series) && varies(pairs)};
        for (const Pair& pair : pairs) {
            quantity.agreed += pair.same ? 1 : 0;
            if (quantity.measured)
                rows[pair.row] = std::max<std::uint8_t>(rows[pair.row], pair.same ? agrees : differs);
        }
        if (quantity.measured) {
            answer.compared += quantity.compared;
            answer.agreed += quantity.agreed;
        }
        answer.quantities.push_back(std::move(quantity));
    }
    answer.rowsAgreed = static_cast<std::size_t>(std::ranges::count(rows, std::uint8_t{agrees}));
    answer.rowsCompared = answer.rowsAgreed + static_cast<std::size_t>(std::ranges::count(rows, std::uint8_t{differs}));
    return answer;
}

} // namespace tachograph
