#include "analysis/core/text.h"
#include "analysis/report/readingfacts.h"
#include "analysis/report/reviewwords.h"
#include "analysis/report/rundocument.h"
#include "widgets/report/billblock.h"
#include "widgets/report/reportblocks.h"
#include "widgets/report/reportpage.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace tachograph::widgets {

namespace {

constexpr qreal margin = 72, width = longWidth - 2 * margin;
constexpr std::size_t mostSettings = 60; ///< rows of one settings table; more are counted

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

qreal section(const Canvas& canvas, qreal y, const QString& title, const QString& remark) {
    canvas.rule(margin, margin + width, y, canvas.theme().hair);
    return 22 + sectionHeading(canvas, margin, y + 22, width, title, remark, 20) + 12;
}

/// Name and value rows in a framed card, in two columns.
qreal identityCard(const Canvas& canvas, qreal y, const ReportPage& page) {
    const auto& rows = page.summary.identity;
    const std::size_t half = (rows.size() + 1) / 2;
    const qreal height = 26 + static_cast<qreal>(half) * 24;
    canvas.frame(QRectF(margin, y, width, height), canvas.theme().panel, canvas.theme().hair, 6);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const qreal left = margin + 20 + (i < half ? 0 : width / 2);
        const qreal top = y + 13 + static_cast<qreal>(i < half ? i : i - half) * 24;
        canvas.line(left, top, 110, shown(rows[i].first, 40), canvas.muted(14));
        canvas.line(left + 116, top, width / 2 - 150, shown(rows[i].second, 300), canvas.style(14));
    }
    return height;
}

/// Cards side by side, two in a row; a row is as high as its taller card.
qreal findingCards(const Canvas& canvas, qreal y, const ReportPage& page) {
    const auto& findings = page.timeline->findings;
    const Canvas measure(canvas.theme());
    const qreal gap = 20, padding = 18;
    const qreal card = findings.size() == 1 ? width : (width - gap) / 2;
    const std::size_t columns = findings.size() == 1 ? 1 : 2;
    qreal top = y;
    for (std::size_t i = 0; i < findings.size(); i += columns) {
        const std::size_t end = std::min(i + columns, findings.size());
        qreal height = 0;
        for (std::size_t k = i; k < end; ++k)
            height =
                std::max(height, findingBlock(measure, 0, 0, card - 2 * padding, static_cast<int>(k + 1),
                                              findings[k].finding, Detail::all, page.dismissal(findings[k].finding)));
        for (std::size_t k = i; k < end; ++k) {
            const qreal left = margin + static_cast<qreal>(k - i) * (card + gap);
            canvas.frame(QRectF(left, top, card, height + 2 * padding), canvas.theme().panel, canvas.theme().hair, 6);
            findingBlock(canvas, left + padding, top + padding, card - 2 * padding, static_cast<int>(k + 1),
                         findings[k].finding, Detail::all, page.dismissal(findings[k].finding));
        }
        top += height + 2 * padding + gap;
    }
    return top - y - gap;
}

/// A table with the given column widths; cells wrap, rows are ruled.
qreal table(const Canvas& canvas, qreal x, qreal y, const Table& content, const std::vector<qreal>& widths,
            bool monoKeys) {
    qreal left = x, top = y;
    const qreal whole = [&widths] {
        qreal sum = 0;
        for (const qreal one : widths)
            sum += one;
        return sum;
    }();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        canvas.line(left, top, widths[i] - 16, shown(content.columns[i], 80), canvas.muted(14));
        left += widths[i];
    }
    top += 26;
    for (const auto& row : content.rows) {
        canvas.rule(x, x + whole, top, canvas.theme().hair);
        qreal height = 0;
        left = x;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const auto style = i == 0 && monoKeys ? canvas.mono(13) : canvas.style(14, i == 0);
            height = std::max(height, canvas.paragraph(left, top + 5, widths[i] - 16, shown(row[i], 400), style, 4));
            left += widths[i];
        }
        top += height + 10;
    }
    return top - y;
}

Table shortened(Table content) {
    if (content.rows.size() <= mostSettings)
        return content;
    const std::size_t more = content.rows.size() - mostSettings;
    content.rows.resize(mostSettings);
    std::vector<std::string> last(content.columns.size());
    last.back() = text("and %1 more").arg(more).toStdString();
    content.rows.push_back(std::move(last));
    return content;
}

/// The reviewer's notes with their places, and what must be known about them.
qreal reviewSection(const Canvas& canvas, qreal y, const ReportPage& page) {
    if (!page.input.review)
        return 0;
    const ReviewOfRun& review = *page.input.review;
    qreal top = y + section(canvas, y, text("Review"), shown(tallyText(review.review)));
    for (const std::string& remark : reviewRemarks(review, page.diagnosis))
        top += canvas.paragraph(margin, top, width, shown(remark), canvas.secondary(14)) + 6;
    if (!review.review.notes.empty())
        top += table(canvas, margin, top, shortened(noteTable(review.review)), {240, width - 500, 260}, false);
    return top - y + 34;
}

