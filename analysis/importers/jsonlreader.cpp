#include "analysis/importers/jsonlreader.h"

#include "analysis/core/text.h"
#include "analysis/importers/eventline.h"
#include "analysis/importers/jsonscanner.h"
#include "analysis/importers/names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t headForStepKey = std::size_t{256} * 1024;
constexpr std::uint64_t bytesBetweenReports = std::uint64_t{1} << 20;

/// Texts that say "no value".
bool saysNothing(std::string_view text) {
    text = trimmed(text);
    return text.empty() || text == "---" || text == "None" || text == "null" || text == "N/A";
}

/// Durations that are written as text: time still to go, as a series in seconds.
bool isRemainingTime(std::string_view key) {
    return key == "remaining_time" || key == "eta" || key == "ETA";
}

std::optional<std::int64_t> stepOf(const JsonField& field) {
    if (field.kind == JsonField::Kind::number)
        return stepFromNumber(field.number);
    if (field.kind == JsonField::Kind::text)
        return stepFromText(field.text);
    return std::nullopt;
}

} // namespace

std::string firstStepKey(std::string_view beginning) {
    JsonScanner scanner(beginning);
    std::string scratch;
    if (!scanner.take('{'))
        return {};
    while (const auto key = scanner.takeString(scratch)) {
        if (stepKeyRank(*key))
            return std::string(*key);
        if (!scanner.take(':') || !scanner.takeValue() || !scanner.take(','))
            return {};
    }
    return {};
}

JsonlReader::JsonlReader(Source& source, std::string stepKey, std::vector<std::uint32_t> starts,
                         std::uint64_t wholeLinesFrom)
    : m_source(source), m_stepKey(std::move(stepKey)), m_starts(std::move(starts)), m_wholeLinesFrom(wholeLinesFrom) {
    m_builders.emplace_back(stemOf(source.name()), source.path(), "jsonl");
}

std::string JsonlReader::chooseStepKey(const Source& source) {
    Source head = Source::fromBytes(source.name(), source.head(headForStepKey));
    LineReader lines(head);
    JsonRecord record;
    std::unordered_map<std::string, std::size_t> rowsWith;
    std::size_t rows = 0;
    while (const auto line = lines.next()) {
        if (rows == 0 && !line->complete && source.size() > headForStepKey)
            return firstStepKey(line->text);
        if (!record.read(line->text) || eventOfRecord(record))
            continue;
        ++rows;
        for (const JsonField& field : record.fields())
            if (stepKeyRank(field.key) && stepOf(field))
                ++rowsWith[std::string(field.key)];
    }
    // A key that only some rows carry would leave the others without a step: the best name of at least half the rows.
    std::string best;
    for (const auto& [key, count] : rowsWith) {
        const bool often = count * 2 >= rows;
        const bool bestOften = !best.empty() && rowsWith[best] * 2 >= rows;
        if (best.empty() || (often && !bestOften) || (often == bestOften && *stepKeyRank(key) < *stepKeyRank(best)))
            best = key;
    }
    return best;
}

bool JsonlReader::mayBeValue(const JsonField& field) {
    return parseNumber(field.text) || saysNothing(field.text) || isRemainingTime(field.key);
}

bool JsonlReader::readAll(const Job& job) {
    m_source.rewind();
    std::uint64_t wholeLines = 0;
    if (m_source.size() >= m_wholeLinesFrom && !readWholeLines(job, wholeLines))
        return false;
    LineReader lines(m_source, LineReader::CarriageReturn::keep, wholeLines + 1);
    std::uint64_t reportAt = bytesBetweenReports;
    while (const auto line = lines.next()) {
        if (job.canceled())
            return false;
        if (line->offset >= reportAt) {
            job.report(lines.progress());
            reportAt = line->offset + bytesBetweenReports;
        }
        readLine(*line);
    }
    finish();
    return true;
}

