#pragma once

#include "analysis/attribution/bill.h"
#include "models/backgroundjob.h"
#include "models/session.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tachograph::models {

/// Where the time of the current run went, in the part that is visible. Immutable.
struct AccountView {
    RunPtr run;
    std::shared_ptr<const TimeLedger> ledger; ///< of the whole run: another range needs no other
    TimeAccount account;
    bool wholeRun = true; ///< no range was asked for
};
using AccountViewPtr = std::shared_ptr<const AccountView>;

/// Follows the session: its current run and visible range. Works in the background, a newer request in place of the
/// older one; what was worked out before stays until the new answer comes. Idle while nobody looks.
class Accountant : public QObject {
    Q_OBJECT
  public:
    explicit Accountant(Session& session, QObject* parent = nullptr);

    /// Whether anybody looks at the answer.
    void setWanted(bool wanted);
    /// 0: the user gave none.
    void setPricePerGpuHour(double price);

    [[nodiscard]] AccountViewPtr view() const { return m_view; } ///< null before the first answer and without a run
    [[nodiscard]] bool busy() const { return m_delay.isActive() || m_job.running(); }

  signals:
    void viewChanged();

  private:
    void follow();
    void start();

    Session& m_session;
    bool m_wanted = false;
    double m_price = 0;
    QTimer m_delay; ///< a range that is being dragged is asked for once it rests
    BackgroundJob m_job;
    AccountViewPtr m_view;

    /// What the answer depends on.
    struct Question {
        RunPtr run;
        XAxis axis = XAxis::step;
        std::optional<std::pair<double, double>> range;
        double price = 0;
        bool operator==(const Question&) const = default;
    };
    [[nodiscard]] Question question() const;
    Question m_asked;
};

} // namespace tachograph::models
