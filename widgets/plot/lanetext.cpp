#include "widgets/plot/lanetext.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

constexpr QChar minusSign(0x2212);
constexpr QChar narrowBlank(0x202F);

/// Seconds: 2, 1, 0 decimals under 10, under 100 and from there on; three significant digits under 0.1.
int durationDecimals(double size) {
    if (size >= 99.95)
        return 0;
    if (size >= 9.995)
        return 1;
    if (size >= 0.1 || size == 0.0)
        return 2;
    return std::min(6, 2 - static_cast<int>(std::floor(std::log10(size))));
}

} // namespace

QString fixedNumber(double value, int decimals) {
    QString digits = QString::number(std::abs(value), 'f', decimals);
    const bool zero = std::ranges::none_of(digits, [](QChar c) { return c >= u'1' && c <= u'9'; });
    const qsizetype point = digits.indexOf(u'.');
    for (qsizetype i = (point < 0 ? digits.size() : point) - 3; i > 0; i -= 3)
        digits.insert(i, u',');
    return value < 0 && !zero ? minusSign + digits : digits;
}

QString laneValue(double value, const QString& unit) {
    if (!std::isfinite(value))
        return QString::fromStdString(formatNumber(value));
    const double size = std::abs(value);
    if (unit == u"s" || unit == u"d")
        return fixedNumber(value, durationDecimals(size));
    if (unit == u"Ktok/s" || unit == u"Mtok" || unit == u"Ktok" || unit == u"GiB")
        return fixedNumber(value, size < 1 ? 2 : 1);
    if (unit == u"%")
        return fixedNumber(value, size < 10 ? 1 : 0);
    if (unit == u"×")
        return u'×' + fixedNumber(value, size >= 0.9 && size < 1.1 ? 3 : 2);
    if ((unit == u"tok" || unit == u"tok/s" || unit == u"1/h" || unit == u"items") && size >= 100)
        return fixedNumber(value, 0);
    return QString::fromStdString(formatNumber(value, 4));
}

QString laneQuantity(double value, const QString& unit) {
    QString number = laneValue(value, unit);
    if (unit.isEmpty() || unit == u"×")
        return number;
    return number + (unit == u"%" ? QString(narrowBlank) : QStringLiteral(" ")) + unit;
}

QString spokenUnit(const QString& unit) {
    static const std::pair<const char16_t*, const char*> names[] = {
        {u"s", "seconds"},
        {u"d", "days"},
        {u"tok", "tokens"},
        {u"tok/s", "tokens per second"},
        {u"Ktok/s", "thousand tokens per second"},
        {u"1/h", "per hour"},
        {u"%", "percent"},
        {u"batches/s", "batches per second"},
        {u"Mtok", "million tokens"},
    };
    for (const auto& [sign, name] : names)
        if (unit == QStringView(sign))
            return QString::fromLatin1(name);
    return unit;
}

} // namespace tachograph::widgets
