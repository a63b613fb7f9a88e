#include "models/lanecolumns.h"

#include <algorithm>

namespace tachograph::models {

namespace {

using Points = std::vector<std::pair<double, double>>;

/// Logged values, then stacks, bands, averages, smoothed ones, at last earlier attempts; -1 for what is no value.
int rankOf(LineKind kind) {
    switch (kind) {
    case LineKind::raw:
        return 0;
    case LineKind::stack:
        return 1;
    case LineKind::band:
        return 2;
    case LineKind::sinceStart:
        return 3;
    case LineKind::smoothed:
        return 4;
    case LineKind::superseded:
        return 5;
    default:
        return -1;
    }
}

/// The heights of a stack's part: where both edges have a point, the n-th of several at one x with the n-th.
Points heights(const Points& high, const Points& low) {
    Points answer;
    for (std::size_t i = 0, j = 0; i < high.size() && j < low.size();) {
        if (high[i].first < low[j].first) {
            ++i;
        } else if (low[j].first < high[i].first) {
            ++j;
        } else {
            answer.emplace_back(high[i].first, high[i].second - low[j].second);
            ++i;
            ++j;
        }
    }
    return answer;
}

class Columns {
  public:
    Columns(const Timeline& timeline, const Lane& lane) : m_timeline(timeline), m_lane(lane) {}

    void add(const LaneLine& line, const QString& part, const Points& points) {
        QString title = line.label.isEmpty() ? m_lane.title : line.label;
        if (m_timeline.runs.size() > 1)
            title = runLetter(m_timeline, line.run) + QStringLiteral(": ") + title;
        title += part;
        auto found = std::ranges::find_if(m_columns, [&](const LaneColumn& column) {
            return column.title == title && column.run == line.run && column.kind == line.kind;
        });
        if (found == m_columns.end())
            found = m_columns.insert(m_columns.end(), LaneColumn{title, line.run, line.kind, {}});
        found->points.insert(found->points.end(), points.begin(), points.end());
    }

    std::vector<LaneColumn> ordered() && {
        for (LaneColumn& column : m_columns)
            std::ranges::stable_sort(column.points, {}, &std::pair<double, double>::first);
        std::ranges::stable_sort(m_columns, {}, [](const LaneColumn& column) { return rankOf(column.kind); });
        return std::move(m_columns);
    }

  private:
    const Timeline& m_timeline;
    const Lane& m_lane;
    std::vector<LaneColumn> m_columns;
};

} // namespace

QString runLetter(const Timeline& timeline, int run) {
    if (run < 0 || static_cast<std::size_t>(run) >= timeline.runs.size())
        return {};
    return QString(QChar(u'A' + std::clamp(timeline.runs[static_cast<std::size_t>(run)].slot, 0, 25)));
}

std::vector<LaneColumn> laneColumns(const Timeline& timeline, const Lane& lane, double xMin, double xMax) {
    Columns columns(timeline, lane);
    for (const LaneLine& line : lane.lines) {
        if (!line.curve || rankOf(line.kind) < 0)
            continue;
        const Points points = line.curve->points(xMin, xMax);
        if (line.kind == LineKind::band) {
            columns.add(line, QStringLiteral(", low"), line.low ? line.low->points(xMin, xMax) : Points());
            columns.add(line, QStringLiteral(", high"), points);
        } else if (line.low) {
            columns.add(line, {}, heights(points, line.low->points(xMin, xMax)));
        } else {
            columns.add(line, {}, points);
        }
    }
    return std::move(columns).ordered();
}

std::vector<double> missingPlaces(const Lane& lane, double xMin, double xMax) {
    std::vector<double> places;
    std::ranges::copy_if(lane.missing, std::back_inserter(places), [&](double x) { return x >= xMin && x <= xMax; });
    std::ranges::sort(places);
    return places;
}

} // namespace tachograph::models
