#include "app/sessionkeeper.h"

#include "analysis/core/source.h"
#include "analysis/review/reviewjson.h"
#include "app/savingturn.h"
#include "app/sessionfile.h"
#include "models/convert.h"
#include "version.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace tachograph::app {

using models::pathToStd;
using models::shown;
using widgets::MessageBar;

namespace {

constexpr int pauseMs = 700;

std::string hashOf(std::string text) {
    return Source::fromBytes({}, std::move(text)).sha256();
}

/// Of what a file holds now; empty when there is none that can be read.
std::string hashOfFile(const QString& path) {
    const auto source = Source::openFile(pathToStd(path));
    return source ? source->sha256() : std::string();
}

} // namespace

SessionKeeper::SessionKeeper(WindowState& state, MessageBar& messages, const QString& recoveryFolder, QWidget& window)
    : QObject(&window), m_state(state), m_messages(messages), m_window(window), m_lockFolder(recoveryFolder),
      m_recovery(recoveryFolder) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(pauseMs);
    connect(&m_wait, &QTimer::timeout, this, &SessionKeeper::follow);
    connect(&m_state, &WindowState::changed, &m_wait, qOverload<>(&QTimer::start));
    connect(&m_state, &WindowState::reviewsChanged, this, &SessionKeeper::follow); // a note is safe at once
    connect(&m_state, &WindowState::settled, this, &SessionKeeper::settled);
    m_savedNotes = notesText();
}

QString SessionKeeper::folder() const {
    return m_file.isEmpty() ? QString() : QFileInfo(m_file).absolutePath();
}

/// Empty when it cannot be said: too large.
std::string SessionKeeper::text(const QString& folder) const {
    auto text = sessionToJson(m_state.capture(folder), TACHOGRAPH_VERSION);
    return text ? std::move(text).value() : std::string();
}

std::string SessionKeeper::notesText() const {
    std::string text;
    for (const SavedRun& run : m_state.capture({}).runs)
        if (!run.review.empty())
            text += run.path.absolute + '\n' +
                    reviewJson(run.review).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return text;
}

bool SessionKeeper::notesWouldBeLost() const {
    return notesText() != m_savedNotes;
}

/// Keeps the recovery file and the title as things are.
void SessionKeeper::follow() {
    if (m_finished || m_state.restoring())
        return;
    keep();
    const bool modified = m_file.isEmpty() ? notesWouldBeLost() : text(folder()) != m_savedText;
    if (std::exchange(m_modified, modified) != modified)
        emit titleChanged();
}

void SessionKeeper::keep() {
    SavedSession session = m_state.capture({});
    if (session.runs.empty()) {
        m_recovery.remove();
        m_kept.clear();
        return;
    }
    session.file = models::toStd(m_file);
    session.fileHash = m_fileHash;
    const auto text = sessionToJson(session, TACHOGRAPH_VERSION);
    if (text && *text == m_kept)
        return;
    const Result<void> written = text ? m_recovery.write(*text) : Result<void>(text.error());
    if (written) {
        m_kept = *text;
        m_toldFailure = false;
    } else if (!std::exchange(m_toldFailure, true)) {
        say(MessageBar::Kind::warning, tr("What is open is not kept safe."), shown(written.error().message));
    }
}

