#include "widgets/report/reportblocks.h"

#include "analysis/core/text.h"
#include "analysis/report/evidencetext.h"
#include "analysis/report/reviewwords.h"
#include "analysis/run/roles.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

qreal verdictBadge(const Canvas& canvas, qreal x, qreal y, const RunSummary& summary, const Diagnosis& diagnosis) {
    if (summary.severity)
        return canvas.severityBadge(x, y, *summary.severity, 16);
    if (diagnosis.count(Outcome::undecided) > 0)
        return canvas.plainBadge(x, y, text("Undecided"), false, 16);
    if (diagnosis.judged())
        return canvas.plainBadge(x, y, text("Clear"), true, 16);
    return canvas.plainBadge(x, y, text("Not judged"), false, 16);
}

/// Fill and line of a phase.
std::pair<QColor, QColor> phaseColors(const Theme& theme, const std::string& role) {
    if (role == roles::generationTime)
        return {theme.generationFill, theme.generationLine};
    if (role == roles::optimizationTime)
        return {theme.optimizationFill, theme.optimizationLine};
    return {theme.otherFill, theme.otherLine};
}

QString citedLanes(const Finding& finding) {
    QStringList titles;
    for (const std::string& role : finding.citedRoles)
        titles << shown(roleInfo(role).title, 60).toLower();
    titles.removeDuplicates();
    return titles.mid(0, 2).join(QStringLiteral(", "));
}

/// One figure: title at the left, value at the right; a long value takes lines of its own width.
qreal evidenceRow(const Canvas& canvas, qreal x, qreal y, qreal width, const Evidence& evidence) {
    const auto name = canvas.secondary(14), value = canvas.style(14, true);
    const QString title = shown(evidence.title.empty() ? evidence.name : evidence.title, 100);
    const QString figure = shown(evidenceText(evidence), 200);
    const qreal wanted = Canvas::widthOf(figure, value);
    const qreal room = width - std::min(Canvas::widthOf(title, name), width * 0.5) - 16;
    canvas.line(x, y, width - std::min(wanted, room) - 12, title, name);
    if (wanted > room)
        return canvas.paragraph(x + width - room, y, room, figure, value) + 1;
    canvas.line(x, y, width, figure, value, Qt::AlignRight);
    return Canvas::heightOf(value) + 1;
}

/// The figures of a finding; all of them go in two columns where the room allows.
qreal evidenceRows(const Canvas& canvas, qreal x, qreal y, qreal width, const Finding& finding, bool everything) {
    std::vector<const Evidence*> figures;
    for (const Evidence& evidence : finding.evidence)
        if (!repeatsAnother(evidence) && (everything || !isBackground(evidence)))
            figures.push_back(&evidence);
    const std::size_t columns = everything && width > 1000 ? 2 : 1;
    const qreal gap = 48, column = (width - gap * static_cast<qreal>(columns - 1)) / static_cast<qreal>(columns);
    const std::size_t perColumn = (figures.size() + columns - 1) / columns;
    qreal lowest = y;
    for (std::size_t i = 0; i < columns; ++i) {
        qreal top = y + 6;
        for (std::size_t k = i * perColumn; k < std::min(figures.size(), (i + 1) * perColumn); ++k)
            top += evidenceRow(canvas, x + static_cast<qreal>(i) * (column + gap), top, column, *figures[k]);
        lowest = std::max(lowest, top);
    }
    return lowest - y + 2;
}

qreal tryList(const Canvas& canvas, qreal x, qreal y, qreal width, const Finding& finding) {
    if (finding.suggestions.empty())
        return 0;
    qreal top = y + 2;
    const qreal indent = 34;
    canvas.line(x, top, indent, text("Try"), canvas.muted(14));
    for (const std::string& suggestion : finding.suggestions)
        top += canvas.paragraph(x + indent, top, width - indent, shown(suggestion), canvas.secondary(14)) + 2;
    return top - y;
}

} // namespace

QString placeOf(const Finding& finding) {
    if (finding.onsetStep)
        return text("onset %1").arg(*finding.onsetStep);
    if (!finding.places.empty())
        return finding.places.size() == 1 ? text("step %1").arg(finding.places.front())
                                          : text("%1 places").arg(finding.places.size());
    return text("%1 to %2").arg(finding.firstStep).arg(finding.lastStep);
}

