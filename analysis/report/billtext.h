#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/report/document.h"

#include <string>
#include <vector>

namespace tachograph {

/// The three ways of looking at the time of a range.
enum class BillView {
    above,  ///< hours above the early rate, by what they coincide with
    change, ///< from the first fifth to the last, a step
    whole   ///< everything that was spent
};

/// One part as people read it.
struct BillLine {
    std::string name, amount, share, note;
};

/// What people read of an account, in the window, the report and on the terminal alike.
struct BillText {
    std::string headline; ///< "19 min 47 s above the early rate of 2.33 s a step."
    std::string basis;    ///< "600 steps, 1 to 600, took 35 min 12 s; ..."
    std::string worth;    ///< "2.64 GPU-hours on 8 GPUs.", or that the number of GPUs is not logged
    std::string bought;   ///< "Meanwhile: reward +0.45 (0.2 → 0.65), 12.3 Mtok."
    std::string missing;  ///< "Not logged: tail of the length, evaluation."; empty when nothing is
    std::vector<std::string> notes;
};

/// "+3 min 20 s", "−1.20 s": with its sign, elapsed from a minute on.
std::string signedTime(double seconds);
/// The same without a plus: what a headline and the bar of a sum say alike.
std::string amountOfTime(double seconds);

/// Nothing but the reason in `headline` when there is no bill.
BillText billText(const TimeAccount& account);

const std::vector<TimePart>& partsOf(const TimeAccount& account, BillView view);

/// One line a part; shares are of the sum of the view, and empty where noSharesText() says why.
std::vector<BillLine> billLines(const TimeAccount& account, BillView view);

/// Why a view has no shares: its parts cancel out to a sum that is small beside them. Empty when it has some.
std::string noSharesText(const TimeAccount& account, BillView view);

/// "From 2.04 s to 4.94 s a step, first fifth of the range to its last"; empty when there is no such change.
std::string changeText(const TimeAccount& account);

/// Headings, sentences and tables for a document; nothing when there is no bill.
void addBill(Document& document, const TimeAccount& account);

} // namespace tachograph
