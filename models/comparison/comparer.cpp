#include "models/comparison/comparer.h"

#include <utility>

namespace tachograph::models {

Comparer::Comparer(QObject* parent) : QObject(parent) {
    connect(&m_job, &BackgroundJob::progress, this, &Comparer::progress);
    connect(&m_job, &BackgroundJob::finished, this, [this](const std::any& value) {
        m_view = std::any_cast<ComparisonViewPtr>(value);
        emit busyChanged(false);
        emit viewChanged();
    });
    connect(&m_job, &BackgroundJob::failed, this, [this](const QString& sentence) {
        emit busyChanged(false);
        emit problem(sentence);
    });
    connect(&m_job, &BackgroundJob::canceled, this, [this] { emit busyChanged(false); });
}

void Comparer::request(const ComparisonRequest& request) {
    m_job.start([request](const Job& job) -> Result<std::any> { return std::any(viewComparison(request, job)); });
    emit busyChanged(true);
}

void Comparer::clear() {
    m_job.cancel();
    if (std::exchange(m_view, nullptr))
        emit viewChanged();
}

void Comparer::cancel() {
    m_job.cancel();
}

} // namespace tachograph::models
