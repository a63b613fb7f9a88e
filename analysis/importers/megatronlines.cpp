#include "analysis/importers/megatronlines.h"

#include "analysis/importers/consoletext.h"
#include "analysis/importers/quantity.h"

#include <algorithm>

namespace tachograph {

namespace {

std::string_view withoutBlanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

/// The number behind a marker, blanks between them allowed.
std::optional<std::int64_t> numberBehind(std::string_view text, std::string_view marker) {
    const std::size_t at = text.find(marker);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = withoutBlanks(text.substr(at + marker.size()));
    return takeInteger(rest);
}

} // namespace

std::optional<MegatronLine> findMegatronIteration(std::string_view text) {
    constexpr std::string_view word = "iteration ";
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if (at > 0 && text[at - 1] != ' ')
            continue;
        std::string_view rest = withoutBlanks(text.substr(at + word.size()));
        const auto step = takeInteger(rest);
        rest = withoutBlanks(rest);
        if (!step || !rest.starts_with('/'))
            continue;
        rest = withoutBlanks(rest.substr(1));
        if (!takeInteger(rest))
            continue;
        rest = withoutBlanks(rest);
        if (rest.starts_with('|'))
            return MegatronLine{*step, rest.substr(1)};
    }
    return std::nullopt;
}

std::optional<MegatronLine> findMegatronSteps(std::string_view text) {
    constexpr std::string_view word = "steps: ";
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' '))
        return std::nullopt;
    std::string_view rest = text.substr(at + word.size());
    const auto step = takeInteger(rest);
    if (!step || !rest.starts_with(" loss: ") || rest.find("iter time (s): ") == std::string_view::npos)
        return std::nullopt;
    return MegatronLine{*step, rest};
}

void MegatronReader::take(const ConsolePiece& piece) {
    if (const auto line = findMegatronIteration(piece.text))
        addRow(*line, piece, true);
    else if (const auto words = findMegatronSteps(piece.text))
        addRow(*words, piece, false);
    else if (!takeValidation(piece) && !takeCheckpoint(piece) && !takeResume(piece) && !takeArgument(piece.text))
        m_rows.takeOther(piece);
}

void MegatronReader::finish() {
    flushCheckpoint();
    m_rows.finish();
    m_ranks.finish(m_builder);
}

void MegatronReader::addRow(const MegatronLine& line, const ConsolePiece& piece, bool bars) {
    if (!m_ranks.take(piece.rank, line.step))
        return;
    flushCheckpoint();
    m_builder.reading().addStepKey(bars ? "iteration" : "steps");
    RowInfo info = rowOf(piece, line.step);
    info.cut = bars ? addBarValues(line.values, piece.torn) : addWordValues(line.values, piece.torn);
    m_ranks.placed(m_rows.finishRow(info, piece));
}

/// "key: value | key: value |". True when the last value was left out because its bar is missing.
bool MegatronReader::addBarValues(std::string_view text, bool torn) {
    while (true) {
        const std::size_t bar = text.find('|');
        const std::string_view item = trimmed(text.substr(0, bar));
        if (bar == std::string_view::npos && (torn || item.empty()))
            return torn && !item.empty();
        const std::size_t colon = item.find(": ");
        if (colon != std::string_view::npos)
            addValue(item.substr(0, colon), item.substr(colon + 2));
        if (bar == std::string_view::npos)
            return false;
        text.remove_prefix(bar + 1);
    }
}

/// "loss: 12.6360 iter time (s): 15.161". True when the last value was left out because the line is torn.
bool MegatronReader::addWordValues(std::string_view text, bool torn) {
    while (true) {
        const std::size_t colon = text.find(": ");
        if (colon == std::string_view::npos)
            return torn && !trimmed(text).empty();
        const std::string_view key = trimmed(text.substr(0, colon));
        text = withoutBlanks(text.substr(colon + 2));
        const std::size_t end = std::min(text.find(' '), text.size());
        if (torn && end == text.size())
            return true;
        addValue(key, text.substr(0, end));
        text.remove_prefix(end);
    }
}

/// Some forks print two numbers, "a/b": this interval and the mean so far; both are kept.
void MegatronReader::addValue(std::string_view key, std::string_view text) {
    constexpr std::size_t longestKey = 200;
    if (key.empty() || key.size() > longestKey)
        return;
    const auto quantity = readQuantity(text);
    if (!quantity) {
        m_rows.addMissing(key);
        return;
    }
    m_rows.add(key, quantity->value);
    const std::string_view behind = quantity->unit.empty() ? quantity->rest : quantity->unit;
    const auto second = behind == "/" ? readQuantity(quantity->rest) : std::nullopt;
    if (second)
        m_rows.add(std::string(key) + " (second number)", second->value);
}

