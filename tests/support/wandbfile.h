#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tachograph::tests {

enum class CheckSum { ieee, maskedCastagnoli, wrong };

/// Records laid into blocks of 32 KiB behind the header of a W&B run file.
std::string blockLog(const std::vector<std::string>& records, CheckSum sum = CheckSum::ieee);

/// The messages of a W&B run file written down as text, one record a line. Values are JSON as in the file:
///
///     run abc123 name=demo host=node01 resumed starting_step=5
///     config lr=0.1 optim={"beta":[0.9,0.999]}
///     metric train/global_step
///     metric * over train/global_step          by name
///     metric eval/loss over #1                 by the number of the metric record
///     row _step=0 loss=2.5 train.nested.key=1  "." separates nested keys after "nested:": row nested:a.b=1
///     stats 1764500003 gpu.0.gpu=50
///     out 1764500003 text to the end of the line, with \n and \r written as such
///     err 1764500003 text
///     environment os=Linux gpu=A100 gpus=8
///     alert Title Text to the end of the line
///     exit 0 2550                              exit code, run time in seconds
///     request                                  a record that says nothing
std::vector<std::string> wandbRecords(std::string_view text);

inline std::string wandbFile(std::string_view text, CheckSum sum = CheckSum::ieee) {
    return blockLog(wandbRecords(text), sum);
}

} // namespace tachograph::tests
