#include "models/lanes/lanelines.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/plaintrack.h"
#include "models/lanes/robustvalues.h"
#include "models/steppositions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::models {

namespace {

/// The median size of up to some thousand finite values from all over the series: enough to choose a unit.
double typicalSize(const Series& series) {
    constexpr std::size_t enough = 4096;
    const std::size_t stride = std::max<std::size_t>(1, series.size() / enough);
    std::vector<double> sizes;
    for (std::size_t i = 0; i < series.size(); i += stride)
        if (std::isfinite(series.values[i]))
            sizes.push_back(std::abs(series.inUnit(i)));
    return sizes.empty() ? 0.0 : numerics::median(sizes);
}

/// A track whose columns the curves over it share.
struct SharedTrack {
    Column x, y, low, high;
};

/// What is drawn of a series, as in SeriesTracks.
struct DrawnSeries {
    std::vector<SharedTrack> current, superseded;
    std::vector<double> missing;
    std::size_t finite = 0, values = 0, unplaced = 0;
};

std::vector<SharedTrack> shared(std::vector<Track> tracks) {
    std::vector<SharedTrack> result;
    for (Track& track : tracks)
        result.push_back({Column(std::move(track.x)), Column(std::move(track.y)), Column(std::move(track.low)),
                          Column(std::move(track.high))});
    return result;
}

DrawnSeries drawnSeries(const LaneRun& run, const Series& series, double factor) {
    DrawnSeries drawn;
    drawn.values = series.size();
    if (const std::optional<PlainTrack> plain = plainTrack(run, series, factor)) {
        drawn.finite = plain->y.size();
        drawn.missing = missingPlaces(series, run.positions);
        drawn.current.push_back({plain->x, plain->y, {}, {}});
        return drawn;
    }
    SeriesTracks tracks = tracksOf(*run.run, series, run.positions, factor);
    drawn.finite = tracks.finite;
    drawn.unplaced = tracks.unplaced;
    drawn.missing = std::move(tracks.missing);
    drawn.current = shared(std::move(tracks.current));
    drawn.superseded = shared(std::move(tracks.superseded));
    return drawn;
}

LaneLine lineOf(const LaneRun& run, LineKind kind, Stage stage, const QString& label) {
    LaneLine line;
    line.kind = kind;
    line.stage = stage;
    line.run = run.index;
    line.label = label;
    return line;
}

/// One line per track; only the first is in the legend.
void addTracks(const std::vector<SharedTrack>& tracks, LaneLine line, Lane& lane) {
    for (const SharedTrack& track : tracks) {
        line.curve = curveOver(track.x, track.y);
        lane.lines.push_back(line);
        line.legend = false;
    }
}

void addTickBands(const std::vector<SharedTrack>& tracks, LaneLine line, Lane& lane) {
    for (const SharedTrack& track : tracks) {
        if (track.low.empty())
            continue;
        line.curve = curveOver(track.x, track.high);
        line.low = curveOver(track.x, track.low);
        lane.lines.push_back(line);
        line.legend = false;
    }
}

void addSmoothed(const std::vector<SharedTrack>& tracks, int window, LaneLine line, Lane& lane) {
    for (const SharedTrack& track : tracks) {
        line.curve = curveOver(track.x, Column(smoothed(track.x, track.y, window)));
        lane.lines.push_back(line);
        line.legend = false;
    }
}

void mergeMissing(const std::vector<double>& more, std::vector<double>& places) {
    std::vector<double> all;
    all.reserve(places.size() + more.size());
    std::ranges::set_union(places, more, std::back_inserter(all));
    places = std::move(all);
}

void note(const QString& what, std::vector<QString>& list) {
    if (!what.isEmpty() && std::ranges::find(list, what) == list.end())
        list.push_back(what);
}

void addRole(const Series& series, Lane& lane, bool own = true) {
    note(toQt(series.role), lane.roles);
    if (own)
        note(toQt(series.key), lane.keys);
}

/// Of one series of one run: what its lines have in common.
LaneLine lineOf(const LaneRun& run, LineKind kind, const SeriesStyle& style, const QString& label) {
    LaneLine line = lineOf(run, kind, style.stage, label);
    line.added = style.added;
    line.series = style.added > 0 ? style.label : QString();
    return line;
}

/// Earlier attempts and smoothed lines of an added series bear its name too.
QString partLabel(const SeriesStyle& style, const QString& part) {
    return style.added > 0 ? joined({style.label, part}) : part;
}

} // namespace

