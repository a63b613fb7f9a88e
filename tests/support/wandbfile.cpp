#include "tests/support/wandbfile.h"

#include "analysis/importers/crc32.h"
#include "tests/support/wirewriter.h"

#include <algorithm>
#include <sstream>

namespace tachograph::tests {

namespace {

constexpr std::size_t blockBytes = 32'768, headerBytes = 7;

std::string part(char type, std::string_view data, CheckSum sum) {
    const std::uint32_t good = sum == CheckSum::maskedCastagnoli ? Crc32::masked(Crc32::castagnoli().of(type, data))
                                                                 : Crc32::ieee().of(type, data);
    return lowestFirst(sum == CheckSum::wrong ? ~good : good) + lowestFirst(static_cast<std::uint16_t>(data.size())) +
           type + std::string(data);
}

/// "key=value" as an item of a row, a configuration or a statistic.
std::string item(const std::string& word, bool nestedKey) {
    const std::size_t equals = word.find('=');
    std::string key = word.substr(0, equals);
    WireWriter message;
    if (key.starts_with("nested:")) {
        std::istringstream pieces(key.substr(7));
        for (std::string piece; std::getline(pieces, piece, '.');)
            message.bytes(2, piece);
    } else {
        message.bytes(nestedKey ? 2 : 1, key);
    }
    return message.bytes(16, word.substr(equals + 1)).message();
}

std::string timestamp(const std::string& seconds) {
    return WireWriter().varint(1, std::stoull(seconds)).message();
}

std::string items(std::istringstream& words, std::uint32_t field, bool nestedKey) {
    WireWriter message;
    for (std::string word; words >> word;)
        message.bytes(field, item(word, nestedKey));
    return message.message();
}

std::string rest(std::istringstream& words) {
    std::string line;
    std::getline(words >> std::ws, line);
    for (const auto& [written, byte] : {std::pair{"\\n", "\n"}, std::pair{"\\r", "\r"}})
        for (std::size_t at = 0; (at = line.find(written)) != std::string::npos;)
            line.replace(at, 2, byte);
    return line;
}

std::string valueOf(const std::string& word) {
    return word.substr(word.find('=') + 1);
}

std::string run(std::istringstream& words) {
    WireWriter message;
    std::string word;
    words >> word;
    message.bytes(1, word);
    while (words >> word) {
        if (word.starts_with("name="))
            message.bytes(8, valueOf(word));
        else if (word.starts_with("host="))
            message.bytes(13, valueOf(word));
        else if (word.starts_with("starting_step="))
            message.varint(14, std::stoull(valueOf(word)));
        else if (word == "resumed")
            message.varint(18, 1);
    }
    return message.message();
}

std::string metric(std::istringstream& words) {
    std::string name, over, axis;
    words >> name >> over >> axis;
    WireWriter message;
    message.bytes(name.find('*') != std::string::npos ? 2 : 1, name);
    if (axis.starts_with('#'))
        message.varint(5, std::stoull(axis.substr(1)));
    else if (!axis.empty())
        message.bytes(4, axis);
    return message.message();
}

std::string environment(std::istringstream& words) {
    WireWriter message;
    for (std::string word; words >> word;) {
        if (word.starts_with("os="))
            message.bytes(1, valueOf(word));
        else if (word.starts_with("gpu="))
            message.bytes(18, valueOf(word));
        else if (word.starts_with("gpus="))
            message.varint(19, std::stoull(valueOf(word)));
    }
    return message.message();
}

std::string record(const std::string& line) {
    std::istringstream words(line);
    std::string kind, first, second;
    words >> kind;
    if (kind == "row")
        return WireWriter().bytes(2, items(words, 1, true)).message();
    if (kind == "config")
        return WireWriter().bytes(5, items(words, 1, false)).message();
    if (kind == "run")
        return WireWriter().bytes(17, run(words)).message();
    if (kind == "metric")
        return WireWriter().bytes(12, metric(words)).message();
    if (kind == "environment")
        return WireWriter().bytes(26, environment(words)).message();
    if (kind == "request")
        return WireWriter().bytes(100, "").message();
    words >> first;
    if (kind == "stats")
        return WireWriter()
            .bytes(7, WireWriter().bytes(2, timestamp(first)).message() + items(words, 3, false))
            .message();
    if (kind == "alert")
        return WireWriter().bytes(10, WireWriter().bytes(1, first).bytes(2, rest(words)).message()).message();
    if (kind == "exit") {
        words >> second;
        return WireWriter()
            .bytes(18, WireWriter().varint(1, std::stoull(first)).varint(2, std::stoull(second)).message())
            .message();
    }
    WireWriter output;
    if (kind == "out")
        output.varint(1, 1);
    return WireWriter().bytes(13, output.bytes(2, timestamp(first)).bytes(3, rest(words)).message()).message();
}

} // namespace

std::string blockLog(const std::vector<std::string>& records, CheckSum sum) {
    std::string bytes(":W&B\xE1\xBE\0", 7);
    for (const std::string& all : records) {
        std::string_view left = all;
        bool begun = false;
        do {
            std::size_t room = blockBytes - bytes.size() % blockBytes;
            if (room < headerBytes) {
                bytes.append(room, '\0');
                room = blockBytes;
            }
            const std::string_view data = left.substr(0, room - headerBytes);
            left.remove_prefix(data.size());
            const char type = begun ? (left.empty() ? 4 : 3) : (left.empty() ? 1 : 2);
            bytes += part(type, data, sum);
            begun = true;
        } while (!left.empty());
    }
    return bytes;
}

std::vector<std::string> wandbRecords(std::string_view text) {
    std::vector<std::string> records;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);)
        if (line.find_first_not_of(' ') != std::string::npos)
            records.push_back(record(line));
    return records;
}

} // namespace tachograph::tests
