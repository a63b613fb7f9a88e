#include "analysis/importers/importer.h"

#include "analysis/core/text.h"
#include "analysis/importers/jsonrecord.h"
#include "analysis/importers/jsonscanner.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/names.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/trainerevents.h"
#include "analysis/importers/wholefile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t largestRow = std::size_t{1} << 20;
constexpr std::size_t mostBadRows = 1'000;
constexpr std::size_t bytesBetweenReports = std::size_t{1} << 20;

/// 95 = a JSON object with a list "log_history", as far as the head shows.
int sniff(const Head& head) {
    JsonScanner scanner(head.bytes.substr(head.bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0));
    std::string scratch;
    if (!scanner.take('{'))
        return 0;
    while (const auto key = scanner.takeString(scratch)) {
        const bool history = *key == "log_history";
        if (!scanner.take(':'))
            return 0;
        if (history && scanner.peek() == '[')
            return 95;
        if (!scanner.takeValue() || !scanner.take(','))
            return 0;
    }
    return 0;
}

/// Reads the whole state; every function goes on where the one before stopped in the text.
class StateReader {
  public:
    StateReader(std::string_view text, const Source& source, const Job& job)
        : m_text(text), m_scanner(text), m_job(job), m_builder(stemOf(source.name()), source.path(), "trainer_state"),
          m_rows(m_builder) {}

    Result<RunBuilder> read(const std::string& path);

  private:
    void readSetting(const std::string& key, std::string_view value);
    bool readHistory();
    void readRow(std::string_view row);
    bool skipToNextRow();
    void addEvents(std::int64_t step, std::uint64_t line, bool evaluation, bool finished);
    std::uint64_t lineAt(std::size_t position);
    std::size_t position() const { return m_textStart + m_scanner.position(); }

    std::string_view m_text;
    JsonScanner m_scanner;
    std::size_t m_textStart = 0; // of the scanner's text in m_text
    const Job& m_job;
    RunBuilder m_builder;
    MergingRows m_rows;
    JsonRecord m_record;
    std::int64_t m_step = 0;
    std::uint64_t m_line = 1;
    std::size_t m_lineFrom = 0, m_badRows = 0, m_nextReport = bytesBetweenReports;
};

std::uint64_t StateReader::lineAt(std::size_t position) {
    m_line += static_cast<std::uint64_t>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_lineFrom),
                                                    m_text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
    m_lineFrom = position;
    return m_line;
}

void StateReader::readSetting(const std::string& key, std::string_view value) {
    constexpr std::array left = std::to_array<std::string_view>(
        {"is_hyper_param_search", "is_local_process_zero", "is_world_process_zero", "trial_name", "trial_params"});
    const bool scalar = !value.empty() && value.front() != '{' && value.front() != '[' && value != "null";
    if (!scalar || std::ranges::find(left, key) != left.end())
        return;
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\''))
        value = value.substr(1, value.size() - 2);
    m_builder.setConfig(plainText(key, 200), plainText(value));
}

/// Behind a damaged row: the next line that begins with '{'. False when there is none.
bool StateReader::skipToNextRow() {
    std::size_t at = position();
    while ((at = m_text.find('\n', at)) != std::string_view::npos) {
        const std::size_t start = m_text.find_first_not_of(" \t\r\n", at);
        if (start == std::string_view::npos)
            return false;
        if (m_text[start] == '{') {
            m_textStart = start;
            m_scanner = JsonScanner(m_text.substr(start));
            return true;
        }
        at = start;
    }
    return false;
}

/// False when the job was canceled or the list does not end.
bool StateReader::readHistory() {
    m_scanner.take('[');
    while (!m_scanner.take(']')) {
        if (m_job.canceled())
            return false;
        if (position() >= m_nextReport) {
            m_job.report(static_cast<double>(position()) / static_cast<double>(m_text.size()));
            m_nextReport = position() + bytesBetweenReports;
        }
        m_scanner.peek();
        const std::size_t start = position();
        JsonScanner ahead(m_text.substr(start, largestRow));
        const auto row = ahead.peek() == '{' ? ahead.takeValue() : std::nullopt;
        if (row && m_record.read(*row)) {
            m_textStart = start + row->size();
            m_scanner = JsonScanner(m_text.substr(m_textStart));
            readRow(*row);
            m_scanner.take(',');
            continue;
        }
        const bool torn = !row && start + largestRow > m_text.size();
        m_builder.addLineIssue(lineAt(start),
                               torn ? "The file ends here or is damaged; what follows was searched for whole rows."
                                    : "This row is damaged and was left out.",
                               m_text.substr(start, 120));
        m_textStart = std::min(start + 1, m_text.size());
        m_scanner = JsonScanner(m_text.substr(m_textStart));
        if (++m_badRows > mostBadRows || !skipToNextRow())
            return false;
    }
    return true;
}

