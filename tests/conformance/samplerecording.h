#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <string>

namespace tachograph::tests {

/// A small valid recording of one format, tests/data/conformance/<importer id>.*: eight rows with ascending steps and
/// one NaN, each a line or a block of as many lines as the others. It can be made longer, so that the importer meets
/// steps that jump back and files of any size.
class SampleRecording {
  public:
    /// The file of this importer; not valid() when there is none.
    explicit SampleRecording(const std::string& importerId);

    static constexpr int rows = 8;

    [[nodiscard]] bool valid() const { return !m_body.isEmpty(); }
    [[nodiscard]] QByteArray bytes() const { return repeated(1); }
    [[nodiscard]] QByteArray fileName() const { return m_fileName; }
    /// All rows `copies` times, one after the other, between the head (a line of column names) and the tail.
    [[nodiscard]] QByteArray repeated(int copies) const;
    /// Copies enough for at least this many bytes.
    [[nodiscard]] QByteArray ofSize(qsizetype bytes) const;
    /// `line` as a line of its own in the middle of the rows.
    [[nodiscard]] QByteArray withLine(const QByteArray& line) const;
    /// The rows are lines that do not depend on each other (false for one JSON document).
    [[nodiscard]] bool isLineFormat() const { return m_tail.isEmpty(); }

  private:
    QByteArray m_fileName, m_head, m_tail, m_separator;
    QByteArrayList m_body;
};

} // namespace tachograph::tests
