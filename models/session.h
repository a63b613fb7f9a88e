#pragma once

#include "analysis/run/metricroles.h"
#include "models/rundetails.h"
#include "models/runoffer.h"
#include "models/timeline.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tachograph::models {

class Reviews;

/// Where a run of the session came from, for opening it again another day.
struct RunOrigin {
    QString path;          ///< of the recording, with #NAME for one run of a container; the name of bytes in memory
    QString configFile;    ///< beside it; may be empty
    QStringList parts;     ///< several files as one run, else empty
    bool inMemory = false; ///< standard input, the clipboard, a case that comes with the program
};

/// One run of the session, or one that is being read or could not be read.
struct OpenRun {
    enum class State { loading, ready, failed };
    std::uint64_t id = 0; ///< unique within the session, never reused
    State state = State::loading;
    QString path; ///< as opened, with #NAME for one run of a container
    QString name;
    double progress = 0;    ///< while loading, 0 to 1
    QString error;          ///< when failed: one sentence
    RunPtr run;             ///< when ready; while it is read again, what was read before
    DiagnosisPtr diagnosis; ///< null until judged
    RunDetailsPtr details;  ///< null until judged
    int slot = 0;           ///< colour and dash
    bool visible = true;
};

/// What is open, chosen and shown: everybody's one truth. Owns no widget and does no analysis itself; reading, judging
/// and building the timeline run in the background (BackgroundJob), and the newest request wins.
class Session : public QObject {
    Q_OBJECT
  public:
    /// Without roles the built-in table is used.
    explicit Session(std::shared_ptr<const MetricRoles> roles, QObject* parent = nullptr);
    ~Session() override;

    /// Opens a file, folder or PATH#NAME in the background. Several runs in one recording are offered, or give several
    /// entries, of which the first is visible: see setOffersSeveral(). Answers the id of the entry.
    std::uint64_t open(const QString& path, const QString& configFile = {});
    /// Opens several files as the attempts of one run (restarts of one job), in the order of their first time or step.
    std::uint64_t openAsOneRun(const QStringList& paths);
    /// Opens bytes from standard input or the clipboard.
    std::uint64_t openBytes(const QString& name, const QByteArray& bytes, const QByteArray& config = {});
    /// Whether the files look like those of one job; cheap enough for the GUI thread.
    static bool mayBelongTogether(const QStringList& paths);
    /// Whether the runs of a recording that holds several are offered by runsOffered() instead of opened. Off at first.
    void setOffersSeveral(bool on);
    /// nullptr when it was taken already.
    [[nodiscard]] const RunOffer* offer(std::uint64_t offer) const;
    /// Opens those runs of an offer, the first six of them visible, and forgets the others. None = nothing is opened.
    void openOffered(std::uint64_t offer, const std::vector<std::size_t>& which);
    void close(std::uint64_t id);
    /// Reads it again. When that fails, what was read before stays and problem() says why.
    void reload(std::uint64_t id);
    /// The entry goes, unless it held a run before.
    void cancelLoading(std::uint64_t id);

    /// Another table of metric names: all runs are read again with it.
    void setRoles(std::shared_ptr<const MetricRoles> roles);
    /// Other knobs: all runs are judged again with them. What was said before stays until then.
    void setKnobs(const AllKnobs& knobs);
    [[nodiscard]] const AllKnobs& knobs() const { return m_knobs; }

    [[nodiscard]] const std::vector<OpenRun>& runs() const { return m_runs; }
    [[nodiscard]] const OpenRun* run(std::uint64_t id) const;
    /// The run whose findings, series and details are shown; nullptr when nothing is open.
    [[nodiscard]] const OpenRun* current() const;
    void setCurrent(std::uint64_t id);
    void setVisible(std::uint64_t id, bool visible);
    /// Colour and dash; nothing else keeps two runs from having the same.
    void setSlot(std::uint64_t id, int slot);
    [[nodiscard]] RunOrigin origin(std::uint64_t id) const;

    /// What the reviewer said about the runs.
    [[nodiscard]] Reviews& reviews() { return *m_reviews; }

    [[nodiscard]] const TimelineOptions& options() const { return m_options; }
    void setAxis(XAxis axis);
    void setSmoothing(int window);
    /// Hiding the last lane does nothing.
    void setLaneShown(const QString& laneId, bool shown);
    [[nodiscard]] bool isLaneShown(const QString& laneId) const;
    /// Lanes that were switched on or off by hand; others are shown when they are standard.
    using LaneWishes = std::map<QString, bool>;
    [[nodiscard]] const LaneWishes& laneWishes() const;
    /// Takes over all wishes at once, without lanesEdited().
    void setLaneWishes(const LaneWishes& wishes);
    /// Series laid beside the lanes' own, by hand. `key` is one that whyNotAdded() has nothing against; one that is
    /// there already, or not there, changes nothing.
    void addSeries(const QString& laneId, const QString& key);
    void removeSeries(const QString& laneId, const QString& key);
    [[nodiscard]] const AddedSeries& addedSeries() const { return m_options.added; }
    /// Takes over all of them at once, without seriesEdited().
    void setAddedSeries(const AddedSeries& added);
    /// All axes, each with "" or why a visible run cannot be laid along it. An axis that a newly shown run does not
    /// support is left for the step axis.
    [[nodiscard]] std::vector<std::pair<XAxis, QString>> axes() const;

    /// What lanes there are for the visible runs, in the order of the list of series.
    [[nodiscard]] std::vector<LaneChoice> laneChoices() const;

    /// What to draw: the visible runs, the current one first; null while no visible run is ready.
    [[nodiscard]] TimelinePtr timeline() const { return m_timeline; }

    /// Index into timeline()->findings; -1 = none.
    [[nodiscard]] int selectedFinding() const { return m_selectedFinding; }
    void setSelectedFinding(int index);

    /// Visible part of the x axis; nothing = the whole run.
    [[nodiscard]] std::optional<std::pair<double, double>> viewRange() const { return m_viewRange; }
    void setViewRange(std::optional<std::pair<double, double>> range);

  signals:
    void runsChanged(); ///< entries, states, progress, visibility
    void currentChanged();
    void runsOffered(std::uint64_t offer); ///< the recording holds several: see openOffered()
    void knobsChanged();
    void timelineChanged(); ///< timeline() is another one
    void selectedFindingChanged();
    void viewRangeChanged();
    void optionsChanged();
    /// setLaneShown() changed something.
    void lanesEdited(const tachograph::models::Session::LaneWishes& before,
                     const tachograph::models::Session::LaneWishes& after);
    /// addSeries() or removeSeries() changed something.
    void seriesEdited(const tachograph::models::AddedSeries& before, const tachograph::models::AddedSeries& after);
    void problem(const QString& sentence); ///< for the message bar
    void busyChanged(bool busy, const QString& what);

  private:
    class Private; // jobs and bookkeeping
    std::unique_ptr<Private> d;
    std::unique_ptr<Reviews> m_reviews;
    std::vector<OpenRun> m_runs;
    std::uint64_t m_current = 0;
    AllKnobs m_knobs;
    TimelineOptions m_options;
    TimelinePtr m_timeline;
    int m_selectedFinding = -1;
    std::optional<std::pair<double, double>> m_viewRange;
};

} // namespace tachograph::models
