#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <memory>

namespace tachograph::app {

/// Turns Ctrl+C and a polite request to end (SIGINT, SIGTERM) into a signal of the event loop, once; the second one
/// ends the program at once, as without this. One object at a time.
class EndSignals : public QObject {
    Q_OBJECT
  public:
    EndSignals();
    ~EndSignals() override;

  signals:
    void came();

  private:
    std::array<int, 2> m_pipe{-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace tachograph::app
