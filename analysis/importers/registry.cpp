#include "analysis/importers/importer.h"

#include <algorithm>
#include <array>

namespace tachograph {

// A new format is one file that defines its descriptor, one declaration here and one line in the list below.
const Importer& arealConsoleImporter();
const Importer& csvImporter();
const Importer& deepSpeedConsoleImporter();
const Importer& dflashConsoleImporter();
const Importer& ezpzConsoleImporter();
const Importer& grpoConsoleImporter();
const Importer& jsonRowsImporter();
const Importer& jsonlImporter();
const Importer& keyValueConsoleImporter();
const Importer& megatronConsoleImporter();
const Importer& megatronGoldenImporter();
const Importer& mlflowImporter();
const Importer& nanogptConsoleImporter();
const Importer& nemoRlConsoleImporter();
const Importer& nvidiaSmiImporter();
const Importer& openInstructConsoleImporter();
const Importer& openRlhfConsoleImporter();
const Importer& primeRlConsoleImporter();
const Importer& rlwatchImporter();
const Importer& slimeConsoleImporter();
const Importer& specForgeConsoleImporter();
const Importer& speculatorsConsoleImporter();
const Importer& tensorboardImporter();
const Importer& titanConsoleImporter();
const Importer& trackioImporter();
const Importer& trainerStateImporter();
const Importer& trlConsoleImporter();
const Importer& verlConsoleImporter();
const Importer& wandbImporter();

std::span<const Importer* const> importers() {
    // One a line, so that additions do not meet.
    // clang-format off
    static const std::array all = {
        &dflashConsoleImporter(),
        &jsonlImporter(),
        &trainerStateImporter(),
        &csvImporter(),
        &verlConsoleImporter(),
        &trlConsoleImporter(),
        &titanConsoleImporter(),
        &megatronConsoleImporter(),
        &megatronGoldenImporter(),
        &nemoRlConsoleImporter(),
        &nanogptConsoleImporter(),
        &ezpzConsoleImporter(),
        &grpoConsoleImporter(),
        &jsonRowsImporter(),
        &nvidiaSmiImporter(),
        &openRlhfConsoleImporter(),
        &primeRlConsoleImporter(),
        &slimeConsoleImporter(),
        &arealConsoleImporter(),
        &specForgeConsoleImporter(),
        &openInstructConsoleImporter(),
        &speculatorsConsoleImporter(),
        &deepSpeedConsoleImporter(),
        &keyValueConsoleImporter(),
        &tensorboardImporter(),
        &wandbImporter(),
        &mlflowImporter(),
        &trackioImporter(),
        &rlwatchImporter(),
    };
    // clang-format on
    return all;
}

const Importer* importerById(std::string_view id) {
    const auto found = std::ranges::find(importers(), id, [](const Importer* importer) { return importer->id; });
    return found == importers().end() ? nullptr : *found;
}

const Importer* recognise(const Head& head) {
    const Importer* best = nullptr;
    int certainty = 0;
    for (const Importer* importer : importers()) {
        const int sure = importer->sniff(head);
        if (sure > certainty) {
            best = importer;
            certainty = sure;
        }
    }
    return best;
}

} // namespace tachograph
