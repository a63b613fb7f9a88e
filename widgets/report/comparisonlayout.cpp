#include "widgets/report/comparisonlayout.h"

#include "analysis/report/setwords.h"
#include "widgets/compare/comparisonpainting.h"
#include "widgets/compare/ramppainting.h"
#include "widgets/plot/plotview.h"
#include "widgets/report/column.h"
#include "widgets/report/comparisonblocks.h"
#include "widgets/report/metricblock.h"
#include "widgets/report/reportblocks.h"
#include "widgets/report/reportpage.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::widgets {

using Differences = models::DifferencesModel;

namespace {

constexpr qreal footerHeight = 56, waterfallHeight = 190;
constexpr std::size_t ticketFindings = 5;
constexpr int mostDifferenceLines = 9;
const QString notLogged = QStringLiteral("not logged");
constexpr std::size_t ticketLaneCount = 3;

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

/// "A before-cu130  281 steps, 690 to 970, torch 2.9.1+cu128"; returns its width.
qreal side(const Canvas& canvas, qreal x, qreal y, qreal width, const Run& run, int slot) {
    const QColor color = canvas.theme().run(slot);
    canvas.fill(QRectF(x, y, 22, 22), color, 4);
    auto letter = canvas.style(15, true);
    letter.color = canvas.theme().plot;
    const QString name = slot == 0 ? QStringLiteral("A") : QStringLiteral("B");
    canvas.line(x + (22 - Canvas::widthOf(name, letter)) / 2, y, 22, name, letter);
    qreal at = x + 32;
    at += canvas.line(at, y - 1, width * 0.5, shown(run.name(), 80), canvas.style(17, true)) + 12;
    QString facts = text("%1 steps, %2 to %3")
                        .arg(models::toQt(formatCount(static_cast<std::int64_t>(run.stepCount()))))
                        .arg(run.firstStep())
                        .arg(run.lastStep());
    if (const auto torch = run.environment().find("torch"); torch != run.environment().end())
        facts += QStringLiteral(", torch ") + shown(torch->second, 40);
    at += canvas.line(at, y, x + width - at, facts, canvas.secondary(15));
    return at - x;
}

/// Names, verdict, words and key figures; returns its height.
qreal head(const Canvas& canvas, const ComparisonSheet& sheet, qreal x, qreal y, qreal width, int mostLines) {
    qreal top = y;
    const qreal half = (width - 30) / 2;
    const qreal used = side(canvas, x, top, half, *sheet.comparison.a, 0);
    side(canvas, x + std::max(used + 36, width * 0.36), top, half, *sheet.comparison.b, 1);
    top += 36;
    const QString word = models::toQt(verdictTitle(sheet.comparison.verdict));
    const Theme::Signal& signal = verdictSignal(sheet.theme, QLatin1String(verdictName(sheet.comparison.verdict)));
    const qreal badge = canvas.wordBadge(x, top + 9, word, signal, 16);
    auto headline = canvas.style(30, true);
    headline.lineHeight = 40;
    top += canvas.paragraph(x + badge + 14, top, width - badge - 14, sheet.words.headline, headline, 2) + 4;
    top += canvas.paragraph(x, top, width, sheet.words.detail, canvas.secondary(15), mostLines) + 10;
    if (sheet.figures.empty())
        return top - y;
    const qreal column = width / static_cast<qreal>(std::max<std::size_t>(sheet.figures.size(), 4));
    for (std::size_t i = 0; i < sheet.figures.size(); ++i) {
        const ComparedFigure& figure = sheet.figures[i];
        const qreal left = x + static_cast<qreal>(i) * column + (i == 0 ? 0 : 18), room = column - 36;
        if (i > 0)
            canvas.verticalRule(x + static_cast<qreal>(i) * column, top, top + 74, sheet.theme.hair);
        canvas.line(left, top, room, figure.title, canvas.secondary(15));
        auto large = canvas.style(24, true);
        large.lineHeight = 32;
        auto arrow = large;
        arrow.bold = false;
        arrow.color = sheet.theme.muted;
        large.color = sheet.theme.run(0);
        qreal at = left + canvas.line(left, top + 20, room, figure.a, large) + 9;
        at += canvas.line(at, top + 20, room, QStringLiteral("→"), arrow) + 9;
        large.color = sheet.theme.run(1);
        canvas.line(at, top + 20, left + room - at + 20, figure.b, large);
        canvas.line(left, top + 52, room, figure.note, canvas.secondary(14));
    }
    return top + 76 - y;
}

/// The lanes of a ticket: the headline's quantity, the ratio, and what tells most of the rest: a lane with added
/// series, then queues, before the next.
models::TimelinePtr ticketLanes(const models::Timeline& timeline) {
    auto fewer = std::make_shared<models::Timeline>(timeline);
    std::erase_if(fewer->lanes, [](const models::Lane& lane) { return !lane.state.isEmpty(); });
    const auto rest = fewer->lanes.begin() + std::min<std::ptrdiff_t>(2, std::ssize(fewer->lanes));
    auto telling = std::find_if(rest, fewer->lanes.end(), [](const models::Lane& lane) { return !lane.added.empty(); });
    if (telling == fewer->lanes.end())
        telling = std::ranges::find(fewer->lanes, QStringLiteral("queues"), &models::Lane::id);
    if (telling != fewer->lanes.end() && fewer->lanes.size() > ticketLaneCount)
        std::swap(fewer->lanes[ticketLaneCount - 1], *telling);
    if (fewer->lanes.size() > ticketLaneCount)
        fewer->lanes.resize(ticketLaneCount);
    return fewer;
}

void prepare(PlotView& view, const ComparisonSheet& sheet, const models::TimelinePtr& timeline) {
    PlotOptions options;
    options.overview = false;
    view.setTheme(sheet.theme);
    view.setOptions(options);
    view.setTimeline(timeline);
    const CompareOptions& compare = sheet.input.view->request.options;
    if (compare.rangeMin || compare.rangeMax)
        view.setViewRange(compare.rangeMin.value_or(timeline->xMin), compare.rangeMax.value_or(timeline->xMax));
}

void waterfallBlock(const Canvas& canvas, const ComparisonSheet& sheet, const QRectF& box) {
    sectionHeading(canvas, box.left(), box.top(), box.width(), text("Where did the time go?"), text("time per step"),
                   17);
    canvas.paint(
        [&](QPainter& painter) { paintWaterfall(painter, box.adjusted(0, 26, 0, 0), sheet.theme, sheet.comparison); });
}

/// "torch 2.9.1+cu128 → 2.9.1+cu130; ...", those that changed together first.
QString differenceWords(const Differences& rows) {
    QStringList together, apart;
    for (int row = 0; row < rows.rowCount(); ++row) {
        auto cell = [&](int column) {
            return rows.index(row, column).data().toString();
        };
        const bool inseparable = rows.index(row, 0).data(Differences::changesTogetherRole).toBool();
        const QString key = cell(Differences::keyColumn), a = cell(Differences::aColumn),
                      b = cell(Differences::bColumn);
        if (rows.index(row, 0).data(Differences::messageRole).toBool())
            apart << key + QStringLiteral(": ") + (a == notLogged ? b : a);
        else
            (inseparable ? together : apart) << key + QLatin1Char(' ') + a + QStringLiteral(" → ") + b;
    }
    QStringList sentences;
    if (!together.isEmpty())
        sentences << text("Changed together, cannot be separated: ") + together.join(QStringLiteral("; ")) +
                         QLatin1Char('.');
    if (!apart.isEmpty())
        sentences << apart.join(QStringLiteral("; ")) + QLatin1Char('.');
    return sentences.join(QLatin1Char(' '));
}

/// What is said of the runs after B.
QString furtherRuns(const ComparisonSheet& sheet) {
    QStringList sentences;
    if (sheet.input.set && sheet.input.set->comparisons.size() > 1)
        for (const std::string& sentence : setSentences(*sheet.input.set))
            sentences << shown(sentence, 400);
    return sentences.join(QLatin1Char(' '));
}

void addFindings(Column& column, const std::vector<Finding>& findings) {
    column.add(
        [&](const Canvas& c, qreal x, qreal y, qreal width) {
            return sectionHeading(c, x, y, width, text("Findings"),
                                  findings.empty() ? text("none") : QString::number(findings.size()), 17);
        },
        0, false);
    const std::size_t most = std::min(findings.size(), ticketFindings);
    for (std::size_t i = 0; i < most; ++i) {
        auto draw = [&, i](const Canvas& c, qreal x, qreal y, qreal width) {
            return findingBlock(c, x, y, width, static_cast<int>(i + 1), findings[i], Detail::sentence);
        };
        if (!column.add(draw, i == 0 ? 6 : 18, i > 0))
            break;
    }
}

void addDifferences(Column& column, const ComparisonSheet& sheet, bool first) {
    if (sheet.differences.rowCount() == 0)
        return;
    const QString words = differenceWords(sheet.differences);
    for (int lines = mostDifferenceLines; lines >= 2; --lines) {
        auto draw = [&, lines](const Canvas& c, qreal x, qreal y, qreal width) {
            const qreal heading =
                sectionHeading(c, x, y, width, text("What differs"), sheet.differences.tally(), 17) + 4;
            return heading + c.paragraph(x, y + heading, width, words, c.secondary(14), lines);
        };
        if (column.add(draw, first ? 0 : 22, !first))
            break;
    }
}

void textColumn(const Canvas& canvas, const ComparisonSheet& sheet, const QRectF& box) {
    Column column(canvas, box.left(), box.top(), box.width(), box.bottom());
    if (sheet.input.content.findings)
        addFindings(column, sheet.comparison.findings);
    bool first = !sheet.input.content.findings;
    const QString further = furtherRuns(sheet);
    if (!further.isEmpty()) {
        auto draw = [&](const Canvas& c, qreal x, qreal y, qreal width) {
            const qreal heading = sectionHeading(c, x, y, width, text("Further runs"), {}, 17) + 4;
            return heading + c.paragraph(x, y + heading, width, further, c.secondary(14), mostDifferenceLines);
        };
        column.add(draw, first ? 0 : 22, !first);
        first = false;
    }
    if (sheet.input.content.tables)
        addDifferences(column, sheet, first);
}

QString sources(const Run& run, const char* letter, int digits) {
    const QStringList lines = sourceLines(run, digits);
    return QString::fromLatin1(letter) + QLatin1Char(' ') +
           (lines.isEmpty() ? text("no input file") : lines.join(QStringLiteral("   ")));
}

void footer(const Canvas& canvas, const ComparisonSheet& sheet, qreal x, qreal width, qreal bottom) {
    const qreal top = bottom - footerHeight;
    canvas.rule(x, x + width, top, sheet.theme.text, 2);
    canvas.line(x, top + 8, width / 2 - 10, sources(*sheet.comparison.a, "A", 20), canvas.mono(13));
    canvas.line(x + width / 2, top + 8, width / 2, sources(*sheet.comparison.b, "B", 20), canvas.mono(13),
                Qt::AlignRight);
    const QString hint = hashesHint(sheet.input.format);
    canvas.line(x, top + 29, width, hint, canvas.secondary(13), Qt::AlignRight);
    canvas.line(x, top + 29, width - Canvas::widthOf(hint, canvas.secondary(13)) - 20,
                QStringLiteral("Tachograph %1    %2").arg(sheet.input.version, comparisonCommand(sheet.input)),
                canvas.secondary(13));
}

constexpr qreal longMargin = 72, longRoom = longWidth - 2 * longMargin;

qreal longSection(const Canvas& canvas, qreal y, const QString& title, const QString& remark) {
    canvas.rule(longMargin, longMargin + longRoom, y, canvas.theme().hair);
    return 22 + sectionHeading(canvas, longMargin, y + 22, longRoom, title, remark, 20) + 12;
}

qreal timelinesSection(const Canvas& canvas, const ComparisonSheet& sheet, qreal y) {
    const qreal top = y + longSection(canvas, y, text("Timelines"), alignmentWords(sheet.comparison));
    const int height = canvas.plot({longMargin, top}, QSize(static_cast<int>(longRoom), 0), sheet.input.scale,
                                   [&sheet](PlotView& view) { prepare(view, sheet, sheet.timeline); });
    return top + height + 20 - y;
}

/// Quantities, and where the time of a step went.
qreal figuresSections(const Canvas& canvas, const ComparisonSheet& sheet, qreal y) {
    qreal top = y + longSection(canvas, y, text("Metrics"), sheet.metrics.tally());
    top += metricBlock(canvas, longMargin, top, longRoom, sheet.metrics) + 20;
    canvas.rule(longMargin, longMargin + longRoom, top, sheet.theme.hair);
    waterfallBlock(canvas, sheet, QRectF(longMargin, top + 22, longRoom, 240));
    return top + 282 - y;
}

/// Ramps, ETA and memory.
qreal courseSections(const Canvas& canvas, const ComparisonSheet& sheet, qreal y) {
    const models::ComparisonView& both = *sheet.input.view;
    qreal top = y + longSection(canvas, y, text("Still ramping up?"), both.ramps ? rampNote(*both.ramps) : QString());
    top += rampBlock(canvas, longMargin, top, longRoom, both) + 20;
    const std::pair<QString, models::ComparedTable> tables[] = {
        {text("ETA check"), models::etaTable(sheet.comparison)},
        {text("Memory of each GPU"), models::memoryTable(sheet.comparison)}};
    for (const auto& [title, table] : tables)
        if (!table.rows.empty() || !table.remark.isEmpty()) {
            top += longSection(canvas, top, title, {});
            top += tableBlock(canvas, longMargin, top, longRoom, table) + 20;
        }
    return top - y;
}

qreal differencesSection(const Canvas& canvas, const ComparisonSheet& sheet, qreal y) {
    const Differences& rows = sheet.differences;
    qreal top = y + longSection(canvas, y, text("What differs"), rows.tally());
    for (int row = 0; row < rows.rowCount(); ++row) {
        auto cell = [&](int column) {
            return rows.index(row, column).data().toString();
        };
        canvas.line(longMargin, top, longRoom * 0.25, cell(Differences::keyColumn), canvas.mono(13));
        canvas.line(longMargin + longRoom * 0.26, top, longRoom * 0.19, cell(Differences::aColumn), canvas.style(14));
        canvas.line(longMargin + longRoom * 0.46, top, longRoom * 0.25, cell(Differences::bColumn), canvas.style(14));
        canvas.line(longMargin + longRoom * 0.72, top, longRoom * 0.28, cell(Differences::remarkColumn),
                    canvas.secondary(14));
        top += 23;
    }
    const std::string& experiment = sheet.comparison.expectation.experiment;
    if (!experiment.empty())
        top += canvas.paragraph(longMargin, top + 6, longRoom, shown(experiment, 400), canvas.secondary(15)) + 8;
    return top - y;
}

} // namespace

