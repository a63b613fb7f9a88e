#include "app/bundledcases.h"
#include "app/commandline/output.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"
#include "app/reportmaterial.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <utility>
#include <vector>

namespace tachograph::app {

namespace {

/// Where the demo's report goes: a place of our own that may be deleted at any time.
QString reportPath() {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/tachograph");
    QDir().mkpath(folder);
    return folder + QStringLiteral("/demo.png");
}

Result<RunPtr> openBundled(const BundledCase& bundled, Terminal& terminal) {
    OpenOptions options;
    options.configText = configOf(bundled).toStdString();
    auto runs = openRunsFromBytes(bundled.name, bytesOf(bundled).toStdString(), options, terminal.job("Reading"));
    if (!runs)
        return runs.error();
    return runs->front();
}

/// The window is opened by the caller where there is a display; this is the other case.
ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (!arguments.paths.empty())
        return usageError(terminal, "demo", {arguments.paths.front().path, "demo takes no PATH."});
    const HeadlessApplication application;
    std::vector<RunPtr> pair;
    for (const BundledCase& bundled : bundledPair()) {
        auto opened = openBundled(bundled, terminal);
        if (!opened) {
            terminal.error(bundled.name, opened.error().message);
            return ExitStatus::notReadOrWritten;
        }
        pair.push_back(std::move(opened).value());
    }
    const Job job = terminal.job("Comparing");
    const ReportMaterial material = comparedMaterial(pair, compareAll(pair, {}, job), true, job);
    terminal.clearProgress();
    const std::string png = widgets::pictureFile(picturePlan(material, {})).toStdString();
    const std::string output = QFile::encodeName(reportPath()).toStdString();
    if (const Result<void> written = writeFileAtomically(output, png); !written) {
        terminal.error(output, written.error().message);
        return ExitStatus::notReadOrWritten;
    }
    terminal.print(output + '\n');
    return ExitStatus::done;
}

} // namespace

const Subcommand demoCommand{
    "demo",
    "",
    "window with the bundled case; without a display its report",
    "Opens the bundled case, a drafter training before and after an upgrade, compared, in a window. Without a\n"
    "display it writes the report picture of that case and prints where it is.",
    {},
    run};

} // namespace tachograph::app
