#pragma once

#include "models/items/findingsmodel.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace tachograph::widgets {

/// A row of the Findings list.
struct FindingListRow {
    enum class Kind { card, heading, verdict };
    Kind kind = Kind::card;
    int entry = -1; ///< row of FindingsModel; -1 for headings
    QString heading;
};

/// How FindingsModel is listed: the findings as cards, those of one severity when a filter is set, then the other
/// detectors below headings by what they said. Without a filter nothing that a detector said is left out.
class FindingListModel : public QAbstractListModel {
    Q_OBJECT
  public:
    enum Role { timelineIndexRole = Qt::UserRole, kindRole };

    explicit FindingListModel(models::FindingsModel& source, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    [[nodiscard]] const FindingListRow& row(int number) const { return m_rows[static_cast<std::size_t>(number)]; }
    /// What a card or verdict says; not for headings.
    [[nodiscard]] const models::FindingEntry& entry(int number) const { return m_source.entry(row(number).entry); }
    /// Row of a finding by its index in the timeline; -1 when it is not listed.
    [[nodiscard]] int rowOfFinding(int timelineIndex) const;

    /// Cards of one severity only; nothing = all.
    void setFilter(std::optional<Severity> severity);
    /// Findings of a severity, whatever the filter.
    [[nodiscard]] int count(std::optional<Severity> severity) const;

    /// The finding as plain text for a ticket.
    [[nodiscard]] static QString asText(const models::FindingEntry& finding, const QString& runName);

  private:
    void rebuild();

    models::FindingsModel& m_source;
    std::optional<Severity> m_filter;
    std::vector<FindingListRow> m_rows;
};

} // namespace tachograph::widgets
