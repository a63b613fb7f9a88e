#include "analysis/comparison/messages.h"

#include "analysis/comparison/logmessages.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace tachograph {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Templates of one run's messages in log order.
class Messages {
  public:
    Messages(const Run& run, const Job& job, const PlaceRange& lines) {
        for (const Event& event : run.events())
            if (event.kind == EventKind::note || event.kind == EventKind::exception || event.kind == EventKind::oom)
                add(event.text, 1);
        const std::size_t fromEvents = m_messages.size();
        for (const LogMessage& line : logMessagesOf(run, job, lines))
            if (!saidByEvent(line.text, fromEvents))
                add(line.text, line.count);
    }

    void addMissingFrom(const Messages& other, bool newInB, std::vector<MessageDifference>& result) const {
        for (const MessageDifference& message : m_messages) {
            if (other.m_index.contains(messageTemplate(message.text)))
                continue;
            result.push_back(message);
            result.back().newInB = newInB;
        }
    }

  private:
    void add(const std::string& text, std::size_t count) {
        if (text.empty())
            return;
        const auto [place, fresh] = m_index.emplace(messageTemplate(text), m_messages.size());
        if (fresh)
            m_messages.push_back({text, 0, true});
        m_messages[place->second].count += count;
    }

    /// A line of the log that an event was made of, or a part of it.
    [[nodiscard]] bool saidByEvent(std::string_view line, std::size_t events) const {
        constexpr std::size_t enough = 40; // events cut long lines
        const std::string_view beginning = line.substr(0, enough);
        return std::any_of(m_messages.begin(), m_messages.begin() + static_cast<std::ptrdiff_t>(events),
                           [beginning](const MessageDifference& message) {
                               return message.text.find(beginning) != std::string::npos;
                           });
    }

    std::map<std::string, std::size_t> m_index;
    std::vector<MessageDifference> m_messages;
};

} // namespace

std::string messageTemplate(std::string_view text) {
    std::string pattern;
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i])) {
            pattern += text[i++];
            continue;
        }
        const bool hexadecimal = text.substr(i).starts_with("0x");
        i += hexadecimal ? 2 : 0;
        while (i < text.size() &&
               (hexadecimal ? isHexDigit(text[i])
                            : isDigit(text[i]) || (text[i] == '.' && i + 1 < text.size() && isDigit(text[i + 1]))))
            ++i;
        pattern += '#';
    }
    return pattern;
}

std::vector<MessageDifference> messageDifferences(const Run& a, const Run& b, const Job& job, const PlaceRange& linesA,
                                                  const PlaceRange& linesB) {
    const Messages left(a, job, linesA), right(b, job, linesB);
    std::vector<MessageDifference> result;
    right.addMissingFrom(left, true, result);
    left.addMissingFrom(right, false, result);
    return result;
}

} // namespace tachograph
