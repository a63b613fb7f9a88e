#pragma once

#include "analysis/importers/importer.h"
#include "analysis/run/run.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace tachograph::tests {

/// What one importer makes of some bytes, finished runs included.
struct Reading {
    std::vector<std::shared_ptr<const Run>> runs;
    QString error; ///< empty when something was read

    [[nodiscard]] std::size_t rows() const;      ///< over all runs
    [[nodiscard]] std::size_t nonfinite() const; ///< logged NaN and infinities over all runs and logged series
    /// "step key value" of every logged value, over all runs.
    [[nodiscard]] QStringList loggedValues() const;
    /// One text for everything that was read: rows, keys, values. Equal readings have equal texts.
    [[nodiscard]] QString fingerprint() const;
    /// Empty when the promises hold that no input may break, else the broken one: an error is one sentence, values
    /// belong to rows, rows of a series do not decrease, attempts cover the rows.
    [[nodiscard]] QString brokenPromise() const;
};

Reading readBytes(const Importer& importer, const QByteArray& bytes, const Job& job = {});
Reading readSource(const Importer& importer, Source source, const Job& job = {});

/// Empty when `message` is one clear sentence, else what is wrong with it.
QString faultOfSentence(const QString& message);

/// Random bytes, the same for the same seed.
QByteArray noise(int bytes, unsigned seed);

} // namespace tachograph::tests
