#include "analysis/report/runsummary.h"

#include "analysis/attribution/attribution.h"
#include "analysis/core/text.h"
#include "analysis/report/evidencetext.h"
#include "analysis/report/fifths.h"
#include "analysis/run/roles.h"
#include "analysis/run/xaxis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

/// The part of a settings key after its last '.' or '/', without what a requirements line may add.
std::string_view lastPart(std::string_view key) {
    const auto cut = key.find_last_of("./");
    return cut == std::string_view::npos ? key : key.substr(cut + 1);
}

/// The first setting whose last key part is `name`; environment before configuration.
std::string settingNamed(const Run& run, std::string_view name) {
    for (const Settings* settings : {&run.environment(), &run.config()})
        for (const auto& [key, value] : *settings)
            if (equalsIgnoringCase(lastPart(key), name))
                return value;
    return {};
}

std::string softwareLine(const Run& run) {
    static constexpr std::array names{"torch", "cuda", "vllm", "transformers", "trl", "verl"};
    std::string line;
    for (const char* name : names) {
        const std::string version = settingNamed(run, name);
        if (version.empty())
            continue;
        line += line.empty() ? "" : ", ";
        line += std::string_view(name) == "cuda" ? "CUDA" : name;
        line += ' ' + plainText(version, 40);
    }
    return line;
}

double recordedSeconds(const Run& run) {
    const std::vector<double> elapsed = positionsOnAxis(run, XAxis::elapsed);
    double most = 0;
    for (const double seconds : elapsed)
        if (std::isfinite(seconds))
            most = std::max(most, seconds);
    return most;
}

std::vector<std::pair<std::string, std::string>> identityRows(const Run& run) {
    std::vector<std::pair<std::string, std::string>> rows;
    std::string files;
    for (const SourceFile& file : run.sources())
        files += (files.empty() ? "" : ", ") + plainText(file.name, 120);
    if (!files.empty())
        rows.emplace_back("Files", files);
    std::string steps = "no steps";
    if (run.stepCount() > 0)
        steps = formatCount(static_cast<std::int64_t>(run.stepCount())) +
                (run.stepCount() == 1 ? " step, " : " steps, ") + formatCount(run.firstStep()) + " to " +
                formatCount(run.lastStep());
    rows.emplace_back("Steps", steps);
    if (run.attempts().size() > 1)
        rows.emplace_back("Attempts", formatCount(static_cast<std::int64_t>(run.attempts().size())));
    if (const double seconds = recordedSeconds(run); seconds > 0)
        rows.emplace_back("Length", formatElapsed(seconds));
    if (const std::string software = softwareLine(run); !software.empty())
        rows.emplace_back("Software", software);
    if (const double gpus = gpuCount(run); gpus > 0)
        rows.emplace_back("Hardware", formatCount(std::llround(gpus)) + (gpus > 1 ? " GPUs" : " GPU"));
    rows.emplace_back("Format", run.format());
    return rows;
}

/// Number and unit apart: "5.3 Ktok/s" -> "5.3", "Ktok/s".
std::pair<std::string, std::string> splitUnit(const std::string& quantity) {
    const auto blank = quantity.find(' ');
    if (blank == std::string::npos)
        return {quantity, {}};
    return {quantity.substr(0, blank), quantity.substr(blank + 1)};
}

std::string noteFor(const Series& series, double early, double late) {
    std::string note = early > 0 && late > 0 ? formatFactor(late / early) : std::string();
    auto add = [&note](const std::string& text) {
        note += (note.empty() ? "" : ", ") + text;
    };
    if (series.scope == Scope::job && series.role == roles::throughput)
        add("whole job");
    if (series.scope == Scope::gpu)
        add("per GPU");
    if (series.averaging == Averaging::sinceStart)
        add("average since the start");
    else if (series.derived)
        add("derived");
    return note;
}

/// What a finding gives as early and late value of a role: its figures leave out warm-up and checkpoint steps, and a
/// report must not show two figures for one thing.
std::optional<Fifths> fifthsOf(const Finding& finding, std::string_view role) {
    auto value = [&finding](const char* name) {
        const auto found = std::ranges::find(finding.evidence, name, &Evidence::name);
        return found == finding.evidence.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
    };
    Fifths figures;
    if (role == roles::stepTime)
        figures = {value("early_median"), value("late_median")};
    else if (role == roles::stepsPerHour)
        figures = {value("steps_per_hour_early"), value("steps_per_hour_late")};
    else
        return std::nullopt;
    return std::isfinite(figures.early) && std::isfinite(figures.late) ? std::optional(figures) : std::nullopt;
}

/// Value and unit as shown: three digits where the unit has no rule of its own.
std::string keyQuantity(double value, std::string_view role, const std::string& unit) {
    if (role == roles::eta)
        return formatEta(value);
    if (unit.empty() || unit == "batches/s")
        return formatNumber(value, 3) + (unit.empty() ? "" : ' ' + unit);
    return formatQuantity(value, unit);
}

