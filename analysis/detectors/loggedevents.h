#pragma once

#include "analysis/detectors/detector.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the detectors of logged events share.
namespace tachograph {

/// Whether the recording holds what the program printed: only then does an error that is not in it mean anything.
bool holdsConsole(const Run& run);

/// The attempt of the event has later steps: whatever happened, that process went on.
bool goesOnAfter(const Run& run, const Event& event);
/// Nothing follows: neither a later step nor another attempt.
bool endsRecording(const Run& run, const Event& event);

/// "CUDA out of memory" in the words of PyTorch, on any accelerator.
bool speaksOfMemory(std::string_view text);
/// The part of an exception's text that names its kind: "torch.OutOfMemoryError", "ValueError"; the beginning of the
/// text when none is named.
std::string exceptionKind(std::string_view text);
/// Stopped by a person or on purpose: no fault of the program.
bool isStop(std::string_view kind);

/// In quotation marks, safe to show, cut at `most` bytes.
std::string quotedText(std::string_view text, std::size_t most = 160);
/// "3 times", "once"
std::string timesText(std::size_t count);
/// "step 5", "steps 5, 9 and 12", "steps 5, 9, 12 and 4 more"
std::string placesText(const std::vector<std::int64_t>& steps);

/// A finding of the detector with its own severity, suggestions and related codes, at these steps (as far as they lie
/// in the run): onset at the first, span to the last. No steps: the beginning of the run.
Finding findingAt(const Detector& detector, const Run& run, std::vector<std::int64_t> steps);

DetectorResult canceledAnswer();
DetectorResult notApplicable(std::string reason);
DetectorResult clearAnswer(std::string reason);
/// Found, when there are findings; the reason is the summary of the first.
DetectorResult foundAnswer(std::vector<Finding> findings);

} // namespace tachograph
