#include "analysis/importers/dflashconsole.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/dflashheader.h"
#include "analysis/importers/dflashrecorder.h"
#include "analysis/importers/dflashtick.h"
#include "analysis/importers/names.h"

#include <algorithm>
#include <string>

namespace tachograph {

namespace {

constexpr std::size_t longestTick = 2048; ///< bytes; a tick has some 200
constexpr std::size_t mostRows = 40;      ///< of a terminal that one tick may take

bool onlyBlanks(std::string_view text) {
    return trimmed(text).empty();
}

/// Columns of the terminal that wrapped these lines: no row of a capture is longer, so it is the longest one when a row
/// breaks off inside of a tick and the next one goes on with it. 0 when nothing is wrapped.
std::size_t wrapWidth(std::string_view head) {
    std::size_t longest = 0;
    bool wrapped = false;
    std::string before;
    while (!head.empty()) {
        const std::size_t end = std::min(head.find('\n'), head.size());
        std::string_view row = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        if (!row.empty() && row.back() == '\r')
            row.remove_suffix(1);
        longest = std::max(longest, row.size());
        if (findTick(row) == 0) {
            before = row.substr(0, longestTick);
        } else if (!before.empty() && !wrapped) {
            const auto broken = scanTick(before), whole = scanTick(before + std::string(row.substr(0, longestTick)));
            wrapped = broken && !broken->ended && !broken->dots && !onlyBlanks(row) && whole && !whole->foreign;
            before.clear();
        }
    }
    return wrapped ? longest : 0;
}

class DflashReader {
  public:
    DflashReader(Source& source, RunBuilder& builder)
        : m_source(source), m_builder(builder), m_recorder(builder), m_events(builder) {
        const std::string head = stripAnsi(source.head(Head::bytesAsked));
        m_recorder.expectEnd(head.find("ETA=") != std::string::npos);
        m_wrapWidth = wrapWidth(head);
    }

    /// False when canceled.
    bool read(const Job& job) {
        LineReader lines(m_source, LineReader::CarriageReturn::split);
        std::uint64_t untilAsked = 0;
        while (const auto line = lines.next()) {
            if (++untilAsked % 1024 == 0) {
                if (job.canceled())
                    return false;
                job.report(lines.progress());
            }
            physicalRow(*line);
            m_builder.reading().lines = line->number;
        }
        flush();
        m_events.finish();
        return true;
    }

    [[nodiscard]] bool foundAnything() const { return m_builder.rowCount() > 0 || m_recorder.foundOther(); }

  private:
    enum class Pending { none, tick, tail, text };

    void physicalRow(const Line& line) {
        const std::string plain = stripAnsi(line.text.substr(0, std::size_t{64} * 1024));
        const ConsoleLine console = stripPrefixes(plain);
        const std::string_view text = console.text;
        std::size_t at = findTick(text);
        if (at == std::string_view::npos) {
            continueOrStart(text, line.number, console.time);
            return;
        }
        flush();
        if (!onlyBlanks(text.substr(0, at)))
            otherLine(text.substr(0, at), line.number);
        // Progress bars without line ends may glue several ticks together.
        while (at != std::string_view::npos) {
            const std::size_t next = findTick(text, at + 1);
            start(Pending::tick, text.substr(at, std::min(next, text.size()) - at), line.number, console.time);
            flushWhenWhole();
            at = next;
        }
    }

    void start(Pending kind, std::string_view text, std::uint64_t line, std::optional<double> time) {
        flush();
        m_pending = kind;
        m_text = text.substr(0, longestTick);
        m_rowCount = 1;
        m_line = line;
        m_time = time;
        m_lastRow = text.size();
    }

    /// A row that starts no tick: the rest of the one before, or something else.
    void continueOrStart(std::string_view text, std::uint64_t line, std::optional<double> time) {
        if (continues(text)) {
            if (m_pending == Pending::text && m_lastRow < m_wrapWidth)
                m_text += ' ';
            m_text += text;
            m_lastRow = text.size();
            ++m_rowCount;
            flushWhenWhole();
            return;
        }
        flush();
        if (onlyBlanks(text))
            return;
        if (!scanTickTail(text).items.empty()) {
            start(Pending::tail, text, line, time);
            flushWhenWhole();
        } else {
            start(Pending::text, text, line, time);
            flushWhenWhole();
        }
    }

