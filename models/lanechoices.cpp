#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"
#include "models/timeline.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tachograph::models {

namespace {

constexpr const char* otherGroup = "Other series";

struct Group {
    const char* title;
    std::vector<std::string_view> roles; ///< or prefixes that end in '/'
};

/// Headings of the list of series, in order, with the roles below each.
const std::vector<Group>& groups() {
    static const std::vector<Group> all = {
        {"Step time", {roles::stepTime}},
        {"Split",
         {roles::generationTime, roles::optimizationTime, roles::otherTime, roles::unaccountedTime,
          roles::phasePrefix}},
        {"Completions",
         {roles::completionLength, roles::completionLengthMax, roles::completionLengthMin, roles::completionLengthP10,
          roles::completionLengthP90, roles::completionLengthP95, roles::truncation}},
        {"Throughput",
         {roles::throughput, roles::stepsPerHour, roles::tokensPerStep, roles::secondsPerToken, roles::tokensTotal}},
        {"Pipeline", {roles::targetRate, roles::drafterRate, roles::queuePrefix, roles::eta}},
        {"Training", {roles::reward, roles::loss, roles::learningRate, roles::noise}},
        {"Outside the split", {roles::dataWaitTime, roles::checkpointTime, roles::evaluationTime}},
        {"GPUs", {roles::gpuPrefix}},
        {otherGroup, {}},
    };
    return all;
}

bool covers(std::string_view pattern, std::string_view role) {
    return pattern.ends_with('/') ? role.starts_with(pattern) : role == pattern;
}

/// Index into groups(); the last one for what has no place.
std::size_t groupOf(std::string_view role) {
    for (std::size_t i = 0; i < groups().size(); ++i)
        if (std::ranges::any_of(groups()[i].roles, [&](std::string_view pattern) { return covers(pattern, role); }))
            return i;
    return groups().size() - 1;
}

std::size_t groupByTitle(std::string_view title) {
    const auto found = std::ranges::find_if(groups(), [&](const Group& group) { return title == group.title; });
    return static_cast<std::size_t>(found - groups().begin());
}

/// Quantities that people look for and that get a greyed line where they are not logged.
constexpr std::array wantedRoles = {roles::truncation, roles::reward};

class Choices {
  public:
    explicit Choices(const std::vector<TimelineRun>& runs) : m_runs(runs), m_byGroup(groups().size()) {}

    void addStandard() {
        for (const LaneBuilder* builder : laneBuilders()) {
            LaneChoice choice;
            choice.id = QLatin1String(builder->id);
            choice.title = QLatin1String(builder->title);
            choice.group = QLatin1String(builder->group);
            choice.unavailable = QStringLiteral("not logged");
            for (const TimelineRun& run : m_runs) {
                const Series* series = builder->mainSeries(*run.run);
                if (!series)
                    continue;
                choice.unavailable.clear();
                choice.key = keyText(*series);
                m_shownElsewhere.insert(series->key);
                break;
            }
            choice.standard = builder->always || choice.unavailable.isEmpty();
            if (choice.standard)
                m_byGroup[groupByTitle(builder->group)].push_back(std::move(choice));
        }
    }

    void addSeries() {
        for (const TimelineRun& run : m_runs)
            for (const Series& series : run.run->series()) {
                if (series.size() + series.missingRows.size() == 0 || !m_shownElsewhere.insert(series.key).second)
                    continue;
                LaneChoice choice;
                choice.id = seriesLanePrefix + toQt(series.key);
                choice.title = series.role.empty() ? shown(series.key, 200) : toQt(roleInfo(series.role).title);
                choice.key = keyText(series);
                const std::size_t group = groupOf(series.role);
                choice.group = QLatin1String(groups()[group].title);
                m_byGroup[group].push_back(std::move(choice));
                m_roles.insert(series.role);
            }
    }

    void addWanted() {
        for (const char* role : wantedRoles) {
            if (m_roles.contains(role))
                continue;
            LaneChoice choice;
            choice.id = QLatin1String("role/") + QLatin1String(role);
            choice.title = toQt(roleInfo(role).title);
            choice.unavailable = QStringLiteral("not logged");
            const std::size_t group = groupOf(role);
            choice.group = QLatin1String(groups()[group].title);
            m_byGroup[group].push_back(std::move(choice));
        }
    }

    std::vector<LaneChoice> all() && {
        std::vector<LaneChoice> choices;
        for (auto& group : m_byGroup)
            std::ranges::move(group, std::back_inserter(choices));
        return choices;
    }

  private:
    static QString keyText(const Series& series) {
        return series.derived ? QStringLiteral("derived") : shown(series.key, 200);
    }

    const std::vector<TimelineRun>& m_runs;
    std::vector<std::vector<LaneChoice>> m_byGroup;
    std::unordered_set<std::string> m_shownElsewhere; // keys that have a line already
    std::unordered_set<std::string> m_roles;
};

} // namespace

std::vector<LaneChoice> laneChoices(const std::vector<TimelineRun>& runs) {
    if (runs.empty())
        return {}; // nothing was read: nobody knows what is logged
    Choices choices(runs);
    choices.addStandard();
    choices.addSeries();
    choices.addWanted();
    return std::move(choices).all();
}

} // namespace tachograph::models
