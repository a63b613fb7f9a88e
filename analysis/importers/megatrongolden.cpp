#include "analysis/importers/importer.h"

#include "analysis/core/text.h"
#include "analysis/importers/jsonscanner.h"
#include "analysis/importers/names.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wholefile.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tachograph {

namespace {

bool isQuotedNan(std::string_view text) {
    return equalsIgnoringCase(text, "nan") || equalsIgnoringCase(text, "null") || equalsIgnoringCase(text, "none");
}

/// 95 = an object of objects with "values" or "start_step" in them.
int sniff(const Head& head) {
    JsonScanner scanner(head.bytes.substr(head.bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0));
    std::string scratch;
    if (!scanner.take('{') || !scanner.takeString(scratch) || !scanner.take(':') || !scanner.take('{'))
        return 0;
    bool described = false;
    while (const auto key = scanner.takeString(scratch)) {
        described = described || *key == "start_step" || *key == "step_interval";
        const bool values = *key == "values";
        if (!scanner.take(':'))
            return 0;
        if (values && scanner.peek() == '{')
            return described ? 95 : 60;
        if (!scanner.takeValue() || !scanner.take(','))
            return 0;
    }
    return 0;
}

/// One value of the document. A step that goes back within a series begins a further round.
struct Entry {
    std::uint32_t round = 0;
    std::int64_t step = 0;
    std::uint32_t series = 0;
    double value = 0;
    bool missing = false;
    std::uint64_t line = 0;
};

class GoldenReader {
  public:
    GoldenReader(std::string_view text, const Job& job, RunBuilder& builder)
        : m_text(text), m_scanner(text), m_job(job), m_builder(builder) {}

    /// False when canceled.
    bool read() {
        std::string scratch;
        bool complete = false;
        if (m_scanner.take('{'))
            while (const auto name = m_scanner.takeString(scratch)) {
                const std::string key(name->substr(0, 500));
                if (!m_scanner.take(':') || !readSeries(key))
                    break;
                if (!m_scanner.take(',')) {
                    complete = m_scanner.take('}');
                    break;
                }
            }
        if (m_job.canceled())
            return false;
        if (!complete && !m_entries.empty())
            m_builder.addLineIssue(lineAt(m_scanner.position()),
                                   "The document ends or is damaged here; what stands before was read.");
        return addRows();
    }

  private:
    /// {"start_step": 1, "values": {"1": 10.9, ...}}; false when the document ends or is damaged in it.
    bool readSeries(const std::string& key) {
        if (!m_scanner.take('{'))
            return m_scanner.takeValue().has_value();
        std::string scratch;
        while (const auto name = m_scanner.takeString(scratch)) {
            const bool values = *name == "values";
            if (!m_scanner.take(':'))
                return false;
            if (!(values && m_scanner.peek() == '{' ? readValues(key) : m_scanner.takeValue().has_value()))
                return false;
            if (!m_scanner.take(','))
                return m_scanner.take('}');
        }
        return m_scanner.take('}');
    }

    bool readValues(const std::string& key) {
        m_scanner.take('{');
        const std::uint32_t series = m_builder.series(key);
        std::uint32_t round = 0;
        std::int64_t before = 0;
        std::string scratch;
        for (std::size_t count = 0; const auto name = m_scanner.takeString(scratch); ++count) {
            if (count % 1024 == 0) {
                if (m_job.canceled())
                    return false;
                m_job.report(static_cast<double>(m_scanner.position()) / static_cast<double>(m_text.size()));
            }
            const auto step = stepFromText(*name);
            if (!m_scanner.take(':'))
                return false;
            const std::size_t place = m_scanner.position();
            const auto value = m_scanner.takeValue();
            if (!value)
                return false;
            if (step) {
                round += count > 0 && *step < before ? 1 : 0;
                before = *step;
                addEntry({round, *step, series, 0, false, lineAt(place)}, *value);
            }
            if (!m_scanner.take(','))
                return m_scanner.take('}');
        }
        return m_scanner.take('}');
    }

    void addEntry(Entry entry, std::string_view value) {
        const bool quoted = value.size() >= 2 && value.front() == '"';
        if (quoted)
            value = value.substr(1, value.size() - 2);
        // "nan" in quotes says that nothing was logged.
        entry.missing = value == "null" || value == "None" || (quoted && isQuotedNan(value));
        const auto number = entry.missing ? std::nullopt : parseNumber(value);
        if (!number && !entry.missing)
            return;
        entry.value = number.value_or(0);
        m_entries.push_back(entry);
    }

    std::uint64_t lineAt(std::size_t position) {
        if (position > m_lineFrom) {
            m_line +=
                static_cast<std::uint64_t>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_lineFrom),
                                                      m_text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
            m_lineFrom = position;
        }
        return m_line;
    }

    bool addRows() {
        std::ranges::stable_sort(m_entries, {}, [](const Entry& e) { return std::tuple(e.round, e.step, e.series); });
        std::uint32_t row = 0;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const Entry& entry = m_entries[i];
            if (i % 65536 == 0 && m_job.canceled())
                return false;
            if (i == 0 || m_entries[i - 1].step != entry.step || m_entries[i - 1].round != entry.round) {
                RowInfo info;
                info.step = entry.step;
                info.place = entry.line;
                row = m_builder.addRow(info);
            }
            if (entry.missing)
                m_builder.addMissing(entry.series, row);
            else
                m_builder.addValue(entry.series, row, entry.value);
        }
        for (std::uint32_t series = 0; series < m_builder.seriesCount(); ++series)
            if (m_builder.edit(series).key.ends_with("-bytes"))
                m_builder.edit(series).sourceUnit = "B";
        return true;
    }

    std::string_view m_text;
    JsonScanner m_scanner;
    const Job& m_job;
    RunBuilder& m_builder;
    std::vector<Entry> m_entries;
    std::uint64_t m_line = 1;
    std::size_t m_lineFrom = 0;
};

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    const auto file = WholeFile::read(source, job, "file of golden values");
    if (!file)
        return file.error();
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), "megatron_golden");
    GoldenReader reader(file->text(), job, runs.front());
    if (!reader.read())
        return Error{canceledMessage};
    if (runs.front().rowCount() == 0)
        return Error{source.path() + ": it holds no series with \"values\" by step. Check that it is a file of golden "
                                     "values of Megatron-LM."};
    runs.front().reading().addStepKey("values");
    runs.front().addNote("Golden values hold no clock and no units; \"nan\" in quotes says that nothing was logged.");
    return runs;
}

} // namespace

const Importer& megatronGoldenImporter() {
    static const Importer importer{"megatron_golden",
                                   "Megatron-LM golden values",
                                   "JSON of Megatron-LM's functional tests: for each series an object \"values\" from "
                                   "step to number, \"nan\" in quotes for what was not logged.",
                                   {"*.json"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
