#pragma once

#include "models/backgroundjob.h"
#include "models/comparison/comparisonview.h"
#include "models/session.h"
#include "widgets/messagebar.h"
#include "widgets/report/reportpicture.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <utility>

namespace tachograph::app {

/// What a report picture of the window is to be.
struct ExportChoice {
    bool longForm = false;
    bool dark = false;
    int scale = 1;
    bool visibleRange = false; ///< only what the plot shows now, instead of the whole run
    QString file;              ///< empty = to the clipboard
};

/// Makes the report picture of the current run, or of a comparison: the same one as `tachograph report` with the same
/// options. The timeline is built in the background, the picture drawn in the GUI thread (it is drawn by widgets).
class ReportExporter : public QObject {
    Q_OBJECT
  public:
    ReportExporter(models::Session& session, widgets::MessageBar& messages, QObject* parent);

    void start(const ExportChoice& choice);
    /// For the bills of reports to come; 0 = none.
    void setGpuPrice(double price) { m_gpuPrice = price; }
    /// The picture of a comparison that is shown: as `tachograph report A B`, followed by the other runs held against
    /// A. `visible` is the part of its axis in view.
    void startComparison(const ExportChoice& choice, const models::ComparisonViewPtr& shown,
                         std::pair<double, double> visible);
    /// The last choice, as default of the next.
    [[nodiscard]] const ExportChoice& lastChoice() const { return m_choice; }

  signals:
    void saved(const QString& file);
    void copied();

  private:
    struct BuiltComparison {
        models::ComparisonViewPtr view;
        std::optional<ComparisonSet> set; ///< of more than two runs
    };

    void draw(widgets::ReportInput input);
    void drawComparison(const BuiltComparison& built);
    [[nodiscard]] widgets::ReportSize size() const;
    [[nodiscard]] const widgets::Theme& theme() const;
    void deliver(const QImage& picture);
    void save(const QImage& picture);
    void fail(const QString& text);

    models::Session& m_session;
    widgets::MessageBar& m_messages;
    models::BackgroundJob m_build;
    ExportChoice m_choice;
    double m_gpuPrice = 0;
};

} // namespace tachograph::app
