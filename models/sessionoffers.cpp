#include "models/convert.h"
#include "models/sessionprivate.h"

#include <algorithm>

namespace tachograph::models {

namespace {

/// As many as there are colours: more runs than that over each other tell nobody anything.
constexpr std::size_t mostVisible = 6;

QString pathOf(const LoadedRun& loaded) {
    return QFile::decodeName(loaded.run->path().c_str());
}

} // namespace

/// An entry for one run of a recording; it can be read again by itself.
OpenRun Session::Private::sibling(const Origin& origin, const LoadedRun& loaded, bool visible) {
    OpenRun entry;
    entry.id = ++ids;
    entry.path = pathOf(loaded);
    entry.slot = freeSlot();
    entry.visible = visible;
    Origin& own = origins[entry.id] = origin;
    own.oneOfSeveral = true;
    if (!own.bytes && !own.live)
        own.path = entry.path;
    fill(entry, loaded);
    return entry;
}

/// The first run takes the entry; further runs of the recording get entries of their own behind it, hidden at first.
void Session::Private::openSeveral(OpenRun& entry, const std::vector<LoadedRun>& runs) {
    fill(entry, runs.front());
    auto position = &entry - q->m_runs.data();
    entry.path = pathOf(runs.front());
    Origin& own = origins[entry.id];
    own.oneOfSeveral = true;
    if (!own.bytes)
        own.path = entry.path;
    const Origin origin = own;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const OpenRun further = sibling(origin, runs[i], false);
        q->m_runs.insert(q->m_runs.begin() + ++position, further);
    }
}

/// What was followed has ended and held more: each of the runs before the last gets an entry in front of it, hidden.
void Session::Private::addOthers(std::uint64_t id, const std::vector<RunPtr>& others) {
    OpenRun* entry = find(id);
    entry->path = QFile::decodeName(entry->run->path().c_str());
    entry->name = shown(entry->run->name(), 200);
    origins[id].oneOfSeveral = true;
    const Origin origin = origins[id];
    auto position = entry - q->m_runs.data();
    for (const RunPtr& run : others)
        q->m_runs.insert(q->m_runs.begin() + position++, sibling(origin, loadedRun(run, toStd(origin.path)), false));
    emit q->runsChanged();
    tellBusy();
}

/// The entry goes: it stands for no run until one is chosen.
void Session::Private::offerRuns(std::uint64_t id, const std::vector<LoadedRun>& runs) {
    const std::uint64_t number = ++ids;
    PendingOffer& offer = offers[number];
    offer.origin = origins[id];
    offer.shown.recording = find(id)->name;
    for (const LoadedRun& loaded : runs)
        offer.shown.runs.push_back(loaded.summary);
    offer.runs = runs;
    offer.wasBaseline = watching->baseline() == id;
    remove(id);
    emit q->runsOffered(number);
}

void Session::Private::openOffered(const PendingOffer& offer, const std::vector<std::size_t>& which) {
    const OpenRun* current = q->current();
    const bool takesOver = !current || current->state == OpenRun::State::failed;
    std::size_t opened = 0;
    for (const std::size_t index : which) {
        if (index >= offer.runs.size())
            continue;
        const OpenRun entry = sibling(offer.origin, offer.runs[index], opened++ < mostVisible);
        q->m_runs.push_back(entry);
        if (opened > 1)
            continue;
        if (takesOver)
            q->m_current = entry.id;
        if (offer.wasBaseline)
            watching->setBaseline(entry.id);
    }
    if (opened == 0)
        return;
    leaveUnsupportedAxis();
    applyLanes();
    emit q->runsChanged();
    if (takesOver)
        emit q->currentChanged();
    rebuild.start();
    tellBusy();
}

void Session::setOffersSeveral(bool on) {
    d->offersSeveral = on;
}

const RunOffer* Session::offer(std::uint64_t offer) const {
    const auto found = d->offers.find(offer);
    return found == d->offers.end() ? nullptr : &found->second.shown;
}

void Session::openOffered(std::uint64_t offer, const std::vector<std::size_t>& which) {
    const auto found = d->offers.find(offer);
    if (found == d->offers.end())
        return;
    const PendingOffer taken = std::move(found->second);
    d->offers.erase(found);
    d->openOffered(taken, which);
}

} // namespace tachograph::models
