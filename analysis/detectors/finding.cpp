#include "analysis/detectors/finding.h"

namespace tachograph {

const char* severityName(Severity severity) {
    switch (severity) {
    case Severity::info:
        return "info";
    case Severity::warning:
        return "warning";
    case Severity::critical:
        return "critical";
    }
    return "";
}

} // namespace tachograph
