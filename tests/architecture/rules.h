#pragma once

#include "tests/architecture/sourcefile.h"

#include <QString>
#include <QStringList>

#include <vector>

/// The rules of ARCHITECTURE.md that neither the linker nor the compiler enforces.
namespace tachograph::tests {

struct Violation {
    QString rule;  ///< its short name
    QString place; ///< "path:line"
    QString why;   ///< what the rule asks for

    [[nodiscard]] QString sentence() const { return place + ": " + why + " [" + rule + "]"; }
};

/// Everything that one file says about itself: includes, threads, colours, words, length.
std::vector<Violation> checkFile(const SourceFile& file);

/// What only all files together say: every source is in the list of its folder, every descriptor in its registry.
std::vector<Violation> checkTree(const std::vector<SourceFile>& files);

/// Every source of the product is named by a test, in its name or its text.
std::vector<Violation> checkTests(const std::vector<SourceFile>& files);

/// The names of all rules: each must have a snippet in the test that breaks it.
QStringList ruleNames();

} // namespace tachograph::tests