ComparisonSheet::ComparisonSheet(const ComparisonReportInput& from)
    : input(from), theme(from.theme ? *from.theme : Theme::light()), comparison(from.view->comparison),
      timeline(shownTimeline(from.view->timeline, from.content)), words(comparisonWords(comparison)),
      figures(comparedFigures(comparison)) {
    metrics.setView(from.view);
    differences.setView(from.view);
}

void paintComparisonTicket(const Canvas& canvas, const ComparisonSheet& sheet, QSize size) {
    constexpr qreal margin = 26;
    const qreal width = size.width() - 2 * margin;
    qreal y = 20;
    y += head(canvas, sheet, margin, y, width, 3) + 8;
    canvas.rule(margin, margin + width, y, sheet.theme.hair);
    y += 10;
    const qreal bottom = size.height() - footerHeight;
    const ReportContent& content = sheet.input.content;
    const bool drawn = content.lanes || content.tables;
    const bool told = content.findings || content.tables || !furtherRuns(sheet).isEmpty();
    const qreal columnWidth = drawn ? std::clamp(width * 0.337, 330.0, 560.0) : width;
    const qreal drawnWidth = told ? width - columnWidth - 28 : width;
    const qreal drawnBottom = content.tables ? bottom - waterfallHeight - 20 : bottom - 8;
    if (content.lanes) {
        const QSize lanes(static_cast<int>(drawnWidth), static_cast<int>(drawnBottom - y));
        canvas.plot({margin, y}, lanes, sheet.input.scale,
                    [&sheet](PlotView& view) { prepare(view, sheet, ticketLanes(*sheet.timeline)); });
    } else if (content.tables) {
        metricBlock(canvas, margin, y + 4, drawnWidth - 50, sheet.metrics, drawnBottom);
    }
    if (content.tables)
        waterfallBlock(canvas, sheet, QRectF(margin, bottom - waterfallHeight - 8, drawnWidth, waterfallHeight));
    if (told)
        textColumn(canvas, sheet, QRectF(margin + width - columnWidth, y + 2, columnWidth, bottom - y - 8));
    footer(canvas, sheet, margin, width, size.height());
}

