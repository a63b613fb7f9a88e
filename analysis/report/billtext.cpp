#include "analysis/report/billtext.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr const char* arrow = " \xE2\x86\x92 "; // U+2192
constexpr const char* minus = "\xE2\x88\x92";   // U+2212

} // namespace

std::string amountOfTime(double seconds) {
    const std::string text = signedTime(seconds);
    return seconds < 0 ? text : text.substr(1);
}

std::string signedTime(double seconds) {
    constexpr double minute = 60.0;
    const double size = std::abs(seconds);
    const std::string text = size < minute ? formatStepTime(size) : formatElapsed(size);
    return (seconds < 0 ? minus : "+") + text;
}

namespace {

std::string count(std::size_t value) {
    return formatCount(static_cast<std::int64_t>(value));
}

std::string rangeText(const StepRange& range) {
    return std::to_string(range.first) + " to " + std::to_string(range.last);
}

std::string signedStepTime(double seconds) {
    return (seconds < 0 ? minus : "+") + formatStepTime(std::abs(seconds));
}

std::string placesText(const TimePart& part) {
    if (part.places.empty())
        return part.note;
    std::string text = count(part.places.size()) + (part.places.size() == 1 ? " place" : " places") +
                       (part.places.size() == 1 ? ", at step " : ", the first at step ") +
                       std::to_string(part.places.front());
    return part.note.empty() ? text : part.note + ", " + text;
}

std::string worthText(const Bill& bill) {
    if (!(bill.gpus > 0.0))
        return "Number of GPUs not logged: hours only, no GPU-hours.";
    std::string text = formatNumber(bill.gpuHours, 3) + " GPU-hours on " + formatNumber(bill.gpus) +
                       (bill.gpus == 1.0 ? " GPU" : " GPUs");
    if (bill.betweenAttempts > 0.0)
        text += ", time between attempts left out";
    if (std::isfinite(bill.cost))
        text += "; " + formatNumber(bill.cost, 4) + " at " + formatNumber(bill.cost / bill.gpuHours, 4) + " a GPU-hour";
    return text + ".";
}

std::string boughtText(const Bill& bill) {
    std::string text = "Meanwhile: ";
    if (std::isfinite(bill.rewardBefore) && std::isfinite(bill.rewardAfter)) {
        const double change = bill.rewardAfter - bill.rewardBefore;
        text += "reward " + std::string(change < 0 ? minus : "+") + formatNumber(std::abs(change), 2) + " (" +
                formatNumber(bill.rewardBefore, 3) + arrow + formatNumber(bill.rewardAfter, 3) + ")";
    } else {
        text += "reward not logged";
    }
    return text + (std::isfinite(bill.tokens) ? ", " + formatTokens(bill.tokens) : ", tokens not logged") + ".";
}

} // namespace

BillText billText(const TimeAccount& account) {
    BillText text;
    if (!account.notApplicable.empty()) {
        text.headline = "No bill: " + account.notApplicable;
        return text;
    }
    const Bill& bill = account.bill;
    const bool above = bill.above >= 0.0;
    text.headline = amountOfTime(std::abs(bill.above)) + (above ? " above" : " below") + " the early rate of " +
                    formatStepTime(bill.early.seconds) + " a step.";
    constexpr double mostCounted = 1e15; // beyond it steps are no count any more
    text.basis = (bill.steps < mostCounted ? formatCount(std::llround(bill.steps)) : formatNumber(bill.steps)) +
                 (bill.steps == 1.0 ? " step, " : " steps, ") + rangeText(bill.range) + ", took " +
                 amountOfTime(bill.seconds) + "; at the early rate (" + (bill.early.mean ? "mean" : "median") + " of " +
                 count(bill.early.count) + (bill.early.mean ? " steps, " : " ordinary step times, ") +
                 rangeText(bill.early.steps) + ") they would have taken " +
                 amountOfTime(bill.steps * bill.early.seconds) + ".";
    text.worth = worthText(bill);
    text.bought = boughtText(bill);
    for (const std::string& what : account.notLogged)
        text.missing += (text.missing.empty() ? "Not logged: " : ", ") + what;
    text.missing += text.missing.empty() ? "" : ".";
    text.notes = account.notes;
    return text;
}

