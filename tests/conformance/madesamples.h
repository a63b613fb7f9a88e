#pragma once

#include <QByteArray>

#include <functional>
#include <optional>
#include <string>

namespace tachograph::tests {

/// A sample of a binary format, made by a small writer: the eight rows of SampleRecording, `copies` times.
struct MadeSample {
    std::function<QByteArray(int copies)> make;
    int rowsKept = 0; ///< at least, when something is inserted in the middle of one copy
};

/// Nothing for formats whose sample is a file.
std::optional<MadeSample> madeSample(const std::string& importerId);

} // namespace tachograph::tests