qreal sectionHeading(const Canvas& canvas, qreal x, qreal y, qreal width, const QString& title, const QString& remark,
                     int pixelSize) {
    const auto heading = canvas.style(pixelSize, true);
    const auto beside = canvas.muted(pixelSize - 3);
    const qreal taken = canvas.line(x, y, width, title, heading) + 10;
    canvas.line(x + taken, y + (Canvas::heightOf(heading) - Canvas::heightOf(beside)) / 2 + 1, width - taken, remark,
                beside);
    return Canvas::heightOf(heading);
}

qreal verdictBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const RunSummary& summary,
                   const Diagnosis& diagnosis, int headlineSize) {
    auto headline = canvas.style(headlineSize, true);
    headline.lineHeight = std::round(headlineSize * 1.25);
    const QString sentence = shown(summary.headline, 400);
    const qreal badge = verdictBadge(canvas, x, y + (headline.lineHeight - 24) / 2, summary, diagnosis) + 12;
    qreal height = headline.lineHeight;
    if (Canvas::widthOf(sentence, headline) <= width - badge) {
        canvas.line(x + badge, y, width - badge, sentence, headline);
    } else {
        // A long sentence is set smaller and may take two lines rather than be cut.
        auto smaller = canvas.style(headlineSize - 8, true);
        smaller.lineHeight = std::round((headlineSize - 8) * 1.25);
        const bool fits = Canvas::widthOf(sentence, smaller) <= width - badge;
        const qreal top = fits ? y + (height - smaller.lineHeight) / 2 : y;
        height = std::max(height, canvas.paragraph(x + badge, top, width - badge, sentence, smaller, 2));
    }
    if (!summary.more.empty())
        height += 4 + canvas.paragraph(x, y + height + 4, width, shown(summary.more), canvas.secondary(17), 2);
    return height;
}

qreal keyFigureStrip(const Canvas& canvas, qreal x, qreal y, qreal width, const std::vector<KeyFigure>& figures,
                     int most) {
    if (figures.empty())
        return 0;
    const int fitting = std::max(1, static_cast<int>(width / 230));
    const int columns = std::min({static_cast<int>(figures.size()), most, fitting});
    const qreal column = std::min(width / columns, 420.0);
    const auto large = canvas.style(25, true);
    constexpr qreal height = 76;
    for (int i = 0; i < columns; ++i) {
        const KeyFigure& figure = figures[static_cast<std::size_t>(i)];
        const qreal left = x + i * column + (i == 0 ? 0 : 18), room = column - (i == 0 ? 18 : 36);
        if (i > 0)
            canvas.verticalRule(x + i * column, y, y + height, canvas.theme().hair);
        QString title = shown(figure.title, 60);
        if (!figure.unit.empty())
            title += QStringLiteral(", ") + shown(figure.unit, 20);
        canvas.line(left, y, room, title, canvas.secondary(15));
        auto sized = large;
        const QString early = shown(figure.early, 40), late = shown(figure.late, 40);
        const QString whole = early + QStringLiteral("  →  ") + late;
        while (sized.pixelSize > 15 && Canvas::widthOf(whole, sized) > room)
            --sized.pixelSize;
        sized.lineHeight = 32;
        auto arrow = sized;
        arrow.bold = false;
        arrow.color = canvas.theme().muted;
        sized.color = canvas.theme().run(0);
        qreal at = left + canvas.line(left, y + 21, room, early, sized) + 9;
        at += canvas.line(at, y + 21, room, QStringLiteral("→"), arrow) + 9;
        canvas.line(at, y + 21, left + room - at + 8, late, sized);
        canvas.line(left, y + 54, room, shown(figure.note, 80), canvas.secondary(14));
    }
    return height;
}

