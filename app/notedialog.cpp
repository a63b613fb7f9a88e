#include "app/notedialog.h"

#include "analysis/review/runreview.h"
#include "models/convert.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <optional>

namespace tachograph::app {

namespace {

std::optional<std::int64_t> stepIn(const QLineEdit& field) {
    bool number = false;
    const qlonglong step = field.text().remove(u',').trimmed().toLongLong(&number);
    return number && step >= -farthestStep && step <= farthestStep ? std::optional<std::int64_t>(step) : std::nullopt;
}

QLabel* nameOf(const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    field->setAccessibleName(text);
    return label;
}

} // namespace

NoteDialog::NoteDialog(const Note& note, const QString& run, bool fresh, QWidget* parent)
    : QDialog(parent), m_note(note), m_wholeRun(new QCheckBox(tr("About the whole run"), this)),
      m_first(new QLineEdit(this)), m_last(new QLineEdit(this)), m_text(new QPlainTextEdit(this)),
      m_problem(new QLabel(this)), m_save(new QPushButton(fresh ? tr("Add note") : tr("Save note"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(fresh ? tr("New note") : tr("Note"));
    buildLayout(run);
    m_wholeRun->setChecked(note.wholeRun());
    if (note.firstStep) {
        m_first->setText(QString::number(*note.firstStep));
        m_last->setText(note.isPoint() ? QString() : QString::number(note.lastStep));
    }
    m_text->setPlainText(models::toQt(note.text));
    m_text->moveCursor(QTextCursor::End);
    for (QLineEdit* field : {m_first, m_last})
        connect(field, &QLineEdit::textChanged, this, &NoteDialog::refresh);
    connect(m_wholeRun, &QCheckBox::toggled, this, &NoteDialog::refresh);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NoteDialog::refresh);
    connect(this, &QDialog::accepted, this, [this] { emit saved(this->note()); });
    m_text->installEventFilter(this);
    refresh();
    m_text->setFocus();
    resize(420, 280);
}

void NoteDialog::buildLayout(const QString& run) {
    auto* about = new QLabel(run, this);
    about->setTextFormat(Qt::PlainText);
    about->setProperty("look", QStringLiteral("secondary"));
    m_problem->setProperty("look", QStringLiteral("secondary"));
    m_text->setTabChangesFocus(true);
    m_last->setPlaceholderText(tr("same step"));
    auto* place = new QHBoxLayout;
    place->setSpacing(8);
    place->addWidget(nameOf(tr("First step"), m_first));
    place->addWidget(m_first);
    place->addWidget(nameOf(tr("Last step"), m_last));
    place->addWidget(m_last);
    m_save->setProperty("look", QStringLiteral("primary"));
    m_save->setDefault(true);
    m_save->setToolTip(tr("Ctrl+Enter"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(10);
    rows->addWidget(about);
    rows->addWidget(nameOf(tr("Text"), m_text));
    rows->addWidget(m_text, 1);
    rows->addWidget(m_wholeRun);
    rows->addLayout(place);
    rows->addWidget(m_problem);
    rows->addWidget(buttons);
}

/// Enter alone begins a line; with Ctrl it saves.
bool NoteDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            m_save->click();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

bool NoteDialog::placeIsGood() const {
    const auto first = stepIn(*m_first), last = stepIn(*m_last);
    return m_wholeRun->isChecked() || (first && (m_last->text().trimmed().isEmpty() || (last && *last >= *first)));
}

void NoteDialog::refresh() {
    for (QLineEdit* field : {m_first, m_last})
        field->setEnabled(!m_wholeRun->isChecked());
    const bool empty = cleanNoteText(m_text->toPlainText().toStdString()).empty();
    const bool tooLong = m_text->toPlainText().toUtf8().size() > static_cast<qsizetype>(mostNoteBytes);
    m_problem->setText(!placeIsGood() ? tr("Steps are whole numbers, the last not before the first.")
                       : tooLong      ? tr("A note takes at most 4,000 bytes; the rest would be cut off.")
                                      : QString());
    m_save->setEnabled(placeIsGood() && !empty && !tooLong);
}

Note NoteDialog::note() const {
    Note note = m_note;
    note.text = cleanNoteText(m_text->toPlainText().toStdString());
    note.firstStep.reset();
    note.lastStep = 0;
    if (const auto first = stepIn(*m_first); first && !m_wholeRun->isChecked())
        setPlace(note, *first, stepIn(*m_last).value_or(*first));
    return note;
}

} // namespace tachograph::app
