#pragma once

#include <QString>

#include <cstdint>

namespace tachograph::models {

/// Something that the search field leads to.
struct FindEntry {
    enum class Kind { step, finding, note, series, run, command };
    Kind kind = Kind::command;
    QString title;
    QString detail;        ///< where it is, or the keys of a command
    QString keywords;      ///< found by, not shown
    QString lane;          ///< series: id of the lane
    double x = 0;          ///< step: place on the axis of the timeline
    int index = -1;        ///< finding: into the timeline; command: as given
    std::uint64_t id = 0;  ///< run, note
    bool available = true; ///< else listed greyed, with the reason as detail
};

} // namespace tachograph::models
