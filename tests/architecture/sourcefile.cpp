#include "tests/architecture/sourcefile.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>

namespace tachograph::tests {

namespace {

/// Walks over C++ text once and copies each character into the views it belongs to.
class Splitter {
  public:
    explicit Splitter(SourceFile& file) : m_file(file), m_text(file.text) {
        QString blank(m_text.size(), QChar(' '));
        for (qsizetype i = 0; i < m_text.size(); ++i)
            if (m_text[i] == '\n')
                blank[i] = '\n';
        m_file.code = m_file.uncommented = m_file.literals = blank;
    }

    void run() {
        while (m_at < m_text.size()) {
            if (startsWith("//"))
                skipTo(m_text.indexOf('\n', m_at));
            else if (startsWith("/*"))
                skipTo(endOf("*/", m_at + 2));
            else if (startsWith("R\"") && !afterWord())
                rawString();
            else if (m_text[m_at] == '"' || (m_text[m_at] == '\'' && !afterWord()))
                quoted(m_text[m_at]);
            else
                copy(true, false);
        }
    }

  private:
    bool startsWith(const char* what) const { return QStringView(m_text).mid(m_at).startsWith(QLatin1String(what)); }
    /// A quote after a letter or digit separates digits (1'000) or belongs to a prefix (u8"..."), which ends as usual.
    bool afterWord() const { return m_at > 0 && (m_text[m_at - 1].isLetterOrNumber() || m_text[m_at - 1] == '_'); }
    qsizetype endOf(const QString& what, qsizetype from) const {
        const qsizetype found = m_text.indexOf(what, from);
        return found < 0 ? -1 : found + what.size();
    }
    void skipTo(qsizetype end) { m_at = end < 0 ? m_text.size() : end; }

    void copy(bool toCode, bool toLiterals) {
        const QChar c = m_text[m_at];
        m_file.uncommented[m_at] = c;
        if (toCode)
            m_file.code[m_at] = c;
        if (toLiterals)
            m_file.literals[m_at] = c;
        ++m_at;
    }

    void quoted(QChar quote) {
        copy(true, false);
        while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n')
                copy(false, quote == '"');
            copy(false, quote == '"');
        }
        if (m_at < m_text.size())
            copy(true, false);
    }

    void rawString() {
        const qsizetype open = m_text.indexOf('(', m_at);
        const QString close = ")" + m_text.mid(m_at + 2, open - m_at - 2) + "\"";
        const qsizetype end = endOf(close, open);
        const qsizetype stop = end < 0 ? m_text.size() : end;
        while (m_at < stop)
            copy(false, m_at > open && m_at < stop - close.size());
    }

    SourceFile& m_file;
    const QString m_text;
    qsizetype m_at = 0;
};

} // namespace

SourceFile::SourceFile(QString relativePath, const QString& content) : path(std::move(relativePath)), text(content) {
    Splitter(*this).run();
}

int SourceFile::lineAt(qsizetype offset) const {
    return static_cast<int>(std::count(text.cbegin(), text.cbegin() + offset, QChar('\n'))) + 1;
}

int SourceFile::lineCount() const {
    return static_cast<int>(text.count('\n')) + (text.isEmpty() || text.endsWith('\n') ? 0 : 1);
}

std::vector<SourceFile> readSources(const QString& root, const QStringList& folders) {
    std::vector<SourceFile> sources;
    for (const QString& folder : folders) {
        QDirIterator files(root + "/" + folder, {"*.cpp", "*.h", "CMakeLists.txt"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                sources.emplace_back(file.fileName().mid(root.size() + 1), QString::fromUtf8(file.readAll()));
        }
    }
    std::ranges::sort(sources, {}, &SourceFile::path);
    return sources;
}

} // namespace tachograph::tests
