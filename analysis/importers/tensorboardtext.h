#pragma once

#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <string_view>

/// What event files say besides numbers: settings written as text, and the messages of the plugin "hparams".
namespace tachograph {

/// The settings in a text of the plugin "text": a JSON object (the Hugging Face Trainer writes its arguments so) or a
/// Markdown table of two columns (CleanRL). Keys of a text that is not itself called "args", "config" or alike get its
/// name in front. Empty for other texts: completions, notes.
Settings settingsOfText(std::string_view tag, std::string_view text);

/// The hyperparameters in a message of the plugin "hparams"; empty when it holds none.
Settings hyperparametersOf(std::string_view message);

struct SessionOutcome {
    std::string text;           ///< "session ended: success"
    std::optional<double> time; ///< Unix seconds
};
/// The end of the session in a message of the plugin "hparams"; nothing when it says none.
std::optional<SessionOutcome> sessionOutcomeOf(std::string_view message);

} // namespace tachograph
