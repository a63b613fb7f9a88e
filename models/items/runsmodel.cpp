#include "models/items/runsmodel.h"

#include "models/convert.h"
#include "models/examining.h"
#include "models/review/reviews.h"

#include <QDateTime>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace tachograph::models {

namespace {

/// More attempts than anybody reads; the details of the run count them all.
constexpr int mostAttempts = 50;

QString count(std::size_t number) {
    return toQt(formatCount(static_cast<std::int64_t>(number)));
}

/// "Live, 4 s ago"
QString liveText(const LiveRun& live) {
    constexpr double milliseconds = 1e3;
    const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / milliseconds;
    return live.written > 0
               ? QStringLiteral("Live, %1 ago").arg(toQt(formatElapsed(std::max(0.0, std::floor(now - live.written)))))
               : QStringLiteral("Live");
}

/// Seconds between the first and the last stamp; 0 when no row has one.
double recordedSeconds(const Run& run) {
    const Rows& rows = run.rows();
    for (const std::vector<double>* stamps : {&rows.time, &rows.elapsed}) {
        double low = INFINITY, high = -INFINITY;
        for (const double stamp : *stamps)
            if (std::isfinite(stamp)) {
                low = std::min(low, stamp);
                high = std::max(high, stamp);
            }
        if (high > low)
            return high - low;
    }
    return 0;
}

QString lengthOf(const Run& run, double seconds) {
    const QString steps =
        run.stepCount() == 1 ? QStringLiteral("1 step") : count(run.stepCount()) + QStringLiteral(" steps");
    return seconds > 0 ? steps + QStringLiteral(" · ") + toQt(formatElapsed(seconds)) : steps;
}

} // namespace

RunsModel::RunsModel(Session& session, QObject* parent)
    : QAbstractItemModel(parent), m_session(session), m_watching(Watching::of(session)) {
    m_entries = entriesNow();
    m_ages.setInterval(1'000);
    connect(&m_ages, &QTimer::timeout, this, &RunsModel::tellAges);
    connect(&session, &Session::runsChanged, this, &RunsModel::follow);
    connect(&m_watching, &Watching::changed, this, &RunsModel::follow);
    connect(&session.reviews(), &Reviews::changed, this, &RunsModel::follow);
    connect(&Examining::of(session), &Examining::changed, this, &RunsModel::follow);
}

/// "4 s ago" is another text a second later.
void RunsModel::tellAges() {
    for (std::size_t row = 0; row < m_entries.size(); ++row)
        if (m_watching.live(m_entries[row].id)) {
            const QModelIndex place = index(static_cast<int>(row), 0);
            emit dataChanged(place, place, {detailRole});
        }
    if (!m_watching.any())
        m_ages.stop();
}

/// How long a run took is looked up once, not at every change of any run.
std::vector<RunsModel::Entry> RunsModel::entriesNow() const {
    std::vector<Entry> entries;
    for (const OpenRun& run : m_session.runs()) {
        const int attempts =
            run.run ? static_cast<int>(std::min<std::size_t>(run.run->attempts().size(), mostAttempts)) : 0;
        const auto known = std::ranges::find(m_entries, run.id, &Entry::id);
        const bool same = known != m_entries.end() && known->run == run.run;
        const double seconds = same ? known->seconds : run.run ? recordedSeconds(*run.run) : 0.0;
        entries.push_back({run.id, run.run, attempts > 1 ? attempts : 0, seconds}); // one attempt is the run itself
    }
    return entries;
}

void RunsModel::follow() {
    std::vector<Entry> now = entriesNow();
    if (m_watching.any() && !m_ages.isActive())
        m_ages.start();
    const bool sameShape = std::ranges::equal(
        now, m_entries, [](const Entry& a, const Entry& b) { return a.id == b.id && a.attempts == b.attempts; });
    if (sameShape) {
        m_entries = std::move(now);
        if (!m_entries.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
        return;
    }
    beginResetModel();
    m_entries = std::move(now);
    endResetModel();
}

QModelIndex RunsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    // The internal id of a run is 0, of an attempt 1 + the row of its run.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : quintptr(0));
}

QModelIndex RunsModel::parent(const QModelIndex& index) const {
    return index.isValid() && index.internalId() > 0
               ? createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr(0))
               : QModelIndex();
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_entries.size());
    return parent.internalId() == 0 ? m_entries[static_cast<std::size_t>(parent.row())].attempts : 0;
}

