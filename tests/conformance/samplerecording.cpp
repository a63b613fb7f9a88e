#include "tests/conformance/samplerecording.h"

#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace tachograph::tests {

SampleRecording::SampleRecording(const std::string& importerId) : m_made(madeSample(importerId)) {
    if (m_made)
        return;
    const QDir folder(QString::fromStdString(testData("conformance")));
    const QStringList found = folder.entryList({QString::fromStdString(importerId) + ".*"}, QDir::Files);
    if (found.size() != 1)
        return;
    QFile file(folder.filePath(found.front()));
    if (!file.open(QIODevice::ReadOnly))
        return;
    m_fileName = found.front().toUtf8();
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeLast();
    // The rows of a JSON document are indented objects, or numbers by step; a table has one line of names; a row of
    // several lines is an eighth of them.
    static const QRegularExpression row("^    (\\{| +\"\\d)");
    const auto isRow = [](const QByteArray& line) {
        return row.match(QString::fromUtf8(line)).hasMatch();
    };
    const bool document = lines.front() == "{";
    const qsizetype linesOfRow = document ? 1 : std::max<qsizetype>(1, lines.size() / rows);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (document && isRow(lines[i]))
            m_body << (lines[i].endsWith(',') ? lines[i].chopped(1) : lines[i]);
        else if (document)
            (m_body.isEmpty() ? m_head : m_tail) += lines[i] + '\n';
        else if (lines.size() % rows == 1 && i == 0)
            m_head = lines[i] + '\n';
        else if (linesOfRow > 1 && i % linesOfRow > 0)
            m_body.last() += '\n' + lines[i];
        else
            m_body << lines[i];
    }
    m_separator = document ? ",\n" : "\n";
}

QByteArray SampleRecording::repeated(int copies) const {
    if (m_made)
        return m_made->make(copies);
    const QByteArray once = m_body.join(m_separator);
    QByteArray all = m_head;
    all.reserve(m_head.size() + copies * (once.size() + m_separator.size()) + m_tail.size());
    for (int i = 0; i < copies; ++i)
        all += (i > 0 ? m_separator : QByteArray()) + once;
    return all + '\n' + m_tail;
}

QByteArray SampleRecording::ofSize(qsizetype bytes) const {
    // Of a container that grows in pages the mean over many copies counts.
    const qsizetype one = m_made ? (repeated(65).size() - repeated(1).size()) / 64 : m_body.join(m_separator).size();
    return repeated(static_cast<int>(bytes / one) + 1);
}

std::pair<QByteArray, QByteArray> SampleRecording::halves() const {
    if (m_made) {
        const QByteArray all = bytes();
        return {all.left(all.size() / 2), all.mid(all.size() / 2)};
    }
    QByteArray before = m_head, behind;
    for (qsizetype i = 0; i < m_body.size(); ++i)
        (i < m_body.size() / 2 ? before : behind) +=
            m_body[i] + (i + 1 < m_body.size() ? m_separator : QByteArray("\n"));
    return {before, behind + m_tail};
}

QByteArray SampleRecording::withLine(const QByteArray& line) const {
    const auto [before, behind] = halves();
    return before + line + (isText() ? "\n" : "") + behind;
}

} // namespace tachograph::tests
