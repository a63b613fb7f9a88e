#include "models/items/findingsmodel.h"

#include "analysis/diagnosis/changedknobs.h"
#include "analysis/report/evidencetext.h"
#include "models/convert.h"
#include "models/review/reviews.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph::models {

namespace {

constexpr std::array outcomeOrder = {Outcome::found, Outcome::undecided, Outcome::notApplicable,
                                     Outcome::clear, Outcome::failed,    Outcome::canceled};

QString count(std::int64_t number) {
    return toQt(formatCount(number));
}

QString whereOf(const Finding& finding) {
    if (!finding.places.empty())
        return finding.places.size() == 1
                   ? QStringLiteral("at ") + count(finding.places.front())
                   : count(static_cast<std::int64_t>(finding.places.size())) + QStringLiteral(" places");
    if (finding.onsetStep)
        return QStringLiteral("onset ") + count(*finding.onsetStep);
    return count(finding.firstStep) + QStringLiteral(" to ") + count(finding.lastStep);
}

/// "low-evidence" -> "Low evidence"
QStringList badgeTexts(const std::vector<std::string>& badges) {
    QStringList result;
    for (const std::string& badge : badges) {
        QString text = shown(badge, 60).replace(QLatin1Char('-'), QLatin1Char(' '));
        if (!text.isEmpty())
            text[0] = text[0].toUpper();
        result.append(text);
    }
    return result;
}

QStringList texts(const std::vector<std::string>& list) {
    QStringList result;
    for (const std::string& text : list)
        result.append(shown(text));
    return result;
}

/// Those that are background, or those that are not.
std::vector<std::pair<QString, QString>> evidenceTexts(const std::vector<Evidence>& list, bool background) {
    std::vector<std::pair<QString, QString>> result;
    for (const Evidence& evidence : list) {
        if (isBackground(evidence) != background || repeatsAnother(evidence))
            continue;
        result.emplace_back(shown(evidence.title.empty() ? evidence.name : evidence.title),
                            shown(evidenceText(evidence)));
    }
    return result;
}

QString knobTexts(const Examination& examination) {
    QStringList texts;
    for (const ChangedKnob& changed : changedKnobs(examination))
        texts << toQt(knobText(changed));
    return texts.join(QStringLiteral(", "));
}

FindingEntry findingEntry(const Examination& examination, const Finding& finding) {
    FindingEntry entry;
    entry.severity = finding.severity;
    entry.code = shown(finding.code);
    entry.title = toQt(examination.detector->title);
    entry.where = whereOf(finding);
    entry.summary = shown(finding.summary);
    entry.badges = badgeTexts(finding.badges);
    entry.evidence = evidenceTexts(finding.evidence, false);
    entry.background = evidenceTexts(finding.evidence, true);
    entry.suggestions = texts(finding.suggestions);
    entry.related = texts(finding.related);
    entry.confidence = finding.confidence;
    entry.knobs = knobTexts(examination);
    entry.citesSeries = !finding.citedRoles.empty();
    return entry;
}

FindingEntry outcomeEntry(const Examination& examination) {
    FindingEntry entry;
    entry.outcome = examination.result.outcome;
    entry.severity = examination.detector->severity;
    entry.code = toQt(examination.detector->code);
    entry.title = toQt(examination.detector->title);
    entry.summary = shown(examination.result.reason);
    entry.knobs = knobTexts(examination);
    entry.badges = badgeTexts(examination.result.badges);
    entry.evidence = evidenceTexts(examination.result.evidence, false);
    entry.background = evidenceTexts(examination.result.evidence, true);
    return entry;
}

/// The place of a finding among those of the timeline, when its run is on it.
int timelineIndexOf(const Timeline* timeline, const RunPtr& run, const Finding& finding) {
    if (!timeline)
        return -1;
    for (std::size_t i = 0; i < timeline->findings.size(); ++i) {
        const TimelineFinding& candidate = timeline->findings[i];
        const Finding& other = candidate.finding;
        if (timeline->runs[static_cast<std::size_t>(candidate.run)].run == run && other.code == finding.code &&
            other.firstStep == finding.firstStep && other.lastStep == finding.lastStep &&
            other.onsetStep == finding.onsetStep)
            return static_cast<int>(i);
    }
    return -1;
}

const Examination* examinationOf(const Diagnosis& diagnosis, const Finding* finding) {
    for (const Examination& examination : diagnosis.examinations)
        for (const Finding& own : examination.result.findings)
            if (&own == finding)
                return &examination;
    return nullptr;
}

std::vector<FindingEntry> entriesOf(const Diagnosis& diagnosis, const RunPtr& run, const RunReview& review,
                                    const Timeline* timeline) {
    std::vector<FindingEntry> entries;
    for (const Finding* finding : diagnosis.findings()) {
        entries.push_back(findingEntry(*examinationOf(diagnosis, finding), *finding));
        entries.back().timelineIndex = timelineIndexOf(timeline, run, *finding);
        if (const Dismissal* dismissal = dismissalOf(review, *finding)) {
            entries.back().dismissed = true;
            entries.back().dismissal = shown(dismissal->reason);
        }
    }
    for (const Outcome outcome : outcomeOrder)
        for (const Examination& examination : diagnosis.examinations)
            if (examination.result.outcome == outcome && examination.result.findings.empty())
                entries.push_back(outcomeEntry(examination));
    return entries;
}

} // namespace

