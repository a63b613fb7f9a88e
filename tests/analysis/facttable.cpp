#include "tests/analysis/facttable.h"

#include "tests/support/samples.h"

#include <QTest>

#include <cmath>

namespace tachograph::tests {

QList<QStringList> cellsOf(const char* table) {
    QList<QStringList> rows;
    for (const QString& line : QString(table).split('\n', Qt::SkipEmptyParts)) {
        QStringList cells;
        for (const QString& cell : line.split('|'))
            cells += cell.trimmed();
        rows += cells;
    }
    return rows;
}

void eachRowOf(const char* table, int cellsInName) {
    QTest::addColumn<QStringList>("fact");
    for (const QStringList& row : cellsOf(table))
        QTest::newRow(qPrintable(row.mid(0, cellsInName).join(' '))) << row;
}

std::vector<RunPtr> open(const QString& path) {
    auto runs = openRuns(sharedData(path.toStdString()));
    if (!runs)
        qFatal("%s", runs.error().message.c_str());
    return std::move(runs).value();
}

bool same(double value, const QString& fact) {
    return std::abs(value - fact.toDouble()) <= 5e-6 * std::abs(fact.toDouble()) + 1e-12;
}

QString differenceOf(const Run& run, const Series& series, const QStringList& fact) {
    const SeriesFigures figures = run.figures(series);
    const QStringList counts{QString::number(figures.finite), QString::number(figures.firstStep),
                             QString::number(figures.lastStep)};
    if (counts != fact.mid(0, 3))
        return counts.join(' ') + " instead of " + fact.mid(0, 3).join(' ');
    const double values[] = {figures.median, figures.early, figures.late};
    for (int i = 0; i < 3; ++i)
        if (!same(values[i], fact[3 + i]))
            return QString::number(values[i], 'g', 9) + " instead of " + fact[3 + i];
    const QString none = QString::number(figures.nonfinite + series.missingRows.size());
    return none == fact[6] ? QString() : none + " without a value instead of " + fact[6];
}

} // namespace tachograph::tests
