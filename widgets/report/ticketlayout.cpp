#include "analysis/core/text.h"
#include "analysis/report/reviewwords.h"
#include "widgets/report/billblock.h"
#include "widgets/report/column.h"
#include "widgets/report/reportblocks.h"
#include "widgets/report/reportpage.h"

#include <QCoreApplication>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace tachograph::widgets {

namespace {

constexpr qreal margin = 26;
constexpr qreal footerHeight = 56;
constexpr int mostFindings = 5;

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

/// Who the run is, in one line: name, steps, length, software; GPUs at the right.
void identityLine(const Canvas& canvas, const ReportPage& page, qreal width) {
    const QString hardware = shown(identityOf(page.summary, "Hardware"), 80);
    const qreal right = Canvas::widthOf(hardware, canvas.secondary(15));
    canvas.line(margin, 22, width, hardware, canvas.secondary(15), Qt::AlignRight);
    canvas.fill(QRectF(margin, 24, 36, 3).translated(0, 8), page.theme.run(0));
    qreal x = margin + 48;
    const qreal end = margin + width - right - 30;
    x += canvas.line(x, 20, (end - x) * 0.5, shown(page.run.name(), 200), canvas.style(18, true)) + 18;
    QStringList parts;
    for (const char* name : {"Steps", "Attempts", "Length", "Software"})
        if (const std::string value = identityOf(page.summary, name); !value.empty())
            parts << (std::string(name) == "Attempts" ? text("%1 attempts").arg(shown(value, 20)) : shown(value, 160));
    canvas.line(x, 21, end - x, parts.join(QStringLiteral(" · ")), canvas.secondary(16));
}

void footer(const Canvas& canvas, const ReportPage& page, qreal width, qreal bottom) {
    const qreal top = bottom - footerHeight;
    canvas.rule(margin, margin + width, top, page.theme.text, 2);
    const QStringList sources = sourceLines(page.run, 24);
    QString first = sources.isEmpty() ? text("no input file") : sources.mid(0, 2).join(QStringLiteral("   "));
    if (sources.size() > 2)
        first += text("   and %1 more").arg(sources.size() - 2);
    canvas.line(margin, top + 8, width, first, canvas.mono(13));
    const QString hint = hashesHint(page.input.format);
    canvas.line(margin, top + 29, width, hint, canvas.secondary(13), Qt::AlignRight);
    canvas.line(margin, top + 29, width - Canvas::widthOf(hint, canvas.secondary(13)) - 20,
                QStringLiteral("Tachograph %1    %2").arg(page.input.version, reportCommand(page.input)),
                canvas.secondary(13));
}

/// As much of each finding as lets all of them (at most five) be seen: with one or two the figures and things to try
/// too.
Detail detailFor(std::size_t findings) {
    return findings <= 1 ? Detail::advice : findings == 2 ? Detail::evidence : Detail::sentence;
}

int findingsColumn(Column& column, const ReportPage& page) {
    const auto& findings = page.timeline->findings;
    const int most = std::min<int>(mostFindings, static_cast<int>(findings.size()));
    int drawn = 0;
    for (; drawn < most; ++drawn) {
        const Finding& finding = findings[static_cast<std::size_t>(drawn)].finding;
        bool fits = false;
        for (Detail detail = detailFor(findings.size());; detail = static_cast<Detail>(static_cast<int>(detail) - 1)) {
            auto draw = [&, detail](const Canvas& c, qreal x, qreal y, qreal width) {
                return findingBlock(c, x, y, width, drawn + 1, finding, detail, page.dismissal(finding));
            };
            fits = column.add(draw, drawn == 0 ? 6 : 22, drawn > 0);
            if (fits || detail == Detail::sentence)
                break;
        }
        if (!fits)
            break;
    }
    return drawn;
}

/// What detectors without a finding said; `first` is true until something stands in the column.
void addOutcomes(Column& column, const ReportPage& page, std::initializer_list<Outcome> outcomes, bool& first) {
    for (const Outcome outcome : outcomes)
        for (const Examination& examination : page.diagnosis.examinations)
            if (examination.result.outcome == outcome) {
                auto draw = [&examination](const Canvas& c, qreal x, qreal y, qreal width) {
                    return outcomeBlock(c, x, y, width, examination, 4);
                };
                first = !column.add(draw, first ? 10 : 24, !first) && first;
            }
}

void addPhases(Column& column, const ReportPage& page, bool& first) {
    const PhaseSplit& split = page.facts->split;
    auto draw = [&split](const Canvas& c, qreal x, qreal y, qreal width) {
        const qreal bars = phaseBars(c, x, y + 32, width, split);
        if (bars <= 0)
            return 0.0;
        sectionHeading(c, x, y, width, text("Where the time goes"), text("medians over all steps"), 17);
        return bars + 32;
    };
    first = !column.add(draw, first ? 10 : 28, !first) && first;
}

void addBill(Column& column, const ReportPage& page, bool& first) {
    auto draw = [&page](const Canvas& c, qreal x, qreal y, qreal width) {
        const qreal lines = billLines(c, x, y + 30, width, page.account);
        if (lines <= 0)
            return 0.0;
        sectionHeading(c, x, y, width, text("The bill"), QString(), 17);
        return lines + 30;
    };
    first = !column.add(draw, first ? 10 : 28, !first) && first;
}

using TextRow = std::pair<QString, QString>; ///< key (may be empty) and text

std::vector<TextRow> noteRows(const ReportPage& page) {
    std::vector<TextRow> rows;
    for (const std::string& note : page.run.notes())
        rows.emplace_back(QString(), shown(note));
    return rows;
}

std::vector<TextRow> reviewRows(const ReportPage& page) {
    std::vector<TextRow> rows;
    if (!page.input.review)
        return rows;
    for (const std::string& remark : reviewRemarks(*page.input.review, page.diagnosis))
        rows.emplace_back(QString(), shown(remark));
    for (const Note* note : notesInOrder(page.input.review->review))
        rows.emplace_back(QString(), shown(placeText(*note) + ": " + note->text, mostNoteBytes));
    return rows;
}

std::vector<TextRow> settingRows(const Settings& settings) {
    std::vector<TextRow> rows;
    for (const auto& [key, value] : settings)
        rows.emplace_back(shown(key, 80), shown(value, 120));
    return rows;
}

/// A heading and as many of the rows as fit; the rest is counted.
void addRows(Column& column, const QString& title, const std::vector<TextRow>& rows) {
    if (rows.empty())
        return;
    std::size_t drawn = 0;
    auto draw = [&](const TextRow& row, bool heading) {
        return [&row, &title, heading](const Canvas& c, qreal x, qreal y, qreal width) {
            qreal top = y;
            if (heading)
                top += sectionHeading(c, x, top, width, title, QString(), 17) + 6;
            if (row.first.isEmpty())
                return top + c.paragraph(x, top, width, row.second, c.secondary(14), 3) - y;
            c.line(x, top, width * 0.55, row.first, c.mono(13));
            c.line(x + width * 0.58, top, width * 0.42, row.second, c.style(14), Qt::AlignRight);
            return top + 21 - y;
        };
    };
    constexpr qreal remark = 22; // kept free for the count of what is left out
    while (drawn < rows.size() && column.left() > remark + (drawn == 0 ? 100 : 21) &&
           column.add(draw(rows[drawn], drawn == 0), drawn == 0 ? 28 : 1, drawn == 0))
        ++drawn;
    if (drawn == 0 || drawn == rows.size())
        return;
    const QString more = text("and %1 more in the long report").arg(rows.size() - drawn);
    column.add(
        [&more](const Canvas& c, qreal x, qreal y, qreal width) {
            c.line(x, y, width, more, c.muted(13));
            return 19.0;
        },
        2, false);
}

void addFindings(Column& column, const ReportPage& page) {
    const auto& findings = page.timeline->findings;
    const QString tally = shown(page.diagnosis.tally(), 120);
    column.add([&tally](const Canvas& c, qreal x, qreal y,
                        qreal width) { return sectionHeading(c, x, y, width, text("Findings"), tally, 17); },
               0, false);
    const int drawn = findingsColumn(column, page);
    if (drawn == static_cast<int>(findings.size()))
        return;
    const QString more = text("+%1 more in the long report").arg(static_cast<int>(findings.size()) - drawn);
    column.add(
        [&more](const Canvas& c, qreal x, qreal y, qreal width) {
            c.line(x, y, width, more, c.muted(14));
            return 20.0;
        },
        8, false);
}

constexpr auto open = {Outcome::undecided, Outcome::failed, Outcome::canceled};
constexpr auto settled = {Outcome::clear, Outcome::notApplicable};

void addTables(Column& column, const ReportPage& page, bool& first) {
    if (!page.content().tables)
        return;
    addPhases(column, page, first);
    addBill(column, page, first);
}

void addSettings(Column& column, const ReportPage& page) {
    addRows(column, text("Notes"), noteRows(page));
    if (page.content().tables)
        addRows(column, text("Configuration"), settingRows(page.run.config()));
}

/// Everything beside the lanes.
void oneColumn(const Canvas& canvas, const ReportPage& page, const QRectF& box) {
    Column column(canvas, box.left(), box.top(), box.width(), box.bottom());
    const bool findings = page.content().findings;
    if (findings)
        addFindings(column, page);
    addRows(column, text("Review notes"), reviewRows(page));
    bool first = page.timeline->findings.empty();
    if (findings)
        addOutcomes(column, page, open, first);
    addTables(column, page, first);
    if (findings) // last, since they fill whatever is left
        addOutcomes(column, page, settled, first);
    addSettings(column, page);
}

/// The same without lanes: what was found at the left, tables at the right.
void twoColumns(const Canvas& canvas, const ReportPage& page, const QRectF& box) {
    const qreal width = (box.width() - 40) / 2;
    Column left(canvas, box.left(), box.top(), width, box.bottom());
    Column right(canvas, box.right() - width, box.top(), width, box.bottom());
    bool first = page.timeline->findings.empty(), firstTable = true;
    if (page.content().findings)
        addFindings(left, page);
    addRows(left, text("Review notes"), reviewRows(page));
    if (page.content().findings) {
        addOutcomes(left, page, open, first);
        addOutcomes(left, page, settled, first);
    }
    addTables(right, page, firstTable);
    addSettings(right, page);
}

} // namespace

