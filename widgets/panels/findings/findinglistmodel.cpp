#include "widgets/panels/findings/findinglistmodel.h"

#include "models/convert.h"

#include <algorithm>

namespace tachograph::widgets {

using models::FindingEntry;

namespace {

QString headingOf(Outcome outcome) {
    switch (outcome) {
    case Outcome::undecided:
        return FindingListModel::tr("Undecided");
    case Outcome::notApplicable:
        return FindingListModel::tr("Not applicable");
    case Outcome::clear:
        return FindingListModel::tr("Clear");
    case Outcome::failed:
        return FindingListModel::tr("Failed");
    case Outcome::canceled:
        return FindingListModel::tr("Not finished");
    case Outcome::found:
        break;
    }
    return FindingListModel::tr("Found");
}

} // namespace

FindingListModel::FindingListModel(models::FindingsModel& source, QObject* parent)
    : QAbstractListModel(parent), m_source(source) {
    connect(&source, &QAbstractItemModel::modelReset, this, &FindingListModel::rebuild);
    connect(&source, &QAbstractItemModel::dataChanged, this, &FindingListModel::rebuild);
    rebuild();
}

int FindingListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FindingListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const FindingListRow& what = row(index.row());
    const FindingEntry* said = what.entry < 0 ? nullptr : &m_source.entry(what.entry);
    switch (role) {
    case timelineIndexRole:
        return what.kind == FindingListRow::Kind::card ? said->timelineIndex : -1;
    case kindRole:
        return static_cast<int>(what.kind);
    case Qt::DisplayRole:
        return said ? said->code : what.heading;
    case Qt::AccessibleTextRole:
        if (!said)
            return what.heading;
        return what.kind == FindingListRow::Kind::card
                   ? tr("%1, %2, %3. %4")
                         .arg(said->code, models::toQt(severityName(said->severity)),
                              (QStringList{said->where} +
                               (said->dismissed ? QStringList{tr("dismissed")} : QStringList()) + said->badges)
                                  .join(QStringLiteral(", ")),
                              said->summary)
                   : tr("%1, %2. %3").arg(said->code, models::outcomeText(said->outcome), said->summary);
    default:
        return {};
    }
}

Qt::ItemFlags FindingListModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    return row(index.row()).kind == FindingListRow::Kind::card ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                                               : Qt::ItemIsEnabled;
}

int FindingListModel::rowOfFinding(int timelineIndex) const {
    if (timelineIndex < 0)
        return -1;
    for (int number = 0; number < rowCount(); ++number)
        if (row(number).kind == FindingListRow::Kind::card && entry(number).timelineIndex == timelineIndex)
            return number;
    return -1;
}

void FindingListModel::setFilter(std::optional<Severity> severity) {
    m_filter = severity;
    rebuild();
}

int FindingListModel::count(std::optional<Severity> severity) const {
    int found = 0;
    for (int i = 0; i < m_source.rowCount(); ++i) {
        const FindingEntry& said = m_source.entry(i);
        found += said.outcome == Outcome::found && (!severity || said.severity == *severity) ? 1 : 0;
    }
    return found;
}

void FindingListModel::rebuild() {
    beginResetModel();
    m_rows.clear();
    std::optional<Outcome> below;
    for (int i = 0; i < m_source.rowCount(); ++i) {
        const FindingEntry& said = m_source.entry(i);
        if (said.outcome == Outcome::found) {
            if (!m_filter || said.severity == *m_filter)
                m_rows.push_back({FindingListRow::Kind::card, i, {}});
            continue;
        }
        if (m_filter)
            continue;
        if (below != said.outcome)
            m_rows.push_back({FindingListRow::Kind::heading, -1, headingOf(said.outcome)});
        below = said.outcome;
        m_rows.push_back({FindingListRow::Kind::verdict, i, {}});
    }
    endResetModel();
}

QString FindingListModel::asText(const FindingEntry& finding, const QString& runName) {
    QStringList lines;
    lines << QStringLiteral("%1 %2, %3 (%4)")
                 .arg(models::toQt(severityName(finding.severity)).toUpper(), finding.code, finding.where, runName);
    lines << finding.summary;
    if (finding.dismissed)
        lines << tr("Dismissed: %1").arg(finding.dismissal);
    if (!finding.badges.isEmpty())
        lines << finding.badges.join(QStringLiteral(", ")) + QLatin1Char('.');
    if (!finding.knobs.isEmpty())
        lines << tr("With %1.").arg(finding.knobs);
    for (const auto* part : {&finding.evidence, &finding.background})
        for (const auto& [title, value] : *part)
            lines << QStringLiteral("  %1: %2").arg(title, value);
    if (!finding.suggestions.isEmpty())
        lines << tr("What to try:");
    for (const QString& suggestion : finding.suggestions)
        lines << QStringLiteral("  - ") + suggestion;
    if (!finding.related.isEmpty())
        lines << tr("Related: %1").arg(finding.related.join(QStringLiteral(", ")));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace tachograph::widgets
