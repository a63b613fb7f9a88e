#include "analysis/core/text.h"
#include "analysis/detectors/detector.h"
#include "app/commandline/subcommand.h"
#include "version.h"

#include <nlohmann/json.hpp>

namespace tachograph::app {

namespace {

using Json = nlohmann::ordered_json;

std::string asJson() {
    Json list = Json::array();
    for (const Detector* detector : detectors()) {
        Json knobs = Json::array();
        for (const Knob& knob : detector->knobs)
            knobs.push_back({{"name", knob.name},
                             {"default", knob.defaultValue},
                             {"least", knob.least},
                             {"most", knob.most},
                             {"unit", knob.unit},
                             {"meaning", knob.meaning}});
        list.push_back({{"code", detector->code},
                        {"title", detector->title},
                        {"meaning", detector->meaning},
                        {"severity", severityName(detector->severity)},
                        {"needed_roles", detector->neededRoles},
                        {"needs", detector->needs},
                        {"knobs", std::move(knobs)},
                        {"suggestions", detector->suggestions},
                        {"related", detector->related}});
        if (detector->simulation)
            list.back()["simulation"] = {{"share_right", detector->simulation->shareRight},
                                         {"how", detector->simulation->how}};
    }
    Json document;
    document["schema"] = "tachograph.detectors/1";
    document["version"] = TACHOGRAPH_VERSION;
    document["detectors"] = std::move(list);
    return document.dump(2) + '\n';
}

std::string asText() {
    std::string text;
    for (const Detector* detector : detectors()) {
        text += (text.empty() ? "" : "\n") + detector->code + "  " + severityName(detector->severity) + "  " +
                detector->title;
        text += "\n  " + detector->meaning + "\n  Needs:";
        for (const std::string& role : detector->neededRoles)
            text += (&role == detector->neededRoles.data() ? " " : ", ") + role;
        if (!detector->needs.empty())
            text += (detector->neededRoles.empty() ? " " : ", ") + detector->needs;
        text += '\n';
        if (detector->simulation)
            text += "  In simulation " + formatShare(detector->simulation->shareRight) +
                    " of its findings were right (" + detector->simulation->how + ").\n";
        for (const Knob& knob : detector->knobs)
            text += "  --knob " + detector->code + '.' + knob.name + '=' + machineNumber(knob.defaultValue) + "  (" +
                    machineNumber(knob.least) + " to " + machineNumber(knob.most) +
                    (knob.unit.empty() ? "" : ' ' + knob.unit) + ")  " + knob.meaning + '\n';
    }
    return text;
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (!arguments.paths.empty())
        return usageError(terminal, "detectors", {arguments.paths.front().path, "detectors takes no PATH."});
    terminal.print(arguments.has("--json") ? asJson() : asText());
    return ExitStatus::done;
}

} // namespace

const Subcommand detectorsCommand{"detectors",
                                  "[--json]",
                                  "what is looked for, how it is decided, and its knobs",
                                  "Lists the detectors with their meaning and their knobs with defaults and ranges.",
                                  {{"--json", "", "the answer as JSON, schema tachograph.detectors/1"}},
                                  run};

} // namespace tachograph::app