void paintTicket(const Canvas& canvas, const ReportPage& page, QSize size) {
    const qreal width = size.width() - 2 * margin;
    identityLine(canvas, page, width);
    qreal y = 56;
    y += verdictBlock(canvas, margin, y, width, page.summary, page.diagnosis, 32) + 12;
    y += keyFigureStrip(canvas, margin, y, width, page.summary.figures, 5) + 12;
    canvas.rule(margin, margin + width, y, page.theme.hair);
    y += 10;
    const qreal bottom = size.height() - footerHeight;
    const ReportContent& content = page.content();
    if (!content.lanes) {
        twoColumns(canvas, page, QRectF(margin, y + 2, width, bottom - y - 8));
    } else {
        const bool beside = content.findings || content.tables || page.input.review;
        const qreal columnWidth = std::clamp(width * 0.337, 330.0, 560.0);
        const qreal lanesWidth = beside ? width - columnWidth - 28 : width;
        const QSize lanes(static_cast<int>(lanesWidth), static_cast<int>(bottom - y - 8));
        const std::size_t most = lanes.height() >= 620 ? 4 : 3;
        drawLanes(canvas, {margin, y}, page, withFewerLanes(*page.timeline, most), lanes);
        if (beside)
            oneColumn(canvas, page, QRectF(margin + width - columnWidth, y + 2, columnWidth, bottom - y - 8));
    }
    footer(canvas, page, width, size.height());
}

} // namespace tachograph::widgets
