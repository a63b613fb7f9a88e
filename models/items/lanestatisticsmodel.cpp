#include "models/items/lanestatisticsmodel.h"

#include "models/convert.h"

#include <array>
#include <cmath>
#include <limits>

namespace tachograph::models {

namespace {

constexpr std::array rowTitles = {"Values",     "Median", "Lower quartile", "Upper quartile",
                                  "Scaled MAD", "Least",  "Greatest"};

} // namespace

LaneStatisticsModel::LaneStatisticsModel(QObject* parent) : QAbstractTableModel(parent) {}

void LaneStatisticsModel::setView(LaneStatisticsPtr view) {
    beginResetModel();
    m_view = std::move(view);
    endResetModel();
}

int LaneStatisticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_view || m_view->quantities.empty() ? 0 : static_cast<int>(rows);
}

int LaneStatisticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_view ? 0 : static_cast<int>(m_view->quantities.size());
}

QString LaneStatisticsModel::cell(int row, int column, bool exact) const {
    const QuantityStatistics& quantity = m_view->quantities[static_cast<std::size_t>(column)];
    if (row == countRow)
        return exact ? QString::number(quantity.count())
                     : toQt(formatCount(static_cast<std::int64_t>(quantity.count())));
    if (quantity.count() == 0)
        return exact ? QString() : QString(QChar(0x2013));
    const std::array<double, rows> values = {std::numeric_limits<double>::quiet_NaN(),
                                             quantity.median,
                                             quantity.lowerQuartile,
                                             quantity.upperQuartile,
                                             quantity.scaledMad,
                                             quantity.sorted.front(),
                                             quantity.sorted.back()};
    const double value = values[static_cast<std::size_t>(row)];
    return toQt(exact ? machineNumber(value) : formatNumber(value, 4));
}

QVariant LaneStatisticsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole)
        return cell(index.row(), index.column(), false);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole)
        return QStringLiteral("%1, %2: %3")
            .arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                 headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString(),
                 cell(index.row(), index.column(), false));
    return {};
}

QVariant LaneStatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (orientation == Qt::Horizontal ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return section < rows ? QString::fromLatin1(rowTitles[static_cast<std::size_t>(section)]) : QVariant();
    return section < columnCount() ? m_view->quantities[static_cast<std::size_t>(section)].title : QVariant();
}

QString LaneStatisticsModel::asTsv() const {
    if (!m_view)
        return {};
    const auto plain = [](QString title) {
        return title.replace(u'\t', u' ').replace(u'\n', u' ');
    };
    QString text =
        plain(m_view->title) + (m_view->unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(m_view->unit));
    for (int column = 0; column < columnCount(); ++column)
        text += u'\t' + plain(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < rowCount(); ++row) {
        text += u'\n' + headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        for (int column = 0; column < columnCount(); ++column)
            text += u'\t' + cell(row, column, true);
    }
    text += QStringLiteral("\nWithout a value\t%1\n").arg(m_view->missing);
    return text;
}

} // namespace tachograph::models
