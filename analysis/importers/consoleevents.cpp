#include "analysis/importers/consoleevents.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/schedulerlog.h"
#include "analysis/run/fallbackmessage.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The part behind `marker` without blanks and quotes, up to the next blank; empty when the marker is not there.
std::string_view wordAfter(std::string_view text, std::string_view marker) {
    const std::size_t at = text.find(marker);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = trimmed(text.substr(at + marker.size()));
    return rest.substr(0, rest.find_first_of(" \t,;)"));
}

/// "ValueError: text", "torch.OutOfMemoryError: text", "KeyboardInterrupt".
bool endsTraceback(std::string_view text) {
    const std::string_view name = text.substr(0, std::min(text.find_first_of(": ("), text.size()));
    if (name.empty() || name.size() > 120)
        return false;
    for (std::string_view ending : {"Error", "Exception", "Interrupt", "Exit", "Warning", "Iteration", "Group"})
        if (name.ends_with(ending))
            return true;
    return contains(name, ".") && contains(text, ": ");
}

/// The step behind a word: "(step 690)", "iteration 500".
std::optional<std::int64_t> stepBehind(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = trimmed(text.substr(at + word.size()));
    return takeInteger(rest);
}

} // namespace

bool ConsoleEvents::take(std::string_view text, std::uint64_t line, std::optional<double> time) {
    m_time = time;
    if (takeTraceback(text, line))
        return true;
    const std::string_view bare = trimmed(text);
    if (bare.starts_with("Exception in ") && bare.ends_with(":")) {
        m_announcement = plainText(bare, 200);
        m_announcementLine = line;
        return true;
    }
    return takeOutOfMemory(bare, line) || takeResume(bare, line) || takeCheckpoint(bare, line) ||
           takeScheduler(bare, line) || takeFallback(bare, line);
}

bool ConsoleEvents::startsEventLine(std::string_view text) {
    return contains(text, "Traceback (most recent call last)") || text.starts_with("  File \"") ||
           text.starts_with("Exception in ") || (endsTraceback(text) && contains(text, ": "));
}

bool ConsoleEvents::takeTraceback(std::string_view text, std::uint64_t line) {
    if (contains(text, "Traceback (most recent call last)")) {
        endTraceback({});
        m_inTraceback = true;
        m_tracebackLine = line;
        if (m_announcementLine + 1 < line)
            m_announcement.clear();
        return true;
    }
    if (!m_inTraceback)
        return false;
    if (line > m_tracebackLine + longestTraceback) {
        endTraceback({});
        return false;
    }
    if (text.empty() || text.front() == ' ' || text.front() == '\t')
        return true;
    if (!endsTraceback(text))
        return true;
    const std::string last(text);
    endTraceback(last);
    takeOutOfMemory(last, line);
    return true;
}

void ConsoleEvents::endTraceback(std::string_view lastLine) {
    if (!m_inTraceback)
        return;
    m_inTraceback = false;
    std::string text = m_announcement;
    text += text.empty() || lastLine.empty() ? "" : " ";
    text += plainText(trimmed(lastLine), 300);
    m_announcement.clear();
    add(EventKind::exception, std::nullopt, text.empty() ? "Traceback without a last line" : std::move(text),
        m_tracebackLine);
}

bool ConsoleEvents::takeOutOfMemory(std::string_view text, std::uint64_t line) {
    if (!contains(text, "CUDA out of memory") && !contains(text, "OutOfMemoryError:") &&
        !contains(text, "HIP out of memory"))
        return false;
    add(EventKind::oom, std::nullopt, plainText(text, 500), line);
    return true;
}

bool ConsoleEvents::takeResume(std::string_view text, std::uint64_t line) {
    constexpr std::array<std::string_view, 6> markers = {
        "Resumed from checkpoint ", "Resuming from checkpoint ", "Resumed from ",
        "Resuming from ",           "Resume from checkpoint ",   "Load from checkpoint folder: "};
    for (std::string_view marker : markers) {
        const std::string_view path = wordAfter(text, marker);
        if (path.empty())
            continue;
        auto step = stepBehind(text, "(step ");
        if (!step)
            step = stepInPath(path);
        if (!step)
            step = stepBehind(text, "step ");
        if (!step && !contains(path, "/"))
            continue;
        add(EventKind::resume, step,
            step ? "Resumed from the checkpoint of step " + std::to_string(*step) : plainText(text, 200), line);
        return true;
    }
    if (const auto step = stepBehind(text, "Setting global step to ")) {
        add(EventKind::resume, step, "Resumed from the checkpoint of step " + std::to_string(*step), line);
        return true;
    }
    return false;
}

bool ConsoleEvents::takeCheckpoint(std::string_view text, std::uint64_t line) {
    constexpr std::array<std::string_view, 10> markers = {
        "Saving checkpoint to: ", "saving checkpoint to ", "local_global_step_folder: ", "Saving model checkpoint to ",
        "Saved checkpoint to ",   "Saving checkpoint to ", "Checkpoint saved to ",       "saved checkpoint to ",
        "Saved checkpoint ",      "Saving checkpoint "};
    for (std::string_view marker : markers) {
        const std::string_view path = wordAfter(text, marker);
        if (path.empty())
            continue;
        auto step = stepInPath(path);
        if (!step)
            step = stepBehind(text, "step ");
        // The trainer saves the finished model with the same words.
        if (!step && marker.find("model") != std::string_view::npos) {
            add(EventKind::note, step, plainText(text.substr(text.find(marker)), 200), line);
            return true;
        }
        add(EventKind::checkpoint, step, "Checkpoint " + plainText(path.substr(path.find_last_of('/') + 1), 100), line);
        return true;
    }
    return false;
}

bool ConsoleEvents::takeScheduler(std::string_view text, std::uint64_t line) {
    auto event = schedulerEvent(text);
    if (!event)
        return false;
    if (!event->time)
        event->time = m_time;
    event->place = m_place.value_or(line);
    m_builder.addEvent(std::move(*event));
    return true;
}

bool ConsoleEvents::takeFallback(std::string_view text, std::uint64_t line) {
    if (!tellsFallback(text))
        return false;
    std::string note = plainText(text, 500);
    if (m_fallbacks.size() < mostFallbacks && m_fallbacks.insert(note).second)
        add(EventKind::note, std::nullopt, std::move(note), line);
    return true;
}

void ConsoleEvents::add(EventKind kind, std::optional<std::int64_t> step, std::string text, std::uint64_t line) {
    const bool once = kind == EventKind::checkpoint || kind == EventKind::resume;
    if (once && m_hasLast && m_lastKind == kind && m_lastStep == step && m_lastRows == m_builder.rowCount())
        return;
    if (once) {
        m_hasLast = true;
        m_lastKind = kind;
        m_lastStep = step;
        m_lastRows = m_builder.rowCount();
    }
    if (kind == EventKind::resume && m_builder.rowCount() > 0)
        m_builder.startAttempt(step ? "resumed from step " + std::to_string(*step) : "resumed");
    Event event;
    event.kind = kind;
    event.step = step;
    event.time = m_time;
    event.text = std::move(text);
    event.place = m_place.value_or(line);
    m_builder.addEvent(std::move(event));
}

void ConsoleEvents::finish() {
    endTraceback({});
}

} // namespace tachograph
