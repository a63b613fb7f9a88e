#include "app/samplelines.h"

#include "analysis/importers/openrun.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"
#include "app/bundledcases.h"
#include "models/convert.h"

#include <algorithm>

namespace tachograph::app {

namespace {

constexpr std::size_t blocks = 40;

std::vector<double> blockMedians(const std::vector<double>& values, double unit) {
    std::vector<double> medians;
    for (std::size_t block = 0; block < blocks && values.size() >= blocks; ++block) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(block * values.size() / blocks);
        const auto end = values.begin() + static_cast<std::ptrdiff_t>((block + 1) * values.size() / blocks);
        medians.push_back(numerics::median(std::vector<double>(begin, end)) / unit);
    }
    return medians;
}

} // namespace

std::vector<widgets::SampleSketch::Line> sampleLines() {
    const QByteArray bytes = bytesOf(demoCase());
    const auto runs = openRunsFromBytes(demoCase().name, bytes.toStdString());
    if (!runs)
        return {};
    const Run& run = *runs->front();
    std::vector<widgets::SampleSketch::Line> lines;
    const std::pair<const char*, QString> shown[] = {{roles::stepTime, QStringLiteral("step time %1")},
                                                     {roles::throughput, QStringLiteral("tok/s %1")}};
    for (const auto& [role, label] : shown) {
        const Series* series = run.forRole(role);
        if (!series)
            continue;
        const SeriesFigures figures = run.figures(*series);
        lines.push_back({label.arg(models::toQt(formatFactor(figures.late / figures.early))),
                         blockMedians(stepValues(run, *series, Include::current).value, figures.early * series->toUnit),
                         static_cast<int>(lines.size())});
    }
    return lines;
}

} // namespace tachograph::app