QString outcomeText(Outcome outcome) {
    return outcome == Outcome::notApplicable ? QStringLiteral("not applicable") : QLatin1String(outcomeName(outcome));
}

FindingsModel::FindingsModel(Session& session, QObject* parent) : QAbstractListModel(parent), m_session(session) {
    connect(&session, &Session::currentChanged, this, &FindingsModel::follow);
    connect(&session, &Session::runsChanged, this, &FindingsModel::follow);
    connect(&session, &Session::timelineChanged, this, &FindingsModel::follow);
    connect(&session.reviews(), &Reviews::changed, this, &FindingsModel::follow);
    follow();
}

/// Another diagnosis is another list; another timeline moves the same findings.
void FindingsModel::follow() {
    const OpenRun* current = m_session.current();
    const DiagnosisPtr diagnosis = current ? current->diagnosis : nullptr;
    std::vector<FindingEntry> entries;
    if (diagnosis)
        entries = entriesOf(*diagnosis, current->run, *m_session.reviews().of(current->id), m_session.timeline().get());
    if (diagnosis == m_diagnosis) {
        if (entries == m_entries)
            return;
        m_entries = std::move(entries);
        emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_diagnosis = diagnosis;
    m_entries = std::move(entries);
    endResetModel();
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FindingEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case codeRole:
        return entry.code;
    case Qt::AccessibleTextRole: {
        QStringList parts{entry.code, outcomeText(entry.outcome), entry.where};
        if (entry.outcome == Outcome::found)
            parts.prepend(QLatin1String(severityName(entry.severity)));
        if (entry.confidence)
            parts.append(QStringLiteral("confidence ") + toQt(formatShare(*entry.confidence)));
        if (entry.dismissed)
            parts.append(QStringLiteral("dismissed: ") + entry.dismissal);
        parts.append(entry.badges);
        parts.append(entry.knobs);
        parts.append(entry.summary);
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    case outcomeRole:
        return static_cast<int>(entry.outcome);
    case outcomeTextRole:
        return outcomeText(entry.outcome);
    case severityRole:
        return static_cast<int>(entry.severity);
    case titleRole:
        return entry.title;
    case whereRole:
        return entry.where;
    case summaryRole:
        return entry.summary;
    case badgesRole:
        return entry.badges;
    case evidenceRole: {
        QVariantList rows;
        for (const auto* part : {&entry.evidence, &entry.background})
            for (const auto& [title, value] : *part)
                rows.append(QVariant(QStringList{title, value}));
        return rows;
    }
    case suggestionsRole:
        return entry.suggestions;
    case relatedRole:
        return entry.related;
    case confidenceRole:
        return entry.confidence ? QVariant(*entry.confidence) : QVariant();
    case timelineIndexRole:
        return entry.timelineIndex;
    default:
        return {};
    }
}

int FindingsModel::rowOfTimelineIndex(int index) const {
    const auto found = std::ranges::find(m_entries, index, &FindingEntry::timelineIndex);
    return index < 0 || found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int FindingsModel::count(Outcome outcome) const {
    return static_cast<int>(std::ranges::count(m_entries, outcome, &FindingEntry::outcome));
}

QString FindingsModel::tally() const {
    if (m_diagnosis)
        return toQt(m_diagnosis->tally());
    const OpenRun* current = m_session.current();
    return current && current->run ? QStringLiteral("not judged yet") : QString();
}

} // namespace tachograph::models
