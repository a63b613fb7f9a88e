#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tachograph {

/// One "key=value" of a console tick. Views point into the scanned text.
struct TickItem {
    std::string_view key;       ///< "loss", "tgt", "q_hs", "epoch", "ETA"; "Ktok/s" for "(5.3Ktok/s)"
    std::vector<double> values; ///< one, or the items of a list; empty for "---" and "[]"
    double resolution = 0.0;    ///< one unit in the last printed place; 0 for whole numbers
    bool isList = false;
    bool listOpen = false; ///< the text ends before the closing bracket; `values` are the items before a comma
    bool open = false;     ///< the text ends right behind the value, which may therefore be cut
};

/// A tick of the DFlash console, or what there is of it:
/// [8m] step=706 loss=3.2079 ... | tgt=0.29b/s dft=0.14b/s (5.3Ktok/s) | q_pre=[50, 49] q_hs=[60] | epoch~0.01
/// ETA=15.7d
struct DflashTick {
    double elapsed = 0.0;
    double elapsedResolution = 1.0;
    std::int64_t step = 0;
    std::vector<TickItem> items;
    bool ended = false;   ///< an ETA with its unit was read: nothing can follow
    bool dots = false;    ///< ends in "...": whoever copied it cut it
    bool open = false;    ///< stops inside of a key, a number or a list
    bool foreign = false; ///< holds words that do not belong into a tick; they were skipped
};

/// Where the next "[8m] step=" begins at or after `from`; npos when there is none.
std::size_t findTick(std::string_view text, std::size_t from = 0);

/// Reads a tick that starts at the front of `text`; nothing when its step number is cut or too large. Blanks between
/// the items may be missing (a terminal that wraps at a blank loses it).
std::optional<DflashTick> scanTick(std::string_view text);

/// The readable items of a tick whose beginning is gone, without the torn first one. Empty when `text` is no such tail.
DflashTick scanTickTail(std::string_view text);

} // namespace tachograph
