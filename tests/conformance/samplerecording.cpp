#include "tests/conformance/samplerecording.h"

#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace tachograph::tests {

SampleRecording::SampleRecording(const std::string& importerId) {
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
    const QByteArray once = m_body.join(m_separator);
    QByteArray all = m_head;
    all.reserve(m_head.size() + copies * (once.size() + m_separator.size()) + m_tail.size());
    for (int i = 0; i < copies; ++i)
        all += (i > 0 ? m_separator : QByteArray()) + once;
    return all + '\n' + m_tail;
}

QByteArray SampleRecording::ofSize(qsizetype bytes) const {
    return repeated(static_cast<int>(bytes / m_body.join(m_separator).size()) + 1);
}

QByteArray SampleRecording::withLine(const QByteArray& line) const {
    QByteArray all = m_head;
    for (qsizetype i = 0; i < m_body.size(); ++i) {
        if (i == m_body.size() / 2)
            all += line + '\n';
        all += m_body[i] + (i + 1 < m_body.size() ? m_separator : QByteArray("\n"));
    }
    return all + m_tail;
}

} // namespace tachograph::tests
