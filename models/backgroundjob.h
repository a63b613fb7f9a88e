#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"

#include <QObject>
#include <QString>

#include <any>
#include <functional>
#include <memory>

namespace tachograph::models {

/// One purpose, one job at a time, off the GUI thread: the only user of threads in the program. A newer start() cancels
/// the older one, whose answer is then dropped. finished, failed and canceled are three different things. The
/// destructor cancels and waits.
class BackgroundJob : public QObject {
    Q_OBJECT
  public:
    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;

    /// Work gets a Job (stop, progress, an executor over the machine's cores) and returns any value, which finished()
    /// hands over.
    void start(std::function<Result<std::any>(const Job&)> work);
    void cancel();
    [[nodiscard]] bool running() const;

  signals:
    void progress(double fraction); ///< at most 20 times a second, in the GUI thread
    void finished(const std::any& value);
    void failed(const QString& sentence);
    void canceled();

  private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tachograph::models
