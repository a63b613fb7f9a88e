#include "widgets/report/reportpicture.h"

#include "analysis/core/source.h"
#include "analysis/diagnosis/changedknobs.h"

#include "widgets/plot/plotview.h"
#include "widgets/report/reportpage.h"

#include <QBuffer>
#include <QImageWriter>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

const Diagnosis& diagnosisOf(const ReportInput& input) {
    static const Diagnosis none;
    const DiagnosisPtr& diagnosis = input.timeline->runs.front().diagnosis;
    return diagnosis ? *diagnosis : none;
}

QString plainNumber(double value) {
    return QString::number(value, 'g', 12);
}

QString rangeText(const std::pair<double, double>& range) {
    return (std::isfinite(range.first) ? plainNumber(range.first) : QString()) + QLatin1Char(':') +
           (std::isfinite(range.second) ? plainNumber(range.second) : QString());
}

/// The options that differ from the defaults, as on the command line.
QStringList optionsOf(const ReportInput& input) {
    QStringList options{QStringLiteral("--size"), input.size.name()};
    if (input.theme && input.theme->dark)
        options << QStringLiteral("--theme") << QStringLiteral("dark");
    if (!qFuzzyCompare(input.scale, 1.0))
        options << QStringLiteral("--scale") << plainNumber(input.scale);
    if (input.timeline->options.axis != XAxis::step)
        options << QStringLiteral("--axis") << QString::fromUtf8(xAxisName(input.timeline->options.axis));
    if (input.pricePerGpuHour > 0.0)
        options << QStringLiteral("--gpu-price") << plainNumber(input.pricePerGpuHour);
    if (input.range)
        options << QStringLiteral("--range") << rangeText(*input.range);
    if (input.review)
        options << QStringLiteral("--notes") << QStringLiteral("notes.json");
    for (const ChangedKnob& changed : changedKnobs(diagnosisOf(input)))
        options << QStringLiteral("--knob") << QString::fromStdString(knobAssignment(changed));
    return options;
}

void setTexts(QImage& image, const ReportInput& input) {
    image.setText(QStringLiteral("Software"), QStringLiteral("Tachograph ") + input.version);
    image.setText(QStringLiteral("Schema"), QStringLiteral("tachograph.picture/1"));
    image.setText(QStringLiteral("Title"), shown(input.timeline->runs.front().run->name(), 200));
    image.setText(QStringLiteral("Command"), reportCommand(input));
    image.setText(QStringLiteral("Options"), optionsOf(input).join(QLatin1Char(' ')));
    int number = 0;
    for (const SourceFile& file : input.timeline->runs.front().run->sources())
        image.setText(QStringLiteral("SHA-256 %1").arg(++number),
                      shown(file.name, 200) + QLatin1Char(' ') + QString::fromStdString(file.sha256));
}

} // namespace

std::optional<ReportSize> ReportSize::parse(const QString& text) {
    if (text == QLatin1String("ticket"))
        return ReportSize{};
    if (text == QLatin1String("long"))
        return ReportSize{Preset::longForm, QSize(longWidth, 0)};
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,5})x([0-9]{1,5})$"));
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (size.expandedTo(least) != size || size.boundedTo(most) != size)
        return std::nullopt;
    return ReportSize{Preset::custom, size};
}