LaneUnit laneUnit(const Series& series) {
    const QString unit = toQt(series.unit);
    const double size = typicalSize(series);
    if (unit == QLatin1String("tok/s") && size >= 1000)
        return {QStringLiteral("Ktok/s"), 1e-3};
    if (unit == QLatin1String("tok") && size >= 1e6)
        return {QStringLiteral("Mtok"), 1e-6};
    if (unit == QLatin1String("ratio"))
        return {QStringLiteral("%"), 100.0};
    if (unit == QLatin1String("B"))
        return {QStringLiteral("GiB"), 1.0 / (1024.0 * 1024.0 * 1024.0)};
    if (unit == QLatin1String("s/tok"))
        return {QStringLiteral("ms/tok"), 1e3};
    if (series.role == roles::eta)
        return {QStringLiteral("d"), 1.0 / 86400.0};
    return {unit.isEmpty() ? shown(series.unit) : unit, 1.0};
}

QString addSeries(const LaneInput& input, const LaneRun& run, const Series& series, const LaneUnit& unit,
                  const SeriesStyle& style, Lane& lane) {
    if (run.positions.empty())
        return run.whyNoPositions;
    const DrawnSeries tracks = drawnSeries(run, series, unit.factor);
    addRole(series, lane, style.added == 0);
    mergeMissing(tracks.missing, lane.missing);
    if (tracks.unplaced > 0)
        lane.qualifier = joined({lane.qualifier, counted(tracks.unplaced, "value has", "values have") +
                                                     QStringLiteral(" no place on this axis")});
    const bool several = input.runs.size() > 1;
    if (input.options.showSuperseded) {
        LaneLine earlier =
            lineOf(run, LineKind::superseded, style, partLabel(style, QStringLiteral("earlier attempt")));
        earlier.legend = run.index == 0 && style.added == 0;
        addTracks(tracks.superseded, earlier, lane);
    }
    if (tracks.finite == 0) {
        if (tracks.values == 0)
            return series.missingRows.empty()
                       ? notLogged
                       : QStringLiteral("no value in any of ") +
                             counted(series.missingRows.size(), "row that names it", "rows that name it");
        return tracks.unplaced > 0
                   ? QStringLiteral("none of its values has a place on this axis")
                   : counted(tracks.values, "value", "values") + QStringLiteral(", none of them finite");
    }
    const int window = input.options.smoothing;
    const bool smooth = style.smooth && window > 1 && tracks.finite > static_cast<std::size_t>(window);
    if (style.ticks) {
        LaneLine band = lineOf(run, LineKind::band, style.stage, style.tickLabel);
        band.legend = run.index == 0;
        addTickBands(tracks.current, band, lane);
    }
    const QString label =
        several ? joined({run.name, style.label}) : (style.label.isEmpty() ? QStringLiteral("raw") : style.label);
    LaneLine raw = lineOf(run, style.kind, style, label);
    raw.readout = true;
    raw.legend = style.added == 0 || !smooth;
    addTracks(tracks.current, raw, lane);
    if (smooth) {
        const QString part = partLabel(style, QStringLiteral("median of %1").arg(window | 1));
        LaneLine median = lineOf(run, LineKind::smoothed, style, part);
        median.legend = run.index == 0 || style.added > 0;
        median.readout = true;
        addSmoothed(tracks.current, window, median, lane);
    }
    if (style.scales)
        for (const SharedTrack& track : tracks.current)
            addRobustValues(track.x, track.y, lane);
    return {};
}

