#include "models/items/issuesmodel.h"

#include "models/convert.h"

namespace tachograph::models {

namespace {
QString count(std::size_t number) {
    return toQt(formatCount(static_cast<std::int64_t>(number)));
}
} // namespace

IssuesModel::IssuesModel(Session& session, QObject* parent) : QAbstractTableModel(parent), m_session(session) {
    connect(&session, &Session::runsChanged, this, &IssuesModel::follow);
    connect(&session, &Session::currentChanged, this, &IssuesModel::follow);
    follow();
}

void IssuesModel::follow() {
    const OpenRun* current = m_session.current();
    const RunPtr run = current ? current->run : nullptr;
    if (run == m_run)
        return;
    beginResetModel();
    m_run = run;
    endResetModel();
}

int IssuesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_run ? 0 : static_cast<int>(m_run->issues().kept.size());
}

int IssuesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant IssuesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_run)
        return {};
    const Issue& found = issue(index.row());
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        switch (index.column()) {
        case whereColumn:
            return shown(found.where, 200);
        case whatColumn:
            return shown(found.text);
        default:
            return shown(found.excerpt, 200);
        }
    return {};
}

QVariant IssuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static const char* const titles[columns] = {"Where", "What was found and done", "Text"};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columns)
        return {};
    return QString::fromLatin1(titles[section]);
}

QString IssuesModel::tally() const {
    if (!m_run)
        return {};
    const Issues& issues = m_run->issues();
    const QString in = QStringLiteral(" in ") + shown(m_run->name(), 200);
    if (issues.total == 0)
        return QStringLiteral("none") + in;
    return issues.total == issues.kept.size()
               ? count(issues.total) + in
               : QStringLiteral("first %1 of %2").arg(count(issues.kept.size()), count(issues.total)) + in;
}

QString IssuesModel::asText() const {
    QString text;
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columns; ++column)
            text += (column == 0 ? QString() : QStringLiteral("\t")) + index(row, column).data().toString();
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace tachograph::models
