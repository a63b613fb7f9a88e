#include "analysis/importers/consoleimport.h"
#include "analysis/importers/megatronlines.h"

#include <algorithm>

namespace tachograph {

namespace {

int sniff(const Head& head) {
    constexpr int certain = 95, likely = 51;
    int sure = 0;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        if (findMegatronIteration(text) || findMegatronSteps(text))
            sure = certain;
        else if (text.find("megatron is initialized") != std::string_view::npos)
            sure = std::max(sure, likely);
        return sure == certain;
    });
    return sure;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<MegatronReader>(
        source, job, "megatron_console",
        "no iteration line of Megatron-LM, such as \"iteration 1/ 500 | elapsed time per "
        "iteration (ms): 15165.9 |\". Open the log of the last rank.");
}

} // namespace

const Importer& megatronConsoleImporter() {
    static const Importer importer{"megatron_console",
                                   "Megatron-LM console",
                                   "Console of Megatron-LM and Megatron-DeepSpeed: a line \"iteration N/M | key: value "
                                   "|\" an interval, times in ms, evaluation and checkpoints inside of them.",
                                   {"*.log", "*.txt", "*.out"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
