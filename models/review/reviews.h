#pragma once

#include "analysis/review/runreview.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>

namespace tachograph::models {

class Session;

/// What the reviewer said about the runs of the session: notes and dismissed findings. A review belongs to its
/// recording: it is still there when the run is closed and opened again.
class Reviews : public QObject {
    Q_OBJECT
  public:
    explicit Reviews(Session& session);

    /// Of a run of the session; never null.
    [[nodiscard]] RunReviewPtr of(std::uint64_t run) const;
    /// By what a run's review is kept: its path, or for bytes in memory its name and id.
    [[nodiscard]] QString keyOf(std::uint64_t run) const;
    /// Takes over a review as a whole, without edited(): for sessions and undo. Notes without an id get one.
    void set(const QString& key, RunReview review);
    /// Forgets all of them, also those of runs that are closed.
    void clear();
    [[nodiscard]] const std::map<QString, RunReviewPtr>& all() const { return m_reviews; }

    // Edits by the reviewer: each can be undone (see edited()). `what` they do is named by the signal.
    /// Answers the note's id; 0 when its text is empty or the run has mostNotes.
    std::uint64_t add(std::uint64_t run, Note note);
    /// The note with the same id takes this place and text; an empty text changes nothing.
    void change(std::uint64_t run, const Note& note);
    void remove(std::uint64_t run, std::uint64_t note);
    void dismiss(std::uint64_t run, const Finding& finding, const QString& reason);
    void takeBack(std::uint64_t run, const Finding& finding);
    /// Adds what a file says; what is there already stays and is not doubled. Answers how many entries were new.
    std::size_t import(std::uint64_t run, const RunReview& review);

    /// A note of any run with the run's id; nullptr when there is none.
    [[nodiscard]] const Note* find(std::uint64_t note, std::uint64_t* run = nullptr) const;
    /// The selected note; 0 = none.
    [[nodiscard]] std::uint64_t selected() const { return m_selected; }
    void select(std::uint64_t note);

  signals:
    void changed(); ///< a review is another one
    void selectedChanged();
    /// A reviewer's edit; both ways of it are a set() away.
    void edited(const QString& key, const tachograph::RunReviewPtr& before, const tachograph::RunReviewPtr& after,
                const QString& what);

  private:
    void edit(std::uint64_t run, RunReview after, const QString& what);

    Session& m_session;
    std::map<QString, RunReviewPtr> m_reviews;
    std::uint64_t m_ids = 0; // given so far
    std::uint64_t m_selected = 0;
};

} // namespace tachograph::models
