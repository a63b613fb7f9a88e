#include "analysis/importers/tensorboardreader.h"

#include "analysis/core/text.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/tensorboardtensor.h"
#include "analysis/importers/tensorboardtext.h"
#include "analysis/importers/wirereader.h"

#include <cmath>

namespace tachograph {

namespace {

using Type = WireField::Type;

constexpr std::size_t longestTag = 512;
constexpr std::size_t mostTags = 100'000;
constexpr std::size_t mostKinds = 20;
constexpr std::uint64_t bytesBetweenReports = std::uint64_t{1} << 20;

/// Megatron logs a metric a second time under such a name, with another x axis: no second series.
bool repeatsOnAnotherAxis(std::string_view tag) {
    return tag.ends_with(" vs samples") || tag.ends_with(" vs tokens");
}

std::string_view kindOfField(std::uint32_t field) {
    switch (field) {
    case 3:
    case 5:
        return "histograms";
    case 4:
        return "images";
    case 6:
        return "sounds";
    default:
        return {};
    }
}

} // namespace

TensorboardReader::TensorboardReader(std::string name, std::string path)
    : m_builder(std::move(name), std::move(path), "tensorboard") {
    m_builder.setPlacesAreBytes();
    m_builder.setRepeatRule(RepeatRule::last);
    m_builder.reading().addStepKey("step");
}

bool TensorboardReader::readFile(Source& source, bool restarted, const Job& job) {
    m_fileName = source.name();
    m_firstPointOfFile = m_points.size();
    if (restarted && m_points.size() > 0)
        m_points.startAttempt("continued in " + m_fileName);
    TensorboardRecords records(source);
    std::uint64_t reportAt = 0;
    while (const auto record = records.next()) {
        if (job.canceled())
            return false;
        if (record->offset >= reportAt) {
            job.report(records.progress());
            reportAt = record->offset + bytesBetweenReports;
        }
        if (record->damage)
            addDamage(*record);
        else
            readEvent(*record);
    }
    m_tornEnd = m_tornEnd || records.endsInsideRecord();
    if (source.failed())
        m_builder.addIssue({0, m_fileName, "Reading stopped early: the disk gave an error.", {}});
    return !job.canceled();
}

void TensorboardReader::addDamage(const TensorboardRecords::Record& record) {
    m_builder.addIssue(
        {record.offset,
         "byte " + formatCount(static_cast<std::int64_t>(record.offset)) + " of " + m_fileName,
         formatCount(static_cast<std::int64_t>(record.bytes)) + " bytes were left out: " + record.damage + ".",
         {}});
}

void TensorboardReader::readEvent(const TensorboardRecords::Record& record) {
    ++m_records;
    Moment moment{0, RowInfo::none, record.offset};
    std::string_view summary, session, message;
    bool begins = false;
    WireReader reader(record.data);
    while (const auto field = reader.next()) {
        if (field->is(1, Type::fixed64))
            moment.time = unixSeconds(field->asDouble()).value_or(RowInfo::none);
        else if (field->is(2, Type::varint))
            moment.step = field->integer();
        else if (field->is(3, Type::bytes))
            begins = true;
        else if (field->is(5, Type::bytes))
            summary = field->bytes;
        else if (field->is(6, Type::bytes))
            message = bytesOf(field->bytes, 2);
        else if (field->is(7, Type::bytes))
            session = field->bytes;
    }
    m_damagedMessages += reader.damaged() ? 1 : 0;
    if (begins && m_points.size() > m_firstPointOfFile)
        m_points.startAttempt("a writer began anew in " + m_fileName);
    if (!session.empty())
        readSessionLog(session, moment);
    if (!message.empty())
        addEvent(EventKind::note, plainText(message, 500), moment);
    if (!summary.empty())
        readSummary(summary, moment);
}

void TensorboardReader::readSessionLog(std::string_view message, const Moment& moment) {
    enum Status { start = 1, stop = 2, checkpoint = 3 };
    const auto status = fieldOf(message, 1, Type::varint);
    const std::int64_t kind = status ? status->integer() : 0;
    if (kind == start && m_points.size() > m_firstPointOfFile)
        m_points.startAttempt("session started anew in " + m_fileName);
    else if (kind == stop)
        addEvent(EventKind::note, "session stopped", moment);
    else if (kind == checkpoint)
        addEvent(EventKind::checkpoint, plainText(bytesOf(message, 2), 200), moment);
}

void TensorboardReader::addEvent(EventKind kind, std::string text, const Moment& moment) {
    if (m_events.size() > RunBuilder::mostEvents)
        return;
    Event event;
    event.kind = kind;
    event.text = std::move(text);
    if (kind == EventKind::checkpoint)
        event.step = moment.step;
    if (!std::isnan(moment.time))
        event.time = moment.time;
    event.place = moment.place;
    m_events.push_back({std::move(event), m_points.size()});
}

void TensorboardReader::readSummary(std::string_view summary, const Moment& moment) {
    WireReader values(summary);
    while (const auto value = values.next())
        if (value->is(1, Type::bytes))
            readValue(value->bytes, moment);
    m_damagedMessages += values.damaged() ? 1 : 0;
}

void TensorboardReader::readValue(std::string_view value, const Moment& moment) {
    std::string_view name, tensor, metadata, other;
    std::optional<float> simple;
    WireReader reader(value);
    while (const auto field = reader.next()) {
        if (field->is(1, Type::bytes))
            name = field->bytes;
        else if (field->is(2, Type::fixed32))
            simple = field->asFloat();
        else if (field->is(8, Type::bytes))
            tensor = field->bytes;
        else if (field->is(9, Type::bytes))
            metadata = field->bytes;
        else if (const auto kind = kindOfField(field->number); !kind.empty())
            other = kind;
    }
    m_damagedMessages += reader.damaged() ? 1 : 0;
    m_scratch.assign(name);
    if (name.size() > longestTag || (m_tags.size() >= mostTags && !m_tags.contains(m_scratch)))
        return leaveOut("values with too many or too long names");
    Tag& tag = m_tags[m_scratch];
    if (!metadata.empty())
        readMetadata(metadata, tag);
    if (simple) {
        m_singlePrecision = true;
        return addScalar(name, tag, static_cast<double>(*simple), moment);
    }
    if (tag.plugin == "text")
        return readText(name, textOfTensor(tensor).value_or(std::string_view()));
    const bool scalar = tag.scalar || tag.plugin.empty() || tag.plugin == "scalars";
    const auto number = scalar && !tensor.empty() ? scalarOfTensor(tensor) : std::nullopt;
    if (number) {
        m_singlePrecision = m_singlePrecision || isSinglePrecision(tensor);
        addScalar(name, tag, *number, moment);
    } else if (tag.plugin != "hparams") {
        leaveOut(!other.empty() ? other : tag.plugin.empty() ? "values of other kinds" : std::string_view(tag.plugin));
    }
}

void TensorboardReader::readMetadata(std::string_view metadata, Tag& tag) {
    const std::string_view plugin = bytesOf(metadata, 1);
    const std::string_view name = bytesOf(plugin, 1);
    if (!name.empty())
        tag.plugin = plainText(name, 50);
    const auto dataClass = fieldOf(metadata, 4, Type::varint);
    tag.scalar = tag.scalar || (dataClass && dataClass->integer() == 1);
    if (tag.plugin == "hparams")
        readHyperparameters(bytesOf(plugin, 2));
}

void TensorboardReader::readHyperparameters(std::string_view content) {
    for (auto& [key, value] : hyperparametersOf(content))
        m_config[key] = std::move(value);
    if (const auto outcome = sessionOutcomeOf(content))
        addEvent(EventKind::exit, outcome->text, {0, outcome->time.value_or(RowInfo::none), 0});
}

void TensorboardReader::readText(std::string_view name, std::string_view text) {
    Settings settings = settingsOfText(name, text);
    if (settings.empty())
        return leaveOut("texts");
    m_config.merge(settings);
}

void TensorboardReader::addScalar(std::string_view name, Tag& tag, double value, const Moment& moment) {
    if (repeatsOnAnotherAxis(name))
        return leaveOut("values that repeat others over samples or tokens");
    if (!stepFromNumber(static_cast<double>(moment.step))) {
        ++m_strangeSteps;
        return;
    }
    if (tag.series == notYet)
        tag.series = m_builder.series(name);
    m_points.add({tag.series, moment.step, moment.time, value, moment.place});
}

void TensorboardReader::leaveOut(std::string_view kind) {
    const auto found = m_leftOut.find(std::string(kind));
    if (found != m_leftOut.end())
        ++found->second;
    else if (m_leftOut.size() < mostKinds)
        m_leftOut.emplace(std::string(kind), 1);
}

void TensorboardReader::addSummaryOfReading() {
    if (m_singlePrecision)
        m_builder.addNote("Values are stored as 32-bit floating point: 7 digits hold, and counters above 16,777,216 "
                          "have lost units.");
    std::string others;
    for (const auto& [kind, count] : m_leftOut)
        others += (others.empty() ? "" : ", ") + kind + " (" + formatCount(static_cast<std::int64_t>(count)) + ")";
    if (!others.empty())
        m_builder.addNote("Not shown: " + others + ".");
    if (m_tornEnd)
        m_builder.addNote("The last record is not complete, as usual where a run goes on or was killed.");
    if (m_points.size() == 0)
        m_builder.addNote("It holds no scalar values.");
    const auto add = [this](std::size_t count, const char* what) {
        if (count > 0)
            m_builder.addIssue({0, "whole recording", formatCount(static_cast<std::int64_t>(count)) + what, {}});
    };
    add(m_strangeSteps, " values with a step that no training reaches were left out.");
    add(m_damagedMessages, " messages with a good check sum could not be read to their end.");
}

Result<RunBuilder> TensorboardReader::finish(const Job& job) {
    if (job.canceled())
        return Error{canceledMessage};
    if (m_records == 0)
        return Error{m_fileName + ": no record of it can be read. Check that it is a TensorBoard event file, or copy "
                                  "it again."};
    if (!m_points.finish(m_builder, job))
        return Error{canceledMessage};
    for (PendingEvent& pending : m_events) {
        if (pending.pointsBefore > 0)
            pending.event.row = m_points.rowOf(pending.pointsBefore - 1);
        m_builder.addEvent(std::move(pending.event));
    }
    Settings environment;
    moveEnvironment(m_config, environment);
    for (const auto& [key, value] : m_config)
        m_builder.setConfig(key, value);
    for (const auto& [key, value] : environment)
        m_builder.setEnvironment(key, value);
    addSummaryOfReading();
    return std::move(m_builder);
}

} // namespace tachograph
