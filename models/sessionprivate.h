#pragma once

#include "models/examining.h"
#include "models/following/watching.h"
#include "models/jobqueue.h"
#include "models/session.h"

#include <QTimer>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace tachograph::models {

inline constexpr std::array allAxes = {XAxis::step, XAxis::sinceResume, XAxis::elapsed, XAxis::wallClock,
                                       XAxis::tokens};

/// For each of allAxes "" or why a run cannot be laid along it.
using AxisReasons = std::array<QString, allAxes.size()>;

/// A run and what is known of it as soon as it is read.
struct LoadedRun {
    RunPtr run;
    AxisReasons axes;
    OfferedRun summary;
};

/// `opened`: see offeredRun().
LoadedRun loadedRun(const RunPtr& run, std::string_view opened);

/// What is known of a run a little later.
struct Judgement {
    DiagnosisPtr diagnosis;
    RunDetailsPtr details;
    FollowedReadingPtr followed; ///< what was judged is this newer state of a followed file; else null
    AxisReasons axes;            ///< then
};

/// Where an entry came from, to read it again.
struct Origin {
    QString path, configFile;
    QStringList parts;                        ///< several files as one run
    std::shared_ptr<const std::string> bytes; ///< standard input, clipboard, a case that comes with the program
    bool oneOfSeveral = false;                ///< the recording's other runs have entries of their own
    std::string configText = {};              ///< the configuration that belongs to the bytes
    LiveInput live = {};                      ///< what is written elsewhere than in a file
};

/// Runs that are offered, and what it takes to open them.
struct PendingOffer {
    RunOffer shown;
    Origin origin;
    std::vector<LoadedRun> runs;
    bool wasBaseline = false; ///< the recording was named as the baseline: the first one chosen is it
};

/// Jobs and bookkeeping of a session: reading and judging (sessionloading.cpp), the runs of one recording
/// (sessionoffers.cpp), the timeline (sessiontimeline.cpp).
class Session::Private {
  public:
    Private(Session* session, std::shared_ptr<const MetricRoles> table);

    OpenRun* find(std::uint64_t id); ///< nullptr when there is none
    [[nodiscard]] int freeSlot() const;
    std::uint64_t add(const Origin& origin, const QString& name, bool readNow = true);
    [[nodiscard]] LiveSource liveSource(std::uint64_t id);
    void read(OpenRun& entry);
    void loaded(std::uint64_t id, const std::vector<LoadedRun>& runs);
    void openSeveral(OpenRun& entry, const std::vector<LoadedRun>& runs);
    void offerRuns(std::uint64_t id, const std::vector<LoadedRun>& runs);
    void openOffered(const PendingOffer& offer, const std::vector<std::size_t>& which);
    void addOthers(std::uint64_t id, const std::vector<RunPtr>& others);
    OpenRun sibling(const Origin& origin, const LoadedRun& loaded, bool visible);
    void loadFailed(std::uint64_t id, const QString& sentence);
    void loadCanceled(std::uint64_t id);
    void fill(OpenRun& entry, const LoadedRun& loaded);
    void startJudging(const OpenRun& entry);
    void judged(std::uint64_t id, const Judgement& judgement);
    void notJudged(std::uint64_t id);
    void remove(std::uint64_t id);
    void takeFollowed(OpenRun& entry, const Judgement& judgement);
    void moveAlong(const Timeline& before, const Timeline& now);
    [[nodiscard]] std::vector<TimelineRun> visibleRuns() const;
    void leaveUnsupportedAxis();
    void applyLanes();
    void startTimeline();
    void setTimeline(const TimelinePtr& timeline);
    void tellBusy();

    Session* q;
    Watching* watching;   // a child of q
    Examining* examining; // likewise
    std::shared_ptr<const MetricRoles> roles;
    std::uint64_t ids = 0; // given so far
    std::map<std::uint64_t, Origin> origins;
    std::map<std::uint64_t, AxisReasons> axes;
    std::map<std::uint64_t, PendingOffer> offers;
    bool offersSeveral = false;
    LaneWishes laneWishes; // lanes that were switched on or off by hand
    std::pair<bool, QString> busy;
    QTimer rebuild; // several changes in one go give one timeline
    JobQueue reading, judging;
    BackgroundJob building;
};

} // namespace tachograph::models