void JsonlReader::readLine(const Line& line) {
    if (trimmed(line.text).empty())
        return;
    ++builder().reading().lines;
    if (line.cut || !m_record.read(line.text)) {
        ++m_badLines;
        builder().addLineIssue(line.number,
                               line.cut ? "It is longer than 16 MiB and was left out."
                                        : "It " + std::string(m_record.problem()) + " and was left out.",
                               line.text);
        return;
    }
    if (m_record.fieldsLeftOut() > 0)
        builder().addLineIssue(line.number,
                               std::to_string(m_record.fieldsLeftOut()) +
                                   " values were left out: too many, nested too deep or with too long keys.");
    if (auto event = eventOfRecord(m_record)) {
        event->place = line.number;
        readEvent(*event);
        return;
    }
    const auto step = stepOfRecord();
    if (step || m_stepKey.empty()) {
        readRow(line, step.value_or(static_cast<std::int64_t>(builder().rowCount()) + 1));
    } else if (m_record.find("log_history")) {
        builder().addNote("Line " + std::to_string(line.number) + " is a summary of the training, not a row.");
    } else if (m_rowCount == 0) {
        readHeader();
    } else {
        ++m_steplessRows;
        readRow(line, m_previousStep);
    }
}

void JsonlReader::readEvent(const Event& event) {
    ++m_eventCount;
    if (event.kind == EventKind::resume && m_rowCount > 0) {
        m_resumes = true;
        builder().startAttempt(event.step ? "resume line for step " + std::to_string(*event.step) : "resume line");
    }
    Event shown = event;
    shown.text = plainText(event.text);
    builder().addEvent(std::move(shown));
}

/// Lines in front of the first row that have no step describe the run.
void JsonlReader::readHeader() {
    for (const JsonField& field : m_record.fields()) {
        std::string key(field.key);
        for (std::string_view wrapper : {"config/", "args/", "hparams/", "params/"})
            if (key.starts_with(wrapper))
                key.erase(0, wrapper.size());
        std::ranges::replace(key, '/', '.');
        if (field.kind == JsonField::Kind::number)
            builder().setConfig(key, machineNumber(field.number));
        else if (field.kind == JsonField::Kind::boolean)
            builder().setConfig(key, field.number != 0.0 ? "true" : "false");
        else if (field.kind == JsonField::Kind::text)
            builder().setConfig(key, plainText(field.text));
    }
}

std::string_view JsonlReader::keyOf(std::string_view key) const {
    return m_wrapped && key.starts_with("data/") ? key.substr(5) : key;
}

std::optional<std::int64_t> JsonlReader::stepOfRecord() const {
    if (m_stepKey.empty())
        return std::nullopt;
    const JsonField* field = m_record.find(m_stepKey);
    return field ? stepOf(*field) : std::nullopt;
}

RowInfo JsonlReader::infoOfRecord(std::uint64_t line, std::int64_t step) {
    RowInfo info;
    info.step = step;
    info.place = line;
    m_timeField = m_elapsedField = noField;
    const auto& fields = m_record.fields();
    m_wrapped = isWrapped(fields);
    for (std::size_t n = 0; n < fields.size(); ++n) {
        const JsonField& field = fields[n];
        const KeyUse use = m_slots.at(n, keyOf(field.key)).use;
        if (use == KeyUse::series)
            continue;
        const bool number = field.kind == JsonField::Kind::number;
        const bool text = field.kind == JsonField::Kind::text;
        if (use == KeyUse::time && std::isnan(info.time)) {
            const auto time = number ? unixSeconds(field.number) : text ? parseTimestamp(field.text) : std::nullopt;
            info.time = time.value_or(RowInfo::none);
            m_timeField = time ? n : m_timeField;
        }
        const bool elapsedKey = use == KeyUse::elapsed || field.key == "wall_time";
        if (elapsedKey && m_timeField != n && std::isnan(info.elapsed)) {
            if (number && std::isfinite(field.number)) {
                info.elapsed = field.number;
                m_elapsedField = n;
            } else if (const auto duration = text ? parseDuration(field.text) : std::nullopt) {
                info.elapsed = duration->seconds;
                m_elapsedField = n;
                info.elapsedResolution = duration->resolution;
            }
        }
    }
    return info;
}

