#include "app/commandline/addedoption.h"

#include "app/reportmaterial.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"

#include <algorithm>

namespace tachograph::app {

using models::toQt;
using models::toStd;

namespace {

bool isLane(const QString& id, const std::vector<RunPtr>& runs) {
    if (!id.startsWith(models::seriesLanePrefix))
        return models::laneBuilderById(id) != nullptr;
    const std::string key = toStd(id.mid(models::seriesLanePrefix.size()));
    return std::ranges::any_of(runs, [&key](const RunPtr& run) { return run->forKey(key) != nullptr; });
}

/// Where the lane ends: keys may hold a '=' too. -1 when no lane stands before one.
qsizetype endOfLane(const QString& text, const std::vector<RunPtr>& runs) {
    for (qsizetype at = text.indexOf(u'='); at >= 0; at = text.indexOf(u'=', at + 1))
        if (isLane(text.left(at), runs))
            return at;
    return -1;
}

QString laneList() {
    QStringList ids;
    for (const models::LaneBuilder* builder : models::laneBuilders())
        ids << QLatin1String(builder->id);
    return ids.join(QStringLiteral(", "));
}

} // namespace

Option addedOption() {
    return {"--add", "LANE=SERIES",
            "lays a series (its key) beside those of a lane (step_time, throughput, series/KEY, ...); pictures, .html",
            true};
}

std::variant<models::AddedSeries, UsageError> addedSeries(const Arguments& arguments, const std::vector<RunPtr>& runs) {
    const std::vector<RunPtr> drawn(runs.begin(), runs.begin() + std::min<std::ptrdiff_t>(2, std::ssize(runs)));
    models::AddedSeries added;
    for (const std::string& text : arguments.values("--add")) {
        const QString word = toQt(text);
        const qsizetype end = endOfLane(word, drawn);
        if (end < 0)
            return UsageError{"--add " + text, "it is not LANE=SERIES. Lanes are " + toStd(laneList()) +
                                                   " and series/KEY, series are keys as recorded."};
        added[word.left(end)].push_back(word.mid(end + 1));
    }
    const models::CheckedSeries checked = fittingSeries(added, drawn);
    if (!checked.dropped.isEmpty())
        return UsageError{"--add", toStd(checked.dropped.front()) + '.'};
    return checked.kept;
}

} // namespace tachograph::app
