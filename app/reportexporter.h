#pragma once

#include "app/exportchoice.h"
#include "app/reportmaterial.h"
#include "models/backgroundjob.h"
#include "models/comparison/comparisonview.h"
#include "models/session.h"
#include "widgets/messagebar.h"

#include <QAtomicInt>
#include <QImage>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <utility>

namespace tachograph::app {

/// Makes the report of the current run, or of a comparison: the same one as `tachograph report` with the same options.
/// Its material is worked out, its page is painted and its files are written in the background; plots are drawn in the
/// GUI thread (by widgets), a piece at a time. One report at a time: what is asked for meanwhile is refused, so that no
/// file has two writers.
class ReportExporter : public QObject {
    Q_OBJECT
  public:
    ReportExporter(models::Session& session, widgets::MessageBar& messages, QObject* parent);

    /// Of the current run.
    void start(const ExportChoice& choice);
    /// Of a comparison that is shown: as `tachograph report A B`, followed by the other runs held against A. `visible`
    /// is the part of its axis in view.
    void startComparison(const ExportChoice& choice, const models::ComparisonViewPtr& shown,
                         std::pair<double, double> visible);
    /// What both begin with: of the whole run, or of the part in view. Empty while the detectors are at work on the
    /// current run.
    [[nodiscard]] ReportBuilder builder(bool visibleRange) const;
    [[nodiscard]] ReportBuilder comparisonBuilder(bool visibleRange, const models::ComparisonViewPtr& shown,
                                                  std::pair<double, double> visible) const;

    /// Leaves a report that is being made; no file is changed. busyChanged() tells when that is so.
    void cancel();
    /// Of what the builder makes; an empty one is refused with a sentence.
    void make(const ExportChoice& choice, bool compares, const ReportBuilder& builder);

    /// For the bills of reports to come; 0 = none.
    void setGpuPrice(double price) { m_gpuPrice = price; }

  signals:
    void saved(const QString& file);
    void copied(const QString& sentence); ///< what is in the clipboard
    void failed(const QString& sentence); ///< the file that was there before is whole
    void busyChanged(bool busy);
    void progress(double fraction);
    void canceled();

  private:
    /// What the clipboard gets; both empty when files were written.
    struct Delivered {
        QImage picture;
        QString text;
    };

    void setBusy(bool busy);
    void end();
    void draw(const ReportMaterial& material);
    void drawPiece();
    void finish();
    static Result<Delivered> deliver(const ReportMaterial& material, const ExportChoice& choice,
                                     const widgets::PicturePlan* plan, QAtomicInt& gate);
    void tell(const Delivered& delivered);
    void addLeftOut(const std::vector<RunPtr>& compared, SavedSession& session) const;
    [[nodiscard]] SavedRun savedRun(const RunPtr& run, bool notes, int slot) const;
    void fail(const QString& text);

    models::Session& m_session;
    widgets::MessageBar& m_messages;
    ExportChoice m_choice; ///< of what is being made
    bool m_busy = false;
    std::shared_ptr<const ReportMaterial> m_material;
    std::shared_ptr<widgets::PicturePlan> m_plan; ///< points into the material
    QTimer m_slice;
    std::shared_ptr<QAtomicInt> m_gate; ///< 0 open; 1: files are being written, too late to leave; 2: left
    models::BackgroundJob m_build, m_deliver;
    double m_gpuPrice = 0;
};

} // namespace tachograph::app