void addBand(const LaneInput& input, const LaneRun& run, const Series& low, const Series& high, const LaneUnit& unit,
             const QString& label, Lane& lane) {
    const std::vector<Track> lows = tracksOf(*run.run, low, run.positions, unit.factor).current;
    const std::vector<Track> highs = tracksOf(*run.run, high, run.positions, unit.factor).current;
    LaneLine band = lineOf(run, LineKind::band, Stage::none, input.runs.size() > 1 ? joined({run.name, label}) : label);
    band.legend = run.index == 0;
    for (std::size_t i = 0; i < std::min(lows.size(), highs.size()); ++i) {
        Track both; // an edge needs both values at the same place
        const Track &l = lows[i], &h = highs[i];
        for (std::size_t a = 0, b = 0; a < l.x.size() && b < h.x.size();) {
            if (l.x[a] < h.x[b]) {
                ++a;
            } else if (l.x[a] > h.x[b]) {
                ++b;
            } else {
                const bool known = std::isfinite(l.y[a]) && std::isfinite(h.y[b]);
                both.x.push_back(l.x[a]);
                both.low.push_back(known ? l.y[a] : std::nan(""));
                both.high.push_back(known ? h.y[b] : std::nan(""));
                ++a;
                ++b;
            }
        }
        band.curve = makeCurve(both.x, both.high);
        band.low = makeCurve(both.x, both.low);
        lane.lines.push_back(band);
        band.legend = false;
        for (const std::vector<double>* edge : {&both.low, &both.high})
            addRobustValues(both.x, *edge, lane);
    }
    addRole(low, lane);
    addRole(high, lane);
}

void addLimit(const LaneInput& input, const LaneRun& run, double level, const QString& label, Lane& lane) {
    LaneLine line = lineOf(run, LineKind::limit, Stage::none, label);
    line.curve = makeCurve({input.xMin, input.xMax}, {level, level});
    lane.lines.push_back(line);
}

void addFits(const LaneInput& input, const LaneRun& run, std::string_view role, const LaneUnit& unit, Lane& lane) {
    if (!input.options.showFits || !run.diagnosis || run.positions.empty())
        return;
    const StepPositions& steps = *run.steps;
    for (const Examination& examination : run.diagnosis->examinations) {
        for (const FitLine& fit : examination.result.fits) {
            if (fit.role != role)
                continue;
            Track track;
            for (std::size_t i = 0; i < std::min(fit.step.size(), fit.value.size()); ++i) {
                const double x = steps.of(fit.step[i]);
                if (std::isnan(x))
                    continue;
                track.x.push_back(x);
                track.y.push_back(fit.value[i] * unit.factor);
            }
            // Where attempts lie over each other (since resume), a line through all of them means nothing.
            if (track.x.size() < 2 || !std::ranges::is_sorted(track.x))
                continue;
            const bool creep = fit.kind == FitLine::Kind::creep;
            LaneLine line = lineOf(run, creep ? LineKind::creepFit : LineKind::shiftFit, Stage::none,
                                   creep ? QStringLiteral("creep fit") : QStringLiteral("shift fit"));
            line.legend = run.index == 0;
            line.curve = makeCurve(std::move(track.x), std::move(track.y));
            lane.lines.push_back(line);
        }
    }
}

void Absences::add(const LaneRun& run, const QString& why) {
    if (!why.isEmpty())
        m_absences.push_back({run.name, why});
}

void Absences::tell(Lane& lane) const {
    if (m_absences.empty())
        return;
    if (lane.lines.empty()) {
        lane.state = m_absences.front().why;
        return;
    }
    for (const Absence& absence : m_absences)
        lane.qualifier = joined({lane.qualifier, absence.why + QStringLiteral(" in ") + absence.run});
}

QString scopeText(Scope scope) {
    switch (scope) {
    case Scope::job:
        return QStringLiteral("whole job");
    case Scope::gpu:
        return QStringLiteral("per GPU");
    case Scope::unknown:
        break;
    }
    return {};
}

QString counted(std::size_t number, const char* one, const char* many) {
    return toQt(formatCount(static_cast<std::int64_t>(number))) + QLatin1Char(' ') +
           QLatin1String(number == 1 ? one : many);
}

QString joined(const QStringList& parts) {
    QStringList present;
    for (const QString& part : parts)
        if (!part.isEmpty())
            present.append(part);
    return present.join(QStringLiteral(", "));
}

QString derivationText(const Series& series) {
    if (!series.derived)
        return {};
    return series.how.empty() ? QStringLiteral("derived") : shown(series.how, 200);
}

} // namespace tachograph::models
