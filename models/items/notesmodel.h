#pragma once

#include "analysis/review/runreview.h"
#include "models/session.h"

#include <QAbstractListModel>

#include <vector>

namespace tachograph::models {

/// The notes on the current run in their order, as text for people.
class NotesModel : public QAbstractListModel {
    Q_OBJECT
  public:
    enum Role {
        idRole = Qt::UserRole, ///< of the note, as quint64
        placeRole,             ///< "step 1,240"
        textRole,              ///< with line breaks
        fromRole               ///< code of the finding it was made of, or empty
    };

    explicit NotesModel(Session& session, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Row of a note by its id; -1 when it is none of the current run.
    [[nodiscard]] int rowOf(std::uint64_t note) const;

  private:
    void follow();

    Session& m_session;
    RunReviewPtr m_review;
    std::vector<const Note*> m_notes; // into m_review
};

} // namespace tachograph::models
