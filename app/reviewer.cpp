#include "app/reviewer.h"

#include "analysis/review/notescsv.h"
#include "analysis/review/notesfile.h"
#include "app/notedialog.h"
#include "app/recoveryfile.h"
#include "models/convert.h"
#include "models/review/placednotes.h"
#include "widgets/plot/plotview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

#include <algorithm>

namespace tachograph::app {

using models::OpenRun;
using widgets::MessageBar;
using widgets::PlotView;

Reviewer::Reviewer(models::Session& session, MessageBar& messages, QWidget& window)
    : QObject(&window), m_session(session), m_messages(messages), m_window(window) {
    connect(&session.reviews(), &models::Reviews::changed, this, &Reviewer::refresh);
    connect(&session.reviews(), &models::Reviews::selectedChanged, this, [this] {
        for (PlotView* plot : m_plots)
            plot->setSelectedNote(m_session.reviews().selected());
    });
}

void Reviewer::showIn(PlotView& plot) {
    m_plots.push_back(&plot);
    connect(&plot, &PlotView::noteChosen, this, [this](quint64 note) { m_session.reviews().select(note); });
    lay(plot);
}

void Reviewer::serve(PlotView& plot) {
    plot.setNotesEditable(true);
    showIn(plot);
    connect(&plot, &PlotView::noteWanted, this, &Reviewer::newNote);
    connect(&plot, &PlotView::noteOpened, this, &Reviewer::editNote);
    connect(&plot, &PlotView::noteMoved, this, &Reviewer::moveNote);
    connect(&plot, &PlotView::noteNudged, this, &Reviewer::nudgeNote);
    connect(&plot, &PlotView::noteRemoved, this, &Reviewer::removeNote);
}

std::vector<RunReviewPtr> Reviewer::reviewsOn(const models::Timeline& timeline) const {
    std::vector<RunReviewPtr> reviews;
    for (const models::TimelineRun& shown : timeline.runs) {
        const auto entry = std::ranges::find(m_session.runs(), shown.run, &OpenRun::run);
        reviews.push_back(entry == m_session.runs().end() ? nullptr : m_session.reviews().of(entry->id));
    }
    return reviews;
}

void Reviewer::lay(PlotView& plot) const {
    const models::TimelinePtr timeline = plot.timeline();
    const auto reviews = reviewsOn(*timeline);
    plot.setNotes(models::placeNotes(*timeline, reviews));
    plot.setDismissed(models::dismissedFindings(*timeline, reviews));
    plot.setSelectedNote(m_session.reviews().selected());
}

void Reviewer::refresh() {
    for (PlotView* plot : m_plots)
        lay(*plot);
}

void Reviewer::newNote(double first, double last) {
    const models::TimelinePtr timeline = m_session.timeline();
    const OpenRun* current = m_session.current();
    if (!timeline || !current)
        return;
    const auto shown = std::ranges::find(timeline->runs, current->run, &models::TimelineRun::run);
    const int run = shown == timeline->runs.end() ? 0 : static_cast<int>(shown - timeline->runs.begin());
    const auto begin = models::stepAt(*timeline, run, first), end = models::stepAt(*timeline, run, last);
    Note note;
    if (begin && end)
        setPlace(note, *begin, *end);
    open(note, current->id, true);
}

void Reviewer::newNoteOnRun() {
    if (const OpenRun* current = m_session.current())
        open({}, current->id, true);
}

void Reviewer::open(const Note& note, std::uint64_t run, bool fresh) {
    const OpenRun* entry = m_session.run(run);
    if (!entry || !entry->run)
        return;
    if (m_dialog)
        m_dialog->close(); // one note at a time
    m_dialog = new NoteDialog(note, entry->name, fresh, &m_window);
    connect(m_dialog, &NoteDialog::saved, this, [this, run, fresh](const Note& written) {
        if (!fresh) {
            m_session.reviews().change(run, written);
            return;
        }
        const std::uint64_t added = m_session.reviews().add(run, written);
        m_session.reviews().select(added);
        if (added != 0)
            emit noteAdded();
        else
            say(MessageBar::Kind::warning, tr("Not added."),
                tr("A run can have 10,000 notes. Export and delete some of them first."));
    });
    m_dialog->show();
}

void Reviewer::editNote(std::uint64_t note) {
    std::uint64_t run = 0;
    if (const Note* found = m_session.reviews().find(note, &run))
        open(*found, run, false);
    else
        newNoteOnRun();
}

void Reviewer::removeNote(std::uint64_t note) {
    std::uint64_t run = 0;
    if (m_session.reviews().find(note, &run))
        m_session.reviews().remove(run, note);
}

void Reviewer::moveNote(std::uint64_t note, double first, double last) {
    const models::TimelinePtr timeline = m_session.timeline();
    std::uint64_t run = 0;
    const Note* found = m_session.reviews().find(note, &run);
    if (!found || !timeline)
        return;
    const auto shown = std::ranges::find(timeline->runs, m_session.run(run)->run, &models::TimelineRun::run);
    if (shown == timeline->runs.end())
        return;
    const int index = static_cast<int>(shown - timeline->runs.begin());
    const auto begin = models::stepAt(*timeline, index, first), end = models::stepAt(*timeline, index, last);
    Note moved = *found;
    if (begin && end)
        setPlace(moved, *begin, found->isPoint() ? *begin : *end);
    if (moved == *found)
        refresh(); // back to where it was
    else
        m_session.reviews().change(run, moved);
}

void Reviewer::nudgeNote(std::uint64_t note, int steps) {
    std::uint64_t run = 0;
    const Note* found = m_session.reviews().find(note, &run);
    if (!found || found->wholeRun())
        return;
    Note moved = *found;
    setPlace(moved, *found->firstStep + steps, found->lastStep + steps);
    m_session.reviews().change(run, moved);
}

void Reviewer::toggleDismissed(int finding) {
    const models::TimelinePtr timeline = m_session.timeline();
    if (!timeline || finding < 0 || static_cast<std::size_t>(finding) >= timeline->findings.size())
        return;
    const models::TimelineFinding& shown = timeline->findings[static_cast<std::size_t>(finding)];
    const RunPtr& run = timeline->runs[static_cast<std::size_t>(shown.run)].run;
    const auto entry = std::ranges::find(m_session.runs(), run, &OpenRun::run);
    if (entry == m_session.runs().end())
        return;
    if (dismissalOf(*m_session.reviews().of(entry->id), shown.finding)) {
        m_session.reviews().takeBack(entry->id, shown.finding);
        return;
    }
    auto* dialog = new QInputDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Dismiss %1").arg(models::shown(shown.finding.code, 60)));
    dialog->setLabelText(tr("The finding stays, shown as dismissed. Why does it not count?"));
    dialog->setOkButtonText(tr("Dismiss"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, id = entry->id, what = shown.finding](const QString& reason) {
                m_session.reviews().dismiss(id, what, reason);
            });
    dialog->open();
}

void Reviewer::noteFromFinding(int finding) {
    const models::TimelinePtr timeline = m_session.timeline();
    if (!timeline || finding < 0 || static_cast<std::size_t>(finding) >= timeline->findings.size())
        return;
    const models::TimelineFinding& shown = timeline->findings[static_cast<std::size_t>(finding)];
    const RunPtr& run = timeline->runs[static_cast<std::size_t>(shown.run)].run;
    const auto entry = std::ranges::find(m_session.runs(), run, &OpenRun::run);
    if (entry != m_session.runs().end())
        open(tachograph::noteFromFinding(shown.finding), entry->id, true);
}

void Reviewer::askForImport() {
    auto* dialog = new QFileDialog(&m_window, tr("Import notes"), {}, tr("Notes (*.json *.csv);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Reviewer::importFile);
    dialog->open();
}

void Reviewer::importFile(const QString& path) {
    const OpenRun* current = m_session.current();
    if (!current || !current->run)
        return;
    const auto notes = readNotesFile(models::pathToStd(path));
    if (!notes) {
        say(MessageBar::Kind::error, tr("No notes imported."), models::shown(notes.error().message));
        return;
    }
    const bool own = writtenFor(*notes, *current->run);
    const auto added = m_session.reviews().import(current->id, notes->review);
    emit noteAdded();
    say(own ? MessageBar::Kind::info : MessageBar::Kind::warning, tr("%1 notes imported.").arg(added),
        own ? QFileInfo(path).fileName()
            : tr("%1 was written for another recording, or for this one before it changed.")
                  .arg(QFileInfo(path).fileName()));
}

void Reviewer::askForExport() {
    const OpenRun* current = m_session.current();
    if (!current || !current->run)
        return;
    auto* dialog = new QFileDialog(&m_window, tr("Export notes"),
                                   QFileInfo(current->name).completeBaseName() + QStringLiteral("-notes.json"),
                                   tr("Notes as JSON (*.json);;Notes as a table (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, &Reviewer::exportFile);
    dialog->open();
}

void Reviewer::exportFile(const QString& path) {
    const OpenRun* current = m_session.current();
    if (!current || !current->run)
        return;
    const RunReviewPtr review = m_session.reviews().of(current->id);
    const std::string text = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                                 ? notesToCsv(*review)
                                 : notesToJson(*review, *current->run);
    if (const Result<void> written = writeWhole(path, text); !written)
        say(MessageBar::Kind::error, tr("No notes exported."), models::shown(written.error().message));
    else
        say(MessageBar::Kind::info, tr("Notes exported."), path);
}

void Reviewer::say(MessageBar::Kind kind, const QString& headline, const QString& text) {
    m_messages.post({kind, headline, text, {}, QStringLiteral("notes")});
}

} // namespace tachograph::app