qreal findingBlock(const Canvas& canvas, qreal x, qreal y, qreal width, int number, const Finding& finding,
                   Detail detail, const Dismissal* dismissal) {
    canvas.disc(x, y + 2, number);
    qreal left = x + 28;
    left += canvas.severityBadge(left, y + 1, finding.severity) + 10;
    const auto code = canvas.style(15, true);
    const QString place =
        placeOf(finding) + (citedLanes(finding).isEmpty() ? QString() : QStringLiteral(" · ") + citedLanes(finding));
    const qreal codeWidth = canvas.line(left, y + 2, x + width - left, shown(finding.code, 60), code);
    const qreal rest = x + width - left - codeWidth - 14;
    if (rest > 60)
        canvas.line(x + width - rest, y + 2, rest, place, canvas.muted(14), Qt::AlignRight);
    qreal top = y + 30;
    if (dismissal)
        top += canvas.paragraph(x, top, width, text("Dismissed: %1").arg(shown(reasonText(*dismissal))),
                                canvas.secondary(15), detail == Detail::sentence ? 2 : 0) +
               3;
    top +=
        canvas.paragraph(x, top, width, shown(finding.summary), canvas.style(16), detail == Detail::sentence ? 3 : 0);
    for (const std::string& badge : finding.badges) {
        top += 4;
        canvas.plainBadge(x, top, shown(badge, 30), false, 12);
        top += 22;
    }
    if (detail != Detail::sentence && !finding.evidence.empty())
        top += evidenceRows(canvas, x, top, width, finding, detail == Detail::all);
    if (detail >= Detail::advice)
        top += tryList(canvas, x, top, width, finding);
    return top - y;
}

qreal outcomeBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const Examination& examination, int mostLines) {
    const DetectorResult& result = examination.result;
    QString word = QString::fromUtf8(outcomeName(result.outcome));
    word.replace(QLatin1Char('-'), QLatin1Char(' '));
    word[0] = word[0].toUpper();
    const qreal badge = canvas.plainBadge(x, y, word, result.outcome == Outcome::clear, 12);
    canvas.line(x + badge + 10, y, width - badge - 10, shown(examination.detector->code, 60),
                {14, true, canvas.theme().text, false, 20});
    return 24 + canvas.paragraph(x, y + 24, width, shown(result.reason), canvas.secondary(14), mostLines);
}

qreal phaseBars(const Canvas& canvas, qreal x, qreal y, qreal width, const PhaseSplit& split) {
    if (split.parts.empty())
        return 0;
    const qreal labelWidth = 92, barWidth = width - labelWidth, barHeight = 22;
    double longest = 0;
    for (const bool late : {false, true}) {
        double sum = 0;
        for (const PhasePart& part : split.parts)
            sum += std::max(0.0, late ? part.late : part.early);
        longest = std::max(longest, sum);
    }
    qreal top = y;
    for (const bool late : {false, true}) {
        const auto label = canvas.secondary(14);
        canvas.line(x, top + 1, labelWidth, late ? text("last fifth") : text("first fifth"), label);
        qreal left = x + labelWidth;
        for (const PhasePart& part : split.parts) {
            const qreal piece =
                longest > 0 ? std::max(0.0, late ? part.late : part.early) / longest * (barWidth - 70) : 0;
            canvas.fill(QRectF(left, top, piece, barHeight), phaseColors(canvas.theme(), part.role).first);
            left += piece;
        }
        canvas.line(left + 8, top + 1, 70, shown(formatStepTime(late ? split.stepLate : split.stepEarly)),
                    canvas.style(14, true));
        top += barHeight + 6;
    }
    top += 4;
    // One under the other in a column, side by side where there is room for all.
    const qreal entry = width > 1000 ? width / static_cast<qreal>(split.parts.size()) : width;
    const qreal used = std::min(entry - (entry < width ? 48 : 0), 560.0);
    qreal left = x;
    for (const PhasePart& part : split.parts) {
        canvas.fill(QRectF(left, top + 5, 11, 11), phaseColors(canvas.theme(), part.role).first);
        const QString figures =
            shown(formatStepTime(part.early)) + QStringLiteral(" → ") + shown(formatStepTime(part.late));
        canvas.line(left + 19, top, used * 0.55, shown(part.name), canvas.secondary(14));
        canvas.line(left + used * 0.45, top, used * 0.55, figures, canvas.style(14, true), Qt::AlignRight);
        if (entry < width)
            left += entry;
        else
            top += 21;
    }
    if (entry < width)
        top += 21;
    return top - y;
}

QString textsPlace(PictureFormat format) {
    switch (format) {
    case PictureFormat::svg:
        return text("in the description (desc) of the SVG");
    case PictureFormat::pdf:
        return text("in the properties of the PDF");
    case PictureFormat::png:
        break;
    }
    return text("in the PNG's text chunks");
}

QString hashesHint(PictureFormat format) {
    return text("full hashes %1").arg(textsPlace(format));
}

} // namespace tachograph::widgets