/// "validation loss at iteration 100 | lm loss value: 7.666490E+00 | lm loss PPL: 2.135573E+03 |"
bool MegatronReader::takeValidation(const ConsolePiece& piece) {
    constexpr std::string_view word = "validation loss at ";
    const std::size_t at = piece.text.find(word);
    if (at == std::string_view::npos)
        return false;
    const std::string_view text = piece.text.substr(at);
    const std::size_t bar = text.find('|');
    if (bar == std::string_view::npos)
        return true;
    RowInfo info;
    info.step = m_builder.rowCount() > 0 ? m_builder.rows().step.back() : 0;
    info.step = numberBehind(text.substr(0, bar), "iteration ").value_or(info.step);
    info.place = piece.line;
    info.time = piece.time.value_or(RowInfo::none);
    std::string_view values = text.substr(bar + 1);
    while (const std::size_t end = values.find('|') + 1) {
        const std::string_view item = trimmed(values.substr(0, end - 1));
        if (const std::size_t colon = item.find(": "); colon != std::string_view::npos)
            addValue("validation " + std::string(item.substr(0, colon)), item.substr(colon + 2));
        values.remove_prefix(end);
    }
    if (m_rows.hasValues())
        m_rows.finishRow(info, piece);
    m_rows.addEvaluation(info.step, piece);
    return true;
}

/// "saving checkpoint at iteration 500 to PATH", "successfully saved ...", then perhaps
/// "save-checkpoint ....: (23683.77, 23684.20)" in ms; every node may print them, and the end of the run once more.
bool MegatronReader::takeCheckpoint(const ConsolePiece& piece) {
    for (std::string_view word :
         {"saving checkpoint at iteration ", "saved checkpoint at iteration ", "saved checkpoint from iteration "}) {
        const auto step = numberBehind(piece.text, word);
        if (!step)
            continue;
        if (m_lastSaved == step)
            return true;
        flushCheckpoint();
        m_lastSaved = step;
        Event event;
        event.kind = EventKind::checkpoint;
        event.step = step;
        event.time = piece.time;
        event.place = piece.line;
        event.text = "Checkpoint of iteration " + std::to_string(*step);
        m_checkpoint = std::move(event);
        return true;
    }
    const std::string_view bare = trimmed(piece.text);
    if (!m_checkpoint || !bare.starts_with("save-checkpoint "))
        return false;
    const std::size_t comma = bare.rfind(", ");
    const auto slowest = comma == std::string_view::npos ? std::nullopt : readQuantity(bare.substr(comma + 2));
    if (slowest && slowest->value > 0.0)
        m_checkpoint->durationSeconds = slowest->value / 1000.0;
    flushCheckpoint();
    return true;
}

void MegatronReader::flushCheckpoint() {
    if (m_checkpoint)
        m_builder.addEvent(std::move(*m_checkpoint));
    m_checkpoint.reset();
}

/// "successfully loaded checkpoint from PATH [ t 0, p 0 ] at iteration 50"
bool MegatronReader::takeResume(const ConsolePiece& piece) {
    if (piece.text.find("successfully loaded checkpoint") == std::string_view::npos)
        return false;
    const auto step = numberBehind(piece.text, "at iteration ");
    if (!step)
        return true;
    m_lastSaved.reset();
    if (m_builder.rowCount() > 0)
        m_builder.startAttempt("resumed from iteration " + std::to_string(*step));
    m_rows.separate();
    Event event;
    event.kind = EventKind::resume;
    event.step = step;
    event.time = piece.time;
    event.place = piece.line;
    event.text = "Resumed from the checkpoint of iteration " + std::to_string(*step);
    m_builder.addEvent(std::move(event));
    return true;
}

/// "  hidden_size ..................................... 3584" between two rulers.
bool MegatronReader::takeArgument(std::string_view text) {
    if (text.find("---- arguments ----") != std::string_view::npos ||
        text.find("---- end of arguments ----") != std::string_view::npos) {
        m_inArguments = text.find("end of") == std::string_view::npos;
        return true;
    }
    const std::size_t dots = text.find(" ..");
    if (!m_inArguments || dots == std::string_view::npos)
        return false;
    const std::string_view key = trimmed(text.substr(0, dots));
    std::string_view value = text.substr(dots + 1);
    value.remove_prefix(std::min(value.find_first_not_of('.'), value.size()));
    m_builder.setConfig(plainText(key, 200), plainText(trimmed(value), 1000));
    if (key == "world_size")
        m_builder.setEnvironment("gpus", plainText(trimmed(value), 20));
    return true;
}

} // namespace tachograph
