#include "analysis/importers/importer.h"

#include "analysis/core/text.h"
#include "analysis/importers/jsonrecord.h"
#include "analysis/importers/jsonscanner.h"
#include "analysis/importers/names.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wholefile.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t largestRow = std::size_t{1} << 20;
/// The mean of a metric, as a summary of a benchmark writes it.
constexpr std::string_view mean = "/mean";

bool isNumber(const JsonField& field) {
    return field.kind == JsonField::Kind::number;
}

/// The best step key of a row; empty when it has none.
std::string stepKeyOf(const JsonRecord& record) {
    std::string best;
    for (const JsonField& field : record.fields())
        if (stepKeyRank(field.key) && isNumber(field) && (best.empty() || *stepKeyRank(field.key) < *stepKeyRank(best)))
            best = std::string(field.key);
    return best;
}

bool isRow(const JsonRecord& record) {
    return !stepKeyOf(record).empty() && std::ranges::count_if(record.fields(), isNumber) >= 2;
}

/// "metrics" with means in it: the summary that prime-rl's benchmark writes.
bool isBenchmark(const JsonRecord& record) {
    return std::ranges::any_of(record.fields(), [](const JsonField& field) {
        return isNumber(field) && field.key.starts_with("metrics/") && field.key.ends_with(mean);
    });
}

/// Where the list of rows begins: at the front, or as the value of a key of the outermost object.
std::size_t listOfRows(std::string_view text) {
    JsonScanner scanner(text);
    std::string scratch;
    if (scanner.peek() == '[')
        return scanner.position();
    if (!scanner.take('{'))
        return std::string_view::npos;
    while (scanner.takeString(scratch)) {
        if (!scanner.take(':'))
            break;
        if (scanner.peek() == '[') {
            JsonScanner inside(text.substr(scanner.position()));
            if (inside.take('[') && inside.peek() == '{')
                return scanner.position();
        }
        if (!scanner.takeValue() || !scanner.take(','))
            break;
    }
    return std::string_view::npos;
}

/// An object as a record of its own: JsonRecord wants bytes behind it.
bool readCopy(JsonRecord& record, std::string& copy, std::string_view object) {
    copy.assign(object);
    copy.resize(object.size() + 64, '\0');
    return record.read(std::string_view(copy.data(), object.size()));
}

