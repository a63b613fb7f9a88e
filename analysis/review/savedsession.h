#pragma once

#include "analysis/core/result.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/review/runreview.h"
#include "analysis/run/xaxis.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tachograph {

/// Where a file of a session is: below the session's own folder when it can be, and by its absolute path.
struct SavedPath {
    std::string relative; ///< '/' between folders, without ".."; empty when it is elsewhere
    std::string absolute;

    [[nodiscard]] bool empty() const { return relative.empty() && absolute.empty(); }
    bool operator==(const SavedPath&) const = default;
};

/// One run as it was open.
struct SavedRun {
    std::string name; ///< as it was shown
    SavedPath path;   ///< of the recording, with #NAME for one run of a container; empty for bytes in memory
    std::vector<SavedPath> parts;                            ///< several files as one run
    SavedPath config;                                        ///< the configuration that was given with it
    std::string bundled;                                     ///< name of a case that comes with the program; else empty
    std::vector<std::pair<std::string, std::string>> sha256; ///< (base name, hash) of its files
    int slot = 0;                                            ///< colour and dash
    bool visible = true;
    bool followed = false; ///< its file was followed; of revision 3 on
    RunReview review;
};

/// How lanes are arranged, by their ids.
struct SavedArrangement {
    std::set<std::string> folded;
    std::set<std::string> logarithmic;
    std::string maximized;                 ///< the lane that is shown alone; empty = none
    std::vector<std::string> order;        ///< from top to bottom
    std::map<std::string, double> heights; ///< relative to an ordinary lane
};

/// The comparison as it was set up.
struct SavedComparison {
    bool shown = false;
    std::optional<std::size_t> a, b;               ///< indices into the runs
    std::optional<std::size_t> attemptA, attemptB; ///< the attempt of each, from 0; nothing = all; of revision 4 on
    std::set<std::size_t> leftOut;                 ///< runs that are not held against A; of revision 4 on
    std::optional<XAxis> axis;                     ///< nothing = the proposed one
    double offset = 0;
    bool leaveOutEvents = true, onlyVisible = false, sideBySide = false;
    SavedArrangement arrangement; ///< of revision 3 on
};

/// Everything a session file holds.
struct SavedSession {
    std::string file;     ///< in a recovery file: the session file that it belongs to; else empty
    std::string fileHash; ///< likewise: SHA-256 of that file as it was last read or written; empty = not known
    std::vector<SavedRun> runs;
    std::optional<std::size_t> current;
    XAxis axis = XAxis::step;
    int smoothing = 21;
    std::optional<std::pair<double, double>> range; ///< in view; nothing = the whole run
    bool robustY = true;
    std::map<std::string, bool> lanes; ///< switched on or off by hand, by id
    /// Series laid beside a lane's own, as recorded, by the id of the lane; of revision 5 on.
    std::map<std::string, std::vector<std::string>> added;
    SavedArrangement arrangement;        ///< of the timelines; all but `folded` of revision 2 on
    std::optional<std::size_t> baseline; ///< the run that others are held against; of revision 3 on
    AllKnobs knobs;
    std::string theme = "system"; ///< or "light", "dark"
    SavedComparison comparison;
};

/// 2: the order, heights and scales of lanes, and the one that is shown alone. 3: the baseline, files that
/// are followed, the lanes of the comparison. 4: the chosen attempts of the comparison and the runs that it leaves out.
/// 5: series added to lanes.
inline constexpr int sessionRevision = 5;
inline constexpr double leastSavedHeight = 0.05, mostSavedHeight = 50;
inline constexpr std::size_t mostSavedRuns = 200, mostSavedLanes = 5'000, mostSavedKnobs = 1'000,
                             mostSavedAdded = 50; ///< series of one lane
inline constexpr int largestSmoothing = 10'001, largestSlot = 1'000, largestAttempt = 1'000'000;

/// A session file, schema tachograph.session/1 (later revisions only add to it), with a line break at its end; an error
/// when it would be larger than what is read again.
Result<std::string> sessionToJson(const SavedSession& session, std::string_view version);

/// Reads one. It is taken for hostile: counts, lengths and numbers have bounds, relative paths stay below the session's
/// folder, absolute ones are without "..". The error is one sentence that continues "NAME: ".
Result<SavedSession> sessionFromJson(std::string_view text);

} // namespace tachograph
