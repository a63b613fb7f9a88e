#include "app/commandline/terminal.h"

#include "analysis/core/text.h"
#include "models/sidebyside.h"

#include <cstdio>
#include <memory>
#include <mutex>
#include <unistd.h>

namespace tachograph::app {

Terminal::~Terminal() {
    clearProgress();
}

void Terminal::print(std::string_view text) {
    clearProgress();
    m_failed = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || m_failed;
}

void Terminal::error(std::string_view subject, std::string_view sentence) {
    clearProgress();
    std::string line = "tachograph: ";
    const std::string file(subject.substr(0, subject.rfind('#'))); // of PATH#NAME
    if (!sentence.starts_with(file + ':'))
        line += plainText(subject) + ": ";
    line += plainText(sentence, 2000) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

Job Terminal::job(const std::string& what) {
    if (!isatty(STDERR_FILENO))
        return Job({}, {}, models::sideBySide());
    // Pieces that run side by side may report at the same time.
    auto show = [this, what = plainText(what, 60), last = -1,
                 mutex = std::make_shared<std::mutex>()](double fraction) mutable {
        const int percent = static_cast<int>(fraction * 100);
        const std::lock_guard lock(*mutex);
        if (percent == last)
            return;
        last = percent;
        m_progressShown = true;
        std::fprintf(stderr, "\r\033[K%s %d %%", what.c_str(), percent);
    };
    return Job({}, show, models::sideBySide());
}

void Terminal::clearProgress() {
    if (m_progressShown)
        std::fputs("\r\033[K", stderr);
    m_progressShown = false;
}

bool Terminal::flush() {
    m_failed = std::fflush(stdout) != 0 || m_failed;
    if (m_failed)
        error("standard output", "the answer could not be written. Look for a full disk or a closed pipe.");
    return !m_failed;
}

} // namespace tachograph::app
