#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace tachograph {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/// Length of a well-formed UTF-8 sequence at the front, 0 when it is not one (overlong, surrogate, cut).
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&text](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF0 && byte(1) < 0x90) ||
        (lead == 0xF4 && byte(1) > 0x8F))
        return 0;
    return length;
}

/// Code points that must not reach a screen: C1 controls, bidirectional marks, embeddings, overrides and isolates,
/// line and paragraph separators, zero-width characters, the byte order mark.
bool isHidden(std::string_view sequence) {
    if (sequence.size() == 2)
        return sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
    if (sequence.size() != 3)
        return false;
    if (sequence == "\xEF\xBB\xBF" || sequence == "\xD8\x9C")
        return true;
    if (sequence[0] != '\xE2')
        return false;
    const auto second = static_cast<unsigned char>(sequence[1]);
    const auto third = static_cast<unsigned char>(sequence[2]);
    return (second == 0x80 && ((third >= 0x8B && third <= 0x8F) || (third >= 0xA8 && third <= 0xAE))) ||
           (second == 0x81 && (third <= 0xA4 ? third >= 0xA0 : third >= 0xA6 && third <= 0xAF));
}

/// Bytes of the escape sequence at the front of `text` (which begins with ESC): CSI, OSC and two-byte forms.
std::size_t escapeLength(std::string_view text) {
    if (text.size() < 2)
        return 1;
    if (text[1] == '[') {
        std::size_t at = 2;
        while (at < text.size() && text[at] >= 0x20 && text[at] <= 0x3F)
            ++at;
        return at < text.size() && text[at] >= 0x40 && text[at] <= 0x7E ? at + 1 : at;
    }
    if (text[1] == ']') {
        for (std::size_t at = 2; at < text.size(); ++at) {
            if (text[at] == '\a')
                return at + 1;
            if (text[at] == '\x1b' && at + 1 < text.size() && text[at + 1] == '\\')
                return at + 2;
        }
        return 2;
    }
    return 2;
}

} // namespace

std::string plainText(std::string_view text, std::size_t most) {
    std::string plain;
    plain.reserve(std::min(text.size(), most));
    while (!text.empty()) {
        if (plain.size() + 4 > most) {
            plain += "\xE2\x80\xA6";
            break;
        }
        if (text.front() == '\x1b') {
            text.remove_prefix(std::min(escapeLength(text), text.size()));
            continue;
        }
        const std::size_t length = sequenceLength(text);
        if (length == 0) {
            plain += "\xEF\xBF\xBD";
            text.remove_prefix(1);
            continue;
        }
        const std::string_view sequence = text.substr(0, length);
        text.remove_prefix(length);
        if (length == 1 && (static_cast<unsigned char>(sequence[0]) < 0x20 || sequence[0] == 0x7F)) {
            if (isBlank(sequence[0]))
                plain += ' ';
            continue;
        }
        if (!isHidden(sequence) && sequence != "\xD8\x9C")
            plain += sequence;
    }
    return plain;
}

std::string stripAnsi(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t escape = std::min(text.find('\x1b'), text.size());
        plain += text.substr(0, escape);
        text.remove_prefix(escape);
        if (!text.empty())
            text.remove_prefix(std::min(escapeLength(text), text.size()));
    }
    return plain;
}

} // namespace tachograph