std::optional<KeyFigure> keyFigure(const Run& run, const Finding* lead, const char* role) {
    const Series* series = run.forRole(role);
    if (!series)
        return std::nullopt;
    auto figures = lead ? fifthsOf(*lead, role) : std::nullopt;
    if (!figures)
        figures = fifths(run, role);
    if (!figures)
        return std::nullopt;
    const auto [early, late] = *figures;
    const RoleInfo info = roleInfo(role);
    KeyFigure figure;
    figure.role = role;
    figure.title = info.title;
    const auto [earlyText, earlyUnit] = splitUnit(keyQuantity(early, role, info.unit));
    const auto [lateText, lateUnit] = splitUnit(keyQuantity(late, role, info.unit));
    // Two different prefixes ("843 tok/s" and "1.2 Ktok/s") stay with their numbers.
    const bool sameUnit = earlyUnit == lateUnit;
    figure.unit = sameUnit && role != std::string_view(roles::stepsPerHour) ? earlyUnit : std::string();
    figure.early = sameUnit ? earlyText : earlyText + ' ' + earlyUnit;
    figure.late = sameUnit ? lateText : lateText + ' ' + lateUnit;
    figure.note = noteFor(*series, early, late);
    return figure;
}

/// Where the first sentence ends: at ". " before a capital letter or digit, else at the end.
std::size_t endOfSentence(std::string_view text) {
    for (std::size_t i = 0; i + 2 < text.size(); ++i)
        if (text[i] == '.' && text[i + 1] == ' ' && (text[i + 2] < 'a' || text[i + 2] > 'z'))
            return i + 1;
    return text.size();
}

/// "; only NON_FINITE is clear": detectors that merely read what was logged always come to an answer, which is none
/// about the pace. Empty when there is none of them either.
std::string onlyClear(const Diagnosis& diagnosis) {
    const std::size_t clear = diagnosis.count(Outcome::clear);
    if (clear == 0)
        return {};
    if (clear > 1)
        return "; clear are only the " + std::to_string(clear) + " that read messages and single values";
    const auto one = std::ranges::find(diagnosis.examinations, Outcome::clear,
                                       [](const Examination& examination) { return examination.result.outcome; });
    return "; only " + one->detector->code + " is clear";
}

void sayNothingFound(const Run& run, const Diagnosis& diagnosis, RunSummary& summary) {
    const std::string steps =
        formatCount(static_cast<std::int64_t>(run.stepCount())) + (run.stepCount() == 1 ? " step" : " steps");
    const std::size_t undecided = diagnosis.count(Outcome::undecided);
    if (undecided > 0)
        summary.headline = "Undecided: no finding in " + steps + ", and not clear either";
    else if (diagnosis.judged())
        summary.headline = "No finding in " + steps;
    else
        summary.headline = "Not judged: no time, rate or reading could be decided on " + steps + onlyClear(diagnosis);
    for (const Outcome outcome : {Outcome::undecided, Outcome::clear, Outcome::notApplicable})
        for (const Examination& examination : diagnosis.examinations)
            if (summary.more.empty() && examination.result.outcome == outcome)
                summary.more = examination.detector->code + ": " + examination.result.reason;
}

} // namespace

RunSummary summarize(const Run& run, const Diagnosis& diagnosis) {
    RunSummary summary;
    summary.identity = identityRows(run);
    const std::vector<const Finding*> findings = diagnosis.findings();
    // What other tools recorded is listed, but the verdict is ours.
    const auto own =
        std::ranges::find_if(findings, [](const Finding* each) { return each->origin == Finding().origin; });
    const Finding* lead = own == findings.end() ? nullptr : *own;
    if (!lead) {
        sayNothingFound(run, diagnosis, summary);
    } else {
        // The gravest; among equals the creep, which is what the program is for.
        for (const Finding* finding : findings)
            if (finding->severity == lead->severity && finding->code == "THROUGHPUT_ROT")
                lead = finding;
        const std::size_t end = endOfSentence(lead->summary);
        summary.severity = lead->severity;
        summary.headline = lead->summary.substr(0, end);
        if (!summary.headline.empty() && summary.headline.back() == '.')
            summary.headline.pop_back();
        const std::string factor = factorText(*lead);
        if (!factor.empty() && summary.headline.find(factor) == std::string::npos)
            summary.headline += ", " + factor;
        summary.more = std::string(trimmed(std::string_view(lead->summary).substr(end)));
    }
    static constexpr std::array figureRoles{
        roles::stepTime,       roles::stepsPerHour, roles::completionLength, roles::throughput, roles::reward,
        roles::generationTime, roles::drafterRate,  roles::targetRate,       roles::eta,        roles::loss};
    for (const char* role : figureRoles)
        if (const auto figure = keyFigure(run, lead, role))
            summary.figures.push_back(*figure);
    return summary;
}

std::string identityOf(const RunSummary& summary, const std::string& name) {
    const auto found = std::ranges::find(summary.identity, name, &std::pair<std::string, std::string>::first);
    return found == summary.identity.end() ? std::string() : found->second;
}

} // namespace tachograph
