#include "app/opener.h"

#include "analysis/importers/importer.h"
#include "analysis/importers/togetherness.h"
#include "app/bundledcases.h"
#include "app/runchooser.h"
#include "models/convert.h"
#include "models/following/watching.h"

#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMimeData>
#include <QUrl>

#include <any>

namespace tachograph::app {

namespace {

QString whenText(qint64 seconds) {
    const QDateTime when = QDateTime::fromSecsSinceEpoch(seconds);
    const qint64 days = when.date().daysTo(QDate::currentDate());
    const QLocale plain = QLocale::c();
    if (days == 0)
        return Opener::tr("today, %1").arg(plain.toString(when, QStringLiteral("HH:mm")));
    if (days == 1)
        return Opener::tr("yesterday, %1").arg(plain.toString(when, QStringLiteral("HH:mm")));
    return plain.toString(when, days < 300 ? QStringLiteral("d MMM") : QStringLiteral("d MMM yyyy"));
}

QString folderText(const QString& path) {
    const QString folder = QFileInfo(path).path(), home = QDir::homePath();
    return folder.startsWith(home) && home.size() > 1 ? QLatin1Char('~') + folder.mid(home.size()) : folder;
}

/// Looks at the files; runs in the background.
Result<std::any> lookAt(const QList<Settings::Recent>& entries) {
    std::vector<widgets::RecentEntry> looked;
    for (const Settings::Recent& entry : entries) {
        const QFileInfo info(entry.path);
        looked.push_back({entry.path, info.fileName().isEmpty() ? entry.path : info.fileName(), folderText(entry.path),
                          whenText(entry.openedAt), info.isDir(), !info.exists()});
    }
    return std::any(looked);
}

QStringList localPaths(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

QStringList fileFilters() {
    QStringList all, each;
    for (const Importer* importer : importers()) {
        QStringList patterns;
        for (const std::string& pattern : importer->patterns)
            patterns << models::toQt(pattern);
        all << patterns;
        each << QStringLiteral("%1 (%2)").arg(models::toQt(importer->title), patterns.join(QLatin1Char(' ')));
    }
    all.removeDuplicates();
    all << QStringLiteral("*.tacho");
    each << Opener::tr("Sessions, and pictures that carry one (*.tacho *.png)");
    each.prepend(Opener::tr("Recordings (%1)").arg(all.join(QLatin1Char(' '))));
    each << Opener::tr("All files (*)");
    return each;
}

Opener::Opener(models::Session& session, Settings& settings, widgets::MessageBar& messages, QWidget& window)
    : QObject(&window), m_session(session), m_settings(settings), m_messages(messages), m_window(window) {
    connect(&m_look, &models::BackgroundJob::finished, this, [this](const std::any& looked) {
        m_recent = std::any_cast<std::vector<widgets::RecentEntry>>(looked);
        emit recentChanged();
    });
    session.setOffersSeveral(true);
    connect(&session, &models::Session::runsOffered, this, &Opener::offer);
}

/// Beside the window, not in its way. Closing it without a choice opens nothing.
void Opener::offer(std::uint64_t offered) {
    const models::RunOffer* runs = m_session.offer(offered);
    if (!runs)
        return;
    auto* chooser = new RunChooser(*runs, &m_window);
    connect(chooser, &QDialog::finished, this, [this, offered, chooser](int result) {
        m_session.openOffered(offered, result == QDialog::Accepted ? chooser->chosen() : std::vector<std::size_t>());
    });
    chooser->show();
}

void Opener::askForFiles() {
    auto* dialog = new QFileDialog(&m_window, tr("Open runs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(fileFilters());
    connect(dialog, &QFileDialog::filesSelected, this, &Opener::open);
    dialog->open();
}

void Opener::askForFolder() {
    auto* dialog = new QFileDialog(&m_window, tr("Open a folder of one or several runs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this, &Opener::open);
    dialog->open();
}

bool Opener::mayBeSession(const QString& path) {
    return path.endsWith(QLatin1String(".tacho"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive);
}

void Opener::open(const QStringList& chosen) {
    QStringList paths = chosen;
    QString session;
    for (const QString& path : chosen)
        if (mayBeSession(path))
            session = path;
    paths.removeIf(mayBeSession);
    if (!session.isEmpty()) {
        remember(session);
        emit sessionChosen(session);
    }
    if (paths.size() > 1 && models::Session::mayBelongTogether(paths))
        askOneOrSeveral(paths);
    else
        openEach(paths);
}

void Opener::openEach(const QStringList& paths) {
    for (const QString& path : paths) {
        m_session.open(path);
        remember(path);
    }
}

std::uint64_t Opener::follow(const QString& path, const QString& configFile) {
    remember(path);
    return models::Watching::of(m_session).openFile(path, configFile);
}

void Opener::askOneOrSeveral(const QStringList& paths) {
    QStringList names;
    for (const QString& path : paths)
        names << QFileInfo(path).fileName();
    const QString list =
        names.size() > 4
            ? tr("%1 and %2 more").arg(names.mid(0, 3).join(QStringLiteral(", ")), QString::number(names.size() - 3))
            : names.join(QStringLiteral(", "));
    widgets::MessageBar::Message question;
    question.headline = tr("One run or several?");
    question.text =
        tr("%1 fit each other: they may be files of one job, such as its restarts, metrics, console or samples.")
            .arg(list);
    std::vector<std::string> files;
    for (const QString& path : paths)
        files.push_back(QFile::encodeName(path).toStdString());
    QStringList unseen;
    for (const std::string& name : togethernessOf(files).endsUnseen)
        unseen << QString::fromStdString(name);
    if (!unseen.isEmpty())
        question.text += QLatin1Char(' ') +
                         tr("Of %1 only the beginning was looked at for this.").arg(unseen.join(QStringLiteral(", ")));
    question.buttons = {{tr("One run"),
                         [this, paths] {
                             m_session.openAsOneRun(paths);
                             for (const QString& path : paths)
                                 remember(path);
                         }},
                        {tr("%1 runs").arg(paths.size()), [this, paths] {
                             openEach(paths);
                         }}};
    m_messages.post(std::move(question));
}

void Opener::openDemo() {
    m_session.openBytes(QString::fromLatin1(demoCase().name), bytesOf(demoCase()));
}

void Opener::openPair() {
    for (const BundledCase& bundled : bundledPair())
        m_session.openBytes(QString::fromLatin1(bundled.name), bytesOf(bundled), configOf(bundled));
}

bool Opener::canTake(const QMimeData& data) {
    return data.hasUrls() ? !localPaths(data).isEmpty() : data.hasText();
}

void Opener::take(const QMimeData& data, const QString& from) {
    const QStringList paths = localPaths(data);
    if (!paths.isEmpty())
        open(paths);
    else if (!data.text().trimmed().isEmpty())
        m_session.openBytes(from, data.text().toUtf8());
    else
        m_messages.post({widgets::MessageBar::Kind::info,
                         tr("Nothing to open."),
                         tr("The %1 holds neither files nor text. Copy some lines of a run's console first.").arg(from),
                         {},
                         QStringLiteral("nothing")});
}

void Opener::paste() {
    if (const QMimeData* data = QGuiApplication::clipboard()->mimeData())
        take(*data, tr("clipboard"));
}

void Opener::remember(const QString& path) {
    m_settings.addRecent(QFileInfo(path).absoluteFilePath(), QDateTime::currentSecsSinceEpoch());
    refreshRecent();
}

void Opener::refreshRecent() {
    m_look.start([entries = m_settings.recent()](const Job&) { return lookAt(entries); });
}

} // namespace tachograph::app
