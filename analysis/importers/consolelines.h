#pragma once

#include "analysis/core/job.h"
#include "analysis/core/source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace tachograph {

/// One line of a console log, or one piece of it between carriage returns, without colours and prefixes.
struct ConsolePiece {
    static constexpr std::size_t longest = std::size_t{1} << 20; ///< bytes; what is longer is cut

    std::string_view text;      ///< good until the next piece
    std::optional<double> time; ///< Unix seconds, when a time stamp stood in front
    std::optional<int> rank;    ///< of "[rank3]:" and "[default3]:"
    std::uint64_t line = 0;     ///< counted from 1; the pieces of one line share it
    bool torn = false;          ///< the end is missing: the recording ends in it, or it is longer than `longest`
};

using TakePiece = std::function<void(const ConsolePiece&)>;

/// Hands every piece of the source to `take`, in order; bounded memory, reports progress. False when canceled.
bool forEachConsolePiece(Source& source, const Job& job, const TakePiece& take);

/// The pieces of the beginning of a recording, until `take` answers that it has seen enough.
void forEachPieceOfHead(std::string_view head, const std::function<bool(std::string_view)>& takeUntilTrue);

/// `certain` when one of these pieces is of the format, else 0: what most sniffers come to.
int certainIfAnyPiece(std::string_view head, int certain, const std::function<bool(std::string_view)>& isMine);

} // namespace tachograph
