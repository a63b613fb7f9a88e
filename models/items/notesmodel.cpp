#include "models/items/notesmodel.h"

#include "models/convert.h"
#include "models/review/reviews.h"

#include <algorithm>

namespace tachograph::models {

NotesModel::NotesModel(Session& session, QObject* parent) : QAbstractListModel(parent), m_session(session) {
    connect(&session, &Session::currentChanged, this, &NotesModel::follow);
    connect(&session, &Session::runsChanged, this, &NotesModel::follow);
    connect(&session.reviews(), &Reviews::changed, this, &NotesModel::follow);
    follow();
}

void NotesModel::follow() {
    const OpenRun* current = m_session.current();
    RunReviewPtr review = current ? m_session.reviews().of(current->id) : nullptr;
    if (review == m_review)
        return;
    beginResetModel();
    m_review = std::move(review);
    m_notes = m_review ? notesInOrder(*m_review) : std::vector<const Note*>();
    endResetModel();
}

int NotesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_notes.size());
}

QVariant NotesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Note& note = *m_notes[static_cast<std::size_t>(index.row())];
    switch (role) {
    case idRole:
        return QVariant::fromValue<quint64>(note.id);
    case placeRole:
        return toQt(placeText(note));
    case Qt::DisplayRole:
    case textRole:
        return toQt(note.text);
    case Qt::AccessibleTextRole:
        return QStringList{QStringLiteral("Note"), toQt(placeText(note)), toQt(note.text)}.join(QStringLiteral(", "));
    case fromRole:
        return toQt(note.from);
    default:
        return {};
    }
}

int NotesModel::rowOf(std::uint64_t note) const {
    const auto found = std::ranges::find(m_notes, note, [](const Note* own) { return own->id; });
    return note == 0 || found == m_notes.end() ? -1 : static_cast<int>(found - m_notes.begin());
}

} // namespace tachograph::models
