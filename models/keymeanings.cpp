#include "models/keymeanings.h"

#include "analysis/run/roles.h"
#include "analysis/run/units.h"
#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace tachograph::models {

namespace {

/// What somebody says goes before every built-in name of the same quantity.
constexpr int priorityOfSaid = 1000;

bool isNamed(const std::string& role) {
    return role.ends_with('/');
}

/// The user's entry for exactly this key and format.
const MetricRole* entryFor(const std::vector<MetricRole>& said, const std::string& key, const std::string& format) {
    const auto found = std::ranges::find_if(said, [&](const MetricRole& entry) {
        return entry.pattern == key && std::ranges::find(entry.formats, format) != entry.formats.end();
    });
    return found == said.end() ? nullptr : &*found;
}

QString valuesText(const Series& series) {
    constexpr std::size_t most = 4;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(series.size(), most - 1); ++i)
        texts << toQt(formatNumber(series.values[i], 6));
    if (series.size() < most)
        return texts.join(QStringLiteral(", "));
    return texts.join(QStringLiteral(", ")) + QStringLiteral(" … ") + toQt(formatNumber(series.values.back(), 6));
}

double medianOf(const Series& series) {
    std::vector<double> finite;
    std::ranges::copy_if(series.values, std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    if (finite.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = finite.begin() + static_cast<std::ptrdiff_t>(finite.size() / 2);
    std::ranges::nth_element(finite, middle);
    return *middle;
}

QString described(const std::string& role, const std::string& unit, Averaging averaging) {
    QString text = toQt(roleInfo(role).title);
    if (!unit.empty())
        text += QStringLiteral(", in ") + toQt(unit);
    if (averaging == Averaging::sinceStart)
        text += QStringLiteral(", average since the start");
    return text;
}

} // namespace

const std::vector<Quantity>& quantities() {
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> list;
        for (const char* role : {roles::stepTime,
                                 roles::generationTime,
                                 roles::optimizationTime,
                                 roles::dataWaitTime,
                                 roles::checkpointTime,
                                 roles::evaluationTime,
                                 roles::throughput,
                                 roles::tokensPerStep,
                                 roles::tokensTotal,
                                 roles::completionLength,
                                 roles::completionLengthMin,
                                 roles::completionLengthMax,
                                 roles::completionLengthP10,
                                 roles::completionLengthP90,
                                 roles::completionLengthP95,
                                 roles::truncation,
                                 roles::reward,
                                 roles::loss,
                                 roles::learningRate,
                                 roles::eta,
                                 roles::stepsPerHour}) {
            const RoleInfo info = roleInfo(role);
            list.push_back({toQt(info.title), role, info.unit});
        }
        list.insert(list.begin() + 3, {QStringLiteral("Another phase of the step"), roles::phasePrefix, "s"});
        list.push_back({QStringLiteral("Items in a queue"), roles::queuePrefix, "items"});
        return list;
    }();
    return all;
}

std::string roleFor(const Quantity& quantity, const std::string& key) {
    return isNamed(quantity.role) ? quantity.role + key : quantity.role;
}

std::vector<LoggedKey> loggedKeys(const Run& run, const std::vector<MetricRole>& said) {
    std::vector<LoggedKey> keys;
    for (const Series& series : run.series()) {
        // Bytes that are no text cannot be written into a table of names.
        if (series.derived || series.key.empty() || toStd(toQt(series.key)) != series.key)
            continue;
        LoggedKey key;
        key.key = series.key;
        const MetricRole* own = entryFor(said, series.key, run.format());
        const auto program = MetricRoles::builtIn().find(series.key, run.format());
        if (program)
            key.byProgram = described(program->role, program->unit, program->averaging);
        else if (!series.role.empty() && !own)
            key.byProgram = described(series.role, series.sourceUnit, series.averaging);
        key.fixed = !program && !own && !series.role.empty();
        if (own)
            key.said = {own->role, own->unit, own->scope, own->averaging == Averaging::sinceStart};
        else if (!program || (!program->unit.empty() && program->unit != series.sourceUnit))
            key.recordedUnit = series.sourceUnit;
        key.values = valuesText(series);
        key.sample = medianOf(series);
        keys.push_back(std::move(key));
    }
    return keys;
}

QString readingOf(const LoggedKey& key) {
    const RoleInfo info = roleInfo(key.said.role);
    const auto factor = unitFactor(key.said.unit, info.unit);
    if (key.said.role.empty() || !std::isfinite(key.sample) || !factor || (key.said.unit.empty() && !info.unit.empty()))
        return {};
    const std::string unit = key.said.unit.empty() ? std::string() : ' ' + key.said.unit;
    return QStringLiteral("%1%2, the median, is read as %3")
        .arg(toQt(formatNumber(key.sample, 6)), toQt(unit), toQt(formatQuantity(key.sample * *factor, info.unit)));
}

QString problemWith(const std::vector<LoggedKey>& keys) {
    std::map<std::pair<std::string, bool>, const LoggedKey*> taken;
    for (const LoggedKey& key : keys) {
        if (key.said.role.empty())
            continue;
        if (key.said.unit.empty() && !roleInfo(key.said.role).unit.empty())
            return QStringLiteral("Choose the unit of %1.").arg(shown(key.key, 60));
        const auto [other, first] = taken.try_emplace({key.said.role, key.said.sinceStart}, &key);
        if (!first)
            return QStringLiteral("%1 and %2 cannot both be the %3. Take one of them back.")
                .arg(shown(other->second->key, 60), shown(key.key, 60), toQt(roleInfo(key.said.role).title).toLower());
    }
    return {};
}

std::vector<MetricRole> withMeanings(std::vector<MetricRole> said, const std::string& format,
                                     const std::vector<LoggedKey>& keys) {
    std::vector<MetricRole> all;
    for (MetricRole& entry : said)
        if (std::ranges::none_of(keys, [&](const LoggedKey& key) { return key.key == entry.pattern; }) ||
            std::ranges::find(entry.formats, format) == entry.formats.end())
            all.push_back(std::move(entry));
    for (const LoggedKey& key : keys) {
        if (key.said.role.empty())
            continue;
        MetricRole entry;
        entry.pattern = key.key;
        entry.formats = {format};
        entry.role = key.said.role;
        entry.unit = key.said.unit;
        entry.scope = key.said.scope;
        entry.averaging = key.said.sinceStart ? Averaging::sinceStart : Averaging::current;
        entry.definition = "as said in the window";
        entry.priority = priorityOfSaid;
        all.push_back(std::move(entry));
    }
    return all;
}

} // namespace tachograph::models
