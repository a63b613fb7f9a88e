#pragma once

#include "analysis/detectors/detector.h"
#include "tests/support/runtext.h"

#include <QByteArray>
#include <QRegularExpression>
#include <QString>
#include <QTest>

namespace tachograph::tests {

/// A verdict as text, to compare with: "clear: REASON", or "found info: SUMMARY", several findings on lines of their
/// own with "places 5 9" in front of the summary when there are any.
inline QString verdictText(const DetectorResult& result) {
    if (result.findings.empty())
        return QString("%1: %2").arg(outcomeName(result.outcome), QString::fromStdString(result.reason));
    QStringList lines;
    for (const Finding& finding : result.findings) {
        QString line = QString("found %1 at %2").arg(severityName(finding.severity)).arg(finding.firstStep);
        if (finding.lastStep != finding.firstStep)
            line += QString("..%1").arg(finding.lastStep);
        lines.append(line + ": " + QString::fromStdString(finding.summary));
    }
    return lines.join('\n');
}

/// Columns of a test of detectors: the detector, a run as text (runtext.h) in a format, knob values, and what the
/// verdict must begin with and must hold (patterns, one a line).
inline void verdictColumns() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<QByteArray>("expected");
}

/// Empty, or what is missing in the verdict.
inline QString faultOfVerdict(const Run& run, const QByteArray& code, const QByteArray& expected,
                              const KnobValues& knobs = {}) {
    const Detector* detector = detectorByCode(code.toStdString());
    if (!detector)
        return "no detector " + code;
    const QString text = verdictText(detector->examine(run, knobs, {}));
    for (const QByteArray& line : expected.split('\n')) {
        const QString part = QString::fromUtf8(line.trimmed());
        const bool absent = part.startsWith("NOT ");
        if (part.isEmpty() || text.contains(absent ? part.mid(4) : part) != absent)
            continue;
        return (absent ? "unwanted: " : "missing: ") + part + "\nin: " + text;
    }
    return {};
}

} // namespace tachograph::tests
