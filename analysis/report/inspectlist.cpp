#include "analysis/report/inspectlist.h"

#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/report/runsummary.h"
#include "analysis/report/textlayout.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostCodes = 4;
constexpr const char* notLogged = "not logged";

/// What all paths begin with up to and with the '#' of PATH#NAME; empty when they are not of one PATH.
std::string commonPath(const std::vector<JudgedRun>& judged) {
    const std::string& first = judged.front().run->path();
    const std::string common = first.substr(0, first.rfind('#') + 1);
    const auto begins = [&common](const JudgedRun& one) {
        return one.run->path().starts_with(common) && one.run->path().size() > common.size();
    };
    return std::ranges::all_of(judged, begins) ? common : std::string();
}

/// In quotes where a shell would take it apart.
std::string forShell(const std::string& path) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_./#-").find(c) != std::string_view::npos;
    };
    return std::ranges::all_of(path, plain) ? path : "'" + path + "'";
}

/// One value a step, superseded steps left out.
std::string medianStepTime(const Run& run) {
    const Series* series = run.forRole(roles::stepTime);
    if (!series)
        return notLogged;
    std::vector<double> values = stepValues(run, *series, Include::current).value;
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    return values.empty() ? notLogged : formatStepTime(numerics::median(values));
}

/// The codes of what was found, the gravest first; without any why there are none.
std::string foundIn(const Diagnosis& diagnosis) {
    std::vector<std::string> codes;
    const auto findings = diagnosis.findings();
    for (const Finding* finding : findings)
        if (std::ranges::find(codes, finding->code) == codes.end())
            codes.push_back(finding->code);
    if (codes.empty() && diagnosis.count(Outcome::undecided) > 0)
        return "none; undecided";
    if (codes.empty())
        return diagnosis.judged() ? "none" : "none; not judged";
    std::string text = severityName(findings.front()->severity) + std::string(":");
    for (std::size_t i = 0; i < std::min(codes.size(), mostCodes); ++i)
        text += (i > 0 ? ", " : " ") + codes[i];
    return codes.size() > mostCodes ? text + " and " + std::to_string(codes.size() - mostCodes) + " more" : text;
}

std::vector<std::string> lineOf(const JudgedRun& judged, std::size_t leaveOut) {
    const Run& run = *judged.run;
    const std::string length = identityOf(summarize(run, judged.diagnosis), "Length");
    return {run.path().substr(leaveOut),
            run.format(),
            formatCount(static_cast<std::int64_t>(run.stepCount())),
            length.empty() ? notLogged : length,
            medianStepTime(run),
            foundIn(judged.diagnosis)};
}

/// What is said of the folder rather than of one run in it, once each.
std::vector<std::string> folderSentences(const std::vector<JudgedRun>& judged) {
    std::vector<std::string> sentences;
    for (const JudgedRun& one : judged)
        for (const Issue& issue : one.run->issues().kept)
            if (issue.where == "folder" && std::ranges::find(sentences, issue.text) == sentences.end())
                sentences.push_back(issue.text);
    return sentences;
}

} // namespace

std::string inspectList(const std::vector<JudgedRun>& judged) {
    std::vector<std::vector<std::string>> rows{{"run", "format", "steps", "length", "median step time", "findings"}};
    const std::string common = commonPath(judged);
    for (const JudgedRun& one : judged)
        rows.push_back(lineOf(one, common.size()));
    std::string out = formatCount(static_cast<std::int64_t>(judged.size())) + " runs\n" +
                      aligned(std::move(rows), {false, false, true, true, true, false});
    for (const std::string& sentence : folderSentences(judged))
        out += '\n' + wrapped(plainText(sentence, 500), 0);
    return out + '\n' +
           wrapped("One of them in full: tachograph inspect " + forShell(plainText(judged.front().run->path(), 300)) +
                       " (with --each: all of them).",
                   0);
}

} // namespace tachograph
