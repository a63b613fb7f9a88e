#include "analysis/importers/consolelines.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>
#include <string>

namespace tachograph {

bool forEachConsolePiece(Source& source, const Job& job, const TakePiece& take) {
    constexpr std::uint64_t bytesBetweenReports = std::uint64_t{1} << 20;
    if (job.canceled())
        return false;
    source.rewind();
    LineReader lines(source, LineReader::CarriageReturn::split);
    std::uint64_t untilAsked = 0, reportAt = 0;
    std::string colourless;
    while (const auto line = lines.next()) {
        if (++untilAsked % 256 == 0 && job.canceled())
            return false;
        if (line->offset >= reportAt) {
            job.report(lines.progress());
            reportAt = line->offset + bytesBetweenReports;
        }
        std::string_view plain = line->text.substr(0, ConsolePiece::longest);
        if (plain.find('\x1b') != std::string_view::npos)
            plain = colourless = stripAnsi(plain);
        const ConsoleLine console = stripPrefixes(plain);
        take({console.text, console.time, console.rank, line->number,
              !line->complete || line->cut || line->text.size() > ConsolePiece::longest});
    }
    return true;
}

void forEachPieceOfHead(std::string_view head, const std::function<bool(std::string_view)>& takeUntilTrue) {
    const std::string text = stripAnsi(head);
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        if (takeUntilTrue(stripPrefixes(rest.substr(0, end)).text))
            return;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

int certainIfAnyPiece(std::string_view head, int certain, const std::function<bool(std::string_view)>& isMine) {
    bool found = false;
    forEachPieceOfHead(head, [&](std::string_view text) { return found = isMine(text); });
    return found ? certain : 0;
}

} // namespace tachograph
