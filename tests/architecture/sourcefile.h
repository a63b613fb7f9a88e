#pragma once

#include <QString>

#include <vector>

namespace tachograph::tests {

/// A source of the project with the views that rules look at. Every view has the length and the lines of the text;
/// what a view leaves out is blank, so that a match has the same line number in all of them.
struct SourceFile {
    SourceFile(QString relativePath, const QString& content);

    QString path;        ///< from the project root: "analysis/core/text.cpp"
    QString text;        ///< everything
    QString code;        ///< without comments, literals empty
    QString uncommented; ///< without comments
    QString literals;    ///< nothing but the insides of string literals

    [[nodiscard]] int lineAt(qsizetype offset) const;
    [[nodiscard]] int lineCount() const;
    [[nodiscard]] bool isBelow(const QString& prefix) const { return path.startsWith(prefix); }
};

/// All .h, .cpp and CMakeLists.txt below these folders of the project root, by path.
std::vector<SourceFile> readSources(const QString& root, const QStringList& folders);

} // namespace tachograph::tests
