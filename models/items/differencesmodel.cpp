#include "models/items/differencesmodel.h"

#include "models/convert.h"

#include <algorithm>

namespace tachograph::models {

namespace {

constexpr std::size_t mostCellCharacters = 300;

const QString notSet = QStringLiteral("not set");
const QString togetherRemark = QStringLiteral("changed together, cannot be separated");

QString remarkOf(const SettingDifference& row, bool together) {
    QStringList parts;
    if (row.kind == SettingDifference::Kind::noEffect)
        parts += QStringLiteral("no effect");
    if (!row.remark.empty())
        parts += shown(row.remark, mostCellCharacters);
    if (together)
        parts += togetherRemark;
    return parts.join(QStringLiteral("; "));
}

QString markdownCell(QString text) {
    return text.replace(QLatin1Char('|'), QLatin1String("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

void DifferencesModel::setView(const ComparisonViewPtr& view) {
    beginResetModel();
    m_rows.clear();
    m_equal = m_settings = m_folded = 0;
    if (view) {
        const Comparison& comparison = view->comparison;
        m_equal = comparison.equalSettings;
        addSettings(comparison.environment, comparison.expectation);
        addSettings(comparison.config, comparison.expectation);
        std::ranges::stable_sort(m_rows, {}, rankOf);
        for (const MessageDifference& message : comparison.messages) {
            Row row;
            row.message = true;
            const QString times = QStringLiteral("%1 times").arg(message.count);
            row.cells[keyColumn] =
                message.newInB ? QStringLiteral("message new in B") : QStringLiteral("message gone in B");
            row.cells[message.newInB ? bColumn : aColumn] = shown(message.text, mostCellCharacters);
            row.cells[message.newInB ? aColumn : bColumn] = QStringLiteral("not logged");
            row.cells[remarkColumn] = message.count == 1 ? QStringLiteral("once") : times;
            m_rows.push_back(std::move(row));
        }
    }
    endResetModel();
}

/// What changed together comes first, and of it what there is more to be said of.
int DifferencesModel::rankOf(const Row& row) {
    if (!row.together)
        return 2;
    return row.cells[remarkColumn] == togetherRemark ? 1 : 0;
}

void DifferencesModel::addSettings(const std::vector<SettingDifference>& rows, const Expectation& expectation) {
    using Change = SettingDifference::Change;
    for (const SettingDifference& difference : rows) {
        if (difference.kind == SettingDifference::Kind::identity) {
            ++m_folded;
            continue;
        }
        ++m_settings;
        Row row;
        row.together = expectation.inseparable.size() > 1 &&
                       std::ranges::find(expectation.inseparable, difference.key) != expectation.inseparable.end();
        row.cells[keyColumn] = shown(difference.key, mostCellCharacters);
        row.cells[aColumn] = difference.change == Change::added ? notSet : shown(difference.a, mostCellCharacters);
        row.cells[bColumn] = difference.change == Change::removed ? notSet : shown(difference.b, mostCellCharacters);
        row.cells[remarkColumn] = remarkOf(difference, row.together);
        m_rows.push_back(std::move(row));
    }
}

int DifferencesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DifferencesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant DifferencesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return row.cells[static_cast<std::size_t>(index.column())];
    if (role == messageRole)
        return row.message;
    return role == changesTogetherRole ? QVariant(row.together) : QVariant();
}

QVariant DifferencesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    static const char* const titles[columns] = {"Row", "A", "B", "What it can explain"};
    return role == Qt::DisplayRole ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

QString DifferencesModel::tally() const {
    QString text = QStringLiteral("%1 differ, %2 the same").arg(m_settings).arg(m_equal);
    if (m_folded > 0)
        text += QStringLiteral(", %1 that always differ left out").arg(m_folded);
    return text;
}

QString DifferencesModel::asMarkdown() const {
    QString text = QStringLiteral("| Row | A | B | What it can explain |\n|---|---|---|---|\n");
    for (const Row& row : m_rows) {
        for (const QString& cell : row.cells)
            text += QStringLiteral("| ") + markdownCell(cell) + QLatin1Char(' ');
        text += QLatin1String("|\n");
    }
    return text;
}

} // namespace tachograph::models