QString ReportSize::name() const {
    switch (preset) {
    case Preset::ticket:
        return QStringLiteral("ticket");
    case Preset::longForm:
        return QStringLiteral("long");
    case Preset::custom:
        break;
    }
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

models::TimelinePtr reportTimeline(RunPtr run, DiagnosisPtr diagnosis, XAxis axis, const Job& job) {
    models::TimelineRun entry;
    entry.name = shown(run->name(), 200);
    entry.run = std::move(run);
    entry.diagnosis = std::move(diagnosis);
    models::TimelineOptions options;
    options.axis = axis;
    return models::buildTimeline({entry}, options, job);
}

std::shared_ptr<const TimeAccount> reportAccount(const Run& run, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job) {
    BillOptions options{{}, pricePerGpuHour};
    if (range)
        options.range = stepsWithin(run, axis, range->first, range->second);
    return std::make_shared<const TimeAccount>(accountTime(run, timeLedger(run, job), options, job));
}

QString reportCommand(const ReportInput& input) {
    const Run& run = *input.timeline->runs.front().run;
    const std::string& path = run.path();
    // PATH#NAME keeps its NAME: without it the command would not find the run again.
    QString name = shown(baseName(path), 200);
    if (name.contains(QLatin1Char(' ')))
        name = QLatin1Char('\'') + name + QLatin1Char('\'');
    return QStringLiteral("tachograph report %1 %2 -o report.png").arg(name, optionsOf(input).join(QLatin1Char(' ')));
}

ReportPage::ReportPage(const ReportInput& from)
    : input(from), theme(from.theme ? *from.theme : Theme::light()), run(*from.timeline->runs.front().run),
      diagnosis(diagnosisOf(from)), summary(summarize(run, diagnosis)),
      account(from.account ? *from.account
                           : *reportAccount(run, from.timeline->options.axis, from.range, from.pricePerGpuHour)) {}

namespace {

void prepare(PlotView& view, const ReportPage& page, const models::TimelinePtr& timeline) {
    PlotOptions options;
    options.overview = false;
    options.legendInside = true;
    options.numberedFindings = true;
    view.setTheme(page.theme);
    view.setOptions(options);
    view.setTimeline(timeline);
    if (page.input.review) {
        const std::vector<RunReviewPtr> reviews{std::make_shared<const RunReview>(page.input.review->review)};
        view.setNotes(models::placeNotes(*timeline, reviews));
        view.setDismissed(models::dismissedFindings(*timeline, reviews));
    }
    if (page.input.range)
        view.setViewRange(std::max(page.input.range->first, timeline->xMin),
                          std::min(page.input.range->second, timeline->xMax));
}

} // namespace

QImage lanesPicture(const ReportPage& page, const models::TimelinePtr& timeline, QSize size) {
    PlotView view;
    prepare(view, page, timeline);
    return view.render(size, page.input.scale);
}

int lanesHeight(const ReportPage& page, const models::TimelinePtr& timeline) {
    PlotView view;
    prepare(view, page, timeline);
    return view.comfortableHeight();
}

models::TimelinePtr withFewerLanes(const models::Timeline& timeline, std::size_t most) {
    auto fewer = std::make_shared<models::Timeline>(timeline);
    std::size_t drawn = 0;
    std::erase_if(fewer->lanes,
                  [&drawn, most](const models::Lane& lane) { return lane.state.isEmpty() && ++drawn > most; });
    return fewer;
}

QStringList sourceLines(const Run& run, int digits) {
    QStringList lines;
    for (const SourceFile& file : run.sources()) {
        const QString hash = QString::fromStdString(file.sha256);
        lines << shown(file.name, 120) + (hash.isEmpty()
                                              ? QStringLiteral(" sha256 not computed")
                                              : QStringLiteral(" sha256 ") + hash.left(digits) +
                                                    (digits < hash.size() ? QStringLiteral("…") : QString()));
    }
    return lines;
}

QImage paintedPicture(QSize size, qreal scale, const Theme& theme, const std::function<void(QPainter&)>& draw) {
    const QSize pixels(qRound(size.width() * scale), qRound(size.height() * scale));
    if (qint64{pixels.width()} * pixels.height() > mostPixels)
        return {};
    // With an alpha channel letters are smoothed in grey on every platform; without one some use the colours of a
    // screen.
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(theme.plot);
    {
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
        painter.scale(scale, scale);
        draw(painter);
    }
    image = image.convertToFormat(QImage::Format_RGB32);
    const double dotsPerMeter = 96 / 0.0254 * scale;
    image.setDotsPerMeterX(qRound(dotsPerMeter));
    image.setDotsPerMeterY(qRound(dotsPerMeter));
    return image;
}

QImage renderReport(const ReportInput& input) {
    Theme::loadFaces();
    const ReportPage page(input);
    QSize size = input.size.size;
    const bool longForm = input.size.preset == ReportSize::Preset::longForm;
    if (longForm)
        size = QSize(longWidth, static_cast<int>(std::ceil(paintLong(Canvas(nullptr, page.theme), page))));
    QImage image = paintedPicture(size, input.scale, page.theme, [&](QPainter& painter) {
        const Canvas canvas(&painter, page.theme);
        if (longForm)
            paintLong(canvas, page);
        else
            paintTicket(canvas, page, size);
    });
    if (image.isNull())
        return image;
    setTexts(image, input);
    return image;
}

QByteArray encodePng(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    // The pixels are the same; zlib's first level takes two thirds of the time of its usual one.
    writer.setQuality(80);
    return writer.write(image) ? bytes : QByteArray();
}

} // namespace tachograph::widgets
