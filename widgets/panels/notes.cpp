#include "widgets/panels/notes.h"

#include "models/items/notesmodel.h"
#include "models/review/reviews.h"
#include "widgets/icons.h"
#include "widgets/panels/notes/notesdelegate.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QVBoxLayout>

namespace tachograph::widgets {

using models::NotesModel;

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new NotesPanelWidget(session, parent);
}

quint64 idOf(const QModelIndex& index) {
    return index.data(NotesModel::idRole).toULongLong();
}
} // namespace

extern const Panel notesPanel{"notes", QT_TRANSLATE_NOOP("Panel", "Notes"), Qt::RightDockWidgetArea, false, 1, create,
                              "note"};

NotesPanelWidget::NotesPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_notes(new NotesModel(session, this)),
      m_delegate(new NotesDelegate(this)), m_list(new QListView(this)), m_empty(new QLabel(this)),
      m_add(new QAction(tr("New note about the whole run"), this)), m_more(new QAction(tr("Import or export"), this)) {
    m_list->setModel(m_notes);
    m_list->setItemDelegate(m_delegate);
    m_list->setAccessibleName(tr("Notes"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setMouseTracking(true);
    m_list->setMinimumHeight(112); // two notes
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    m_empty->setProperty("look", QStringLiteral("muted"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(12, 8, 12, 8);
    m_empty->setText(tr("No notes on this run. N makes one at the crosshair, Ctrl and a drag in the timelines one on "
                        "a range."));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_empty);
    rows->addWidget(m_list, 1);

    auto* menu = new QMenu(this);
    connect(menu->addAction(tr("Import notes…")), &QAction::triggered, this, &PanelWidget::notesImportRequested);
    connect(menu->addAction(tr("Export notes…")), &QAction::triggered, this, &PanelWidget::notesExportRequested);
    connect(m_more, &QAction::triggered, this, [menu, this] { menu->popup(mapToGlobal(QPoint(width() - 160, 0))); });
    connect(m_add, &QAction::triggered, this, [this] { emit noteEditRequested(0); });
    connect(m_notes, &QAbstractItemModel::modelReset, this, &NotesPanelWidget::follow);
    connect(m_list, &QListView::clicked, this, &NotesPanelWidget::choose);
    connect(m_list, &QListView::doubleClicked, this, &NotesPanelWidget::edit);
    connect(m_list, &QWidget::customContextMenuRequested, this, &NotesPanelWidget::showMenu);
    connect(&session.reviews(), &models::Reviews::selectedChanged, this, &NotesPanelWidget::followSelection);
    follow();
}

QList<QAction*> NotesPanelWidget::titleActions() const {
    return {m_add, m_more};
}

void NotesPanelWidget::follow() {
    const int count = m_notes->rowCount();
    m_empty->setVisible(count == 0);
    setNote(count == 0 ? QString() : QString::number(count));
    followSelection();
}

void NotesPanelWidget::followSelection() {
    const int row = m_notes->rowOf(m_session.reviews().selected());
    const QModelIndex index = row < 0 ? QModelIndex() : m_notes->index(row);
    if (m_list->currentIndex() != index)
        m_list->setCurrentIndex(index);
}

void NotesPanelWidget::choose(const QModelIndex& index) {
    m_session.reviews().select(idOf(index));
}

void NotesPanelWidget::edit(const QModelIndex& index) {
    if (index.isValid())
        emit noteEditRequested(idOf(index));
}

void NotesPanelWidget::remove(const QModelIndex& index) {
    if (const models::OpenRun* current = m_session.current(); current && index.isValid())
        m_session.reviews().remove(current->id, idOf(index));
}

bool NotesPanelWidget::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return PanelWidget::eventFilter(watched, event);
    switch (static_cast<const QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2:
        edit(m_list->currentIndex());
        return true;
    case Qt::Key_Space:
        choose(m_list->currentIndex());
        return true;
    case Qt::Key_Delete:
        remove(m_list->currentIndex());
        return true;
    default:
        return PanelWidget::eventFilter(watched, event);
    }
}

void NotesPanelWidget::showMenu(const QPoint& position) {
    const QPersistentModelIndex index(m_list->indexAt(position));
    if (!index.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Edit…")), &QAction::triggered, this, [this, index] { edit(index); });
    connect(menu->addAction(tr("Copy")), &QAction::triggered, this,
            [this, index] { emit copyRequested(index.data(NotesModel::textRole).toString()); });
    connect(menu->addAction(tr("Delete")), &QAction::triggered, this, [this, index] { remove(index); });
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

void NotesPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_add->setIcon(themedIcon(QStringLiteral("add"), theme));
    m_more->setIcon(themedIcon(QStringLiteral("open"), theme));
    m_list->viewport()->update();
}

} // namespace tachograph::widgets
