#include "models/items/offeredrunsmodel.h"

#include "models/convert.h"

#include <QDateTime>
#include <QLocale>

#include <array>
#include <cmath>

namespace tachograph::models {

namespace {

QString startText(double seconds) {
    if (!std::isfinite(seconds))
        return QStringLiteral("not logged");
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
    return QLocale::c().toString(when, QStringLiteral("d MMM yyyy, HH:mm"));
}

/// What is not logged sorts before everything that is.
double sortable(double value) {
    return std::isfinite(value) ? value : -INFINITY;
}

} // namespace

OfferedRunsModel::OfferedRunsModel(RunOffer offer, QObject* parent)
    : QAbstractTableModel(parent), m_offer(std::move(offer)) {}

int OfferedRunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_offer.runs.size());
}

int OfferedRunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant OfferedRunsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const OfferedRun& run = m_offer.runs[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (index.column() == nameColumn ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != sortRole && role != Qt::ToolTipRole)
        return {};
    const bool sorted = role == sortRole;
    switch (index.column()) {
    case nameColumn:
        return run.name;
    case stepsColumn:
        return sorted ? QVariant::fromValue<qulonglong>(run.steps)
                      : QVariant(toQt(formatCount(static_cast<std::int64_t>(run.steps))));
    case startColumn:
        if (role == Qt::ToolTipRole)
            return std::isfinite(run.start) ? toQt(formatUtc(run.start)) + QStringLiteral(" UTC") : QString();
        return sorted ? QVariant(sortable(run.start)) : QVariant(startText(run.start));
    case durationColumn:
        if (sorted)
            return sortable(run.seconds);
        return std::isfinite(run.seconds) ? toQt(formatElapsed(run.seconds)) : QStringLiteral("not logged");
    default:
        return {};
    }
}

QVariant OfferedRunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr std::array titles = {"Run", "Steps", "Start", "Duration"};
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 && section < columns)
        return QString::fromLatin1(titles[static_cast<std::size_t>(section)]);
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (section == nameColumn ? Qt::AlignLeft : Qt::AlignRight));
    return {};
}

} // namespace tachograph::models
