#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <utility>

namespace tachograph {

/// Runs body(0) .. body(count - 1), possibly side by side, and returns when all are done.
/// Bodies must not depend on their order and must not throw.
using Executor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

/// What a long computation gets from its caller: the wish to stop, a place to say how far it is, and a way to run
/// pieces side by side. `analysis` starts no thread of its own. A default Job never stops, says nothing and runs in
/// order.
class Job {
  public:
    Job() = default;
    Job(std::stop_token stop, std::function<void(double)> progress = {}, Executor executor = {})
        : m_stop(std::move(stop)), m_progress(std::move(progress)), m_executor(std::move(executor)) {}

    /// True once the caller no longer wants the answer. Loops ask at least every few milliseconds of work:
    /// a cancel must be answered within 100 ms.
    [[nodiscard]] bool canceled() const { return m_stop.stop_requested(); }

    /// How much is done, 0 to 1. Cheap to call, but not once a line: about once a megabyte or a thousandth.
    void report(double fraction) const {
        if (m_progress)
            m_progress(fraction);
    }

    /// Runs the pieces with the caller's executor, or one after the other when there is none.
    void forEach(std::size_t count, const std::function<void(std::size_t)>& body) const {
        if (m_executor) {
            m_executor(count, body);
            return;
        }
        for (std::size_t i = 0; i < count; ++i)
            body(i);
    }

    /// The same job without progress: for a part whose share of the whole is not known.
    [[nodiscard]] Job silent() const { return Job(m_stop, {}, m_executor); }

  private:
    std::stop_token m_stop;
    std::function<void(double)> m_progress;
    Executor m_executor;
};

/// The sentence of every Error that stands for a cancel; compare with isCanceled(), never by text elsewhere.
inline constexpr const char* canceledMessage = "Canceled.";

} // namespace tachograph
