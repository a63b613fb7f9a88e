#pragma once

#include "analysis/core/job.h"

#include <string>
#include <string_view>

namespace tachograph::app {

/// The standard streams of a sub-command: the answer goes to standard output, errors are one line on standard error,
/// and progress is shown on standard error only when that is a terminal.
class Terminal {
  public:
    ~Terminal();

    /// Adds to the answer. Nothing of a recording may be in it that plainText() or a format's escaping has not seen.
    void print(std::string_view text);
    /// "tachograph: SUBJECT: sentence", made safe to print. The subject is not repeated when the sentence begins with
    /// it.
    void error(std::string_view subject, std::string_view sentence);
    /// A job that shows "what 42 %" while it runs; clearProgress() removes it.
    Job job(const std::string& what);
    void clearProgress();
    /// Hands over what was printed; false, after an error line, when standard output does not take it.
    bool flush();

  private:
    bool m_progressShown = false;
    bool m_failed = false;
};

} // namespace tachograph::app