int sniff(const Head& head) {
    constexpr int certainList = 88, certainBenchmark = 86;
    const std::string_view text = head.bytes.substr(head.bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    JsonScanner scanner(text);
    JsonRecord record;
    std::string copy;
    if (scanner.peek() == '{') {
        const auto whole = scanner.takeValue();
        if (whole && readCopy(record, copy, *whole) && isBenchmark(record))
            return certainBenchmark;
    }
    const std::size_t list = listOfRows(text);
    if (list == std::string_view::npos)
        return 0;
    JsonScanner rows(text.substr(list));
    rows.take('[');
    const auto first = rows.peek() == '{' ? rows.takeValue() : std::nullopt;
    return first && readCopy(record, copy, *first) && isRow(record) ? certainList : 0;
}

class RowsReader {
  public:
    RowsReader(std::string_view text, const Job& job, RunBuilder& builder)
        : m_text(text), m_job(job), m_builder(builder) {}

    /// False when canceled.
    bool read() {
        const std::size_t list = listOfRows(m_text);
        JsonScanner whole(m_text);
        const auto object = whole.peek() == '{' ? whole.takeValue() : std::nullopt;
        if (object && object->size() <= largestRow && m_record.read(*object) && isBenchmark(m_record))
            readBenchmark();
        else if (list != std::string_view::npos)
            return readRows(list);
        return true;
    }

  private:
    bool readRows(std::size_t list) {
        JsonScanner scanner(m_text.substr(list));
        scanner.take('[');
        bool good = true;
        for (std::size_t count = 0; good && !scanner.take(']'); ++count) {
            if (count % 64 == 0) {
                if (m_job.canceled())
                    return false;
                m_job.report(static_cast<double>(list + scanner.position()) / static_cast<double>(m_text.size()));
            }
            scanner.peek();
            const std::size_t start = list + scanner.position();
            const auto row = scanner.takeValue();
            good = row && row->size() <= largestRow && m_record.read(*row);
            if (good)
                addRow(lineAt(start));
            else
                m_builder.addLineIssue(lineAt(start), "The list ends or is damaged here; the rows before were read.",
                                       m_text.substr(start, 120));
            scanner.take(',');
        }
        return true;
    }

    void addRow(std::uint64_t line) {
        if (m_builder.rowCount() == 0)
            m_stepKey = stepKeyOf(m_record);
        if (m_stepKey.empty())
            m_builder.reading().stepsCounted = true;
        else
            m_builder.reading().addStepKey(m_stepKey);
        RowInfo info;
        info.place = line;
        const JsonField* step = m_stepKey.empty() ? nullptr : m_record.find(m_stepKey);
        const auto number = step && isNumber(*step) ? stepFromNumber(step->number) : std::nullopt;
        const std::int64_t before = m_builder.rowCount() > 0 ? m_builder.rows().step.back() : 0;
        info.step = number.value_or(before);
        for (const JsonField& field : m_record.fields())
            if (timeKeyUse(field.key) == KeyUse::time)
                takeTime(field, info);
        const std::uint32_t row = m_builder.addRow(info);
        for (const JsonField& field : m_record.fields())
            if (&field != step && timeKeyUse(field.key) != KeyUse::time)
                addValue(field, row);
    }

    void takeTime(const JsonField& field, RowInfo& info) {
        const auto time = isNumber(field)                       ? unixSeconds(field.number)
                          : field.kind == JsonField::Kind::text ? parseTimestamp(field.text)
                                                                : std::nullopt;
        if (!time)
            return;
        info.time = *time;
        m_builder.reading().timeKey = std::string(field.key);
    }

    void addValue(const JsonField& field, std::uint32_t row) {
        const bool text = field.kind == JsonField::Kind::text;
        const auto value = isNumber(field) || field.kind == JsonField::Kind::boolean ? std::optional(field.number)
                           : text                                                    ? parseNumber(field.text)
                                                                                     : std::nullopt;
        if (value)
            m_builder.addValue(m_builder.series(field.key), row, *value);
        else if (field.kind == JsonField::Kind::null)
            m_builder.addMissing(m_builder.series(field.key), row);
    }

    void readBenchmark() {
        RowInfo info;
        info.step = 1;
        info.place = 1;
        m_builder.reading().stepsCounted = true;
        const std::uint32_t row = m_builder.addRow(info);
        constexpr std::string_view config = "config/";
        for (const JsonField& field : m_record.fields()) {
            if (!field.key.starts_with(config)) {
                addValue(field, row);
                continue;
            }
            const std::string value = isNumber(field) ? machineNumber(field.number)
                                      : field.kind == JsonField::Kind::boolean
                                          ? (field.number != 0.0 ? "true" : "false")
                                          : plainText(field.text);
            if (field.kind != JsonField::Kind::null && field.kind != JsonField::Kind::array)
                m_builder.setConfig(std::string(field.key.substr(config.size())), value);
        }
        m_builder.addNote("A summary of a benchmark: mean, deviation and range of each quantity, no steps.");
    }

    std::uint64_t lineAt(std::size_t position) {
        m_line += static_cast<std::uint64_t>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_lineFrom),
                                                        m_text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
        m_lineFrom = position;
        return m_line;
    }

    std::string_view m_text;
    const Job& m_job;
    RunBuilder& m_builder;
    JsonRecord m_record;
    std::string m_stepKey;
    std::uint64_t m_line = 1;
    std::size_t m_lineFrom = 0;
};

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    const auto file = WholeFile::read(source, job, "list of rows");
    if (!file)
        return file.error();
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), "json_rows");
    RowsReader reader(file->text(), job, runs.front());
    if (!reader.read())
        return Error{canceledMessage};
    if (runs.front().rowCount() == 0)
        return Error{source.path() + ": it holds no list of objects with a step and numbers. Check that it is the "
                                     "right file."};
    return runs;
}

} // namespace

const Importer& jsonRowsImporter() {
    static const Importer importer{"json_rows",
                                   "JSON list of rows",
                                   "One JSON document with a list of objects, each with its step, or the summary of "
                                   "a benchmark such as prime-rl's (mean, std, min, max).",
                                   {"*.json"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
