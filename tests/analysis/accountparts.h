#pragma once

#include "analysis/attribution/bill.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

/// What tests ask of an account.
namespace tachograph::tests {

inline TimeAccount accountOf(const Run& run, const BillOptions& options = {}) {
    return accountTime(run, timeLedger(run), options);
}

inline double sumOf(const std::vector<TimePart>& parts) {
    double sum = 0.0;
    for (const TimePart& part : parts)
        sum += part.seconds;
    return sum;
}

inline const TimePart* partOf(const std::vector<TimePart>& parts, const QString& id) {
    for (const TimePart& part : parts)
        if (id == QString::fromStdString(part.id))
            return &part;
    return nullptr;
}

inline double secondsOf(const std::vector<TimePart>& parts, const QString& id) {
    const TimePart* part = partOf(parts, id);
    return part ? part->seconds : std::nan("");
}

inline bool near(double found, double expected, double share) {
    return std::abs(found - expected) <= share * std::abs(expected);
}

/// "length 1.2, phase/generation 0.3": for messages of tests that fail.
inline QByteArray textOf(const std::vector<TimePart>& parts) {
    QStringList text;
    for (const TimePart& part : parts)
        text << QString::fromStdString(part.id) + ' ' + QString::number(part.seconds);
    return text.join(", ").toUtf8();
}

/// Why the parts of all three views do not add up; empty when they do.
inline QString whyNotExact(const TimeAccount& account) {
    const auto check = [](const char* view, double sum, double wanted, double scale) {
        return std::abs(sum - wanted) <= 1e-9 * std::max(1.0, scale)
                   ? QString()
                   : QString("%1: %2 instead of %3").arg(view).arg(sum, 0, 'g', 12).arg(wanted, 0, 'g', 12);
    };
    QString why = check("above", sumOf(account.bill.parts), account.bill.above, account.bill.seconds) +
                  check("whole", sumOf(account.bill.whole), account.bill.seconds, account.bill.seconds);
    if (account.change.notApplicable.empty())
        why += check("change", sumOf(account.change.parts), account.change.after - account.change.before,
                     account.change.after);
    return why;
}

} // namespace tachograph::tests
