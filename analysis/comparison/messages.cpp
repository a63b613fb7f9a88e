#include "analysis/comparison/messages.h"

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
    explicit Messages(const Run& run) {
        for (const Event& event : run.events()) {
            const bool message =
                event.kind == EventKind::note || event.kind == EventKind::exception || event.kind == EventKind::oom;
            if (!message || event.text.empty())
                continue;
            const std::string key = messageTemplate(event.text);
            const auto [place, fresh] = m_index.emplace(key, m_messages.size());
            if (fresh)
                m_messages.push_back({event.text, 0, true});
            ++m_messages[place->second].count;
        }
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
        while (i < text.size() && (hexadecimal ? isHexDigit(text[i])
                                               : isDigit(text[i]) || (text[i] == '.' && i + 1 < text.size() &&
                                                                      isDigit(text[i + 1]))))
            ++i;
        pattern += '#';
    }
    return pattern;
}

std::vector<MessageDifference> messageDifferences(const Run& a, const Run& b) {
    const Messages left(a), right(b);
    std::vector<MessageDifference> result;
    right.addMissingFrom(left, true, result);
    left.addMissingFrom(right, false, result);
    return result;
}

} // namespace tachograph
