#include "app/settings.h"

#include "analysis/core/text.h"

#include <QFileInfo>
#include <QSettings>

#include <QStandardPaths>
#include <QVariant>
#include <cmath>
#include <iterator>

namespace tachograph::app {

namespace {
constexpr const char* themeNames[] = {"system", "light", "dark", "high-contrast"};

QString defaultFile() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return folder.isEmpty() ? QString() : folder + QStringLiteral("/tachograph/tachograph.ini");
}

/// Beside a settings file of a test, else with the data of programs.
QString recoveryFolderFor(const QString& file) {
    const QString folder = file.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                                          : QFileInfo(file).absolutePath();
    return folder.isEmpty() ? QString() : folder + QStringLiteral("/tachograph/recovery");
}
} // namespace

Settings::Settings(const QString& file)
    : m_file(file.isEmpty() ? defaultFile() : file), m_recovery(recoveryFolderFor(file)) {}

QString Settings::recoveryFolder() const {
    return m_recovery;
}

void Settings::write(const QString& key, const QVariant& value) {
    if (m_file.isEmpty())
        return;
    QSettings settings(m_file, QSettings::IniFormat);
    settings.setValue(key, value); // a file that cannot be written is left alone by QSettings, without a word
}

QVariant Settings::read(const QString& key) const {
    return m_file.isEmpty() ? QVariant() : QSettings(m_file, QSettings::IniFormat).value(key);
}

ThemeChoice Settings::theme() const {
    const QString name = read(QStringLiteral("theme")).toString();
    for (int i = 0; i < static_cast<int>(std::size(themeNames)); ++i)
        if (name == QLatin1String(themeNames[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::system;
}

void Settings::setTheme(ThemeChoice choice) {
    write(QStringLiteral("theme"), QString::fromLatin1(themeNames[static_cast<int>(choice)]));
}

QByteArray Settings::windowGeometry() const {
    return read(QStringLiteral("window/geometry")).toByteArray();
}

QByteArray Settings::layout() const {
    return read(QStringLiteral("window/layout")).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout) {
    write(QStringLiteral("window/geometry"), geometry);
    if (!layout.isEmpty())
        write(QStringLiteral("window/layout"), layout);
}

QList<Settings::Recent> Settings::recent() const {
    QList<Recent> entries;
    const QStringList lines = read(QStringLiteral("recent")).toStringList();
    for (const QString& line : lines) {
        const qsizetype blank = line.indexOf(QLatin1Char(' ')); // "1764500001 /path": the path may hold anything
        bool number = false;
        const qint64 openedAt = line.left(blank).toLongLong(&number);
        if (blank > 0 && number && blank + 1 < line.size() && entries.size() < mostRecent)
            entries.append({line.mid(blank + 1), openedAt});
    }
    return entries;
}

void Settings::addRecent(const QString& path, qint64 openedAt) {
    QList<Recent> entries = recent();
    entries.removeIf([&](const Recent& entry) { return entry.path == path; });
    entries.prepend({path, openedAt});
    QStringList lines;
    for (const Recent& entry : entries.first(qMin<qsizetype>(entries.size(), mostRecent)))
        lines.append(QString::number(entry.openedAt) + QLatin1Char(' ') + entry.path);
    write(QStringLiteral("recent"), lines);
}

void Settings::clearRecent() {
    write(QStringLiteral("recent"), QStringList());
}

ExportChoice Settings::exportChoice() const {
    return choiceFromText(read(QStringLiteral("export/choice")).toString());
}

void Settings::setExportChoice(const ExportChoice& choice) {
    write(QStringLiteral("export/choice"), toText(choice));
}

QString Settings::exportFolder() const {
    return read(QStringLiteral("export/folder")).toString();
}

void Settings::setExportFolder(const QString& folder) {
    write(QStringLiteral("export/folder"), folder);
}

double Settings::gpuPrice() const {
    const double price = read(QStringLiteral("bill/gpuPrice")).toDouble();
    return std::isfinite(price) && price > 0.0 ? price : 0.0;
}

void Settings::setGpuPrice(double price) {
    write(QStringLiteral("bill/gpuPrice"), price);
}

AllKnobs Settings::knobs() const {
    AllKnobs knobs;
    for (const QString& assignment : read(QStringLiteral("knobs")).toStringList())
        if (!setKnob(knobs, assignment.toStdString()))
            continue; // of another version of the program, or edited by hand
    return knobs;
}

void Settings::setKnobs(const AllKnobs& knobs) {
    QStringList assignments; // as after --knob
    for (const auto& [code, values] : knobs)
        for (const auto& [name, value] : values)
            assignments << QString::fromStdString(code + '.' + name + '=' + machineNumber(value));
    write(QStringLiteral("knobs"), assignments);
}

} // namespace tachograph::app
