#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <memory>
#include <vector>

namespace tachograph::app {

/// Turns Ctrl+C and a polite request to end (SIGINT, SIGTERM; or other signals) into a signal of the event loop, once;
/// the second one ends the program at once, as without this. One object at a time.
class EndSignals : public QObject {
    Q_OBJECT
  public:
    explicit EndSignals(std::vector<int> numbers = {SIGINT, SIGTERM});
    ~EndSignals() override;

  signals:
    void came();

  private:
    void handle(void (*handler)(int)) const;

    std::vector<int> m_signals;
    std::array<int, 2> m_pipe{-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace tachograph::app
