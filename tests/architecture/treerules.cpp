#include "tests/architecture/rules.h"

#include <QHash>
#include <QRegularExpression>

namespace tachograph::tests {

namespace {

using Tree = QHash<QString, const SourceFile*>;

QString folderOf(const QString& path) {
    return path.left(qMax<qsizetype>(path.lastIndexOf('/'), 0));
}

QString stemOf(const QString& path) {
    const QString name = path.mid(path.lastIndexOf('/') + 1);
    return name.left(name.lastIndexOf('.'));
}

bool namesWord(const QString& text, const QString& word) {
    return QRegularExpression("(?<![\\w.-])" + QRegularExpression::escape(word) + "(?![\\w-]|\\.\\w)")
        .match(text)
        .hasMatch();
}

/// Is the source listed by the CMakeLists.txt of its folder or of one above it? Tests are listed without extension.
bool isInCMakeList(const Tree& tree, const QString& path) {
    for (QString folder = folderOf(path); !folder.isEmpty(); folder = folderOf(folder)) {
        const SourceFile* list = tree.value(folder + "/CMakeLists.txt");
        const QString relative = path.mid(folder.size() + 1);
        if (list && (namesWord(list->text, relative) || namesWord(list->text, stemOf(relative))))
            return true;
    }
    return false;
}

/// The descriptors that a file gives: "const Importer& jsonlImporter() {", "extern const Detector x = {".
QStringList descriptorsIn(const SourceFile& file) {
    static const QRegularExpression definition(
        R"(^(?:extern\s+|inline\s+)*const\s+(?:\w+::)*(?:Importer|Detector|Panel|Lane\w*|Subcommand)(?:\s*&\s*|\s+)(\w+)\s*(?:\(\)\s*\{|[={]))",
        QRegularExpression::MultilineOption);
    QStringList names;
    auto matches = definition.globalMatch(file.code);
    while (matches.hasNext())
        names.append(matches.next().captured(1));
    return names;
}

/// Self-registering objects in a static library are dropped silently; so the registry lists every descriptor.
void checkRegistry(const Tree& tree, const SourceFile& file, std::vector<Violation>& found) {
    const SourceFile* registry = tree.value(folderOf(file.path) + "/registry.cpp");
    if (!registry || registry == &file)
        return;
    static const QRegularExpression declaration(R"(^(?:extern\s+)?const\s+[^;{=]*;)",
                                                QRegularExpression::MultilineOption);
    const QString used = QString(registry->code).remove(declaration);
    for (const QString& name : descriptorsIn(file))
        if (!namesWord(used, name))
            found.push_back({"in-registry", file.path + ":1", registry->path + " lists " + name});
}

bool isNamedByTest(const std::vector<SourceFile>& files, const QString& stem) {
    for (const SourceFile& file : files)
        if (file.isBelow("tests/") && !file.isBelow("tests/architecture/") &&
            (file.path.contains(stem, Qt::CaseInsensitive) || file.text.contains(stem, Qt::CaseInsensitive)))
            return true;
    return false;
}

} // namespace

std::vector<Violation> checkTree(const std::vector<SourceFile>& files) {
    Tree tree;
    for (const SourceFile& file : files)
        tree.insert(file.path, &file);
    std::vector<Violation> found;
    for (const SourceFile& file : files) {
        if (!file.path.endsWith(".cpp"))
            continue;
        if (!isInCMakeList(tree, file.path))
            found.push_back({"in-cmake-list", file.path + ":1", "the CMakeLists.txt of its folder names it"});
        checkRegistry(tree, file, found);
    }
    return found;
}

std::vector<Violation> checkTests(const std::vector<SourceFile>& files) {
    std::vector<Violation> found;
    for (const SourceFile& file : files)
        if (file.path.endsWith(".cpp") && !file.isBelow("tests/") && !isNamedByTest(files, stemOf(file.path)))
            found.push_back({"has-test", file.path + ":1", "a test names this source or what is in it"});
    return found;
}

} // namespace tachograph::tests
