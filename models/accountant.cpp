#include "models/accountant.h"

namespace tachograph::models {

Accountant::Accountant(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    constexpr int restMilliseconds = 120;
    m_delay.setSingleShot(true);
    m_delay.setInterval(restMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &Accountant::start);
    for (const auto signal :
         {&Session::runsChanged, &Session::currentChanged, &Session::viewRangeChanged, &Session::optionsChanged})
        connect(&session, signal, this, &Accountant::follow);
    connect(&m_job, &BackgroundJob::finished, this, [this](const std::any& value) {
        m_view = std::any_cast<AccountViewPtr>(value);
        emit viewChanged();
    });
}

void Accountant::setWanted(bool wanted) {
    m_wanted = wanted;
    follow();
}

void Accountant::setPricePerGpuHour(double price) {
    m_price = price;
    follow();
}

Accountant::Question Accountant::question() const {
    const OpenRun* current = m_session.current();
    return {current ? current->run : nullptr, m_session.options().axis, m_session.viewRange(), m_price};
}

void Accountant::follow() {
    if (!m_wanted || question() == m_asked) {
        m_delay.stop(); // for another question, which is no longer the one: its run may be gone
        return;
    }
    if (question().run) {
        m_delay.start();
        return;
    }
    m_delay.stop();
    m_job.cancel();
    m_asked = {};
    if (std::exchange(m_view, nullptr))
        emit viewChanged();
}

void Accountant::start() {
    m_asked = question();
    const auto known = m_view && m_view->run == m_asked.run ? m_view->ledger : nullptr;
    m_job.start([asked = m_asked, known](const Job& job) -> Result<std::any> {
        auto view = std::make_shared<AccountView>();
        view->run = asked.run;
        view->ledger = known ? known : std::make_shared<const TimeLedger>(timeLedger(*asked.run, job));
        view->wholeRun = !asked.range;
        BillOptions options{{}, asked.price};
        if (asked.range)
            options.range = stepsWithin(*asked.run, asked.axis, asked.range->first, asked.range->second);
        view->account = accountTime(*asked.run, *view->ledger, options, job);
        return std::any(AccountViewPtr(std::move(view)));
    });
}

} // namespace tachograph::models
