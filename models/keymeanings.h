#pragma once

#include "analysis/run/metricroles.h"
#include "analysis/run/run.h"

#include <QString>

#include <string>
#include <vector>

namespace tachograph::models {

/// What somebody says a key of a recording is.
struct KeyMeaning {
    std::string role; ///< empty = nothing is said
    std::string unit; ///< as recorded; empty = not said, or a role without a unit
    Scope scope = Scope::unknown;
    bool sinceStart = false; ///< an average since the process started

    bool operator==(const KeyMeaning&) const = default;
};

/// A logged key of a run, with what is known of it.
struct LoggedKey {
    std::string key;
    QString byProgram;  ///< what the program's own table says: "Step time, in s"; empty = it does not know the key
    bool fixed = false; ///< the format itself gives the quantity: nothing is left to say
    std::string recordedUnit; ///< printed beside the values; empty when none was
    KeyMeaning said;          ///< by the user
    QString values;           ///< "412, 415, 409 … 980": first and last ones, as recorded
    double sample = 0;        ///< the median of the finite values, as recorded; NaN when there is none
};

/// A quantity that a key can be.
struct Quantity {
    QString title;
    std::string role; ///< "phase/" and "queue/" take the key as their name
    std::string unit; ///< of the role; empty = none
};
const std::vector<Quantity>& quantities();
/// The role of a quantity for a key.
std::string roleFor(const Quantity& quantity, const std::string& key);

/// The keys that were logged, in the order of the run. `said` are the user's entries.
std::vector<LoggedKey> loggedKeys(const Run& run, const std::vector<MetricRole>& said);

/// "412 ms is read as 412 ms", "980 ms is read as 980 ms": what the program makes of a value; empty when nothing can
/// be said yet.
QString readingOf(const LoggedKey& key);

/// What is missing or contradicts itself, as one sentence; empty when it can be saved.
QString problemWith(const std::vector<LoggedKey>& keys);

/// The user's entries with those of this format and these keys replaced. Further ones stay.
std::vector<MetricRole> withMeanings(std::vector<MetricRole> said, const std::string& format,
                                     const std::vector<LoggedKey>& keys);

} // namespace tachograph::models
