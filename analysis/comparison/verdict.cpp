#include "analysis/comparison/verdict.h"

#include <array>
#include <cstddef>

namespace tachograph {

namespace {

struct Names {
    const char *json, *people;
};

/// In the order of Verdict.
constexpr std::array<Names, 8> names{{{"worse", "Worse"},
                                      {"better", "Better"},
                                      {"differs", "Differs"},
                                      {"not-distinguishable", "Not distinguishable"},
                                      {"too-few", "Too few independent steps"},
                                      {"still-ramping", "Still ramping up"},
                                      {"not-comparable", "Not comparable"},
                                      {"same-run", "Same run"}}};

} // namespace

const char* verdictName(Verdict verdict) {
    return names[static_cast<std::size_t>(verdict)].json;
}

const char* verdictTitle(Verdict verdict) {
    return names[static_cast<std::size_t>(verdict)].people;
}

} // namespace tachograph
