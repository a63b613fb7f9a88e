#include "tests/bench/bareloops.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tachograph::tests {

namespace {

constexpr std::size_t pieceBytes = std::size_t{2} << 20, longestLine = std::size_t{64} << 10;

/// A file open for reading, cut into pieces that begin behind a line end.
class Pieces {
  public:
    explicit Pieces(const std::string& path) : m_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        struct stat status {};
        if (m_descriptor >= 0 && ::fstat(m_descriptor, &status) == 0)
            m_size = static_cast<std::size_t>(status.st_size);
    }
    ~Pieces() {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    [[nodiscard]] std::size_t count() const { return (m_size + pieceBytes - 1) / pieceBytes; }

    /// The lines that begin in piece `index`, read into `buffer`, with zeros behind them.
    std::string_view read(std::size_t index, std::vector<char>& buffer) const {
        const std::size_t begin = index * pieceBytes - (index > 0 ? 1 : 0);
        buffer.resize(pieceBytes + longestLine + simdjson::SIMDJSON_PADDING);
        const ssize_t got = ::pread(m_descriptor, buffer.data(), pieceBytes + longestLine, static_cast<off_t>(begin));
        const std::string_view all(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        const std::size_t first = index > 0 ? all.find('\n') + 1 : 0;
        const std::size_t last = all.find('\n', std::min(pieceBytes - (index > 0 ? 0 : 1), all.size()));
        const std::size_t end = last == std::string_view::npos ? all.size() : last + 1;
        return all.substr(first, end - first);
    }

  private:
    int m_descriptor;
    std::size_t m_size = 0;
};

template <typename Read>
std::vector<BareColumns> allPieces(const std::string& path, const Job& job, Read readPiece) {
    const Pieces pieces(path);
    std::vector<BareColumns> answer(pieces.count());
    job.forEach(answer.size(), [&](std::size_t index) {
        thread_local std::vector<char> buffer;
        readPiece(pieces.read(index, buffer), answer[index], index == 0);
    });
    return answer;
}

bool readJsonLine(simdjson::ondemand::parser& parser, std::string_view line, const std::vector<std::string>& keys,
                  double* values, std::size_t stride) {
    simdjson::ondemand::document document;
    const simdjson::padded_string_view padded(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING);
    simdjson::ondemand::object object;
    if (parser.iterate(padded).get(document) != simdjson::SUCCESS || document.get_object().get(object))
        return false;
    std::size_t column = 0;
    for (auto field : object) {
        if (column == keys.size() || !field.key().value_unsafe().unsafe_is_equal(keys[column]))
            return false;
        if (field.value().get_double().get(values[column * stride]) != simdjson::SUCCESS)
            return false;
        ++column;
    }
    return column == keys.size();
}

} // namespace

std::vector<BareColumns> bareJsonLines(const std::string& path, const std::vector<std::string>& keys, const Job& job) {
    return allPieces(path, job, [&](std::string_view text, BareColumns& columns, bool) {
        thread_local simdjson::ondemand::parser parser;
        const auto most = static_cast<std::size_t>(std::ranges::count(text, '\n'));
        columns.values = std::make_unique_for_overwrite<double[]>(most * keys.size());
        for (std::size_t at = 0; at < text.size();) {
            const auto* end = static_cast<const char*>(std::memchr(text.data() + at, '\n', text.size() - at));
            const std::size_t next = end ? static_cast<std::size_t>(end - text.data()) : text.size();
            if (columns.rows < most &&
                readJsonLine(parser, text.substr(at, next - at), keys, columns.values.get() + columns.rows, most))
                ++columns.rows;
            at = next + 1;
        }
    });
}

std::vector<BareColumns> bareCsv(const std::string& path, std::size_t columnCount, const Job& job) {
    return allPieces(path, job, [&](std::string_view text, BareColumns& columns, bool first) {
        if (first)
            text.remove_prefix(text.find('\n') + 1);
        const auto most = static_cast<std::size_t>(std::ranges::count(text, '\n'));
        columns.values = std::make_unique_for_overwrite<double[]>(most * columnCount);
        const char* at = text.data();
        const char* end = text.data() + text.size();
        for (; columns.rows < most && at < end; ++columns.rows)
            for (std::size_t column = 0; column < columnCount && at < end; ++column) {
                const auto [behind, problem] = std::from_chars(at, end, columns.values[column * most + columns.rows]);
                at = behind + 1;
            }
    });
}

std::size_t rowsOf(const std::vector<BareColumns>& pieces) {
    return std::accumulate(pieces.begin(), pieces.end(), std::size_t{0},
                           [](std::size_t sum, const BareColumns& piece) { return sum + piece.rows; });
}

} // namespace tachograph::tests