void StateReader::readRow(std::string_view row) {
    bool evaluation = false, finished = false;
    const std::uint64_t line = lineAt(static_cast<std::size_t>(row.data() - m_text.data()));
    for (const JsonField& field : m_record.fields()) {
        const bool number = field.kind == JsonField::Kind::number;
        if (field.key == "step") {
            if (const auto step = number ? stepFromNumber(field.number) : std::nullopt) {
                m_step = *step;
                m_builder.reading().addStepKey(field.key);
            }
            continue;
        }
        evaluation = evaluation || field.key.starts_with("eval_");
        finished = finished || field.key == "train_runtime";
        const auto value = number || field.kind == JsonField::Kind::boolean ? std::optional(field.number)
                           : field.kind == JsonField::Kind::text            ? parseNumber(field.text)
                                                                            : std::nullopt;
        if (value)
            m_rows.add(m_builder.series(field.key), *value);
        else if (field.kind == JsonField::Kind::null)
            m_rows.addMissing(m_builder.series(field.key));
    }
    RowInfo info;
    info.step = m_step;
    info.place = line;
    m_rows.finishRow(info);
    addEvents(m_step, line, evaluation, finished);
}

void StateReader::addEvents(std::int64_t step, std::uint64_t line, bool evaluation, bool finished) {
    const auto seconds = [this](std::string_view key) -> std::optional<double> {
        const JsonField* field = m_record.find(key);
        const bool usable = field && field->kind == JsonField::Kind::number && std::isfinite(field->number);
        return usable ? std::optional(field->number) : std::nullopt;
    };
    addTrainerEvents(m_builder, {evaluation, finished, seconds("eval_runtime"), seconds("train_runtime")}, step, line);
}

Result<RunBuilder> StateReader::read(const std::string& path) {
    std::string scratch;
    bool complete = false;
    if (m_scanner.take('{')) {
        while (const auto name = m_scanner.takeString(scratch)) {
            const std::string key(*name);
            if (!m_scanner.take(':'))
                break;
            if (key == "log_history" && m_scanner.peek() == '[') {
                if (!readHistory())
                    break;
            } else if (const auto value = m_scanner.takeValue()) {
                readSetting(key, *value);
            } else {
                break;
            }
            if (!m_scanner.take(',')) {
                complete = m_scanner.take('}');
                break;
            }
        }
    }
    if (m_job.canceled())
        return Error{canceledMessage};
    if (m_builder.rowCount() == 0)
        return Error{path + ": it holds no row of a log_history. Check that it is a trainer_state.json."};
    if (!complete && m_badRows == 0)
        m_builder.addLineIssue(lineAt(position()), "The file ends or is damaged here; the rows before it were read.");
    m_builder.addNote("A trainer state holds no clock: elapsed time and wall time are not logged.");
    return std::move(m_builder);
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    const auto file = WholeFile::read(source, job, "trainer state");
    if (!file)
        return file.error();
    StateReader reader(file->text(), source, job);
    auto run = reader.read(source.path());
    if (!run)
        return run.error();
    std::vector<RunBuilder> runs;
    runs.push_back(std::move(run).value());
    return runs;
}

} // namespace

const Importer& trainerStateImporter() {
    static const Importer importer{"trainer_state",
                                   "Trainer state",
                                   "trainer_state.json of the Hugging Face Trainer and its relatives (TRL, axolotl, "
                                   "ms-swift), recognised by its log_history; of several checkpoints of one run the "
                                   "newest holds all of it.",
                                   {"trainer_state.json", "*.json"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
