#include "widgets/report/reportpicture.h"

#include "analysis/diagnosis/changedknobs.h"

#include "models/addedseries.h"
#include "widgets/plot/plotview.h"
#include "widgets/report/commandwords.h"
#include "widgets/report/reportpage.h"

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
        options << QStringLiteral("--range") << rangeWord(input.range->first, input.range->second);
    options += addWords(input.timeline->options.added);
    if (const std::string without = withoutText(input.content); !without.empty())
        options << QStringLiteral("--without") << QString::fromStdString(without);
    if (input.withSession)
        options << QStringLiteral("--with-session");
    if (input.review)
        options << QStringLiteral("--notes") << QStringLiteral("notes.json");
    for (const ChangedKnob& changed : changedKnobs(diagnosisOf(input)))
        options << QStringLiteral("--knob") << QString::fromStdString(knobAssignment(changed));
    return options;
}

QList<std::pair<QString, QString>> textsOf(const ReportInput& input) {
    const Run& run = *input.timeline->runs.front().run;
    QList<std::pair<QString, QString>> texts{
        {QStringLiteral("Software"), QStringLiteral("Tachograph ") + input.version},
        {QStringLiteral("Schema"), QStringLiteral("tachograph.picture/1")},
        {QStringLiteral("Title"), shown(run.name(), 200)},
        {QStringLiteral("Command"), reportCommand(input)},
        {QStringLiteral("Options"), optionsOf(input).join(QLatin1Char(' '))}};
    int number = 0;
    for (const SourceFile& file : run.sources())
        texts.append({QStringLiteral("SHA-256 %1").arg(++number),
                      shown(file.name, 200) + QLatin1Char(' ') + QString::fromStdString(file.sha256)});
    return texts;
}

} // namespace

std::optional<ReportSize> ReportSize::parse(const QString& text) {
    if (text == QLatin1String("ticket"))
        return ReportSize{};
    if (text == QLatin1String("slide"))
        return ReportSize{Preset::slide, QSize(1280, 720)};
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
    case Preset::slide:
        return QStringLiteral("slide");
    case Preset::longForm:
        return QStringLiteral("long");
    case Preset::custom:
        break;
    }
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

models::TimelinePtr reportTimeline(RunPtr run, DiagnosisPtr diagnosis, XAxis axis, const Job& job,
                                   const models::AddedSeries& added) {
    models::TimelineRun entry;
    entry.name = shown(run->name(), 200);
    entry.run = std::move(run);
    entry.diagnosis = std::move(diagnosis);
    models::TimelineOptions options;
    options.axis = axis;
    options.added = models::checkedSeries(added, {entry}, axis).kept;
    options.addedLanes = true;
    return models::buildTimeline({entry}, options, job);
}

std::shared_ptr<const TimeAccount> reportAccount(const Run& run, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job) {
    return reportAccount(run, timeLedger(run, job), axis, range, pricePerGpuHour, job);
}

std::shared_ptr<const TimeAccount> reportAccount(const Run& run, const TimeLedger& ledger, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job) {
    BillOptions options{{}, pricePerGpuHour};
    if (range)
        options.range = stepsWithin(run, axis, range->first, range->second);
    return std::make_shared<const TimeAccount>(accountTime(run, ledger, options, job));
}

QString reportCommand(const ReportInput& input, const QString& output, const QStringList& leftOut) {
    const QStringList words =
        QStringList{QStringLiteral("tachograph report"), recordingWord(*input.timeline->runs.front().run)} +
        optionsWithout(optionsOf(input), leftOut) + QStringList{QStringLiteral("-o"), outputWord(output, input.format)};
    return words.join(QLatin1Char(' '));
}

std::shared_ptr<const ReportFacts> reportFacts(const Run& run, const Diagnosis& diagnosis) {
    return std::make_shared<const ReportFacts>(ReportFacts{summarize(run, diagnosis), phaseSplit(run)});
}

models::TimelinePtr shownTimeline(const models::TimelinePtr& timeline, const ReportContent& content) {
    if (content.findings)
        return timeline;
    auto plain = std::make_shared<models::Timeline>(*timeline);
    plain->findings.clear();
    return plain;
}

ReportPage::ReportPage(const ReportInput& from)
    : input(from), theme(from.theme ? *from.theme : Theme::light()), run(*from.timeline->runs.front().run),
      timeline(shownTimeline(from.timeline, from.content)), diagnosis(diagnosisOf(from)),
      facts(from.facts ? from.facts : reportFacts(run, diagnosis)), summary(facts->summary),
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

int drawLanes(const Canvas& canvas, QPointF corner, const ReportPage& page, const models::TimelinePtr& timeline,
              QSize size) {
    return canvas.plot(corner, size, page.input.scale, [&](PlotView& view) { prepare(view, page, timeline); });
}

models::TimelinePtr withFewerLanes(const models::Timeline& timeline, std::size_t most) {
    auto fewer = std::make_shared<models::Timeline>(timeline);
    const auto drawn = [](const models::Lane& lane) {
        return lane.state.isEmpty();
    };
    // What somebody laid series into is what the picture is about: such lanes are the last to go.
    for (const bool withAdded : {false, true})
        for (std::size_t i = fewer->lanes.size(); i-- > 0;)
            if (std::ranges::count_if(fewer->lanes, drawn) > static_cast<std::ptrdiff_t>(most) &&
                drawn(fewer->lanes[i]) && fewer->lanes[i].added.empty() != withAdded)
                fewer->lanes.erase(fewer->lanes.begin() + static_cast<std::ptrdiff_t>(i));
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

PicturePlan reportPlan(const ReportInput& input, Plots when) {
    Theme::loadFaces();
    const auto page = std::make_shared<const ReportPage>(input);
    const bool longForm = input.size.preset == ReportSize::Preset::longForm;
    const auto draw = [page, longForm, size = input.size.size](const Canvas& canvas) {
        if (longForm)
            return paintLong(canvas, *page);
        paintTicket(canvas, *page, size);
        return static_cast<qreal>(size.height());
    };
    PicturePlan plan{input.size.size, input.scale, input.format, page->theme, textsOf(input), draw, {}};
    plan.lay(when);
    return plan;
}

QImage renderReport(const ReportInput& input) {
    return pictureImage(reportPlan(input));
}

QByteArray reportFile(const ReportInput& input) {
    return pictureFile(reportPlan(input));
}

} // namespace tachograph::widgets
