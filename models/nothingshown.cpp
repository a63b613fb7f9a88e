#include "models/nothingshown.h"

#include "models/following/watching.h"

#include <algorithm>

namespace tachograph::models {

namespace {

NothingShown whileReading(const Session& session) {
    const auto loading = [](const OpenRun& run) {
        return run.state == OpenRun::State::loading;
    };
    const auto& runs = session.runs();
    const OpenRun& first = *std::ranges::find_if(runs, loading);
    const auto count = std::ranges::count_if(runs, loading);
    if (count > 1)
        return {QStringLiteral("Reading %1 recordings").arg(count), QStringLiteral("Esc cancels it."), first.progress};
    if (Watching::of(session).live(first.id))
        return {QStringLiteral("Waiting for the first lines of %1").arg(first.name),
                QStringLiteral("They are shown as soon as the job has written them. Esc ends the wait.")};
    return {QStringLiteral("Reading %1").arg(first.name), QStringLiteral("Esc cancels it."), first.progress};
}

} // namespace

std::optional<NothingShown> nothingShown(const Session& session) {
    const auto& runs = session.runs();
    if (session.timeline() || runs.empty())
        return std::nullopt;
    const auto in = [&runs](OpenRun::State state) {
        return std::ranges::count(runs, state, &OpenRun::state);
    };
    if (in(OpenRun::State::loading) > 0)
        return whileReading(session);
    if (std::ranges::any_of(runs, [](const OpenRun& run) { return run.run && run.visible; }))
        return NothingShown{QStringLiteral("Drawing"), {}};
    if (in(OpenRun::State::ready) > 0)
        return NothingShown{
            QStringLiteral("Every run is hidden"), QStringLiteral("Show one in the Runs panel."), {}, true};
    const QString other = QStringLiteral("Open another recording, or drop it here.");
    if (runs.size() == 1)
        return NothingShown{QStringLiteral("%1 could not be read").arg(runs.front().name),
                            runs.front().error + QLatin1Char('\n') + other,
                            {},
                            true};
    return NothingShown{QStringLiteral("None of %1 recordings could be read").arg(runs.size()),
                        QStringLiteral("The Runs panel says why. ") + other,
                        {},
                        true};
}

} // namespace tachograph::models
