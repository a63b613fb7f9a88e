#include "models/runverdict.h"

#include "models/convert.h"
#include "models/examining.h"
#include "models/review/reviews.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace tachograph::models {

namespace {

QString counted(std::size_t number, const char* one, const char* many) {
    return QStringLiteral("%1 %2").arg(number).arg(QLatin1String(number == 1 ? one : many));
}

void countFindings(RunVerdict& verdict, const Diagnosis& diagnosis, const RunReview& review) {
    for (const Finding* finding : diagnosis.findings()) { // the gravest first
        if (dismissalOf(review, *finding)) {
            ++verdict.dismissed;
            continue;
        }
        if (verdict.gravest.isEmpty()) {
            verdict.gravest = shown(finding->code);
            verdict.severity = finding->severity;
        }
        ++verdict.counts.at(static_cast<std::size_t>(finding->severity));
    }
}

} // namespace

RunVerdict runVerdict(const OpenRun& run, const RunReview& review, bool stopped) {
    RunVerdict verdict;
    if (!run.run || run.state != OpenRun::State::ready)
        return verdict;
    verdict.state = run.diagnosis ? RunVerdict::State::examined
                    : stopped     ? RunVerdict::State::stopped
                                  : RunVerdict::State::waiting;
    if (run.diagnosis) {
        verdict.judged = run.diagnosis->judged();
        countFindings(verdict, *run.diagnosis, review);
    }
    return verdict;
}

RunVerdict runVerdict(Session& session, const OpenRun& run) {
    return runVerdict(run, *session.reviews().of(run.id), Examining::of(session).stopped(run.id));
}

QString verdictHead(const RunVerdict& verdict) {
    switch (verdict.state) {
    case RunVerdict::State::unread:
        return {};
    case RunVerdict::State::waiting:
        return QStringLiteral("not yet examined");
    case RunVerdict::State::stopped:
        return QStringLiteral("not examined");
    case RunVerdict::State::examined:
        break;
    }
    if (!verdict.gravest.isEmpty())
        return verdict.gravest;
    return verdict.judged || verdict.dismissed > 0 ? QStringLiteral("no findings")
                                                   : QStringLiteral("no findings, too little logged");
}

QString verdictText(const RunVerdict& verdict) {
    QStringList parts;
    if (const QString head = verdictHead(verdict); !head.isEmpty())
        parts << head;
    const auto number = [&verdict](Severity severity) {
        return verdict.counts.at(static_cast<std::size_t>(severity));
    };
    if (const std::size_t critical = number(Severity::critical); critical > 0)
        parts << counted(critical, "critical", "critical");
    if (const std::size_t warnings = number(Severity::warning); warnings > 0)
        parts << counted(warnings, "warning", "warnings");
    if (const std::size_t info = number(Severity::info); info > 0)
        parts << counted(info, "info", "info");
    if (verdict.dismissed > 0)
        parts << counted(verdict.dismissed, "dismissed", "dismissed");
    return parts.join(QStringLiteral(", "));
}

double gravity(const RunVerdict& verdict) {
    if (verdict.state != RunVerdict::State::examined)
        return std::numeric_limits<double>::quiet_NaN();
    constexpr double most = 1e4; // more findings of one severity weigh as these
    double weight = 0;
    for (std::size_t i = verdict.counts.size(); i-- > 0;)
        weight = weight * most + std::min(static_cast<double>(verdict.counts.at(i)), most - 1);
    return weight;
}

} // namespace tachograph::models
