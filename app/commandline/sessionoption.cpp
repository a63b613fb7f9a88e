#include "app/commandline/sessionoption.h"

#include "analysis/core/text.h"
#include "app/reportmaterial.h"
#include "app/savedseries.h"
#include "app/sessionfile.h"
#include "models/convert.h"

#include <algorithm>

namespace tachograph::app {

namespace {

/// By the hash of a file; where none is known any more, the only one. nullptr when there is none.
const SavedRun* savedRunOf(const SavedSession& session, const Run& run) {
    const auto same = std::ranges::find_if(session.runs, [&run](const SavedRun& saved) {
        return std::ranges::any_of(run.sources(), [&saved](const SourceFile& file) {
            return std::ranges::any_of(saved.sha256, [&file](const auto& known) {
                return !known.second.empty() && known.second == file.sha256;
            });
        });
    });
    if (same != session.runs.end())
        return &*same;
    return session.runs.size() == 1 ? &session.runs.front() : nullptr;
}

/// Numbers that this version has, within their limits.
void applyKnobs(const SavedSession& session, ReportOptions& options) {
    AllKnobs knobs;
    for (const auto& [code, values] : session.knobs)
        for (const auto& [name, value] : values)
            if (!setKnob(knobs, code + '.' + name + '=' + machineNumber(value)))
                continue;
    for (const auto& [code, values] : options.knobs)
        for (const auto& [name, value] : values)
            knobs[code][name] = value;
    options.knobs = std::move(knobs);
}

} // namespace

Option sessionOption() {
    return {"--session", "FILE",
            "of one run: axis, range, knobs, notes and added series of a session (.tacho, or a picture with one)"};
}

Result<QStringList> applySession(const Arguments& arguments, const RunPtr& run, ReportOptions& options) {
    const auto path = arguments.value("--session");
    if (!path)
        return QStringList();
    const auto read = readSession(models::toQt(*path));
    if (!read)
        return read.error();
    const SavedSession& session = read->session;
    const SavedRun* saved = savedRunOf(session, *run);
    if (!saved)
        return Error{"it holds several runs, and none has the hash of this one. Choose another session."};
    if (!arguments.has("--axis")) {
        options.axis = session.axis;
        if (!arguments.has("--range"))
            options.range = session.range;
    }
    applyKnobs(session, options);
    if (!arguments.has("--notes") && !saved->review.empty())
        options.notes = NotesFile{saved->name, saved->sha256, saved->review};
    const models::CheckedSeries checked = fittingSeries(addedOf(session.added), {run});
    for (const auto& [lane, keys] : checked.kept)
        options.added[lane] = keys;
    return checked.dropped;
}

} // namespace tachograph::app
