#include "widgets/panels/statistics/distributionview.h"

#include "analysis/core/text.h"
#include "models/convert.h"
#include "widgets/plot/ticks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::QuantityStatistics;

namespace {

constexpr int leftMargin = 44, rightMargin = 14, topMargin = 24, bottomMargin = 24;
constexpr int labelHeight = 15;
constexpr std::size_t leastBins = 8, mostBins = 40;

QPen penOf(const Theme& theme, int slot) {
    QPen pen(theme.run(slot), 1.5);
    pen.setCapStyle(Qt::FlatCap);
    QList<qreal> dash = Theme::dash(slot);
    for (qreal& part : dash) // given in pixels, taken in widths
        part /= pen.widthF();
    if (!dash.isEmpty())
        pen.setDashPattern(dash);
    return pen;
}

/// The widths of Freedman and Diaconis (2 x IQR / n^(1/3)) for the values between the whiskers, within bounds.
std::size_t binsFor(const QuantityStatistics& quantity, double low, double high) {
    const double width =
        2 * (quantity.upperQuartile - quantity.lowerQuartile) / std::cbrt(static_cast<double>(quantity.count()));
    if (!(width > 0))
        return leastBins;
    return static_cast<std::size_t>(
        std::clamp((high - low) / width, static_cast<double>(leastBins), static_cast<double>(mostBins)));
}

} // namespace

DistributionView::DistributionView(QWidget* parent) : QWidget(parent), m_theme(&Theme::light()) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
}

void DistributionView::setView(models::LaneStatisticsPtr view, const models::TimelinePtr& timeline) {
    m_view = std::move(view);
    m_slots.clear();
    if (timeline)
        for (const models::TimelineRun& run : timeline->runs)
            m_slots.push_back(run.slot);
    update();
}

void DistributionView::setForm(Form form) {
    m_form = form;
    update();
}

void DistributionView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

std::vector<DistributionView::Shown> DistributionView::shown() const {
    std::vector<Shown> all;
    if (!m_view)
        return all;
    for (const QuantityStatistics* quantity : models::mainQuantities(*m_view)) {
        const auto run = static_cast<std::size_t>(quantity->run);
        const int slot = run < m_slots.size() ? m_slots[run] : 0;
        all.push_back({quantity, slot, quantity->title});
    }
    return all;
}

/// Three quarters of the interquartile range beyond the outermost 5 % at most, so that one spike does not squash the
/// rest: the legend counts what is beyond.
DistributionView::Scale DistributionView::scaleOf(const std::vector<Shown>& all) const {
    Scale scale;
    scale.area = QRectF(rect()).adjusted(leftMargin, topMargin, -rightMargin, -bottomMargin);
    scale.low = INFINITY;
    scale.high = -INFINITY;
    for (const Shown& one : all) {
        const QuantityStatistics& quantity = *one.quantity;
        const auto last = static_cast<double>(quantity.count() - 1);
        const double margin = 0.75 * (quantity.upperQuartile - quantity.lowerQuartile);
        const double low = quantity.sorted[static_cast<std::size_t>(std::floor(0.05 * last))] - margin;
        const double high = quantity.sorted[static_cast<std::size_t>(std::ceil(0.95 * last))] + margin;
        scale.low = std::min(scale.low, std::max(low, quantity.sorted.front()));
        scale.high = std::max(scale.high, std::min(high, quantity.sorted.back()));
    }
    if (!(scale.low < scale.high)) {
        const double around = std::max(std::abs(scale.low) * 0.05, 1e-9);
        scale.low -= around;
        scale.high += around;
    }
    return scale;
}

void DistributionView::paintAxes(QPainter& painter, const Scale& scale, double most) const {
    painter.setFont(Theme::font(11));
    const auto horizontal = [&](double share, const QString& label) {
        const double y = std::floor(scale.area.bottom() - share / most * scale.area.height());
        painter.fillRect(QRectF(scale.area.left(), y, scale.area.width(), 1), m_theme->grid);
        painter.setPen(m_theme->muted);
        painter.drawText(QRectF(0, y - 8, leftMargin - 6, 16), Qt::AlignRight | Qt::AlignVCenter, label);
    };
    // In a low panel the middle label, then all but the outer ones, would lie over each other.
    const bool middle = scale.area.height() >= 2 * labelHeight;
    for (const double part : {0.0, 0.5, 1.0})
        horizontal(part * most, part != 0.5 || middle ? models::toQt(formatShare(part * most)) : QString());
    double free = -INFINITY;
    for (const Tick& tick : valueTicks(scale.low, scale.high, scale.area.width() / 2)) {
        const double x = scale.toX(tick.value), width = painter.fontMetrics().horizontalAdvance(tick.label);
        painter.fillRect(QRectF(std::floor(x), scale.area.top(), 1, scale.area.height()), m_theme->grid);
        const double left = std::clamp(x - width / 2, 0.0, rect().width() - width);
        if (left < free)
            continue;
        free = left + width + 8;
        painter.setPen(m_theme->muted);
        painter.drawText(QRectF(left, scale.area.bottom() + 3, width + 1, 16), Qt::AlignLeft | Qt::AlignVCenter,
                         tick.label);
    }
    painter.fillRect(QRectF(scale.area.left(), std::floor(scale.area.bottom()), scale.area.width(), 1), m_theme->edge);
}

