#include "widgets/compare/comparisontext.h"

#include "analysis/run/roles.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::shown;
using models::toQt;

namespace {

QString intervalWords(const MetricComparison& metric) {
    if (!std::isfinite(metric.effect) || !std::isfinite(metric.low) || metric.counted)
        return {};
    return QStringLiteral("95 % interval %1 to %2 within these two recordings; n %3 and %4, n_eff %5 and %6.")
        .arg(toQt(formatChange(metric.low)), toQt(formatChange(metric.high)),
             toQt(formatCount(static_cast<std::int64_t>(metric.a.count))),
             toQt(formatCount(static_cast<std::int64_t>(metric.b.count))), toQt(formatNumber(metric.a.effective, 3)),
             toQt(formatNumber(metric.b.effective, 3)));
}

QString printedWords(const MetricComparison& metric) {
    if (!metric.printed)
        return {};
    const PrintedPair& pair = metric.printed->quoted;
    QString text = QStringLiteral("The printed %1 compares averages since the start, at steps %2 and %3.")
                       .arg(toQt(formatChange(pair.effect)))
                       .arg(pair.stepA)
                       .arg(pair.stepB);
    if (metric.printed->equalDistance)
        text += QStringLiteral(" At equal distance, +%1, they differ by %2.")
                    .arg(metric.printed->equalDistance->distanceA)
                    .arg(toQt(formatChange(metric.printed->equalDistance->effect)));
    return text;
}

ComparedFigure etaFigure(const QString& title, const EtaPoint& a, const EtaPoint& b,
                         const std::optional<double>& secondsA, const std::optional<double>& secondsB) {
    return {title, toQt(formatEta(*secondsA)), toQt(formatEta(*secondsB)),
            QStringLiteral("at steps %1 and %2").arg(a.step).arg(b.step)};
}

} // namespace

ComparisonWords comparisonWords(const Comparison& comparison) {
    QStringList detail;
    if (comparison.verdict == Verdict::tooFew && comparison.matched)
        detail += shown(comparison.matched->text, 300);
    for (const QString& words : {printedWords(comparison.headlineMetric), intervalWords(comparison.headlineMetric)})
        if (!words.isEmpty())
            detail += words;
    for (const std::string& warning : comparison.warnings)
        detail += QStringLiteral("Compare with care: ") + shown(warning, 300);
    return {shown(comparison.headline, 400), detail.join(QLatin1Char(' '))};
}

std::vector<ComparedFigure> comparedFigures(const Comparison& comparison) {
    std::vector<ComparedFigure> figures;
    if (const MetricComparison* time = metricOf(comparison, roles::stepTime);
        time && std::isfinite(time->a.median) && std::isfinite(time->b.median))
        figures.push_back({QStringLiteral("Step time"), toQt(formatStepTime(time->a.median)),
                           toQt(formatStepTime(time->b.median)), toQt(formatFactor(time->b.median / time->a.median))});
    const StartUp& start = comparison.startUp;
    if (std::isfinite(start.a) && std::isfinite(start.b))
        figures.push_back({QStringLiteral("Start-up, once"), toQt(formatElapsed(start.a)), toQt(formatElapsed(start.b)),
                           start.a > 0 ? toQt(formatFactor(start.b / start.a)) : QString()});
    const EtaPoint &a = comparison.etaA.quoted, &b = comparison.etaB.quoted;
    if (a.printed && b.printed)
        figures.push_back(etaFigure(QStringLiteral("ETA as printed"), a, b, a.printed, b.printed));
    if (a.implied && b.implied)
        figures.push_back(etaFigure(QStringLiteral("ETA at the true pace"), a, b, a.implied, b.implied));
    return figures;
}

QString severalRunsWords(const models::ComparisonView& view) {
    QStringList parts;
    if (!view.revert.empty())
        parts += shown(view.revert, 400);
    for (const NoiseFloor& floor : view.floors)
        parts += QStringLiteral("Noise floor: %1 recordings with the settings of %2 lie %3 apart.")
                     .arg(floor.names.size())
                     .arg(floor.ofA ? QLatin1Char('A') : QLatin1Char('B'))
                     .arg(toQt(formatChange(floor.spread)));
    const std::size_t left = view.request.others.size() - std::min(view.request.others.size(), view.others.size());
    if (left > 0)
        parts += QStringLiteral("%1 more are left out.").arg(left);
    if (parts.isEmpty() && !view.others.empty())
        parts += QStringLiteral("No repeats of a side among them, so there is no noise floor.");
    return parts.join(QLatin1Char(' '));
}

QString alignmentWords(const Comparison& comparison) {
    const SteadyRows &a = comparison.rowsA, &b = comparison.rowsB;
    QStringList parts{QStringLiteral("%1 steps of A and %2 of B used").arg(a.steps).arg(b.steps)};
    parts += QStringLiteral("left out: %1 and %2 of warm-up, %3 and %4 at checkpoints or evaluations")
                 .arg(a.warmUpSteps)
                 .arg(b.warmUpSteps)
                 .arg(a.eventSteps)
                 .arg(b.eventSteps);
    if (a.afterFailureSteps + b.afterFailureSteps > 0)
        parts += QStringLiteral("after an exception %1 and %2").arg(a.afterFailureSteps).arg(b.afterFailureSteps);
    parts += shown(comparison.alignment.why, 200);
    for (const std::string& doubt : comparison.alignment.doubts)
        parts += QStringLiteral("doubt: ") + shown(doubt, 200);
    return parts.join(QStringLiteral(" · "));
}

} // namespace tachograph::widgets
