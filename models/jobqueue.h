#pragma once

#include "models/backgroundjob.h"

#include <QObject>

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>

namespace tachograph::models {

/// Background jobs of one kind, each known by a key, of which only a few run at once: opening fifty recordings must not
/// read fifty files side by side. For every add() one of finished, failed and canceled comes, unless a newer add() with
/// the same key took its place.
class JobQueue : public QObject {
    Q_OBJECT
  public:
    using Key = std::uint64_t;
    using Work = std::function<Result<std::any>(const Job&)>;

    explicit JobQueue(int atOnce, QObject* parent = nullptr);

    void add(Key key, Work work);
    /// Nothing happens for an unknown key.
    void cancel(Key key);
    /// Jobs that run or wait.
    [[nodiscard]] std::size_t size() const { return m_running.size() + m_waiting.size(); }

  signals:
    void progress(std::uint64_t key, double fraction);
    void finished(std::uint64_t key, const std::any& value);
    void failed(std::uint64_t key, const QString& sentence);
    void canceled(std::uint64_t key);

  private:
    void startNext();
    void startNow(Key key, Work work);
    void ended(Key key);

    std::size_t m_atOnce;
    std::unordered_map<Key, BackgroundJob*> m_running; // children of this
    std::deque<std::pair<Key, Work>> m_waiting;
};

} // namespace tachograph::models
