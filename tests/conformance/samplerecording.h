#pragma once

#include "tests/conformance/madesamples.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>
#include <string>
#include <utility>

namespace tachograph::tests {

/// A small valid recording of one format, tests/data/conformance/<importer id>.* or made by a writer (binary formats):
/// eight rows with ascending steps and one NaN, in text each a line or a block of as many lines as the others. It can
/// be made longer, so that the importer meets steps that jump back and files of any size.
class SampleRecording {
  public:
    /// The sample of this importer; not valid() when there is none.
    explicit SampleRecording(const std::string& importerId);

    static constexpr int rows = 8;

    [[nodiscard]] bool valid() const { return m_made || !m_body.isEmpty(); }
    /// Lines of text, else bytes.
    [[nodiscard]] bool isText() const { return !m_made; }
    [[nodiscard]] QByteArray bytes() const { return repeated(1); }
    [[nodiscard]] QByteArray fileName() const { return m_fileName; }
    /// All rows `copies` times, one after the other, between the head (a line of column names) and the tail.
    [[nodiscard]] QByteArray repeated(int copies) const;
    /// Copies enough for at least this many bytes.
    [[nodiscard]] QByteArray ofSize(qsizetype bytes) const;
    /// `line` as a line of its own in the middle of the rows; in binary formats just these bytes.
    [[nodiscard]] QByteArray withLine(const QByteArray& line) const;
    /// What stands before and behind that line.
    [[nodiscard]] std::pair<QByteArray, QByteArray> halves() const;
    /// The rows are lines that do not depend on each other (false for one JSON document).
    [[nodiscard]] bool isLineFormat() const { return isText() && m_tail.isEmpty(); }
    /// How many rows must be left when something foreign stands in the middle.
    [[nodiscard]] int rowsKept() const { return m_made ? m_made->rowsKept : isLineFormat() ? rows - 1 : rows / 2; }

  private:
    QByteArray m_fileName, m_head, m_tail, m_separator;
    QByteArrayList m_body;
    std::optional<MadeSample> m_made;
};

} // namespace tachograph::tests
