#pragma once

#include "analysis/importers/progressbar.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// Finds the steps of the dicts that the Hugging Face Trainer prints: they carry no step number, and the progress bar
/// that does is often printed to another stream, so that it stands far away from them in the log.
///
/// Feed it all bars and dicts in order, then finish(). In order of preference a step is
/// - the bar's number at the n-th time the bar was wiped and drawn again: that is how a trainer prints the n-th dict;
/// - the number of the bar in front of the dict;
/// - the last number of the bar over the number of dicts, when that is whole;
/// - the number of the dict.
/// A bar that goes back, or without bars an epoch that does, is a restart of the process.
class TrlSteps {
  public:
    enum class Kind : std::uint8_t { training, evaluation, end };

    void addBar(const ProgressBar& bar, bool redrawn);
    void addDict(Kind kind, std::optional<double> epoch);
    void finish();

    struct Place {
        std::int64_t step = 0;
        std::optional<double> elapsed; ///< of the bar at that step, whole seconds
        bool restart = false;          ///< the first dict of a process that is not the first
    };
    [[nodiscard]] const std::vector<Place>& places() const { return m_places; }
    /// How the steps were found, as a sentence for people.
    [[nodiscard]] const std::string& how() const { return m_how; }
    /// Whether dicts had to be counted.
    [[nodiscard]] bool counted() const { return m_counted; }

  private:
    struct Bar {
        std::int64_t done = 0, total = 0;
        double elapsed = 0;
        std::size_t dictsBefore = 0;
        bool redrawn = false;
    };
    struct Dict {
        Kind kind = Kind::training;
        double epoch = 0; ///< NaN when it has none
    };
    /// Bars and dicts of one process.
    struct Process {
        std::vector<Bar> bars;
        std::size_t firstDict = 0, endDict = 0;
    };

    [[nodiscard]] std::int64_t totalOfTraining() const;
    [[nodiscard]] std::vector<Process> processes() const;
    void placeDicts(const Process& process);
    bool placeByRedraws(const Process& process);
    bool placeByBarsInFront(const Process& process);
    bool placeBySpacing(const Process& process);
    void placeByCounting(const Process& process);
    void addElapsed(const Process& process);

    static constexpr std::size_t mostBars = 4'000'000;
    std::vector<Bar> m_bars;
    std::vector<Dict> m_dicts;
    std::vector<Place> m_places;
    std::string m_how;
    bool m_counted = false;
};

} // namespace tachograph
