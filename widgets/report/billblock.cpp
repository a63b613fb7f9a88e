#include "widgets/report/billblock.h"

#include "analysis/core/text.h"
#include "analysis/report/billtext.h"
#include "widgets/barcolors.h"
#include "widgets/waterfallbars.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::widgets {

namespace {

constexpr qreal barsHeight = 230, gap = 40;

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

/// The parts as floating bars, largest first to the eye: those below a hundredth of the whole are left to the table.
std::vector<WaterfallBar> barsOf(const TimeAccount& account, BillView view, const Theme& theme) {
    const std::vector<TimePart>& parts = partsOf(account, view);
    const std::vector<BillLine> lines = tachograph::billLines(account, view);
    const bool change = view == BillView::change;
    double level = change ? account.change.before : 0.0;
    std::vector<WaterfallBar> bars;
    const auto total = [&](const char* name, double seconds) {
        bars.push_back({text(name), shown(change ? formatStepTime(seconds) : formatElapsed(std::abs(seconds))), 0.0,
                        seconds, theme.edge, theme.muted});
    };
    if (change)
        total("first fifth", level);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const BarColors colors = differenceColors(theme, parts[i].seconds);
        bars.push_back({shown(lines[i].name), shown(lines[i].amount), level, level + parts[i].seconds, colors.fill,
                        colors.edge, true});
        level += parts[i].seconds;
    }
    total(change                     ? "last fifth"
          : account.bill.above < 0.0 ? "below the early rate"
                                     : "above the early rate",
          change ? account.change.after : account.bill.above);
    return bars;
}

qreal waterfall(const Canvas& canvas, const QRectF& box, const QString& title, const TimeAccount& account,
                BillView view) {
    canvas.line(box.left(), box.top(), box.width(), title, canvas.style(15, true));
    canvas.paint([&](QPainter& painter) {
        painter.save();
        paintWaterfallBars(painter, box.adjusted(0, 30, 0, 0), canvas.theme(), barsOf(account, view, canvas.theme()),
                           58);
        painter.restore();
    });
    return box.height();
}

QString joined(std::initializer_list<const std::string*> sentences) {
    QString all;
    for (const std::string* sentence : sentences)
        if (!sentence->empty())
            all += (all.isEmpty() ? QString() : QStringLiteral(" ")) + shown(*sentence);
    return all;
}

} // namespace

qreal billBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const TimeAccount& account) {
    if (!account.notApplicable.empty())
        return 0.0;
    const BillText said = billText(account);
    qreal top = y;
    top += canvas.paragraph(x, top, width, joined({&said.headline, &said.worth, &said.bought}), canvas.style(16)) + 4;
    top += canvas.paragraph(x, top, width, joined({&said.basis, &said.missing}), canvas.secondary(14)) + 4;
    for (const std::string& note : said.notes)
        top += canvas.paragraph(x, top, width, shown(note), canvas.muted(14)) + 2;
    top += 14;
    const bool both = account.change.notApplicable.empty();
    const qreal half = both ? (width - gap) / 2 : width;
    waterfall(canvas, QRectF(x, top, half, barsHeight), text("Above the early rate, by what it coincides with"),
              account, BillView::above);
    if (both)
        waterfall(canvas, QRectF(x + half + gap, top, half, barsHeight), text("Early against late, a step"), account,
                  BillView::change);
    return top + barsHeight - y;
}

qreal billLines(const Canvas& canvas, qreal x, qreal y, qreal width, const TimeAccount& account) {
    if (!account.notApplicable.empty())
        return 0.0;
    const BillText said = billText(account);
    const auto& parts = account.bill.parts;
    const auto lines = tachograph::billLines(account, BillView::above);
    const auto largest = std::ranges::max_element(parts, {}, &TimePart::seconds);
    qreal top = y + canvas.paragraph(x, y, width, shown(said.headline), canvas.style(15, true), 2);
    if (largest != parts.end() && largest->seconds > 0.0) {
        const BillLine& line = lines[static_cast<std::size_t>(largest - parts.begin())];
        top += canvas.paragraph(x, top, width, text("%1 coincides with %2.").arg(shown(line.amount), shown(line.name)),
                                canvas.secondary(14), 2);
    }
    top += canvas.paragraph(x, top, width, joined({&said.worth, &said.bought}), canvas.secondary(14), 3);
    return top - y;
}

} // namespace tachograph::widgets
