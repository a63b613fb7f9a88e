#include "analysis/importers/importer.h"
#include "app/commandline/subcommand.h"
#include "version.h"

#include <nlohmann/json.hpp>

namespace tachograph::app {

namespace {

std::string asJson() {
    nlohmann::ordered_json document;
    document["schema"] = "tachograph.formats/1";
    document["version"] = TACHOGRAPH_VERSION;
    document["formats"] = nlohmann::ordered_json::array();
    for (const Importer* importer : importers())
        document["formats"].push_back({{"id", importer->id},
                                       {"title", importer->title},
                                       {"description", importer->description},
                                       {"patterns", importer->patterns}});
    return document.dump(2) + '\n';
}

std::string asText() {
    std::string text = "Recordings are recognised by content; the names are only what they are usually called.\n";
    for (const Importer* importer : importers()) {
        text += '\n' + importer->id + "  " + importer->title;
        for (const std::string& pattern : importer->patterns)
            text += (&pattern == importer->patterns.data() ? "  (" : ", ") + pattern;
        text += (importer->patterns.empty() ? "\n  " : ")\n  ") + importer->description + '\n';
    }
    return text;
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (!arguments.paths.empty())
        return usageError(terminal, "formats", {arguments.paths.front().path, "formats takes no PATH."});
    terminal.print(arguments.has("--json") ? asJson() : asText());
    return ExitStatus::done;
}

} // namespace

const Subcommand formatsCommand{"formats",
                                "[--json]",
                                "the recordings that can be opened",
                                "Lists the formats of recordings that can be opened.",
                                {{"--json", "", "the answer as JSON, schema tachograph.formats/1"}},
                                run};

} // namespace tachograph::app
