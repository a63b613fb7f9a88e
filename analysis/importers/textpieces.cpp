#include "analysis/importers/textpieces.h"

#include "analysis/core/linereader.h"

#include <algorithm>
#include <cstring>

namespace tachograph {

namespace {

constexpr std::size_t pieceBytes = std::size_t{128} << 10;     // with its numbers, it stays in the caches
constexpr std::size_t piecesAtOnce = PieceWork::slotCount / 2; // the other half waits to be taken

/// Behind the first end of line at or behind `from`; npos when there is none.
std::size_t behindLineEnd(std::string_view text, std::size_t from) {
    const std::size_t end = text.find('\n', std::min(from, text.size()));
    return end == std::string_view::npos ? end : end + 1;
}

/// Reads the lines that begin in the `pieceBytes` bytes from `nominal` on. At the very first of them a line begins.
void readPiece(const Source& source, std::uint64_t nominal, bool veryFirst, TextPiece& piece) {
    const std::size_t lead = veryFirst ? 0 : 1; // a line end just before the piece begins a line in it
    const std::uint64_t begin = nominal - lead;
    // Usually the last line ends within 4 KiB; a longer one is read on demand, up to another piece.
    std::size_t wanted = lead + pieceBytes + (std::size_t{4} << 10), held = 0;
    piece.text = {};
    piece.stopsHere = true;
    for (;;) {
        piece.bytes.resize(wanted + LineReader::padding);
        const auto got = source.readAt(begin + held, std::span(piece.bytes).subspan(held, wanted - held));
        if (!got)
            return;
        held += *got;
        const std::string_view all(piece.bytes.data(), held);
        const bool ends = *got == 0 || held < wanted;
        std::size_t first = veryFirst ? 0 : behindLineEnd(all, 0);
        std::size_t last = behindLineEnd(all, lead + pieceBytes - 1);
        if (last == std::string_view::npos && ends) {
            last = all.rfind('\n') + 1; // npos + 1 is 0: no line at all
        } else if (last == std::string_view::npos && wanted < 2 * pieceBytes) {
            wanted += pieceBytes;
            continue;
        }
        piece.stopsHere = last == std::string_view::npos;
        if (piece.stopsHere)
            last = all.rfind('\n') + 1;
        first = std::min(first, last);
        piece.offset = begin + first;
        piece.text = all.substr(first, last - first);
        std::memset(piece.bytes.data() + held, 0, LineReader::padding);
        return;
    }
}

} // namespace

std::size_t rowsToExpect(const Source& source, const TextPiece& firstPiece, std::size_t rows) {
    constexpr double most = 1U << 24U, room = 1.05;
    const double pieces = static_cast<double>(source.size()) / static_cast<double>(firstPiece.text.size());
    return static_cast<std::size_t>(std::min(most, room * pieces * static_cast<double>(rows)));
}

std::string_view lineAt(std::string_view text, std::size_t begin) {
    std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::size_t behindLines(std::string_view text, std::size_t begin, std::size_t count) {
    for (; count > 0 && begin < text.size(); --count)
        begin = std::min(behindLineEnd(text, begin), text.size());
    return begin;
}

std::optional<std::uint64_t> readPieces(const Source& source, std::uint64_t begin, const Job& job,
                                        const PieceWork& work) {
    const std::uint64_t bytes = source.size() - std::min(source.size(), begin);
    const auto count = static_cast<std::size_t>((bytes + pieceBytes - 1) / pieceBytes);
    std::vector<TextPiece> pieces(std::min(count, PieceWork::slotCount));
    std::uint64_t taken = begin;
    bool stopped = false;
    const auto takeUpTo = [&](std::size_t first, std::size_t end) {
        for (std::size_t index = first; index < end && !stopped && !job.canceled(); ++index) {
            const TextPiece& piece = pieces[index % PieceWork::slotCount];
            if (!piece.text.empty()) {
                // A file that is written anew while it is read may be cut elsewhere now.
                stopped = piece.offset != taken;
                if (stopped)
                    return;
                work.take(piece, index % PieceWork::slotCount);
                taken += piece.text.size();
            }
            stopped = piece.stopsHere;
        }
    };
    std::size_t parsed = 0, handed = 0;
    while (parsed < count && !stopped && !job.canceled()) {
        const std::size_t end = std::min(count, parsed + piecesAtOnce);
        job.forEach(end - parsed + 1, [&](std::size_t n) {
            if (n == 0) { // what was parsed in the round before
                takeUpTo(handed, parsed);
                return;
            }
            if (job.canceled())
                return;
            const std::size_t index = parsed + n - 1, slot = index % PieceWork::slotCount;
            readPiece(source, begin + std::uint64_t{index} * pieceBytes, index == 0, pieces[slot]);
            work.parse(pieces[slot], slot);
        });
        handed = parsed;
        parsed = end;
        job.report(static_cast<double>(taken) / static_cast<double>(source.size()));
    }
    takeUpTo(handed, parsed);
    if (job.canceled())
        return std::nullopt;
    return taken;
}

} // namespace tachograph
