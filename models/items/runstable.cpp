#include "models/items/runstable.h"

#include "models/convert.h"
#include "models/following/watching.h"
#include "models/runverdict.h"

#include <QStringList>

#include <cmath>

namespace tachograph::models {

namespace {

QString number(double value) {
    return std::isfinite(value) ? toQt(machineNumber(value)) : QString();
}

/// Verdict, then the number of findings by severity; empty before the run is examined.
QStringList verdictCells(const RunVerdict& verdict) {
    QStringList cells{verdictHead(verdict)};
    for (const Severity severity : {Severity::critical, Severity::warning, Severity::info})
        cells << (verdict.state == RunVerdict::State::examined
                      ? QString::number(verdict.counts.at(static_cast<std::size_t>(severity)))
                      : QString());
    return cells;
}

/// Against a baseline that is there and has the quantity; its own row says that it is the baseline.
QString againstBaseline(const OpenRun& run, const RunFigureStore& figures, std::uint64_t baseline) {
    if (run.id == baseline)
        return QStringLiteral("baseline");
    const double change = figures.of(run.id).stepTime / figures.of(baseline).stepTime - 1.0;
    return std::isfinite(change) ? toQt(formatChange(change)) : QString();
}

QString line(QStringList cells, TableForm form) {
    for (QString& cell : cells) {
        cell.replace(QLatin1Char('\t'), QLatin1Char(' '));
        if (form == TableForm::markdown)
            cell.replace(QLatin1Char('|'), QLatin1String("\\|"));
    }
    return form == TableForm::tabs ? cells.join(QLatin1Char('\t')) + QLatin1Char('\n')
                                   : QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

} // namespace

QString runsTable(Session& session, const RunFigureStore& figures, const std::vector<std::uint64_t>& runs,
                  TableForm form) {
    const std::uint64_t baseline = Watching::of(session).baseline();
    QStringList titles{QStringLiteral("Run"),
                       QStringLiteral("Steps"),
                       QStringLiteral("Step time (s)"),
                       QStringLiteral("Throughput (tok/s)"),
                       QStringLiteral("Completion length (tok)"),
                       QStringLiteral("Reward"),
                       QStringLiteral("Gravest finding"),
                       QStringLiteral("Critical"),
                       QStringLiteral("Warnings"),
                       QStringLiteral("Info")};
    if (baseline != 0)
        titles << QStringLiteral("Step time against the baseline");
    QString text = line(titles, form);
    if (form == TableForm::markdown)
        text += QLatin1Char('|') + QStringLiteral("---|").repeated(titles.size()) + QLatin1Char('\n');
    for (const std::uint64_t id : runs) {
        const OpenRun* run = session.run(id);
        if (!run || !run->run)
            continue;
        const RunFigures& of = figures.of(id);
        QStringList cells{run->name,
                          QString::number(run->run->stepCount()),
                          number(of.stepTime),
                          number(of.throughput),
                          number(of.completionLength),
                          number(of.reward)};
        cells += verdictCells(runVerdict(session, *run));
        if (baseline != 0)
            cells << againstBaseline(*run, figures, baseline);
        text += line(cells, form);
    }
    return text;
}

} // namespace tachograph::models
