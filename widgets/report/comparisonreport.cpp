#include "widgets/report/comparisonreport.h"

#include "analysis/core/source.h"
#include "widgets/report/comparisonlayout.h"

#include <QPainter>

#include <cmath>

namespace tachograph::widgets {

namespace {

QString number(double value) {
    return QString::number(value, 'g', 12);
}

QString fileOf(const Run& run) {
    const QString name = shown(baseName(run.path()), 200);
    return name.contains(QLatin1Char(' ')) ? QLatin1Char('\'') + name + QLatin1Char('\'') : name;
}

/// A PATH with its --attempt.
QString pathWords(const Run& run, const std::optional<std::size_t>& attempt) {
    return fileOf(run) + (attempt ? QStringLiteral(" --attempt %1").arg(*attempt + 1) : QString());
}

/// The options that differ from the defaults, as on the command line.
QStringList optionsOf(const ComparisonReportInput& input) {
    const CompareOptions& compare = input.view->request.options;
    QStringList options{QStringLiteral("--size"), input.size.name()};
    if (input.theme && input.theme->dark)
        options << QStringLiteral("--theme") << QStringLiteral("dark");
    if (!qFuzzyCompare(input.scale, 1.0))
        options << QStringLiteral("--scale") << number(input.scale);
    if (compare.axis)
        options << QStringLiteral("--axis") << QString::fromUtf8(xAxisName(*compare.axis));
    if (compare.offset != 0.0)
        options << QStringLiteral("--offset") << number(compare.offset);
    if (compare.rangeMin || compare.rangeMax)
        options << QStringLiteral("--range")
                << (compare.rangeMin ? number(*compare.rangeMin) : QString()) + QLatin1Char(':') +
                       (compare.rangeMax ? number(*compare.rangeMax) : QString());
    if (!compare.leaveOutEvents)
        options << QStringLiteral("--keep-events");
    if (compare.printedAt)
        options << QStringLiteral("--printed")
                << QStringLiteral("%1:%2").arg(compare.printedAt->first).arg(compare.printedAt->second);
    return options;
}

void setTexts(QImage& image, const ComparisonReportInput& input) {
    const Comparison& comparison = input.view->comparison;
    image.setText(QStringLiteral("Software"), QStringLiteral("Tachograph ") + input.version);
    image.setText(QStringLiteral("Schema"), QStringLiteral("tachograph.picture/1"));
    image.setText(QStringLiteral("Title"),
                  shown(comparison.b->name(), 200) + QStringLiteral(" against ") + shown(comparison.a->name(), 200));
    image.setText(QStringLiteral("Command"), comparisonCommand(input));
    image.setText(QStringLiteral("Options"), optionsOf(input).join(QLatin1Char(' ')));
    int file = 0;
    std::vector<RunPtr> runs{comparison.a, comparison.b};
    for (std::size_t i = 1; input.set && i < input.set->comparisons.size(); ++i)
        runs.push_back(input.set->comparisons[i].b);
    for (const RunPtr& run : runs)
        for (const SourceFile& source : run->sources())
            image.setText(QStringLiteral("SHA-256 %1").arg(++file),
                          shown(source.name, 200) + QLatin1Char(' ') + QString::fromStdString(source.sha256));
}

} // namespace

models::ComparisonViewPtr reportComparison(const RunPtr& a, const RunPtr& b, const CompareOptions& options,
                                           const Job& job) {
    return models::viewComparison(
        {a, b, shown(a->name(), 200), shown(b->name(), 200), options, models::TimelineOptions().smoothing, false, {}},
        job);
}

QString comparisonCommand(const ComparisonReportInput& input) {
    const Comparison& comparison = input.view->comparison;
    QStringList words{pathWords(*comparison.a, comparison.options.attemptA),
                      pathWords(*comparison.b, comparison.options.attemptB)};
    for (std::size_t i = 1; input.set && i < input.set->comparisons.size(); ++i) {
        const Comparison& further = input.set->comparisons[i];
        words += pathWords(*further.b, further.options.attemptB);
    }
    return QStringLiteral("tachograph report %1 %2 -o report.png")
        .arg(words.join(QLatin1Char(' ')), optionsOf(input).join(QLatin1Char(' ')));
}

QImage renderComparison(const ComparisonReportInput& input) {
    Theme::loadFaces();
    const ComparisonSheet sheet(input);
    const bool longForm = input.size.preset == ReportSize::Preset::longForm;
    QSize size = input.size.size;
    if (longForm)
        size =
            QSize(size.width(), static_cast<int>(std::ceil(paintLongComparison(Canvas(nullptr, sheet.theme), sheet))));
    QImage image = paintedPicture(size, input.scale, sheet.theme, [&](QPainter& painter) {
        const Canvas canvas(&painter, sheet.theme);
        if (longForm)
            paintLongComparison(canvas, sheet);
        else
            paintComparisonTicket(canvas, sheet, size);
    });
    if (!image.isNull())
        setTexts(image, input);
    return image;
}

} // namespace tachograph::widgets
