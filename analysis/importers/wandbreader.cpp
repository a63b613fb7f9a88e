#include "analysis/importers/wandbreader.h"

#include "analysis/core/text.h"
#include "analysis/importers/names.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wandbtime.h"
#include "analysis/importers/wirereader.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

using Type = WireField::Type;

constexpr std::size_t recordsBetweenReports = 256;
constexpr std::size_t mostEarlyStatistics = 100'000;

/// Kinds of records: their field in the message Record.
enum Kind : std::uint32_t {
    history = 2,
    output = 4,
    config = 5,
    statistics = 7,
    alert = 10,
    metric = 12,
    rawOutput = 13,
    runStart = 17,
    runExit = 18,
    preempting = 23,
    environment = 26
};

std::string counted(std::size_t count) {
    return formatCount(static_cast<std::int64_t>(count));
}

/// The `_step` of a row that has none among its items.
std::optional<double> stepField(std::string_view history) {
    const auto number = fieldOf(bytesOf(history, 2), 1, Type::varint);
    return number ? std::optional(static_cast<double>(number->integer())) : std::nullopt;
}

} // namespace

WandbReader::WandbReader(Source& source)
    : m_source(source), m_builder(stemOf(source.name()), source.path(), "wandb"), m_rows(m_builder),
      m_config(m_builder), m_console(m_builder) {
    m_builder.setPlacesAreBytes();
    m_builder.setRepeatRule(RepeatRule::last);
}

/// False when canceled.
bool WandbReader::visitRecords(const Visitor& visit, bool lastPass, const Job& job) {
    BlockLog log(m_source, fileHeaderBytes);
    std::size_t records = 0;
    while (const auto record = log.next()) {
        if (job.canceled())
            return false;
        if (records++ % recordsBetweenReports == 0)
            job.report((lastPass ? 0.5 : 0.0) + 0.5 * log.progress());
        if (record->damage) {
            if (lastPass)
                addDamage(*record);
            continue;
        }
        WireReader reader(record->data);
        while (const auto field = reader.next())
            if (field->type == Type::bytes)
                visit(field->number, field->bytes, record->offset);
        m_damagedMessages += lastPass && reader.damaged() ? 1 : 0;
    }
    if (lastPass)
        addNotes(log);
    return !job.canceled();
}

void WandbReader::survey(std::uint32_t kind, std::string_view message) {
    if (kind == metric)
        m_axis.readMetric(message);
    if (kind != history)
        return;
    std::vector<std::pair<std::string, double>> keys;
    std::optional<double> own = stepField(message);
    WireReader items(message);
    while (const auto field = items.next()) {
        const auto item = field->is(1, Type::bytes) ? WandbItem::from(field->bytes) : std::nullopt;
        double value = 0.0;
        if (!item || WandbValues::scalar(item->json, value) != WandbValues::Kind::number)
            continue;
        if (item->key == "_step")
            own = value;
        else
            keys.emplace_back(item->key, value);
    }
    if (keys.empty())
        return;
    m_axis.beginRow(own ? stepFromNumber(*own) : std::nullopt);
    for (const auto& [key, value] : keys)
        m_axis.seeKey(key, value);
}

void WandbReader::take(std::uint32_t kind, std::string_view message, std::uint64_t place) {
    switch (kind) {
    case history:
        return readHistory(message, place);
    case output:
    case rawOutput:
        return m_console.read(message, place);
    case config:
        return m_config.read(message, place);
    case statistics:
        return readStatistics(message);
    case alert:
        return addEvent(EventKind::note,
                        "Alert: " + plainText(bytesOf(message, 1), 200) + ": " + plainText(bytesOf(message, 2), 500),
                        place);
    case runStart:
        return readRun(message, place);
    case runExit:
        return readExit(message, place);
    case preempting:
        return addEvent(EventKind::note, "The machine announced that the run will be preempted", place);
    case environment:
        return readEnvironment(message);
    default:
        return;
    }
}