qreal settingsSection(const Canvas& canvas, qreal y, const ReportPage& page) {
    const Table config = shortened(settingsTable(page.run.config()));
    const Table environment = shortened(settingsTable(page.run.environment()));
    qreal top = y + section(canvas, y, text("Configuration and environment"),
                            config.rows.empty() && environment.rows.empty() ? text("not logged") : QString());
    const qreal half = (width - 40) / 2;
    qreal height = 0;
    qreal left = margin;
    for (const auto& [content, title] :
         {std::pair(&config, text("Configuration")), std::pair(&environment, text("Environment"))}) {
        if (!content->rows.empty()) {
            canvas.line(left, top, half, title, canvas.style(15, true));
            height = std::max(height, 28 + table(canvas, left, top + 28, *content, {half * 0.42, half * 0.58}, true));
        }
        left += half + 40;
    }
    return top + height - y;
}

qreal footer(const Canvas& canvas, qreal y, const ReportPage& page) {
    canvas.rule(margin, margin + width, y, canvas.theme().text, 2);
    qreal top = y + 16;
    auto row = [&canvas, &top](const QString& name, const QString& value, bool mono) {
        canvas.line(margin, top, 110, name, canvas.muted(13));
        top +=
            canvas.paragraph(margin + 116, top, width - 116, value, mono ? canvas.mono(13) : canvas.secondary(13)) + 4;
    };
    for (const QString& line : sourceLines(page.run, 64))
        row(text("Input"), line, true);
    for (const ReadingSentence& sentence : readingSentences(page.run))
        row(shown(sentence.topic, 20), shown(sentence.text), false);
    for (const std::string& note : page.run.notes())
        row(text("Note"), shown(note), false);
    row(text("Method"),
        text(
            "Early and late are medians of the first and last fifth of the current steps, one value a step; superseded "
            "steps are left out. No value was filled in."),
        false);
    row(text("Program"), QStringLiteral("Tachograph %1").arg(page.input.version), false);
    row(text("Command"), reportCommand(page.input), true);
    row(text("File"),
        text("Version, options and hashes are %1. Base names only, no paths.").arg(textsPlace(page.input.format)),
        false);
    return top - y;
}

qreal headOfPage(const Canvas& canvas, const ReportPage& page) {
    qreal y = 46;
    canvas.line(margin, y, width, text("Run report, long form"), canvas.muted(14));
    canvas.line(margin, y, width, QStringLiteral("Tachograph %1").arg(page.input.version), canvas.muted(14),
                Qt::AlignRight);
    y += 34;
    y += canvas.paragraph(margin, y, width, shown(page.run.name(), 300), canvas.style(22, true), 2) + 8;
    y += verdictBlock(canvas, margin, y, width, page.summary, page.diagnosis, 34) + 20;
    y += identityCard(canvas, y, page) + 28;
    if (!page.summary.figures.empty())
        y += keyFigureStrip(canvas, margin, y, width, page.summary.figures, 6) + 28;
    return y;
}

} // namespace

namespace {

qreal timelinesSection(const Canvas& canvas, qreal y, const ReportPage& page) {
    const qreal top = y + section(canvas, y, text("Timelines"),
                                  page.content().findings ? text("numbers refer to the findings below") : QString());
    const int height = drawLanes(canvas, {margin, top}, page, page.timeline, QSize(static_cast<int>(width), 0));
    return top + height + 34 - y;
}

qreal findingsSection(const Canvas& canvas, qreal y, const ReportPage& page) {
    qreal top = y + section(canvas, y, text("Findings"), shown(page.diagnosis.tally(), 200));
    if (page.timeline->findings.empty())
        top += canvas.paragraph(margin, top, width, shown(page.summary.headline) + QLatin1Char('.'), canvas.style(16));
    else
        top += findingCards(canvas, top, page);
    return top + 34 - y;
}

/// Phases and the bill, as far as there are any.
qreal timeSections(const Canvas& canvas, qreal y, const ReportPage& page) {
    qreal top = y;
    if (const PhaseSplit& split = page.facts->split; !split.parts.empty()) {
        top += section(canvas, top, text("Where the time goes"),
                       text("medians over all steps of the first and last fifth"));
        top += phaseBars(canvas, margin, top, width, split) + 34;
    }
    if (page.account.notApplicable.empty()) {
        top += section(canvas, top, text("The bill"),
                       text("steps %1 to %2").arg(page.account.bill.range.first).arg(page.account.bill.range.last));
        top += billBlock(canvas, margin, top, width, page.account) + 34;
    }
    return top - y;
}

qreal issuesSection(const Canvas& canvas, qreal y, const ReportPage& page) {
    const Issues& issues = page.run.issues();
    if (issues.total == 0)
        return 0;
    const qreal top =
        y + section(canvas, y, text("Import issues"), shown(formatCount(static_cast<std::int64_t>(issues.total))));
    return top + table(canvas, margin, top, shortened(issueTable(issues)), {240, width - 240}, false) + 34 - y;
}

} // namespace

qreal paintLong(const Canvas& canvas, const ReportPage& page) {
    const ReportContent& content = page.content();
    qreal y = headOfPage(canvas, page);
    if (content.lanes)
        y += timelinesSection(canvas, y, page);
    if (content.findings)
        y += findingsSection(canvas, y, page);
    y += reviewSection(canvas, y, page);
    if (content.tables)
        y += timeSections(canvas, y, page);
    if (content.findings) {
        y += section(canvas, y, text("What every detector said"), QString());
        y += table(canvas, margin, y, outcomeTable(page.diagnosis), {300, 170, width - 470}, false) + 34;
    }
    if (content.tables) {
        y += settingsSection(canvas, y, page) + 34;
        y += issuesSection(canvas, y, page);
    }
    return y + footer(canvas, y, page) + 40;
}

} // namespace tachograph::widgets
