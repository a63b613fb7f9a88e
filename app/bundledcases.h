#pragma once

#include <QByteArray>
#include <QString>

#include <span>

namespace tachograph::app {

/// A recording that comes with the program, inside its binary: nothing is written to disk to open it. All of them are
/// synthetic.
struct BundledCase {
    const char* name;             ///< file name, also how it is shown
    const char* what;             ///< one phrase
    const char* config = nullptr; ///< file name of its configuration, nullptr when it has none
};

/// The demo case first, then the two runs of one job before and after an upgrade.
std::span<const BundledCase> bundledCases();
/// The case of the empty page: one run with a finding.
const BundledCase& demoCase();
/// The pair that `tachograph demo` compares.
std::span<const BundledCase> bundledPair();
/// Its bytes, and those of its configuration (empty when it has none).
QByteArray bytesOf(const BundledCase& bundled);
QByteArray configOf(const BundledCase& bundled);

} // namespace tachograph::app
