#pragma once

#include "models/following/livereader.h"
#include "models/session.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace tachograph::models {

/// What is still being written elsewhere than in a file, such as standard input; asked anew when keys get other
/// meanings.
using LiveInput = std::function<LiveSource(std::shared_ptr<const MetricRoles> roles)>;

/// How a run whose file is followed stands.
struct LiveRun {
    double written = 0; ///< Unix seconds: when the file was last written to; 0 = not known yet
    bool torn = false;  ///< its last line is not finished and was left out
    /// What happened to the file, for its row: "file was replaced, read again as attempt 2", "there is no such file";
    /// empty while it just grows.
    QString remark;
};

/// What of a session is watched: files that are still written to, and the last good run that others are held against.
/// Every session has one.
class Watching : public QObject {
    Q_OBJECT
  public:
    /// What only the session can do.
    struct Hooks {
        std::function<LiveSource(std::uint64_t run)> source;
        /// A new entry, which is not read otherwise; answers its id. Without an input it is a file.
        std::function<std::uint64_t(const QString& name, const QString& configFile, const LiveInput& input)> add;
        /// Judges what the file holds now and shows it in the place of what was there; told by taken() and done().
        std::function<void(std::uint64_t run)> show;
        /// Nothing could be read to the end.
        std::function<void(std::uint64_t run, const QString& sentence)> fail;
        /// The runs in front of it in a recording that has ended.
        std::function<void(std::uint64_t run, const std::vector<RunPtr>& others)> addOthers;
    };
    Watching(Session& session, Hooks hooks);
    static Watching& of(const Session& session);

    /// Whether a run comes from one file, which may still be written to.
    [[nodiscard]] bool canFollow(std::uint64_t run) const;
    /// Looks at the file again and again and takes what was added, in the background; a view that reaches to the last
    /// step moves along. What was said of the run stays until there is more. Switched off, all of the file is read.
    void setFollowed(std::uint64_t run, bool on);
    /// Opens what is still being written and follows it until finish(). The entry is loading until there is something
    /// to read.
    std::uint64_t open(const QString& name, const LiveInput& input);
    /// Opens a file, or PATH#NAME, that is followed from the start; it need not be there yet.
    std::uint64_t openFile(const QString& path, const QString& configFile);
    /// Its writer has ended: all of it is taken, and it is a run like any other. Further runs of what was written get
    /// entries of their own.
    void finish(std::uint64_t run);
    [[nodiscard]] const LiveRun* live(std::uint64_t run) const; ///< nullptr when it is not followed
    [[nodiscard]] bool any() const { return !m_followed.empty(); }

    /// 0 = none. It goes when it is closed.
    [[nodiscard]] std::uint64_t baseline() const { return m_baseline; }
    void setBaseline(std::uint64_t run);

    /// For the session: the newest reading, null without one; it is shown; no work is done for it any more; what keys
    /// mean has changed.
    [[nodiscard]] FollowedReadingPtr newest(std::uint64_t run) const;
    void taken(std::uint64_t run, const FollowedReading& reading);
    void done(std::uint64_t run);
    void readAnew();

  signals:
    void changed(); ///< what is followed, how it stands, or the baseline
    void baselineChanged();

  private:
    struct Followed {
        std::unique_ptr<LiveReader> reader;
        LiveRun state;
        bool shown = true;  ///< what was read last
        bool ended = false; ///< nothing more is read
    };
    void start(std::uint64_t run);
    std::uint64_t openLive(const QString& name, const QString& configFile, const LiveInput& input);
    void tellWaiting(std::uint64_t run);
    void leave(std::uint64_t run);
    void forgetClosed();

    Session& m_session;
    Hooks m_hooks;
    std::map<std::uint64_t, Followed> m_followed;
    std::uint64_t m_baseline = 0;
};

} // namespace tachograph::models
