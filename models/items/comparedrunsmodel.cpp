#include "models/items/comparedrunsmodel.h"

#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/items/comparedmetricsmodel.h"

#include <algorithm>
#include <cmath>

namespace tachograph::models {

namespace {

QString quantityText(const MetricComparison& metric, double value) {
    return metric.role.empty() || !std::isfinite(value) ? QString() : toQt(formatQuantity(value, metric.unit));
}

QString runText(const Run& run) {
    return QStringLiteral("%1  %2 to %3").arg(shown(run.name(), 200)).arg(run.firstStep()).arg(run.lastStep());
}

} // namespace

void ComparedRunsModel::setView(const ComparisonViewPtr& view) {
    beginResetModel();
    m_rows.clear();
    if (view && !view->others.empty()) {
        addBaseline(view->comparison);
        for (const Comparison& other : view->others)
            addOther(other, view->comparison);
    }
    endResetModel();
}

void ComparedRunsModel::addBaseline(const Comparison& comparison) {
    Row row;
    row.cells[letterColumn] = QStringLiteral("A");
    row.cells[nameColumn] = runText(*comparison.a);
    row.cells[valueColumn] = quantityText(comparison.headlineMetric, comparison.headlineMetric.a.median);
    row.note = QStringLiteral("the baseline");
    m_rows.push_back(std::move(row));
}

void ComparedRunsModel::addOther(const Comparison& other, const Comparison& shownPair) {
    const MetricComparison& metric = other.headlineMetric;
    Row row;
    row.isB = other.b == shownPair.b;
    row.cells[letterColumn] = row.isB ? QStringLiteral("B") : QString();
    row.cells[nameColumn] = runText(*other.b);
    row.cells[valueColumn] = quantityText(metric, metric.b.median);
    if (metric.role != shownPair.headlineMetric.role && !metric.role.empty()) // the values are not of one quantity
        row.note = toQt(roleInfo(metric.role).title).toLower();
    if (std::isfinite(metric.effect) && !metric.role.empty()) {
        row.cells[changeColumn] = toQt(formatChange(metric.effect));
        row.cells[effectiveColumn] = toQt(formatNumber(metric.a.effective, 3)) + QStringLiteral(", ") +
                                     toQt(formatNumber(metric.b.effective, 3));
        if (std::isfinite(metric.low)) {
            row.cells[intervalColumn] =
                toQt(formatChange(metric.low)) + QStringLiteral(" to ") + toQt(formatChange(metric.high));
            row.effect = QVariantList{1.0 + metric.low, 1.0 + metric.effect, 1.0 + metric.high};
        }
    } else if (row.note.isEmpty()) {
        row.note =
            other.matched ? shown(other.matched->text, 200) : QStringLiteral("nothing that both could be judged by");
    }
    row.cells[verdictColumn] = toQt(verdictTitle(other.verdict));
    row.verdict = QLatin1String(verdictName(other.verdict));
    m_rows.push_back(std::move(row));
}

int ComparedRunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparedRunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant ComparedRunsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString& cell = row.cells[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == intervalColumn && cell.isEmpty() ? row.note : cell;
    case Qt::ToolTipRole:
        return cell.isEmpty() ? row.note : cell;
    case Qt::TextAlignmentRole:
        return QVariant(
            Qt::AlignVCenter |
            (index.column() <= nameColumn || index.column() == verdictColumn ? Qt::AlignLeft : Qt::AlignRight));
    case ComparedMetricsModel::effectRole:
        return row.effect;
    case ComparedMetricsModel::noteRole:
        return row.note;
    case ComparedMetricsModel::verdictRole:
        return row.verdict;
    case ComparedMetricsModel::headlineRole:
        return row.isB;
    default:
        return {};
    }
}

QVariant ComparedRunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter |
                        (section <= nameColumn || section == verdictColumn ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    static const char* const titles[columns] = {"",    "Run",           "Value", "Change",
                                                "/ A", "95 % interval", "n_eff", "Verdict"};
    return QString::fromUtf8(titles[section]);
}

double ComparedRunsModel::widestFactor() const {
    double widest = 1.05;
    for (const Row& row : m_rows)
        for (const QVariant& end : row.effect.toList())
            if (const double factor = end.toDouble(); factor > 0.0 && std::isfinite(factor))
                widest = std::max(widest, std::max(factor, 1.0 / factor));
    return widest;
}

QString ComparedRunsModel::asText() const {
    QStringList lines{QStringLiteral("Role\tRun\tValue\tChange\t95 % interval\tn_eff\tVerdict")};
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
