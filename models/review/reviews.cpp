#include "models/review/reviews.h"

#include "models/session.h"

#include <algorithm>
#include <utility>

namespace tachograph::models {

Reviews::Reviews(Session& session) : m_session(session) {}

QString Reviews::keyOf(std::uint64_t run) const {
    const RunOrigin origin = m_session.origin(run);
    return origin.inMemory ? QStringLiteral("%1\n%2").arg(origin.path).arg(run) : origin.path;
}

RunReviewPtr Reviews::of(std::uint64_t run) const {
    static const RunReviewPtr none = std::make_shared<const RunReview>();
    const auto found = m_reviews.find(keyOf(run));
    return found == m_reviews.end() ? none : found->second;
}

void Reviews::set(const QString& key, RunReview review) {
    for (Note& note : review.notes)
        if (note.id == 0)
            note.id = ++m_ids;
    m_reviews[key] = std::make_shared<const RunReview>(std::move(review));
    if (m_selected != 0 && !find(m_selected))
        select(0);
    emit changed();
}

void Reviews::clear() {
    m_reviews.clear();
    select(0);
    emit changed();
}

void Reviews::edit(std::uint64_t run, RunReview after, const QString& what) {
    if (!m_session.run(run))
        return;
    const QString key = keyOf(run);
    const RunReviewPtr before = of(run);
    if (*before == after)
        return;
    set(key, std::move(after));
    emit edited(key, before, m_reviews[key], what);
}

std::uint64_t Reviews::add(std::uint64_t run, Note note) {
    RunReview review = *of(run);
    note.text = cleanNoteText(note.text);
    if (note.text.empty() || review.notes.size() >= mostNotes || !m_session.run(run))
        return 0;
    note.id = ++m_ids;
    review.notes.push_back(note);
    edit(run, std::move(review), QStringLiteral("Add note"));
    return note.id;
}

void Reviews::change(std::uint64_t run, const Note& note) {
    RunReview review = *of(run);
    const auto own = std::ranges::find(review.notes, note.id, &Note::id);
    Note now = note;
    now.text = cleanNoteText(note.text);
    if (own == review.notes.end() || now.text.empty())
        return;
    const bool moved = own->text == now.text;
    *own = std::move(now);
    edit(run, std::move(review), moved ? QStringLiteral("Move note") : QStringLiteral("Change note"));
}

void Reviews::remove(std::uint64_t run, std::uint64_t note) {
    RunReview review = *of(run);
    std::erase_if(review.notes, [note](const Note& own) { return own.id == note; });
    edit(run, std::move(review), QStringLiteral("Delete note"));
}

void Reviews::dismiss(std::uint64_t run, const Finding& finding, const QString& reason) {
    RunReview review = *of(run);
    const Dismissal dismissal = tachograph::dismiss(finding, reason.toStdString());
    if (const Dismissal* known = dismissalOf(review, finding))
        review.dismissals[static_cast<std::size_t>(known - review.dismissals.data())] = dismissal;
    else if (review.dismissals.size() < mostDismissals)
        review.dismissals.push_back(dismissal);
    edit(run, std::move(review), QStringLiteral("Dismiss finding"));
}

void Reviews::takeBack(std::uint64_t run, const Finding& finding) {
    RunReview review = *of(run);
    if (const Dismissal* known = dismissalOf(review, finding))
        review.dismissals.erase(review.dismissals.begin() + (known - review.dismissals.data()));
    edit(run, std::move(review), QStringLiteral("Take back dismissal"));
}

std::size_t Reviews::import(std::uint64_t run, const RunReview& review) {
    RunReview all = *of(run);
    std::size_t added = 0;
    for (const Note& note : review.notes) {
        const bool known = std::ranges::any_of(all.notes, [&note](const Note& own) {
            return own.firstStep == note.firstStep && own.lastStep == note.lastStep && own.text == note.text;
        });
        if (known || all.notes.size() >= mostNotes)
            continue;
        all.notes.push_back(note);
        all.notes.back().id = 0;
        ++added;
    }
    for (const Dismissal& dismissal : review.dismissals)
        if (std::ranges::find(all.dismissals, dismissal) == all.dismissals.end() &&
            all.dismissals.size() < mostDismissals) {
            all.dismissals.push_back(dismissal);
            ++added;
        }
    edit(run, std::move(all), QStringLiteral("Import notes"));
    return added;
}

const Note* Reviews::find(std::uint64_t note, std::uint64_t* run) const {
    for (const OpenRun& entry : m_session.runs()) {
        const RunReviewPtr review = of(entry.id);
        const auto own = std::ranges::find(review->notes, note, &Note::id);
        if (note == 0 || own == review->notes.end())
            continue;
        if (run)
            *run = entry.id;
        return &*own; // kept alive by m_reviews
    }
    return nullptr;
}

void Reviews::select(std::uint64_t note) {
    if (std::exchange(m_selected, note) != note)
        emit selectedChanged();
}

} // namespace tachograph::models
