#include "analysis/attribution/steptimes.h"

#include "analysis/run/roles.h"

namespace tachograph {

const Series* StepTimes::series() const {
    return m_run.forRole(roles::stepTime);
}

const StepValues& StepTimes::values(const Job& job) const {
    std::call_once(m_values.once, [&] {
        if (const Series* stepTime = series())
            m_values.value = stepValues(m_run, *stepTime, Include::current, job);
    });
    return m_values.value;
}

std::shared_ptr<const OrdinarySteps> StepTimes::ordinary(const Job& job) const {
    std::call_once(m_ordinary.once,
                   [&] { m_ordinary.value = std::make_shared<const OrdinarySteps>(ordinarySteps(*this, job)); });
    return m_ordinary.value;
}

const StepTimes::Places& StepTimes::steps(const Job& job) const {
    std::call_once(m_steps.once, [&] {
        m_steps.value.all = timedSteps(values(job));
        if (!job.canceled())
            m_steps.value.slow = slowPlaces(m_steps.value.all, leastExcess(m_steps.value.all), job);
    });
    return m_steps.value;
}

const StepTimes::Places& StepTimes::gaps(const Job& job) const {
    std::call_once(m_gaps.once, [&] {
        const double least = leastExcess(steps(job).all);
        if (job.canceled())
            return;
        m_gaps.value.all = timedGaps(m_run, values(job));
        if (!job.canceled())
            m_gaps.value.slow = slowPlaces(m_gaps.value.all, least, job);
    });
    return m_gaps.value;
}

} // namespace tachograph