/// The step of a row by the axis; a row without it stands at the step before.
std::int64_t WandbReader::stepOf(std::optional<double> own, std::optional<double> axis) {
    const bool useOwn = m_axis.key().empty() || m_axis.equalsOwn();
    const auto wanted = useOwn && own ? stepFromNumber(*own) : axis ? stepFromNumber(*axis) : std::nullopt;
    if (wanted)
        return *wanted;
    if (m_hasStep)
        return m_lastStep;
    return own ? stepFromNumber(*own).value_or(0) : 0;
}

void WandbReader::readHistory(std::string_view message, std::uint64_t place) {
    RowInfo info;
    info.place = place;
    std::optional<double> own = stepField(message), axis;
    const auto number = [](WandbValues::Kind kind, double value) {
        return kind == WandbValues::Kind::number && std::isfinite(value) ? std::optional(value) : std::nullopt;
    };
    WireReader items(message);
    while (const auto field = items.next()) {
        const auto item = field->is(1, Type::bytes) ? WandbItem::from(field->bytes) : std::nullopt;
        if (!item)
            continue;
        m_values.read(*item, [&](std::string_view key, WandbValues::Kind kind, double value) {
            if (key == "_step")
                own = number(kind, value);
            else if (key == "_timestamp")
                info.time = unixSeconds(value).value_or(RowInfo::none);
            else if (key == "_runtime")
                info.elapsed = number(kind, value).value_or(RowInfo::none);
            else if (key == m_axis.key())
                axis = number(kind, value);
            else if (kind == WandbValues::Kind::number)
                m_rows.add(m_builder.series(key), value);
            else if (kind == WandbValues::Kind::missing)
                m_rows.addMissing(m_builder.series(key));
            else
                ++m_others;
        });
    }
    m_damagedMessages += items.damaged() ? 1 : 0;
    info.step = stepOf(own, axis);
    m_hasStep = true;
    m_lastStep = info.step;
    if (!std::isnan(info.time))
        m_builder.reading().timeKey = "_timestamp";
    if (!std::isnan(info.elapsed))
        m_builder.reading().elapsedKey = "_runtime";
    const std::uint32_t row = m_rows.finishRow(info);
    for (const auto& [series, value] : m_earlyStatistics)
        m_builder.addValue(series, row, value);
    m_earlyStatistics.clear();
}

/// Statistics have a time but no step: they stand at the last row before them, the early ones at the first row.
void WandbReader::readStatistics(std::string_view message) {
    WireReader items(message);
    while (const auto field = items.next()) {
        const auto item = field->is(3, Type::bytes) ? WandbItem::from(field->bytes) : std::nullopt;
        double value = 0.0;
        if (!item || WandbValues::scalar(item->json, value) != WandbValues::Kind::number)
            continue;
        m_statistics = true;
        if (m_builder.rowCount() > 0)
            m_builder.addValue(m_builder.series(item->key), static_cast<std::uint32_t>(m_builder.rowCount() - 1),
                               value);
        else if (m_earlyStatistics.size() < mostEarlyStatistics)
            m_earlyStatistics.emplace_back(m_builder.series(item->key), value);
    }
}

void WandbReader::readRun(std::string_view message, std::uint64_t place) {
    const std::string id = plainText(bytesOf(message, 1), 200);
    const std::string shown = plainText(bytesOf(message, 8), 200);
    if (!shown.empty() || !id.empty())
        m_builder.setName(shown.empty() ? id : shown);
    const auto text = [message](std::uint32_t field) {
        return plainText(bytesOf(message, field), 200);
    };
    m_environment.emplace("host", text(13));
    m_environment.emplace("git commit", plainText(bytesOf(bytesOf(message, 21), 2), 100));
    m_config.read(bytesOf(message, 4), place);
    const auto resumed = fieldOf(message, 18, Type::varint);
    if (!resumed || resumed->raw == 0)
        return;
    const auto start = fieldOf(message, 14, Type::varint);
    Event event;
    event.kind = EventKind::resume;
    event.place = place;
    event.text = "Resumed in W&B";
    if (start)
        event.text += ", whose own steps go on at " + formatCount(start->integer());
    event.time = secondsOf(bytesOf(message, 17));
    m_builder.addEvent(std::move(event));
}