void SessionKeeper::askForFile() {
    auto* dialog = new QFileDialog(&m_window, tr("Open session"), folder(), tr("Sessions (*.tacho)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SessionKeeper::open);
    dialog->open();
}

void SessionKeeper::open(const QString& path) {
    beforeLosing([this, path] { load(path); });
}

void SessionKeeper::load(const QString& path) {
    const auto saved = readSession(path);
    if (!saved) {
        say(MessageBar::Kind::error, tr("Session not opened."), shown(saved.error().message));
        return;
    }
    m_recovered = false;
    // A picture is no session file: saving asks for one.
    const QString file = isPicture(path) ? QString() : QFileInfo(path).absoluteFilePath();
    m_fileHash = file.isEmpty() ? std::string() : saved->hash;
    restore(saved->session, QFileInfo(path).absolutePath(), file);
}

void SessionKeeper::restore(const SavedSession& saved, const QString& folder, const QString& file) {
    m_file = file;
    m_state.restore(saved, folder);
    emit titleChanged();
}

void SessionKeeper::settled(const QStringList& missing, const QStringList& changed, const QStringList& dropped) {
    if (!m_recovered) {
        m_savedText = text(folder());
        m_savedNotes = notesText();
    }
    QStringList sentences;
    const auto list = [](const QStringList& names) {
        return names.size() <= 3
                   ? names.join(QStringLiteral(", "))
                   : tr("%1 and %2 more").arg(names.mid(0, 2).join(QStringLiteral(", "))).arg(names.size() - 2);
    };
    if (!missing.isEmpty())
        sentences << tr("Not found, notes on it are kept: %1.").arg(list(missing));
    if (!changed.isEmpty())
        sentences << tr("Changed since it was saved: %1.").arg(list(changed));
    if (!dropped.isEmpty())
        sentences << tr("Series left out of lanes: %1.").arg(list(dropped));
    if (!sentences.isEmpty())
        say(MessageBar::Kind::warning, tr("The session was opened with what is there."), sentences.join(u' '));
    follow();
    emit titleChanged();
}

void SessionKeeper::save(const std::function<void()>& then) {
    if (m_file.isEmpty())
        saveAs(then);
    else if (saveTo(m_file, then) && then)
        then();
}

void SessionKeeper::saveAs(const std::function<void()>& then) {
    auto* dialog =
        new QFileDialog(&m_window, tr("Save session"), m_file.isEmpty() ? QStringLiteral("review.tacho") : m_file,
                        tr("Sessions (*.tacho)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("tacho"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& path) {
        if (saveTo(path, then) && then)
            then();
    });
    dialog->open();
}

bool SessionKeeper::saveTo(const QString& path, const std::function<void()>& then) {
    const QString file = QFileInfo(path).absoluteFilePath();
    const SavingTurn turn(m_lockFolder, file);
    if (!turn.mine()) {
        say(MessageBar::Kind::warning, tr("Session not saved."),
            tr("Another window is saving %1. Try again.").arg(QFileInfo(file).fileName()));
        return false;
    }
    const std::string there = file == m_file ? hashOfFile(file) : std::string();
    if (!there.empty() && there != m_fileHash) {
        askAboutOther(then);
        return false;
    }
    return write(file);
}

/// Neither side is lost before somebody chose.
void SessionKeeper::askAboutOther(const std::function<void()>& then) {
    MessageBar::Message message;
    message.kind = MessageBar::Kind::warning;
    message.headline = tr("Session not saved.");
    message.text = tr("%1 was written by another program since it was opened here. Both are still whole.")
                       .arg(QFileInfo(m_file).fileName());
    message.topic = QStringLiteral("session");
    message.buttons = {{tr("Save under another name"),
                        [this, then] {
                            saveAs(then);
                        }},
                       {tr("Replace it"),
                        [this, then] {
                            if (write(m_file) && then)
                                then();
                        }},
                       {tr("Open it instead"), [this] {
                            open(m_file);
                        }}};
    m_messages.post(std::move(message));
}

bool SessionKeeper::write(const QString& file) {
    const auto text = sessionToJson(m_state.capture(QFileInfo(file).absolutePath()), TACHOGRAPH_VERSION);
    const Result<void> written = text ? writeWhole(file, *text) : Result<void>(text.error());
    if (!written) {
        say(MessageBar::Kind::error, tr("Session not saved."), shown(written.error().message));
        return false;
    }
    m_file = file;
    m_fileHash = hashOf(*text);
    m_savedText = *text;
    m_savedNotes = notesText();
    m_recovered = false;
    m_modified = false;
    m_messages.dismissTopic(QStringLiteral("session"));
    keep();
    emit titleChanged();
    return true;
}

void SessionKeeper::beforeLosing(const std::function<void()>& then) {
    if (!notesWouldBeLost()) {
        then();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Notes are not saved"),
                                tr("Save the session, with the notes in it?"), QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const auto* saving = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    const auto* losing = box->addButton(tr("Discard notes"), QMessageBox::DestructiveRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, saving, losing, then](const QAbstractButton* button) {
        if (button == saving)
            save(then);
        else if (button == losing)
            then();
    });
    box->open();
}

void SessionKeeper::offerRecovery() {
    const QStringList left = m_recovery.leftBehind();
    if (left.isEmpty())
        return;
    const auto saved = readSession(left.front());
    std::size_t notes = 0;
    if (saved)
        for (const SavedRun& run : saved->session.runs)
            notes += run.review.notes.size();
    MessageBar::Message message;
    message.kind = MessageBar::Kind::warning;
    message.headline = tr("Tachograph ended unexpectedly.");
    message.topic = QStringLiteral("recovery");
    if (saved) {
        message.text =
            tr("Open were %1 with %2.")
                .arg(saved->session.runs.size() == 1 ? tr("1 run") : tr("%1 runs").arg(saved->session.runs.size()),
                     notes == 1 ? tr("1 note") : tr("%1 notes").arg(notes));
        message.buttons = {{tr("Restore"), [this, path = left.front()] {
                                beforeLosing([this, path] { recover(path); });
                            }}};
    } else {
        message.text = tr("What was open cannot be read: %1").arg(shown(saved.error().message));
    }
    message.buttons.push_back({tr("Discard"), [path = left.front(), this] {
                                   RecoveryFile::discard(path);
                                   offerRecovery();
                               }});
    m_messages.post(std::move(message));
}

/// What was left behind goes when this process keeps it itself.
void SessionKeeper::recover(const QString& path) {
    const auto saved = readSession(path);
    if (!saved) {
        say(MessageBar::Kind::error, tr("Nothing restored."), shown(saved.error().message));
        return;
    }
    m_recovered = true;
    m_savedText.clear();
    m_savedNotes.clear();
    connect(
        &m_state, &WindowState::settled, this,
        [this, path] {
            keep();
            if (!m_kept.empty())
                RecoveryFile::discard(path);
            offerRecovery();
        },
        Qt::SingleShotConnection);
    m_fileHash = saved->session.fileHash;
    restore(saved->session, {}, models::toQt(saved->session.file));
}

void SessionKeeper::finish() {
    m_finished = true;
    m_recovery.remove();
}

void SessionKeeper::say(MessageBar::Kind kind, const QString& headline, const QString& text) {
    m_messages.post({kind, headline, text, {}, QStringLiteral("session")});
}

} // namespace tachograph::app
