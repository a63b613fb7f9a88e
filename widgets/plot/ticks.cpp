#include "widgets/plot/ticks.h"

#include "analysis/core/text.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/plotstyle.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph::widgets {
namespace {

constexpr double labelDistance = 20; // pixels between two labels
constexpr std::size_t mostTicks = 200;
constexpr double day = 86400;

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is not below `least`; whole numbers stay whole.
double roundStep(double least, bool whole) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        const double step = factor * power;
        if (whole && (step < 1 || std::abs(step - std::round(step)) > 1e-9))
            continue;
        if (step >= least * (1 - 1e-9))
            return step;
    }
    return whole ? std::max(1.0, 10 * power) : 10 * power;
}

double roundTimeStep(double least) {
    constexpr std::array<double, 24> steps = {1,     2,   5,       10,      15,       30,       60,       120,
                                              300,   600, 900,     1800,    3600,     7200,     10800,    21600,
                                              43200, day, 2 * day, 7 * day, 14 * day, 30 * day, 90 * day, 360 * day};
    for (const double step : steps)
        if (step >= least)
            return step;
    return roundStep(least / day, true) * day;
}

QString utc(double unixSeconds, const QString& format) {
    if (!(std::abs(unixSeconds) < 1e12))
        return {};
    const auto time = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(std::llround(unixSeconds)), Qt::UTC);
    return QLocale::c().toString(time, format);
}

QString signedNumber(double value) {
    return (value > 0 ? QStringLiteral("+") : QString()) + fixedNumber(value, 0);
}

QString tickLabel(double value, double step, XAxis axis) {
    switch (axis) {
    case XAxis::step:
        return step < 1 ? QString::fromStdString(formatNumber(value, 6)) : fixedNumber(value, 0);
    case XAxis::sinceResume:
        return step < 1 ? QString::fromStdString(formatNumber(value, 6)) : signedNumber(value);
    case XAxis::elapsed:
        return value == 0 ? QStringLiteral("0") : positionText(value, axis);
    case XAxis::wallClock:
        return utc(value, step >= day  ? QStringLiteral("d MMM")
                          : step >= 60 ? QStringLiteral("HH:mm")
                                       : QStringLiteral("HH:mm:ss"));
    case XAxis::tokens:
        return value == 0 ? QStringLiteral("0") : QString::fromStdString(formatTokens(value));
    }
    return {};
}

/// The first label of a wall clock, and every first one of a day, says which day it is.
void addDates(std::vector<Tick>& ticks, double step) {
    if (step >= day)
        return;
    QString before;
    for (Tick& tick : ticks) {
        const QString date = utc(tick.value, QStringLiteral("d MMM"));
        if (date != before)
            tick.label = date + QStringLiteral(", ") + tick.label;
        before = date;
    }
}

std::vector<Tick> ticksAt(const XScale& scale, XAxis axis, double step) {
    std::vector<Tick> ticks;
    const double first = std::ceil(scale.min / step - 1e-9);
    const double last = std::floor(scale.max / step + 1e-9);
    for (double i = first; i <= last && ticks.size() < mostTicks; ++i) {
        const double value = i * step + 0.0;
        ticks.push_back({value, tickLabel(value, step, axis)});
    }
    if (axis == XAxis::wallClock)
        addDates(ticks, step);
    return ticks;
}

bool roomFor(const std::vector<Tick>& ticks, const XScale& scale, const QFont& font) {
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        const double apart = scale.toPixel(ticks[i].value) - scale.toPixel(ticks[i - 1].value);
        const double widths = (textWidth(ticks[i].label, font) + textWidth(ticks[i - 1].label, font)) / 2;
        if (apart < widths + labelDistance)
            return false;
    }
    return true;
}

} // namespace

double valueTickStep(double low, double high, double height) {
    const double span = high - low;
    if (!(span > 0) || !std::isfinite(span))
        return 1;
    const double most = height >= 120 ? 5 : height >= 76 ? 4 : 3;
    double best = span, bestScore = -1e9;
    const double power = std::pow(10, std::floor(std::log10(span)));
    for (const double scale : {power / 100, power / 10, power}) {
        for (const double factor : {1.0, 2.0, 5.0, 2.5, 4.0}) { // the more usual ones first: they win when equal
            const double step = factor * scale;
            const double count = std::floor(high / step + 1e-9) - std::ceil(low / step - 1e-9) + 1;
            const double score = count <= most ? count : -count; // too many are worse than too few
            if (score > bestScore) {
                bestScore = score;
                best = step;
            }
        }
    }
    return best;
}

