#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "app/exportchoice.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace tachograph::app {

enum class ThemeChoice { system, light, dark, highContrast };

/// What the program remembers between starts: theme, layout, recent recordings. A configuration folder that cannot be
/// written only means that nothing is remembered.
class Settings {
  public:
    /// `file` is for tests; empty = the user's configuration folder.
    explicit Settings(const QString& file = {});

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray layout() const;
    /// An empty layout leaves the one before.
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

    /// Paths, newest first.
    struct Recent {
        QString path;
        qint64 openedAt = 0; ///< Unix seconds
    };
    [[nodiscard]] QList<Recent> recent() const;
    void addRecent(const QString& path, qint64 openedAt);
    void clearRecent();

    /// Where what is open is kept safe while the program runs; empty = nowhere.
    [[nodiscard]] QString recoveryFolder() const;

    /// What was exported last: its form.
    [[nodiscard]] ExportChoice exportChoice() const;
    void setExportChoice(const ExportChoice& choice);
    [[nodiscard]] QString exportFolder() const;
    void setExportFolder(const QString& folder);

    /// Of a GPU-hour, in whatever money; 0 = none.
    [[nodiscard]] double gpuPrice() const;
    void setGpuPrice(double price);

    /// Knobs that are not at their defaults. What no detector of this version has, or does not take, is left out.
    [[nodiscard]] AllKnobs knobs() const;
    void setKnobs(const AllKnobs& knobs);

    static constexpr int mostRecent = 10;

  private:
    void write(const QString& key, const QVariant& value);
    [[nodiscard]] QVariant read(const QString& key) const;

    QString m_file, m_recovery;
};

} // namespace tachograph::app
