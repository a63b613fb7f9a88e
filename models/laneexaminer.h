#pragma once

#include "models/backgroundjob.h"
#include "models/lanestatistics.h"
#include "models/session.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>

namespace tachograph::models {

using LaneStatisticsPtr = std::shared_ptr<const LaneStatistics>;

/// Statistics of one lane in the visible range of the session's timeline, worked out in the background. What was
/// worked out before stays until the new answer comes. Idle while nobody looks.
class LaneExaminer : public QObject {
    Q_OBJECT
  public:
    explicit LaneExaminer(Session& session, QObject* parent = nullptr);

    void setWanted(bool wanted);
    /// Another id than those of the timeline is answered by nothing.
    void setLane(const QString& id);
    [[nodiscard]] const QString& lane() const { return m_lane; }

    [[nodiscard]] LaneStatisticsPtr view() const { return m_view; }   ///< null when there is no such lane
    [[nodiscard]] TimelinePtr timeline() const { return m_timeline; } ///< that view() speaks of

  signals:
    void viewChanged();

  private:
    struct Question {
        TimelinePtr timeline;
        QString lane;
        std::optional<std::pair<double, double>> range;
        bool operator==(const Question&) const = default;
    };
    [[nodiscard]] Question question() const;
    void follow();
    void start();
    void show(LaneStatisticsPtr view, TimelinePtr timeline);

    Session& m_session;
    bool m_wanted = false;
    QString m_lane;
    QTimer m_delay; ///< a range that is being dragged is asked for once it rests
    BackgroundJob m_job;
    Question m_asked;
    LaneStatisticsPtr m_view;
    TimelinePtr m_timeline;
};

} // namespace tachograph::models
