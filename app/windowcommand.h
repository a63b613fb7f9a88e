#pragma once

#include "analysis/run/metricroles.h"

#include <QString>

#include <memory>
#include <vector>

namespace tachograph::app {

/// What the window shows at its start.
struct WindowRequest {
    struct Path {
        QString path;   ///< "-" is standard input, drawn as it comes
        QString config; ///< of the --config after it; empty = none
    };
    std::vector<Path> paths;
    bool demo = false;    ///< the bundled pair, compared
    bool compare = false; ///< the paths, compared with the first
    bool follow = false;  ///< the paths are files that are still written to, and need not be there yet
    QString against;      ///< the baseline that the first path is compared with; empty = none
    QString problem;      ///< a sentence for the message bar: a broken table of roles
};

/// Opens the window and returns when it is closed, with the exit status of the program. Makes the QApplication: there
/// must be none yet, and a display must be there (see hasDisplay()).
int runWindow(int& argc, char** argv, const WindowRequest& request, std::shared_ptr<const MetricRoles> roles);

} // namespace tachograph::app
