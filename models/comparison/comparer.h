#pragma once

#include "models/backgroundjob.h"
#include "models/comparison/comparisonview.h"

#include <QObject>

namespace tachograph::models {

/// The comparison that is shown: asked for by request(), worked out in the background, a newer request in place of the
/// older one. What was worked out before stays until the new answer comes.
class Comparer : public QObject {
    Q_OBJECT
  public:
    explicit Comparer(QObject* parent = nullptr);

    void request(const ComparisonRequest& request);
    /// Forgets request and answer.
    void clear();
    void cancel();

    [[nodiscard]] ComparisonViewPtr view() const { return m_view; } ///< null before the first answer
    [[nodiscard]] bool running() const { return m_job.running(); }

  signals:
    void viewChanged();
    void busyChanged(bool busy);
    void progress(double fraction);
    void problem(const QString& sentence);

  private:
    BackgroundJob m_job;
    ComparisonViewPtr m_view;
};

} // namespace tachograph::models
