#pragma once

namespace tachograph {

/// What is said about a quantity in two runs, or about the two runs as a whole. `worse` and `better` are B's, by the
/// direction of the role; `differs` is for quantities without a good direction.
enum class Verdict { worse, better, differs, notDistinguishable, tooFew, stillRamping, notComparable, sameRun };

/// "worse", "better", "differs", "not-distinguishable", "too-few", "still-ramping", "not-comparable", "same-run": as in
/// the JSON.
const char* verdictName(Verdict verdict);

/// For people: "Worse", "Not distinguishable", "Too few independent steps", ...
const char* verdictTitle(Verdict verdict);

} // namespace tachograph
