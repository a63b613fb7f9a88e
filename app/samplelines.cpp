#include "app/samplelines.h"

#include "analysis/core/text.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"
#include "app/bundledcases.h"
#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

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

/// The figure of a finding: what the start page says of the case is what the case says when it is open.
std::optional<double> figureOf(const Diagnosis& diagnosis, std::string_view name) {
    for (const Finding* finding : diagnosis.findings())
        for (const Evidence& evidence : finding->evidence)
            if (evidence.name == name && std::isfinite(evidence.value))
                return evidence.value;
    return std::nullopt;
}

} // namespace

std::vector<widgets::SampleSketch::Line> sampleLines() {
    const QByteArray bytes = bytesOf(demoCase());
    const auto runs = openRunsFromBytes(demoCase().name, bytes.toStdString());
    if (!runs)
        return {};
    const Run& run = *runs->front();
    const Diagnosis diagnosis = diagnose(run);
    std::vector<widgets::SampleSketch::Line> lines;
    const std::pair<const char*, QString> shown[] = {{roles::stepTime, QStringLiteral("step time %1")},
                                                     {roles::throughput, QStringLiteral("tok/s %1")}};
    for (const auto& [role, label] : shown) {
        const Series* series = run.forRole(role);
        if (!series)
            continue;
        const SeriesFigures figures = run.figures(*series);
        const double factor = figureOf(diagnosis, role == roles::stepTime ? "factor" : "throughput_ratio")
                                  .value_or(figures.late / figures.early);
        lines.push_back({label.arg(models::toQt(formatFactor(factor))),
                         blockMedians(stepValues(run, *series, Include::current).value, figures.early * series->toUnit),
                         static_cast<int>(lines.size())});
    }
    return lines;
}

} // namespace tachograph::app
