#pragma once

#include "analysis/core/job.h"
#include "analysis/core/source.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tachograph {

/// Whole lines of a source that stand together, followed by LineReader::padding zero bytes.
struct TextPiece {
    std::string_view text;    ///< every line with its end-of-line bytes; may be empty
    std::uint64_t offset = 0; ///< of its first byte in the source
    std::vector<char> bytes;  ///< what `text` points into
    bool stopsHere = false;   ///< what follows cannot be cut into pieces: a line without end, a failed read
};

/// What is done with the pieces.
struct PieceWork {
    /// Bytes below which a source is not worth it.
    static constexpr std::uint64_t worthwhile = std::uint64_t{1} << 20;
    /// How many pieces are held at a time: `slot` counts from 0 to slotCount - 1.
    static constexpr std::size_t slotCount = 32;

    /// Called side by side for different slots, in any order.
    std::function<void(const TextPiece& piece, std::size_t slot)> parse;
    /// Called for one piece at a time, in the order of the source, when parse() is done with the slot; beside parse()
    /// of other slots.
    std::function<void(const TextPiece& piece, std::size_t slot)> take;
};

/// Cuts what `source` holds from `begin` on, where a line begins, at line ends and works on the pieces as many at a
/// time as the job's executor can. Reads every byte once, holds some 15 MB, never maps the file: one that shrinks just
/// ends early. Answers the offset behind the last line that was taken: the rest (a last line without end, lines longer
/// than a piece or what was written meanwhile) is left to a LineReader. Nothing when the job was canceled.
std::optional<std::uint64_t> readPieces(const Source& source, std::uint64_t begin, const Job& job,
                                        const PieceWork& work);

/// How many rows to expect of a source whose first piece has `rows`; a little too many, since only memory that is
/// filled costs any, and never more than some ten million.
std::size_t rowsToExpect(const Source& source, const TextPiece& firstPiece, std::size_t rows);

/// The line of `text` that begins at `begin`, without its end-of-line bytes.
std::string_view lineAt(std::string_view text, std::size_t begin);
/// Where the line begins that follows `count` lines further on.
std::size_t behindLines(std::string_view text, std::size_t begin, std::size_t count);

} // namespace tachograph
