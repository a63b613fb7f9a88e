#include "widgets/report/comparisonreport.h"

#include "widgets/report/commandwords.h"
#include "widgets/report/comparisonlayout.h"

#include <memory>

namespace tachograph::widgets {

namespace {

/// A PATH with its --attempt.
QString pathWords(const Run& run, const std::optional<std::size_t>& attempt) {
    return recordingWord(run) + (attempt ? QStringLiteral(" --attempt %1").arg(*attempt + 1) : QString());
}

/// The options that differ from the defaults, as on the command line.
QStringList optionsOf(const ComparisonReportInput& input) {
    const CompareOptions& compare = input.view->request.options;
    QStringList options{QStringLiteral("--size"), input.size.name()};
    if (input.theme && input.theme->dark)
        options << QStringLiteral("--theme") << QStringLiteral("dark");
    if (!qFuzzyCompare(input.scale, 1.0))
        options << QStringLiteral("--scale") << plainNumber(input.scale);
    options += addWords(input.view->request.added);
    if (const std::string without = withoutText(input.content); !without.empty())
        options << QStringLiteral("--without") << QString::fromStdString(without);
    if (input.withSession)
        options << QStringLiteral("--with-session");
    if (compare.axis)
        options << QStringLiteral("--axis") << QString::fromUtf8(xAxisName(*compare.axis));
    if (compare.offset != 0.0)
        options << QStringLiteral("--offset") << plainNumber(compare.offset);
    if (compare.rangeMin || compare.rangeMax)
        options << QStringLiteral("--range") << rangeWord(compare.rangeMin, compare.rangeMax);
    if (!compare.leaveOutEvents)
        options << QStringLiteral("--keep-events");
    if (compare.printedAt)
        options << QStringLiteral("--printed")
                << QStringLiteral("%1:%2").arg(compare.printedAt->first).arg(compare.printedAt->second);
    return options;
}

QList<std::pair<QString, QString>> textsOf(const ComparisonReportInput& input) {
    const Comparison& comparison = input.view->comparison;
    QList<std::pair<QString, QString>> texts{
        {QStringLiteral("Software"), QStringLiteral("Tachograph ") + input.version},
        {QStringLiteral("Schema"), QStringLiteral("tachograph.picture/1")},
        {QStringLiteral("Title"),
         shown(comparison.b->name(), 200) + QStringLiteral(" against ") + shown(comparison.a->name(), 200)},
        {QStringLiteral("Command"), comparisonCommand(input)},
        {QStringLiteral("Options"), optionsOf(input).join(QLatin1Char(' '))}};
    int file = 0;
    std::vector<RunPtr> runs{comparison.a, comparison.b};
    for (std::size_t i = 1; input.set && i < input.set->comparisons.size(); ++i)
        runs.push_back(input.set->comparisons[i].b);
    for (const RunPtr& run : runs)
        for (const SourceFile& source : run->sources())
            texts.append({QStringLiteral("SHA-256 %1").arg(++file),
                          shown(source.name, 200) + QLatin1Char(' ') + QString::fromStdString(source.sha256)});
    return texts;
}

} // namespace

models::ComparisonViewPtr reportComparison(const RunPtr& a, const RunPtr& b, const Comparison& comparison,
                                           const Job& job, const models::AddedSeries& added) {
    models::ComparisonRequest request;
    request.a = a;
    request.b = b;
    request.nameA = shown(a->name(), 200);
    request.nameB = shown(b->name(), 200);
    request.options = comparison.options;
    request.smoothing = models::TimelineOptions().smoothing;
    request.added = added;
    return models::layOutComparison(request, comparison, job);
}

QString comparisonCommand(const ComparisonReportInput& input, const QString& output, const QStringList& leftOut) {
    const Comparison& comparison = input.view->comparison;
    QStringList words{QStringLiteral("tachograph report"), pathWords(*comparison.a, comparison.options.attemptA),
                      pathWords(*comparison.b, comparison.options.attemptB)};
    for (std::size_t i = 1; input.set && i < input.set->comparisons.size(); ++i) {
        const Comparison& further = input.set->comparisons[i];
        words += pathWords(*further.b, further.options.attemptB);
    }
    words += optionsWithout(optionsOf(input), leftOut);
    words += QStringList{QStringLiteral("-o"), outputWord(output, input.format)};
    return words.join(QLatin1Char(' '));
}

PicturePlan comparisonPlan(const ComparisonReportInput& input, Plots when) {
    Theme::loadFaces();
    const auto sheet = std::make_shared<const ComparisonSheet>(input);
    const bool longForm = input.size.preset == ReportSize::Preset::longForm;
    const auto draw = [sheet, longForm, size = input.size.size](const Canvas& canvas) {
        if (longForm)
            return paintLongComparison(canvas, *sheet);
        paintComparisonTicket(canvas, *sheet, size);
        return static_cast<qreal>(size.height());
    };
    PicturePlan plan{input.size.size, input.scale, input.format, sheet->theme, textsOf(input), draw, {}};
    plan.lay(when);
    return plan;
}

QImage renderComparison(const ComparisonReportInput& input) {
    return pictureImage(comparisonPlan(input));
}

QByteArray comparisonFile(const ComparisonReportInput& input) {
    return pictureFile(comparisonPlan(input));
}

} // namespace tachograph::widgets
