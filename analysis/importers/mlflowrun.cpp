#include "analysis/importers/mlflowrun.h"

#include "analysis/core/text.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>

namespace tachograph {

namespace {

std::optional<double> secondsOf(std::optional<double> milliseconds) {
    return milliseconds ? unixSeconds(*milliseconds) : std::nullopt;
}

} // namespace

MlflowRun::MlflowRun(std::string name, std::string path) : m_builder(std::move(name), std::move(path), "mlflow") {
    m_builder.setRepeatRule(RepeatRule::last);
    m_builder.reading().addStepKey("step");
}

void MlflowRun::addMetric(std::string_view key, std::int64_t step, std::optional<double> milliseconds, double value,
                          std::uint64_t place) {
    const auto time = secondsOf(milliseconds);
    if (key.starts_with("system/")) {
        m_machine.add(m_builder.series(key), time.value_or(0.0), value);
        return;
    }
    if (!stepFromNumber(static_cast<double>(step))) {
        ++m_strangeSteps;
        return;
    }
    m_points.add({m_builder.series(key), step, time.value_or(RowInfo::none), value, place});
}

void MlflowRun::addParameter(std::string_view key, std::string_view value) {
    if (m_config.size() < mostSettings)
        m_config[plainText(key, 300)] = plainText(value);
}

void MlflowRun::addTag(std::string_view key, std::string_view value) {
    if (key == "mlflow.source.name")
        m_builder.setEnvironment("program", plainText(value, 200));
    else if (key == "mlflow.source.git.commit")
        m_builder.setEnvironment("git commit", plainText(value, 100));
    else if (!key.starts_with("mlflow.") && m_config.size() < mostSettings)
        m_config["tag." + plainText(key, 300)] = plainText(value);
}

void MlflowRun::setOutcome(std::string_view status, std::optional<double> endMilliseconds, bool deleted) {
    m_status = plainText(status, 20);
    m_end = secondsOf(endMilliseconds);
    if (deleted)
        m_builder.addNote("It was deleted in MLflow.");
}

Result<RunBuilder> MlflowRun::finish(const Job& job) {
    if (!m_points.finish(m_builder, job))
        return Error{canceledMessage};
    m_machine.finish(m_builder);
    Settings environment;
    moveEnvironment(m_config, environment);
    for (const auto& [key, value] : m_config)
        m_builder.setConfig(key, value);
    for (const auto& [key, value] : environment)
        m_builder.setEnvironment(key, value);
    constexpr std::string_view final[] = {"FINISHED", "FAILED", "KILLED"};
    if (std::ranges::find(final, m_status) != std::end(final)) {
        Event event;
        event.kind = EventKind::exit;
        event.text = "status " + m_status;
        event.time = m_end;
        m_builder.addEvent(std::move(event));
    } else if (!m_status.empty()) {
        m_builder.addNote("Its status is " + m_status + ": no end is recorded.");
    }
    if (m_builder.rowCount() == 0)
        m_builder.addNote("It holds no metric.");
    if (m_strangeSteps > 0)
        m_builder.addIssue({0,
                            "whole recording",
                            formatCount(static_cast<std::int64_t>(m_strangeSteps)) +
                                " values with a step that no training reaches were left out.",
                            {}});
    return std::move(m_builder);
}

} // namespace tachograph