int RunsModel::columnCount(const QModelIndex&) const {
    return 1;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const bool isRun = index.internalId() == 0;
    const std::size_t row = static_cast<std::size_t>(isRun ? index.row() : static_cast<int>(index.internalId() - 1));
    const OpenRun* run = row < m_entries.size() ? m_session.run(m_entries[row].id) : nullptr;
    if (!run)
        return {};
    return isRun ? runData(*run, role) : attemptData(*run, static_cast<std::size_t>(index.row()), role);
}

QString RunsModel::detailOf(const OpenRun& run) const {
    switch (run.state) {
    case OpenRun::State::loading:
        if (const LiveRun* live = m_watching.live(run.id))
            return live->remark.isEmpty() || live->remark.startsWith(QLatin1String("there is no whole line"))
                       ? QStringLiteral("Waiting for its first lines")
                       : QStringLiteral("Waiting: ") + live->remark;
        return QStringLiteral("Reading, %1 %").arg(static_cast<int>(run.progress * 100));
    case OpenRun::State::failed:
        return run.error;
    case OpenRun::State::ready:
        break;
    }
    const LiveRun* live = m_watching.live(run.id);
    QStringList parts;
    if (m_watching.baseline() == run.id)
        parts << QStringLiteral("Baseline");
    if (live)
        parts << liveText(*live);
    const auto entry = std::ranges::find(m_entries, run.id, &Entry::id);
    parts << (live && !live->remark.isEmpty() ? live->remark
                                              : lengthOf(*run.run, entry == m_entries.end() ? 0.0 : entry->seconds));
    return parts.join(QStringLiteral(" · "));
}

RunVerdict RunsModel::verdictOf(const OpenRun& run) const {
    return runVerdict(m_session, run);
}

QString RunsModel::toolTipOf(const OpenRun& run) const {
    QStringList lines{run.path};
    if (const LiveRun* live = m_watching.live(run.id))
        lines << live->remark;
    lines << verdictText(verdictOf(run));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QVariant RunsModel::runData(const OpenRun& run, int role) const {
    switch (role) {
    case Qt::DisplayRole:
        return run.name;
    case Qt::ToolTipRole:
        return toolTipOf(run);
    case Qt::AccessibleTextRole: {
        QStringList parts{run.name, detailOf(run), verdictText(verdictOf(run))};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    case idRole:
        return QVariant::fromValue<qulonglong>(run.id);
    case stateRole:
        return static_cast<int>(run.state);
    case detailRole:
        return detailOf(run);
    case issuesRole:
        return QVariant::fromValue<qulonglong>(run.run ? run.run->issues().total : 0);
    case progressRole:
        return run.progress;
    case slotRole:
        return run.slot;
    case visibleRole:
        return run.visible;
    case verdictRole:
        return QVariant::fromValue(verdictOf(run));
    default:
        return {};
    }
}

QVariant RunsModel::attemptData(const OpenRun& run, std::size_t attempt, int role) const {
    if (!run.run || attempt >= run.run->attempts().size())
        return {};
    const Attempt& what = run.run->attempts()[attempt];
    const QString name = QStringLiteral("Attempt %1").arg(attempt + 1);
    const QString steps = toQt(formatCount(what.firstStep)) + QStringLiteral(" to ") + toQt(formatCount(what.lastStep));
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::ToolTipRole:
        return shown(what.reason);
    case Qt::AccessibleTextRole:
        return name + QStringLiteral(", ") + steps;
    case idRole:
        return QVariant::fromValue<qulonglong>(run.id);
    case detailRole:
        return what.supersededRows == 0 ? steps
                                        : steps + QStringLiteral(", %1 run again").arg(count(what.supersededRows));
    case slotRole:
        return run.slot;
    case supersededRole:
        return what.supersededRows > 0;
    default:
        return {};
    }
}

QModelIndex RunsModel::indexOf(std::uint64_t run) const {
    const auto found = std::ranges::find(m_entries, run, &Entry::id);
    return found == m_entries.end() ? QModelIndex() : index(static_cast<int>(found - m_entries.begin()), 0);
}

QString RunsModel::tally() const {
    auto number = [this](OpenRun::State state) {
        return std::ranges::count(m_session.runs(), state, &OpenRun::state);
    };
    const std::pair<OpenRun::State, const char*> kinds[] = {{OpenRun::State::ready, "%1 open"},
                                                            {OpenRun::State::loading, "%1 loading"},
                                                            {OpenRun::State::failed, "%1 failed"}};
    QStringList parts;
    for (const auto& [state, text] : kinds)
        if (const auto many = number(state); many > 0)
            parts << QString::fromLatin1(text).arg(many);
    return parts.join(QStringLiteral(", "));
}

} // namespace tachograph::models
