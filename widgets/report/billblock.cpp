#include "widgets/report/billblock.h"

#include "analysis/core/text.h"
#include "analysis/report/billtext.h"
#include "widgets/barcolors.h"
#include "widgets/waterfallbars.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

namespace tachograph::widgets {

namespace {

constexpr qreal barsHeight = 230, gap = 40;

QString text(const char* sentence) {
    return QCoreApplication::translate("Report", sentence);
}

/// Parts below this, a hundredth of the largest bar, nobody would see: they share one.
double leastSeen(const std::vector<TimePart>& parts, std::initializer_list<double> totals) {
    double largest = 0.0;
    for (const TimePart& part : parts)
        largest = std::max(largest, std::abs(part.seconds));
    for (const double total : totals)
        largest = std::max(largest, std::abs(total));
    return 0.01 * largest;
}

std::vector<WaterfallBar> barsOf(const TimeAccount& account, BillView view, const Theme& theme) {
    const std::vector<TimePart>& parts = partsOf(account, view);
    const std::vector<BillLine> lines = tachograph::billLines(account, view);
    const bool change = view == BillView::change;
    double level = change ? account.change.before : 0.0;
    std::vector<WaterfallBar> bars;
    const auto total = [&](const char* name, double seconds) {
        bars.push_back({text(name), shown(change ? formatStepTime(seconds) : amountOfTime(std::abs(seconds))), 0.0,
                        seconds, theme.edge, theme.muted});
    };
    if (change)
        total("first fifth", level);
    const auto floating = [&](const QString& name, const std::string& amount, double seconds) {
        const BarColors colors = differenceColors(theme, seconds);
        bars.push_back({name, shown(amount), level, level + seconds, colors.fill, colors.edge, true});
        level += seconds;
    };
    const double least = change ? leastSeen(parts, {account.change.before, account.change.after})
                                : leastSeen(parts, {account.bill.above});
    double small = 0.0;
    int smallParts = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (std::abs(parts[i].seconds) < least) {
            small += parts[i].seconds;
            ++smallParts;
            continue;
        }
        floating(shown(lines[i].name), lines[i].amount, parts[i].seconds);
    }
    if (smallParts > 0)
        floating(smallParts == 1 ? text("a smaller part") : text("%1 smaller parts").arg(smallParts), signedTime(small),
                 small);
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