void DistributionView::paintShares(QPainter& painter, const Scale& scale, const Shown& one) const {
    QPainterPath path;
    const double step = (scale.high - scale.low) / std::max(1.0, scale.area.width());
    for (double pixel = 0; pixel <= scale.area.width(); ++pixel) {
        const double share = one.quantity->shareUpTo(scale.low + pixel * step);
        const QPointF point(scale.area.left() + pixel, scale.area.bottom() - share * scale.area.height());
        if (pixel == 0)
            path.moveTo(point);
        else
            path.lineTo(point);
    }
    painter.setPen(penOf(*m_theme, one.slot));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    const double median = scale.toX(one.quantity->median); // where half of them lie at either side
    painter.setBrush(m_theme->panel);
    painter.setPen(QPen(m_theme->run(one.slot), 1.75));
    painter.drawEllipse(QPointF(median, scale.area.bottom() - 0.5 * scale.area.height()), 3.5, 3.5);
}

void DistributionView::paintHistogram(QPainter& painter, const Scale& scale, const std::vector<Shown>& all) const {
    std::size_t bins = leastBins;
    for (const Shown& one : all)
        bins = std::max(bins, binsFor(*one.quantity, scale.low, scale.high));
    const double width = (scale.high - scale.low) / static_cast<double>(bins);
    std::vector<std::vector<double>> shares;
    double most = 0;
    for (const Shown& one : all) {
        auto& own = shares.emplace_back();
        for (std::size_t i = 0; i < bins; ++i) {
            const double from = scale.low + static_cast<double>(i) * width;
            // The first bin holds its lower bound too.
            const double below =
                i == 0 ? one.quantity->shareUpTo(std::nextafter(from, -INFINITY)) : one.quantity->shareUpTo(from);
            own.push_back(one.quantity->shareUpTo(i + 1 == bins ? scale.high : from + width) - below);
            most = std::max(most, own.back());
        }
    }
    paintAxes(painter, scale, most);
    for (std::size_t k = 0; k < all.size(); ++k) {
        QPainterPath path(QPointF(scale.area.left(), scale.area.bottom()));
        for (std::size_t i = 0; i < bins; ++i) {
            const double y = scale.area.bottom() - shares[k][i] / most * scale.area.height();
            path.lineTo(scale.toX(scale.low + static_cast<double>(i) * width), y);
            path.lineTo(scale.toX(scale.low + static_cast<double>(i + 1) * width), y);
        }
        path.lineTo(scale.area.right(), scale.area.bottom());
        QColor fill = m_theme->run(all[k].slot);
        fill.setAlphaF(0.16F);
        painter.setBrush(fill);
        painter.setPen(penOf(*m_theme, all[k].slot));
        painter.drawPath(path);
    }
}

void DistributionView::paintLegend(QPainter& painter, const Scale& scale, const std::vector<Shown>& all) const {
    painter.setFont(Theme::font(11));
    double x = leftMargin;
    for (const Shown& one : all) {
        constexpr double sample = 18, gap = 5, between = 14;
        const auto& sorted = one.quantity->sorted;
        const auto beyond = (std::ranges::lower_bound(sorted, scale.low) - sorted.begin()) +
                            (sorted.end() - std::ranges::upper_bound(sorted, scale.high));
        const QString said =
            beyond > 0 ? tr("%1, %2 beyond").arg(one.title, models::toQt(formatCount(beyond))) : one.title;
        const QString text = painter.fontMetrics().elidedText(said, Qt::ElideRight, width() / 2);
        painter.setPen(penOf(*m_theme, one.slot));
        painter.drawLine(QPointF(x, 12), QPointF(x + sample, 12));
        painter.setPen(m_theme->text2);
        const double wide = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRectF(x + sample + gap, 3, wide + 2, 18), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += sample + gap + wide + between;
    }
}

void DistributionView::paintEvent(QPaintEvent*) {
    const std::vector<Shown> all = shown();
    if (all.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Scale scale = scaleOf(all);
    painter.save();
    if (m_form == Form::histogram) {
        paintHistogram(painter, scale, all);
    } else {
        paintAxes(painter, scale, 1.0);
        for (const Shown& one : all)
            paintShares(painter, scale, one);
    }
    painter.restore();
    paintLegend(painter, scale, all);
}

} // namespace tachograph::widgets
