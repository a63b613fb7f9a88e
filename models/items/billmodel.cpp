#include "models/items/billmodel.h"

#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"

#include <algorithm>
#include <cmath>

namespace tachograph::models {

void BillModel::setView(AccountViewPtr view, BillView which) {
    beginResetModel();
    m_view = std::move(view);
    m_which = which;
    m_rows.clear();
    if (m_view && m_view->account.notApplicable.empty()) {
        const TimeAccount& account = m_view->account;
        switch (which) {
        case BillView::above:
            addParts(0.0);
            addTotal(account.bill.above < 0.0 ? QStringLiteral("below the early rate")
                                              : QStringLiteral("above the early rate"),
                     account.bill.above);
            break;
        case BillView::change:
            if (!account.change.notApplicable.empty())
                break;
            addTotal(QStringLiteral("first fifth, a step"), account.change.before);
            addParts(account.change.before);
            addTotal(QStringLiteral("last fifth, a step"), account.change.after);
            break;
        case BillView::whole:
            addParts(0.0);
            addTotal(QStringLiteral("all steps"), account.bill.seconds);
        }
        for (const std::string& missing : account.notLogged) {
            Row row;
            row.kind = Kind::notLogged;
            row.cells[partColumn] = toQt(missing);
            row.cells[timeColumn] = QStringLiteral("not logged");
            m_rows.push_back(std::move(row));
        }
    }
    m_least = m_most = 0.0;
    for (const Row& row : m_rows) {
        m_least = std::min({m_least, row.from, row.to});
        m_most = std::max({m_most, row.from, row.to});
    }
    endResetModel();
}

void BillModel::addTotal(const QString& name, double seconds) {
    Row row;
    row.kind = Kind::total;
    row.cells[partColumn] = name;
    row.cells[timeColumn] =
        toQt(m_which == BillView::change ? formatStepTime(seconds) : formatElapsed(std::abs(seconds)));
    row.to = seconds;
    m_rows.push_back(std::move(row));
}

void BillModel::addParts(double level) {
    const std::vector<TimePart>& parts = partsOf(m_view->account, m_which);
    const std::vector<BillLine> lines = billLines(m_view->account, m_which);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Row row;
        row.cells[partColumn] = shown(lines[i].name, 100);
        row.cells[timeColumn] = toQt(lines[i].amount);
        row.cells[shareColumn] = toQt(lines[i].share);
        row.note = shown(lines[i].note, 200);
        row.lane = laneOf(parts[i]);
        row.id = toQt(parts[i].id);
        row.from = level;
        level += parts[i].seconds;
        row.to = level;
        if (!parts[i].places.empty()) {
            const auto [first, last] = std::ranges::minmax(parts[i].places);
            row.places = StepRange{first, last};
        }
        m_rows.push_back(std::move(row));
    }
}

/// Phases share a lane; what has no lane of its own is seen in the step time.
QString BillModel::laneOf(const TimePart& part) const {
    if (part.id.starts_with("phase/") || part.id == "unaccounted")
        return QStringLiteral("split");
    if (part.id == "length" || part.id == "tail")
        return QStringLiteral("completion_length");
    if (const Series* series = part.id == "tokens" ? m_view->run->forRole(roles::tokensPerStep) : nullptr)
        return seriesLanePrefix + toQt(series->key);
    return QStringLiteral("step_time");
}

std::optional<StepRange> BillModel::places(int row) const {
    return m_rows[static_cast<std::size_t>(row)].places;
}

int BillModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BillModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant BillModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.cells[index.column()];
    case Qt::ToolTipRole:
        return row.note;
    case Qt::TextAlignmentRole:
        return index.column() == partColumn ? QVariant() : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::AccessibleTextRole: {
        QString text;
        for (const QString& part : {row.cells[partColumn], row.cells[timeColumn], row.cells[shareColumn], row.note})
            if (!part.isEmpty())
                text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + part;
        return index.column() == partColumn ? QVariant(text) : QVariant();
    }
    case kindRole:
        return static_cast<int>(row.kind);
    case fromRole:
        return row.from;
    case toRole:
        return row.to;
    case leastRole:
        return m_least;
    case mostRole:
        return m_most;
    case noteRole:
        return row.note;
    case laneRole:
        return row.lane;
    case idRole:
        return row.id;
    default:
        return {};
    }
}

QVariant BillModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static const char* const titles[columns] = {"Part", "Time", "Share"};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columns)
        return {};
    return QString::fromLatin1(titles[section]);
}

QString BillModel::asText() const {
    if (!m_view)
        return {};
    const BillText text = billText(m_view->account);
    QString out;
    for (const std::string* line : {&text.headline, &text.basis, &text.worth, &text.bought})
        if (!line->empty())
            out += toQt(*line) + QLatin1Char('\n');
    for (const Row& row : m_rows)
        out += row.cells[partColumn] + QLatin1Char('\t') + row.cells[timeColumn] + QLatin1Char('\t') +
               row.cells[shareColumn] + QLatin1Char('\t') + row.note + QLatin1Char('\n');
    return out;
}

} // namespace tachograph::models
