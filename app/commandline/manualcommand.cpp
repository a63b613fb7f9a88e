#include "app/commandline/output.h"
#include "app/commandline/subcommand.h"
#include "app/manual/manualfiles.h"
#include "app/manual/manualpage.h"

#include <QDir>
#include <QFile>

namespace tachograph::app {

namespace {

std::string contents() {
    std::string text = "Pages of the manual: tachograph manual PAGE prints one, -o FOLDER writes all as HTML.\n\n";
    for (const ManualPage& page : manualPages()) {
        const std::string id = page.id;
        text += "  " + id + std::string(18 - id.size(), ' ') + page.title + '\n';
    }
    return text;
}

ExitStatus writeAll(const std::string& folder, Terminal& terminal) {
    if (!QDir().mkpath(QFile::decodeName(QByteArray::fromStdString(folder)))) {
        terminal.error(folder, "cannot be made; name a folder that can be written to.");
        return ExitStatus::notReadOrWritten;
    }
    for (const ManualFile& file : manualFiles()) {
        const std::string path = folder + '/' + file.name;
        if (const Result<void> written = writeFileAtomically(path, file.bytes); !written) {
            terminal.error(path, written.error().message);
            return ExitStatus::notReadOrWritten;
        }
    }
    terminal.print(folder + '/' + manualPages().front().id + ".html\n");
    return ExitStatus::done;
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    const auto folder = arguments.value("-o");
    if (arguments.paths.size() > (folder ? 0U : 1U))
        return usageError(terminal, "manual",
                          {arguments.paths.back().path,
                           folder ? "with -o all pages are written; leave PAGE out." : "manual takes one PAGE."});
    if (folder)
        return writeAll(*folder, terminal);
    if (arguments.paths.empty()) {
        terminal.print(contents());
        return ExitStatus::done;
    }
    const ManualPage* page = manualPageById(arguments.paths.front().path);
    if (!page)
        return usageError(terminal, "manual",
                          {arguments.paths.front().path, "is no page; tachograph manual lists them."});
    terminal.print(manualMarkdown(*page));
    return ExitStatus::done;
}

} // namespace

const Subcommand manualCommand{"manual",
                               "[PAGE] [-o FOLDER]",
                               "the manual, as text or as HTML",
                               "Lists the pages of the manual, prints one as Markdown, or writes all as HTML.",
                               {{"-o", "FOLDER", "write all pages, with their pictures, into this folder"}},
                               run};

} // namespace tachograph::app