void WandbReader::readEnvironment(std::string_view message) {
    struct Text {
        std::uint32_t field;
        const char* name;
    };
    constexpr Text texts[] = {{1, "os"}, {2, "python"}, {6, "program"}, {12, "host"}, {18, "gpu"}, {25, "cuda"}};
    for (const auto& [field, name] : texts)
        m_environment[name] =
            bytesOf(message, field).empty() ? m_environment[name] : plainText(bytesOf(message, field), 200);
    if (const auto gpus = fieldOf(message, 19, Type::varint)) {
        m_environment["gpus"] = std::to_string(gpus->raw);
        m_environment["gpus in machine"] = std::to_string(gpus->raw);
    }
}

void WandbReader::readExit(std::string_view message, std::uint64_t place) {
    const auto code = fieldOf(message, 1, Type::varint);
    const auto runtime = fieldOf(message, 2, Type::varint);
    std::string text = "exit code " + std::to_string(code ? static_cast<std::int32_t>(code->raw) : 0);
    if (runtime)
        text += " after " + formatElapsed(static_cast<double>(runtime->raw));
    addEvent(EventKind::exit, std::move(text), place);
    m_exited = true;
}

void WandbReader::addEvent(EventKind kind, std::string text, std::uint64_t place) {
    Event event;
    event.kind = kind;
    event.text = std::move(text);
    event.place = place;
    m_builder.addEvent(std::move(event));
}

void WandbReader::addDamage(const BlockLog::Record& record) {
    const std::string at = formatCount(static_cast<std::int64_t>(record.offset));
    m_builder.addIssue({record.offset,
                        "byte " + at + " of " + m_source.name(),
                        std::string("A record was left out: ") + record.damage + ".",
                        {}});
}

void WandbReader::addNotes(const BlockLog& log) {
    if (log.endsInsideRecord())
        m_builder.addNote("The last record is not complete, as usual where a run goes on or was killed; it was left "
                          "out.");
    if (log.recordsUnchecked() > 0)
        m_builder.addIssue(
            {0,
             m_source.name(),
             counted(log.recordsUnchecked()) + " records with a check sum of an unknown kind were taken without it.",
             {}});
    if (m_damagedMessages > 0)
        m_builder.addIssue(
            {0, m_source.name(), counted(m_damagedMessages) + " records could not be read to their end.", {}});
    if (m_source.failed())
        m_builder.addIssue({0, m_source.name(), "Reading stopped early: the disk gave an error.", {}});
}

Result<RunBuilder> WandbReader::read(const Job& job) {
    const auto first = [this](std::uint32_t kind, std::string_view message, std::uint64_t) {
        survey(kind, message);
    };
    const auto second = [this](std::uint32_t kind, std::string_view message, std::uint64_t place) {
        take(kind, message, place);
    };
    if (!visitRecords(first, false, job))
        return Error{canceledMessage};
    m_axis.choose();
    if (!visitRecords(second, true, job))
        return Error{canceledMessage};
    m_console.finish();
    for (const auto& [name, value] : m_environment)
        if (!value.empty())
            m_builder.setEnvironment(name, value);
    m_config.finish(); // its number of GPUs is that of the job, not of the machine
    if (m_builder.rowCount() == 0) {
        m_builder.addNote("It holds no history row.");
        return std::move(m_builder);
    }
    m_builder.reading().addStepKey(m_axis.key().empty() ? "_step" : m_axis.key());
    m_builder.reading().stepSentence = m_axis.sentence();
    if (m_statistics)
        m_builder.addNote("Statistics of the machine are recorded over time, without a step: they stand at the last "
                          "row before them.");
    if (!m_exited)
        m_builder.addNote("It has no exit record: the run was killed, or was going on when the file was copied.");
    if (m_others > 0)
        m_builder.addNote("Not shown: texts, tables and pictures (" + counted(m_others) + ").");
    const auto printed = m_console.lastStep();
    const auto last = std::ranges::max(m_builder.rows().step);
    if (printed && *printed > last)
        m_builder.addNote("The console output in it goes on to step " + formatCount(*printed) +
                          ", the history ends at step " + formatCount(last) + ".");
    return std::move(m_builder);
}

} // namespace tachograph