void JsonlReader::beginRunAt(std::size_t row) {
    if (m_starts.empty() || !std::ranges::binary_search(m_starts, static_cast<std::uint32_t>(row)))
        return;
    m_builders.emplace_back(stemOf(m_source.name()), m_source.path(), "jsonl");
    m_slots.clear();
}

void JsonlReader::readRow(const Line& line, std::int64_t step) {
    beginRunAt(m_rowCount);
    const std::uint32_t row = builder().addRow(infoOfRecord(line.number, step));
    sayKeys(m_record.fields());
    RunSplit::RowFacts facts{step, m_rowCount > 0 && step == m_previousStep, m_resumes};
    m_previousStep = step;
    ++m_rowCount;
    if (!m_starts.empty()) {
        addValues(row);
        return;
    }
    const std::size_t before = m_lastRowOfSeries.size();
    addValues(row);
    m_lastRowOfSeries.resize(builder().seriesCount(), 0);
    bool repeats = facts.repeatsRowBefore && before == m_lastRowOfSeries.size();
    for (std::size_t n = 0; n < m_record.fields().size(); ++n) {
        const std::uint32_t series = m_slots.at(n, keyOf(m_record.fields()[n].key)).series;
        if (series < m_lastRowOfSeries.size())
            repeats = repeats && m_lastRowOfSeries[series] == row;
    }
    facts.repeatsRowBefore = repeats;
    m_split.addRow(facts);
    for (std::size_t n = 0; n < m_record.fields().size(); ++n) {
        const std::uint32_t series = m_slots.at(n, keyOf(m_record.fields()[n].key)).series;
        if (series >= m_lastRowOfSeries.size())
            continue;
        m_lastRowOfSeries[series] = row + 1;
        m_split.useSeries(series);
    }
    m_resumes = false;
}

/// Everything of the record that is not its step, time or elapsed time.
void JsonlReader::addValues(std::uint32_t row) {
    const auto& fields = m_record.fields();
    for (std::size_t n = 0; n < fields.size(); ++n) {
        const JsonField& field = fields[n];
        if ((!m_stepKey.empty() && field.key == m_stepKey) || field.kind == JsonField::Kind::array)
            continue;
        if (n == m_timeField || n == m_elapsedField)
            continue;
        SeriesSlots::Slot& slot = m_slots.at(n, keyOf(field.key));
        std::optional<double> value;
        bool missing = field.kind == JsonField::Kind::null;
        if (field.kind == JsonField::Kind::number || field.kind == JsonField::Kind::boolean) {
            value = field.number;
        } else if (field.kind == JsonField::Kind::text) {
            value = parseNumber(field.text);
            missing = !value && saysNothing(field.text);
            if (!value && !missing && isRemainingTime(slot.key))
                if (const auto duration = parseDuration(field.text))
                    value = duration->seconds;
        }
        if (value)
            builder().addValue(SeriesSlots::seriesOf(slot, builder()), row, *value);
        else if (missing)
            builder().addMissing(SeriesSlots::seriesOf(slot, builder()), row);
    }
}

void JsonlReader::finish() {
    if (m_steplessRows > 0)
        builder().addIssue({0,
                            m_source.name(),
                            std::to_string(m_steplessRows) + (m_steplessRows == 1 ? " row has" : " rows have") +
                                " no step number and took the step of the row before.",
                            {}});
    if (m_source.failed())
        builder().addIssue({0, m_source.name(), "Reading stopped early: the disk gave an error.", {}});
}

} // namespace tachograph
