#include "app/bundledcases.h"
#include "app/commandline/openpaths.h"
#include "app/commandline/output.h"
#include "app/commandline/reportwriter.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace tachograph::app {

namespace {

/// Where the demo's report goes: a place of our own that may be deleted at any time.
QString reportPath() {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/tachograph");
    QDir().mkpath(folder);
    return folder + QStringLiteral("/demo.png");
}

/// The window is opened by the caller where there is a display; this is the other case.
ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (!arguments.paths.empty())
        return usageError(terminal, "demo", {arguments.paths.front().path, "demo takes no PATH."});
    const HeadlessApplication application;
    const BundledCase& bundled = demoCase();
    const auto runs = openRunsFromBytes(bundled.name, bytesOf(bundled).toStdString(), {}, terminal.job("Reading"));
    if (!runs) {
        terminal.error(bundled.name, runs.error().message);
        return ExitStatus::notReadOrWritten;
    }
    const RunPtr& only = runs->front();
    ReportOptions options;
    options.output = QFile::encodeName(reportPath()).toStdString();
    const ExitStatus status = writeReport(only, bundled.name, options, terminal);
    if (status == ExitStatus::done)
        terminal.print(options.output + '\n');
    return status;
}

} // namespace

const Subcommand demoCommand{
    "demo",
    "",
    "window with the bundled case; without a display its report",
    "Opens the bundled case, an RL run whose steps take ever longer, in a window. Without a display it\n"
    "writes the report picture of that case and prints where it is.",
    {},
    run};

} // namespace tachograph::app