qreal paintLongComparison(const Canvas& canvas, const ComparisonSheet& sheet) {
    const ReportContent& content = sheet.input.content;
    qreal y = 48;
    y += head(canvas, sheet, longMargin, y, longRoom, 8) + 16;
    if (content.lanes)
        y += timelinesSection(canvas, sheet, y);
    if (content.tables)
        y += figuresSections(canvas, sheet, y);
    if (const QString further = furtherRuns(sheet); !further.isEmpty()) {
        y += longSection(canvas, y, text("Further runs"), {});
        y += canvas.paragraph(longMargin, y, longRoom, further, canvas.style(15)) + 20;
    }
    if (content.tables)
        y += courseSections(canvas, sheet, y);
    if (content.findings) {
        const auto& findings = sheet.comparison.findings;
        y += longSection(canvas, y, text("Findings"),
                         findings.empty() ? text("none") : QString::number(findings.size()));
        for (std::size_t i = 0; i < findings.size(); ++i)
            y += findingBlock(canvas, longMargin, y, longRoom, static_cast<int>(i + 1), findings[i], Detail::all) + 22;
    }
    if (content.tables)
        y += differencesSection(canvas, sheet, y);
    y += footerHeight + 34;
    footer(canvas, sheet, longMargin, longRoom, y);
    return y + 12;
}

} // namespace tachograph::widgets
