#include "models/items/comparedtables.h"

#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tachograph::models {

namespace {

const QString notLogged = QStringLiteral("not logged");

void addEta(ComparedTable& table, const QString& name, const EtaPoint& point) {
    if (!point.printed && !point.implied)
        return;
    QStringList row{name, QString::number(point.step), point.printed ? toQt(formatEta(*point.printed)) : notLogged,
                    point.implied ? toQt(formatEta(*point.implied)) : QStringLiteral("total not logged")};
    row += point.printed && point.implied && *point.implied > 0.0 ? toQt(formatFactor(*point.printed / *point.implied))
                                                                  : QString();
    table.rows.push_back(row);
}

void addEtas(ComparedTable& table, const QString& name, const EtaCheck& check) {
    addEta(table, name, check.quoted);
    if (check.worst && check.worst->step != check.quoted.step)
        addEta(table, name + QStringLiteral(", widest gap"), *check.worst);
}

QString bytesText(const std::optional<double>& bytes, const QString& otherwise) {
    return bytes && std::isfinite(*bytes) ? toQt(formatQuantity(*bytes, "B")) : otherwise;
}

QString headroomText(const std::optional<double>& used, const std::optional<double>& capacity) {
    return used && capacity ? toQt(formatQuantity(*capacity - *used, "B")) : QString();
}

} // namespace

ComparedTable etaTable(const Comparison& comparison) {
    ComparedTable table;
    table.header = {QStringLiteral("Run"), QStringLiteral("Step"), QStringLiteral("Printed"),
                    QStringLiteral("True pace"), QStringLiteral("Ratio")};
    if (!comparison.etaA.quoted.printed && !comparison.etaB.quoted.printed)
        return table;
    addEtas(table, QStringLiteral("A"), comparison.etaA);
    addEtas(table, QStringLiteral("B"), comparison.etaB);
    return table;
}

ComparedTable memoryTable(const Comparison& comparison) {
    ComparedTable table;
    const bool capacity = std::ranges::any_of(
        comparison.memory, [](const MemoryFigures& figures) { return figures.capacity.has_value(); });
    table.header = {QStringLiteral("GPU"), QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("Change")};
    if (capacity)
        table.header += {QStringLiteral("Capacity"), QStringLiteral("Free A"), QStringLiteral("Free B")};
    for (const MemoryFigures& figures : comparison.memory) {
        QStringList row{toQt(figures.gpu), bytesText(figures.a, notLogged), bytesText(figures.b, notLogged)};
        row +=
            figures.a && figures.b && *figures.a > 0.0 ? toQt(formatChange(*figures.b / *figures.a - 1.0)) : QString();
        if (capacity)
            row += {bytesText(figures.capacity, notLogged), headroomText(figures.a, figures.capacity),
                    headroomText(figures.b, figures.capacity)};
        table.rows.push_back(row);
    }
    QStringList remarks;
    for (const OomReport& report : comparison.ooms)
        remarks += shown(report.text, 300);
    table.remark = remarks.join(QLatin1Char(' '));
    return table;
}

void ComparedTableModel::setTable(ComparedTable table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int ComparedTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ComparedTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
}

QVariant ComparedTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    return m_table.rows[static_cast<std::size_t>(index.row())].value(index.column());
}

QVariant ComparedTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
    return role == Qt::DisplayRole ? QVariant(m_table.header.at(section)) : QVariant();
}

} // namespace tachograph::models
