#include "analysis/review/notescsv.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace tachograph {

namespace {

constexpr std::array columns = {"kind", "first_step", "last_step", "onset_step", "code", "series", "text"};
constexpr std::string_view formulaStarts = "=+-@'";
constexpr std::size_t mostColumns = 100;

std::string cell(std::string text) {
    const std::string_view visible = trimmed(text); // spreadsheets skip blanks before a formula
    if (!visible.empty() && formulaStarts.find(visible.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    if (text.find_first_of("\",;\n\r\t") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

/// Takes off the apostrophe that cell() put there.
std::string bare(const std::string& text) {
    const bool kept = text.size() > 1 && text.front() == '\'';
    const std::string_view visible = kept ? trimmed(std::string_view(text).substr(1)) : std::string_view();
    return !visible.empty() && formulaStarts.find(visible.front()) != std::string_view::npos ? text.substr(1) : text;
}

std::string stepText(const std::optional<std::int64_t>& step) {
    return step ? std::to_string(*step) : std::string();
}

std::string row(const std::array<std::string, columns.size()>& cells) {
    std::string out;
    for (const std::string& one : cells)
        out += (out.empty() ? "" : ",") + cell(one);
    return out + '\n';
}

struct Record {
    std::size_t line = 0; ///< where it begins, from 1
    std::vector<std::string> cells;
};

/// One record after another of a table with quoted cells over several lines.
class Records {
  public:
    explicit Records(std::string_view text) : m_text(text) {}

    /// False at the end. At most mostColumns cells are kept.
    bool next(Record& record) {
        record.cells.assign(1, {});
        record.line = m_line;
        if (m_at >= m_text.size())
            return false;
        bool quoted = false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            m_line += c == '\n' ? 1 : 0;
            std::string& last = record.cells.back();
            if (quoted && c == '"' && m_at < m_text.size() && m_text[m_at] == '"') {
                last += '"';
                ++m_at;
            } else if (c == '"' && (quoted || last.empty())) {
                quoted = !quoted;
            } else if (!quoted && c == ',') {
                if (record.cells.size() < mostColumns)
                    record.cells.emplace_back();
            } else if (!quoted && c == '\n') {
                return true;
            } else if (c != '\r') {
                last += c;
            }
        }
        return true;
    }

  private:
    std::string_view m_text;
    std::size_t m_at = 0, m_line = 1;
};

/// Nothing for an empty cell; sets `wrong` for what is no step.
std::optional<std::int64_t> stepOf(const std::string& text, bool& wrong) {
    const std::string_view digits = trimmed(text);
    if (digits.empty())
        return std::nullopt;
    std::int64_t step = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    wrong = wrong || problem != std::errc() || end != digits.data() + digits.size() || step < -farthestStep ||
            step > farthestStep;
    return step;
}

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> list;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin)
            list.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return list;
}

/// Adds what a record says; a phrase when it cannot.
std::optional<Error> addRecord(const Record& record, const std::map<std::string, std::size_t>& places,
                               RunReview& review) {
    const auto valueOf = [&](const char* column) {
        const auto place = places.find(column);
        return place == places.end() || place->second >= record.cells.size() ? std::string()
                                                                             : bare(record.cells[place->second]);
    };
    const std::string where = "line " + std::to_string(record.line);
    bool wrong = false;
    const auto first = stepOf(valueOf("first_step"), wrong), onset = stepOf(valueOf("onset_step"), wrong);
    const auto last = stepOf(valueOf("last_step"), wrong);
    if (wrong || (!first && last) || (first && last && *last < *first))
        return Error{where + " has steps that are no whole numbers in order. Correct first_step and last_step."};
    const std::string kind = valueOf("kind"), text = valueOf("text");
    const bool dismissal = kind == "dismissal";
    if (!dismissal && !kind.empty() && kind != "note")
        return Error{where + " is of the kind \"" + plainText(kind, 40) + "\". Write note or dismissal."};
    if (text.size() > (dismissal ? mostReasonBytes : mostNoteBytes))
        return Error{where + " has " + formatCount(static_cast<std::int64_t>(text.size())) +
                     " bytes of text, which is too much for a note. Shorten it."};
    if (dismissal) {
        if (!first || !last || valueOf("code").empty())
            return Error{where + " needs code, first_step and last_step. Add them or remove the line."};
        review.dismissals.push_back({plainText(valueOf("code"), 200), onset, *first, *last, words(valueOf("series")),
                                     cleanNoteText(text, mostReasonBytes)});
        return std::nullopt;
    }
    Note note;
    note.firstStep = first;
    note.lastStep = last.value_or(first.value_or(0));
    note.text = cleanNoteText(text);
    note.from = plainText(valueOf("code"), 200);
    if (note.text.empty())
        return Error{where + " has no text. Write one or remove the line."};
    review.notes.push_back(std::move(note));
    return std::nullopt;
}

} // namespace

std::string notesToCsv(const RunReview& review) {
    std::string out;
    for (const char* column : columns)
        out += (out.empty() ? "" : ",") + std::string(column);
    out += '\n';
    for (const Note* note : notesInOrder(review))
        out += row({"note", stepText(note->firstStep), note->wholeRun() ? "" : std::to_string(note->lastStep), "",
                    note->from, "", note->text});
    for (const Dismissal& dismissal : review.dismissals) {
        std::string series;
        for (const std::string& role : dismissal.series)
            series += (series.empty() ? "" : " ") + role;
        out += row({"dismissal", std::to_string(dismissal.firstStep), std::to_string(dismissal.lastStep),
                    stepText(dismissal.onsetStep), dismissal.code, series, dismissal.reason});
    }
    return out;
}

Result<RunReview> notesFromCsv(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    Records records(text);
    Record record;
    std::map<std::string, std::size_t> places;
    if (records.next(record))
        for (std::size_t i = 0; i < record.cells.size(); ++i)
            places.emplace(std::string(trimmed(record.cells[i])), i);
    if (!places.contains("text"))
        return Error{"it is neither JSON nor a table with a column \"text\". Choose a file of notes."};
    RunReview review;
    while (records.next(record)) {
        if (record.cells.size() == 1 && trimmed(record.cells.front()).empty())
            continue;
        if (const auto problem = addRecord(record, places, review))
            return *problem;
        if (review.notes.size() > mostNotes || review.dismissals.size() > mostDismissals)
            return Error{"it has more than the " + formatCount(static_cast<std::int64_t>(mostNotes)) +
                         " notes that a run can have. Split the file."};
    }
    return review;
}

} // namespace tachograph
