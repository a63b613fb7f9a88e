#pragma once

#include "analysis/importers/openrun.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <vector>

/// What tests of the facts beside the shared recordings have in common.
namespace tachograph::tests {

/// The cells of every line of a table, blanks around them taken off.
QList<QStringList> cellsOf(const char* table);

/// A test row "fact" for each line of the table, named after its first cells.
void eachRowOf(const char* table, int cellsInName);

/// The runs of a shared recording; aborts the test program when it cannot be opened.
std::vector<RunPtr> open(const QString& path);

/// Equal to six significant digits, the precision in which the facts are written.
bool same(double value, const QString& fact);

/// Compares figures with "count | first step | last step | median | early | late | NaN, infinities and nulls"; what
/// differs, or nothing.
QString differenceOf(const Run& run, const Series& series, const QStringList& fact);

} // namespace tachograph::tests
