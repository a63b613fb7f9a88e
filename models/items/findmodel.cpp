#include "models/items/findmodel.h"

#include "models/convert.h"
#include "models/lanecolumns.h"
#include "models/review/reviews.h"
#include "models/steppositions.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tachograph::models {

namespace {

constexpr std::array kindTexts = {"step", "finding", "note", "series", "run", "command"};

/// How well a word fits: 0 begins the title, 1 begins a word of it, 2 is inside, 3 is beside it; nothing = not at all.
std::optional<int> fit(const FindEntry& entry, const QString& word) {
    const qsizetype at = entry.title.indexOf(word, 0, Qt::CaseInsensitive);
    if (at == 0)
        return 0;
    for (qsizetype place = at; place > 0; place = entry.title.indexOf(word, place + 1, Qt::CaseInsensitive))
        if (!entry.title[place - 1].isLetterOrNumber())
            return 1;
    if (at > 0)
        return 2;
    for (const QString& text :
         {entry.detail, entry.keywords, QString::fromLatin1(kindTexts[static_cast<std::size_t>(entry.kind)])})
        if (text.contains(word, Qt::CaseInsensitive))
            return 3;
    return std::nullopt;
}

std::optional<int> fitAll(const FindEntry& entry, const QStringList& words) {
    int sum = 0;
    for (const QString& word : words) {
        const auto one = fit(entry, word);
        if (!one)
            return std::nullopt;
        sum += *one;
    }
    return sum;
}

/// The number of "step 1,707", "707", "-3".
std::optional<double> askedStep(const QString& query) {
    static const QRegularExpression form(QStringLiteral("^(?:step\\s*)?([-\\x{2212}]?[0-9][0-9,]{0,17})$"),
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(query);
    if (!match.hasMatch())
        return std::nullopt;
    bool ok = false;
    const double step = match.captured(1).remove(u',').replace(QChar(0x2212), u'-').toDouble(&ok);
    return ok ? std::optional(step) : std::nullopt;
}

/// The place of a step of the first run, or why there is none.
FindEntry stepEntry(const Timeline& timeline, double step) {
    FindEntry entry;
    entry.kind = FindEntry::Kind::step;
    entry.title = QStringLiteral("Step %1").arg(toQt(formatCount(static_cast<std::int64_t>(step))));
    const auto& steps = timeline.steps;
    const auto place = steps.empty() || !steps.front() ? std::nan("") : steps.front()->of(step);
    entry.available = std::isfinite(place);
    if (!entry.available) {
        entry.detail = QStringLiteral("not in the recording");
        return entry;
    }
    entry.x = place + (timeline.moved.empty() ? 0.0 : timeline.moved.front());
    entry.detail = timeline.runs.front().name;
    return entry;
}

} // namespace

FindModel::FindModel(Session& session, QObject* parent) : QAbstractListModel(parent), m_session(session) {}

void FindModel::collect(std::vector<FindEntry> commands) {
    m_all.clear();
    addFindings();
    addNotes();
    addSeries();
    addRuns();
    m_all.insert(m_all.end(), std::make_move_iterator(commands.begin()), std::make_move_iterator(commands.end()));
    search();
}

void FindModel::setQuery(const QString& query) {
    m_query = query.trimmed();
    search();
}

void FindModel::addFindings() {
    const TimelinePtr timeline = m_session.timeline();
    if (!timeline)
        return;
    for (std::size_t i = 0; i < timeline->findings.size(); ++i) {
        const TimelineFinding& found = timeline->findings[i];
        FindEntry entry;
        entry.kind = FindEntry::Kind::finding;
        entry.title = toQt(found.finding.code);
        entry.keywords = toQt(found.finding.summary);
        entry.index = static_cast<int>(i);
        if (found.finding.onsetStep)
            entry.detail = QStringLiteral("from step ") + toQt(formatCount(*found.finding.onsetStep));
        if (timeline->runs.size() > 1)
            entry.detail.prepend(runLetter(*timeline, found.run) +
                                 (entry.detail.isEmpty() ? QString() : QStringLiteral(", ")));
        m_all.push_back(std::move(entry));
    }
}

void FindModel::addNotes() {
    for (const OpenRun& run : m_session.runs())
        for (const Note& note : m_session.reviews().of(run.id)->notes) {
            FindEntry entry;
            entry.kind = FindEntry::Kind::note;
            entry.title = toQt(note.text).simplified().left(200);
            entry.detail = toQt(placeText(note));
            entry.keywords = run.name;
            entry.id = note.id;
            m_all.push_back(std::move(entry));
        }
}

void FindModel::addSeries() {
    if (!m_session.timeline())
        return;
    for (const LaneChoice& choice : m_session.laneChoices()) {
        FindEntry entry;
        entry.kind = FindEntry::Kind::series;
        entry.title = choice.title;
        entry.detail = choice.unavailable.isEmpty() ? choice.key : choice.unavailable;
        entry.keywords = choice.group;
        entry.lane = choice.id;
        entry.available = choice.unavailable.isEmpty();
        m_all.push_back(std::move(entry));
    }
}

void FindModel::addRuns() {
    for (const OpenRun& run : m_session.runs()) {
        FindEntry entry;
        entry.kind = FindEntry::Kind::run;
        entry.title = run.name;
        entry.detail = !run.run ? QStringLiteral("not read") : run.visible ? QString() : QStringLiteral("hidden");
        entry.keywords = run.path;
        entry.id = run.id;
        entry.available = run.run != nullptr;
        m_all.push_back(std::move(entry));
    }
}

void FindModel::search() {
    const QStringList words = m_query.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    std::vector<std::pair<int, const FindEntry*>> fitting;
    for (const FindEntry& entry : m_all)
        if (const auto sum = fitAll(entry, words)) // what leads nowhere comes last
            fitting.emplace_back(*sum + (entry.available ? 0 : 1'000), &entry);
    std::ranges::stable_sort(fitting, {}, &std::pair<int, const FindEntry*>::first);
    beginResetModel();
    m_found.clear();
    const TimelinePtr timeline = m_session.timeline();
    if (const auto step = askedStep(m_query); step && timeline && !timeline->runs.empty())
        m_found.push_back(stepEntry(*timeline, *step));
    m_count = m_found.size() + fitting.size();
    for (const auto& [sum, entry] : fitting)
        if (m_found.size() < mostShown)
            m_found.push_back(*entry);
    endResetModel();
}

int FindModel::firstAvailable() const {
    const auto found = std::ranges::find(m_found, true, &FindEntry::available);
    return found == m_found.end() ? -1 : static_cast<int>(found - m_found.begin());
}

QString FindModel::tally() const {
    if (m_count == 0)
        return QStringLiteral("nothing found");
    const QString text = QStringLiteral("%1 found").arg(m_count);
    return m_count > m_found.size() ? text + QStringLiteral(", the first %1 are listed").arg(m_found.size()) : text;
}

int FindModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_found.size());
}

Qt::ItemFlags FindModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    return entry(index.row()).available ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

QVariant FindModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FindEntry& found = entry(index.row());
    const QString kind = QString::fromLatin1(kindTexts[static_cast<std::size_t>(found.kind)]);
    switch (role) {
    case Qt::DisplayRole:
        return found.title;
    case kindRole:
        return static_cast<int>(found.kind);
    case kindTextRole:
        return kind;
    case detailRole:
        return found.detail;
    case Qt::AccessibleTextRole:
        return QStringList{kind, found.title, found.detail}.join(QStringLiteral(", "));
    default:
        return {};
    }
}

} // namespace tachograph::models