    /// The row before was wrapped; one column less when it was wrapped at a blank, which a capture drops.
    [[nodiscard]] bool fillsTheWidth() const { return m_wrapWidth > 1 && m_lastRow + 1 >= m_wrapWidth; }

    /// True when the row fits behind the pending text: what comes out must still be a tick, or the row before filled
    /// the whole width of the terminal.
    bool continues(std::string_view row) const {
        if (m_pending == Pending::none || m_rowCount >= mostRows || onlyBlanks(row) ||
            m_text.size() + row.size() > longestTick || gpuRow(row))
            return false;
        if (m_pending == Pending::text)
            return fillsTheWidth() && !ConsoleEvents::startsEventLine(row) && !startsDflashHeader(row, m_text);
        const std::string joined = m_text + std::string(row);
        if (m_pending == Pending::tail) {
            const DflashTick before = scanTickTail(m_text), tail = scanTickTail(joined);
            return !before.ended && !before.dots && !tail.items.empty();
        }
        const auto before = scanTick(m_text), tick = scanTick(joined);
        return (!before || (!before->ended && !before->dots)) && tick && !tick->foreign;
    }

    void flushWhenWhole() {
        if (m_pending == Pending::tick) {
            const auto tick = scanTick(m_text);
            if (tick && tick->ended)
                flush();
        } else if ((m_pending == Pending::tail && scanTickTail(m_text).ended) ||
                   (m_pending == Pending::text && !fillsTheWidth())) {
            flush();
        }
    }

    void flush() {
        const Pending kind = m_pending;
        m_pending = Pending::none;
        if (kind == Pending::tick)
            m_recorder.addTick(m_text, m_line, m_time);
        else if (kind == Pending::tail)
            m_recorder.addTail(m_text, m_line);
        else if (kind == Pending::text)
            otherLine(m_text, m_line);
    }

    void otherLine(std::string_view text, std::uint64_t line) {
        if (const auto gpu = gpuRow(text)) {
            m_recorder.addGpu(*gpu);
            return;
        }
        if (m_events.take(text, line, m_time))
            return;
        if (m_builder.rowCount() == 0)
            takeDflashHeader(text, m_builder);
    }

    Source& m_source;
    RunBuilder& m_builder;
    DflashRecorder m_recorder;
    ConsoleEvents m_events;
    std::size_t m_wrapWidth = 0;
    Pending m_pending = Pending::none;
    std::string m_text;
    std::uint64_t m_line = 0;
    std::optional<double> m_time;
    std::size_t m_rowCount = 0; ///< physical rows in m_text
    std::size_t m_lastRow = 0;  ///< bytes in the last physical row of m_text
};

int sniff(const Head& head) {
    const std::string text = stripAnsi(head.bytes);
    constexpr int certain = 97, likely = 70, perhaps = 55;
    std::size_t at = findTick(text);
    for (int tries = 0; at != std::string::npos && tries < 20; ++tries) {
        const std::string_view rest = std::string_view(text).substr(at, 300);
        for (std::string_view key : {" loss=", " tgt=", " dft=", " noise=", "q_hs="})
            if (rest.find(key) != std::string_view::npos)
                return certain;
        at = findTick(text, at + 1);
    }
    if (findTick(text) != std::string::npos)
        return perhaps;
    const bool tail = text.find("dft=") != std::string::npos || text.find("q_hs=[") != std::string::npos;
    return tail && (text.find("Ktok/s)") != std::string::npos || text.find("ETA=") != std::string::npos) ? likely : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), "dflash_console");
    runs.front().setRepeatRule(RepeatRule::median);
    DflashReader reader(source, runs.front());
    if (!reader.read(job))
        return Error{canceledMessage};
    if (!reader.foundAnything())
        return Error{source.path() + ": it holds no tick of a DFlash console, such as \"[8m] step=706 loss=3.2079\". "
                                     "Open the log of the trainer, or paste some of its lines."};
    return runs;
}

} // namespace

const Importer& dflashConsoleImporter() {
    static const Importer importer{
        "dflash_console",
        "DFlash console",
        "Console or terminal capture of the DFlash drafter trainer: a line a tick with stage "
        "rates and queues; its rates are averages since the start.",
        {"*.log", "*.txt"},
        sniff,
        read};
    return importer;
}

} // namespace tachograph