std::vector<Tick> valueTicks(double low, double high, double height) {
    const double step = valueTickStep(low, high, height);
    const double shown = std::max(std::abs(low), std::abs(high));
    int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
    if (std::abs(step * std::pow(10, decimals) - std::round(step * std::pow(10, decimals))) > 1e-6)
        ++decimals; // 2.5, 0.25
    std::vector<Tick> ticks;
    const double first = std::ceil(low / step - 1e-9);
    const double last = std::floor(high / step + 1e-9);
    for (double i = first; i <= last && ticks.size() < 12; ++i) {
        const double value = i * step + 0.0;
        const bool scientific = shown >= 1e7 || (shown < 1e-4 && shown > 0);
        ticks.push_back(
            {value, scientific ? QString::fromStdString(formatNumber(value, 3)) : fixedNumber(value, decimals)});
    }
    return ticks;
}

std::vector<Tick> ratioTicks(double low, double high, double height) {
    std::vector<Tick> ticks;
    if (!(low > 0) || !(high > low) || !std::isfinite(high))
        return ticks;
    if (high / low < powersOfTwoFrom) {
        ticks = valueTicks(low, high, height);
    } else {
        const double most = height >= 120 ? 5 : height >= 76 ? 4 : 3;
        const double first = std::ceil(std::log2(low) - 1e-9), last = std::floor(std::log2(high) + 1e-9);
        const double every = std::max(1.0, std::ceil((last - first + 1) / most));
        for (double power = std::ceil(first / every) * every; power <= last; power += every) // ×1 is one of them
            ticks.push_back({std::exp2(power), QString::number(std::exp2(power), 'g', 4)});
    }
    for (Tick& tick : ticks)
        tick.label.prepend(u'×');
    return ticks;
}

std::vector<Tick> logarithmicTicks(double low, double high, double height) {
    std::vector<Tick> ticks;
    if (!(low > 0) || !(high > low) || !std::isfinite(high))
        return ticks;
    const double most = height >= 120 ? 6 : height >= 76 ? 4 : 3;
    const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const int last = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    const auto collect = [&](const std::vector<double>& digits, int every) {
        ticks.clear();
        for (int power = first; power <= last; ++power)
            for (const double digit : digits) {
                const double value = digit * std::pow(10, power);
                if (power % every == 0 && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                    ticks.push_back({value, QString::fromStdString(formatNumber(value, 1))});
            }
        return static_cast<double>(ticks.size()) <= most;
    };
    if (collect({1, 2, 3, 4, 5, 6, 7, 8, 9}, 1) || collect({1, 2, 5}, 1) || collect({1, 3}, 1))
        return ticks;
    for (int every = 1; !collect({1}, every);)
        ++every;
    return ticks;
}

std::vector<Tick> positionTicks(const XScale& scale, XAxis axis, const QFont& font) {
    const double span = scale.max - scale.min;
    const double width = scale.right - scale.left;
    if (!(span > 0) || !(width > 40) || !std::isfinite(span))
        return {};
    const bool time = axis == XAxis::elapsed || axis == XAxis::wallClock;
    const bool whole = axis != XAxis::tokens || span > 8;
    const auto next = [&](double least) {
        return time ? roundTimeStep(least) : roundStep(least, whole);
    };
    double step = next(span * 30 / width);
    for (int attempt = 0; attempt < 40; ++attempt) {
        std::vector<Tick> ticks = ticksAt(scale, axis, step);
        if (roomFor(ticks, scale, font))
            return ticks;
        step = next(step * 1.01);
    }
    return {};
}

QString positionText(double x, XAxis axis) {
    switch (axis) {
    case XAxis::step:
        return fixedNumber(x, 0);
    case XAxis::sinceResume:
        return signedNumber(x);
    case XAxis::elapsed:
        return QString::fromStdString(formatElapsed(x));
    case XAxis::wallClock:
        return utc(x, QStringLiteral("d MMM, HH:mm:ss"));
    case XAxis::tokens:
        return QString::fromStdString(formatTokens(x));
    }
    return {};
}

} // namespace tachograph::widgets