const std::vector<TimePart>& partsOf(const TimeAccount& account, BillView view) {
    switch (view) {
    case BillView::change:
        return account.change.parts;
    case BillView::whole:
        return account.bill.whole;
    case BillView::above:
        break;
    }
    return account.bill.parts;
}

namespace {

double sumOf(const TimeAccount& account, BillView view) {
    return view == BillView::above    ? account.bill.above
           : view == BillView::change ? account.change.after - account.change.before
                                      : account.bill.seconds;
}

/// What the sum is a change of; 0: it is the whole.
double baseOf(const TimeAccount& account, BillView view) {
    return view == BillView::above ? account.bill.seconds : view == BillView::change ? account.change.before : 0.0;
}

/// Parts that cancel out are many times their sum, and of next to nothing everything is a large share: "8,671 %" of it
/// says nothing.
bool sharesTell(const TimeAccount& account, BillView view) {
    constexpr double mostFold = 2.0, least = 0.001;
    const double sum = std::abs(sumOf(account, view));
    const auto& parts = partsOf(account, view);
    return sum > least * baseOf(account, view) && sum > 0.0 &&
           std::ranges::all_of(parts, [sum](const TimePart& part) { return std::abs(part.seconds) <= mostFold * sum; });
}

} // namespace

std::string noSharesText(const TimeAccount& account, BillView view) {
    if (!account.notApplicable.empty() || partsOf(account, view).empty() || sharesTell(account, view))
        return {};
    const double sum = sumOf(account, view);
    return "No shares: the parts come to " +
           (view == BillView::change ? signedStepTime(sum) + " a step" : signedTime(sum)) +
           ", and each as a share of so little would say nothing.";
}

std::vector<BillLine> billLines(const TimeAccount& account, BillView view) {
    const double sum = sharesTell(account, view) ? sumOf(account, view) : 0.0;
    std::vector<BillLine> lines;
    for (const TimePart& part : partsOf(account, view)) {
        const double share = part.seconds / sum;
        lines.push_back({part.name,
                         view == BillView::whole   ? amountOfTime(part.seconds)
                         : view == BillView::above ? signedTime(part.seconds)
                                                   : signedStepTime(part.seconds),
                         std::isfinite(share) ? formatShare(share) : std::string(), placesText(part)});
    }
    return lines;
}

std::string changeText(const TimeAccount& account) {
    if (!account.notApplicable.empty())
        return {};
    const EarlyToLate& change = account.change;
    if (!change.notApplicable.empty())
        return change.notApplicable;
    return "From " + formatStepTime(change.before) + " to " + formatStepTime(change.after) + " a step, steps " +
           rangeText(change.early.range) + " against " + rangeText(change.late.range) + ".";
}

namespace {

void addTable(Document& document, const TimeAccount& account, BillView view, const char* shareOf) {
    Table table{{"Coincides with", "Time", shareOf, "Note"}, {false, true, true, false}, {}};
    if (view == BillView::whole)
        table.columns.front() = "Part";
    for (const BillLine& line : billLines(account, view))
        table.rows.push_back({line.name, line.amount, line.share, line.note});
    document.blocks.emplace_back(std::move(table));
    if (std::string text = noSharesText(account, view); !text.empty())
        document.blocks.emplace_back(Paragraph{std::move(text)});
}

} // namespace

void addBill(Document& document, const TimeAccount& account) {
    if (!account.notApplicable.empty())
        return;
    const BillText text = billText(account);
    document.blocks.emplace_back(Heading{2, "The bill"});
    document.blocks.emplace_back(Paragraph{text.headline + " " + text.worth});
    document.blocks.emplace_back(Paragraph{text.basis + " " + text.bought});
    addTable(document, account, BillView::above, "Share");
    if (account.change.notApplicable.empty()) {
        document.blocks.emplace_back(Heading{3, "Early against late"});
        document.blocks.emplace_back(Paragraph{changeText(account)});
        addTable(document, account, BillView::change, "Share of the change");
    }
    document.blocks.emplace_back(Heading{3, "Where the time went"});
    addTable(document, account, BillView::whole, "Share of the time");
    if (!text.missing.empty())
        document.blocks.emplace_back(Paragraph{text.missing});
    for (const std::string& note : text.notes)
        document.blocks.emplace_back(Paragraph{note});
}

} // namespace tachograph
