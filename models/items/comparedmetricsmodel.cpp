#include "models/items/comparedmetricsmodel.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <algorithm>
#include <cmath>

namespace tachograph::models {

namespace {

QString pairText(double a, double b) {
    return toQt(formatNumber(a, 3)) + QStringLiteral(", ") + toQt(formatNumber(b, 3));
}

/// A cell is narrow: rates of batches as the consoles write them.
QString cellText(double value, const std::string& unit) {
    if (unit == "batches/s" && std::isfinite(value))
        return toQt(formatNumber(value, 3)) + QStringLiteral(" b/s");
    return toQt(formatQuantity(value, unit));
}

QString verdictText(const MetricComparison& metric) {
    return std::isfinite(metric.effect) ? toQt(verdictTitle(metric.verdict)) : QStringLiteral("Not judged");
}

} // namespace

void ComparedMetricsModel::setView(const ComparisonViewPtr& view) {
    beginResetModel();
    m_rows.clear();
    m_tested = 0;
    if (view) {
        const Comparison& comparison = view->comparison;
        bool found = false;
        for (const MetricComparison& metric : comparison.metrics) {
            const bool headline =
                !found && metric.role == comparison.headlineMetric.role && metric.key == comparison.headlineMetric.key;
            found = found || headline;
            add(metric, headline);
        }
    }
    endResetModel();
}

void ComparedMetricsModel::add(const MetricComparison& metric, bool headline) {
    const bool judged = std::isfinite(metric.effect);
    Row row;
    row.headline = headline;
    row.cells[nameColumn] = toQt(roleInfo(metric.role).title);
    row.cells[aColumn] = cellText(metric.a.median, metric.unit);
    row.cells[bColumn] = cellText(metric.b.median, metric.unit);
    if (judged) {
        row.cells[changeColumn] = toQt(formatChange(metric.effect));
    }
    if (judged && std::isfinite(metric.low)) { // a value alone has no interval
        row.cells[intervalColumn] =
            toQt(formatChange(metric.low)) + QStringLiteral(" to ") + toQt(formatChange(metric.high));
        row.effect = QVariantList{1.0 + metric.low, 1.0 + metric.effect, 1.0 + metric.high};
    }
    if (metric.counted)
        row.cells[countColumn] = QStringLiteral("counted");
    else if (metric.a.count + metric.b.count > 0) {
        row.cells[countColumn] = toQt(formatCount(static_cast<std::int64_t>(metric.a.count))) + QStringLiteral(", ") +
                                 toQt(formatCount(static_cast<std::int64_t>(metric.b.count)));
        row.cells[effectiveColumn] = pairText(metric.a.effective, metric.b.effective);
    }
    row.note = shown(metric.note, 200);
    row.cells[verdictColumn] = verdictText(metric);
    row.verdict = judged ? QLatin1String(verdictName(metric.verdict)) : QString();
    m_tested += std::isfinite(metric.pHolm) && judged && !metric.counted ? 1 : 0;
    m_rows.push_back(std::move(row));
    if (!metric.printed || !headline)
        return;
    addPrinted(metric, metric.printed->quoted);
    if (metric.printed->equalDistance)
        addPrinted(metric, *metric.printed->equalDistance);
}

void ComparedMetricsModel::addPrinted(const MetricComparison& metric, const PrintedPair& pair) {
    const bool equal = pair.distanceA == pair.distanceB;
    Row row;
    row.cells[nameColumn] = equal ? QStringLiteral("printed, both at +%1").arg(pair.distanceA)
                                  : QStringLiteral("printed, steps %1, %2").arg(pair.stepA).arg(pair.stepB);
    row.cells[aColumn] = cellText(pair.a, metric.unit);
    row.cells[bColumn] = cellText(pair.b, metric.unit);
    row.cells[changeColumn] = toQt(formatChange(pair.effect));
    row.note = equal ? QStringLiteral("averages since the start, the start-up in them")
                     : QStringLiteral("averages, %1 and %2 steps after the start: unequal")
                           .arg(pair.distanceA)
                           .arg(pair.distanceB);
    row.cells[verdictColumn] = QStringLiteral("Not judged");
    m_rows.push_back(std::move(row));
}

int ComparedMetricsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparedMetricsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant ComparedMetricsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: {
        const QString& cell = row.cells[index.column()];
        const bool noteCell = index.column() == effectColumn || index.column() == intervalColumn;
        return noteCell && cell.isEmpty() && !row.effect.isValid() ? row.note : cell;
    }
    case Qt::ToolTipRole:
        return row.note.isEmpty() ? row.cells[index.column()] : row.note;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (index.column() == nameColumn || index.column() == verdictColumn ||
                                                    index.column() == effectColumn
                                                ? Qt::AlignLeft
                                                : Qt::AlignRight));
    case effectRole:
        return row.effect;
    case noteRole:
        return row.note;
    case verdictRole:
        return row.verdict;
    case headlineRole:
        return row.headline;
    default:
        return {};
    }
}

QVariant ComparedMetricsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter |
                        (section == nameColumn || section == verdictColumn ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    static const char* const titles[columns] = {"Metric",        "A", "B",     "Change", "B / A",
                                                "95 % interval", "n", "n_eff", "Verdict"};
    return QString::fromUtf8(titles[section]);
}

QString ComparedMetricsModel::tally() const {
    return QStringLiteral("%1; Holm-corrected over the %2 tested").arg(m_rows.size()).arg(m_tested);
}

double ComparedMetricsModel::widestFactor() const {
    double widest = 1.05;
    for (const Row& row : m_rows)
        for (const QVariant& end : row.effect.toList())
            if (const double factor = end.toDouble(); factor > 0.0 && std::isfinite(factor))
                widest = std::max(widest, std::max(factor, 1.0 / factor));
    return widest;
}

QString ComparedMetricsModel::asText() const {
    QStringList lines{QStringLiteral("Metric\tA\tB\tChange\t95 % interval\tn\tn_eff\tVerdict")};
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            if (column != effectColumn)
                cells += data(index(row, column), Qt::DisplayRole).toString();
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tachograph::models
