#pragma once

#include "models/session.h"

#include <QAbstractListModel>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace tachograph::models {

/// One finding, or what a detector without findings said: as text for people.
struct FindingEntry {
    Outcome outcome = Outcome::found;
    Severity severity = Severity::info;
    QString code;
    QString title;   ///< of the detector: "Step time is creeping up"
    QString where;   ///< "onset 420", "800 to 811", "21 places"; empty without a finding
    QString summary; ///< the finding's sentences, else the detector's reason
    QStringList badges;
    std::vector<std::pair<QString, QString>> evidence;   ///< title, value; what speaks for itself
    std::vector<std::pair<QString, QString>> background; ///< the statistics behind it: see isBackground()
    QStringList suggestions;
    QStringList related;              ///< codes
    std::optional<double> confidence; ///< 0 to 1, share right in simulation
    QString knobs;                    ///< "ratio 1.2 instead of 1.4": those that are not at their defaults; else empty
    bool dismissed = false;           ///< set aside by the reviewer
    QString dismissal;                ///< the reason for it; may be empty
    bool citesSeries = false;         ///< it speaks of series that can be shown
    int timelineIndex = -1;           ///< into Timeline::findings; -1 when it is not on the timeline

    bool operator==(const FindingEntry&) const = default;
};

/// What the detectors said about the current run, all of them: findings first (gravest first, then by onset), then
/// undecided, not applicable, clear, failed and canceled.
class FindingsModel : public QAbstractListModel {
    Q_OBJECT
  public:
    enum Role {
        outcomeRole = Qt::UserRole, ///< Outcome as int
        outcomeTextRole,            ///< "found", "not applicable"
        severityRole,               ///< Severity as int
        codeRole,
        titleRole,
        whereRole,
        summaryRole,
        badgesRole,
        evidenceRole, ///< list of (title, value), background last
        suggestionsRole,
        relatedRole,
        confidenceRole, ///< 0 to 1, or nothing
        timelineIndexRole
    };

    explicit FindingsModel(Session& session, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    [[nodiscard]] const FindingEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// Row of a finding by its index in the timeline; -1 when it is not of the current run.
    [[nodiscard]] int rowOfTimelineIndex(int index) const;
    [[nodiscard]] int count(Outcome outcome) const;
    /// "5 found, 7 clear, 2 not applicable"; "not judged yet" while the detectors work; empty without a run.
    [[nodiscard]] QString tally() const;

  private:
    void follow();

    Session& m_session;
    DiagnosisPtr m_diagnosis;
    std::vector<FindingEntry> m_entries;
};

/// "found", "clear", "undecided", "not applicable", "failed", "canceled".
QString outcomeText(Outcome outcome);

} // namespace tachograph::models
