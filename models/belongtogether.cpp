#include "analysis/core/source.h"
#include "analysis/importers/importer.h"
#include "models/convert.h"
#include "models/session.h"

#include <algorithm>
#include <set>
#include <string>

namespace tachograph::models {

namespace {

constexpr qsizetype mostFiles = 64;
constexpr double leastCommonShare = 0.8; // of the keys of both

/// What the beginning of a file says.
struct Beginning {
    const Importer* importer = nullptr;
    std::set<std::string> keys;
    std::int64_t firstStep = 0;
};

std::optional<Beginning> beginningOf(const QString& path) {
    const auto file = Source::openFile(pathToStd(path));
    if (!file)
        return std::nullopt;
    const std::string head = file->head(Head::bytesAsked);
    Beginning beginning;
    beginning.importer = recognise({head, file->name()});
    if (!beginning.importer)
        return std::nullopt;
    Source source = Source::fromBytes(file->name(), head);
    auto builders = beginning.importer->read(source, {});
    if (!builders || builders->size() != 1)
        return std::nullopt;
    const auto run = builders->front().build(MetricRoles::builtIn());
    if (run->rows().size() == 0)
        return std::nullopt;
    for (const Series& series : run->series())
        if (!series.derived)
            beginning.keys.insert(series.key);
    beginning.firstStep = run->rows().step.front();
    return beginning;
}

bool sameSeries(const Beginning& a, const Beginning& b) {
    std::vector<std::string> common;
    std::ranges::set_intersection(a.keys, b.keys, std::back_inserter(common));
    const auto all = static_cast<double>(a.keys.size() + b.keys.size() - common.size());
    return !common.empty() && static_cast<double>(common.size()) >= leastCommonShare * all;
}

} // namespace

/// Two recordings that both begin at the first step are two trainings, not attempts of one.
bool Session::mayBelongTogether(const QStringList& paths) {
    if (paths.size() < 2 || paths.size() > mostFiles)
        return false;
    std::vector<Beginning> beginnings;
    for (const QString& path : paths) {
        auto beginning = beginningOf(path);
        if (!beginning)
            return false;
        const bool fits = beginnings.empty() || (beginning->importer == beginnings.front().importer &&
                                                 sameSeries(*beginning, beginnings.front()));
        if (!fits)
            return false;
        beginnings.push_back(std::move(*beginning));
    }
    return std::ranges::count_if(beginnings, [](const Beginning& b) { return b.firstStep <= 1; }) <= 1;
}

} // namespace tachograph::models
