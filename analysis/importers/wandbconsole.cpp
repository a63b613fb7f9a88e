#include "analysis/importers/wandbconsole.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/verlstep.h"
#include "analysis/importers/wandbtime.h"
#include "analysis/importers/wirereader.h"

#include <algorithm>

namespace tachograph {

void WandbConsole::read(std::string_view message, std::uint64_t place) {
    const auto type = fieldOf(message, 1, WireField::Type::varint);
    Stream& stream = type && type->raw == 1 ? m_output : m_errors;
    const auto time = secondsOf(bytesOf(message, 2));
    stream.events.setPlace(place);
    for (const char c : bytesOf(message, 3)) {
        const bool end = c == '\n' || c == '\r';
        if (!end)
            stream.line += c;
        if (end || stream.line.size() >= longestLine)
            endLine(stream, time);
    }
}

void WandbConsole::endLine(Stream& stream, std::optional<double> time) {
    ++stream.number;
    const std::string plain = stripAnsi(stream.line);
    stream.line.clear();
    const ConsoleLine line = stripPrefixes(plain);
    if (const std::size_t at = findVerlStep(line.text); at != std::string_view::npos) {
        std::string_view number = line.text.substr(at + std::string_view("step:").size());
        if (const auto step = takeInteger(number))
            m_lastStep = std::max(m_lastStep.value_or(*step), *step);
        return;
    }
    if (!line.text.empty())
        stream.events.take(line.text, stream.number, line.time ? line.time : time);
}

void WandbConsole::finish() {
    for (Stream* stream : {&m_output, &m_errors}) {
        if (!stream->line.empty())
            endLine(*stream, std::nullopt);
        stream->events.finish();
    }
}

} // namespace tachograph
