#pragma once

#include "app/exportchoice.h"
#include "app/reportmaterial.h"
#include "models/backgroundjob.h"

#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

namespace tachograph::app {

/// The report of a choice while it is being made: the pixels that would be written, made as wide as they are shown, and
/// the beginning of the text. What it is made from is worked out once for the whole run and once for its part in view;
/// plots are drawn piece by piece in the GUI thread, everything else in the background. A newer choice replaces the
/// older one: nothing of that is shown any more.
class ReportPreview : public QObject {
    Q_OBJECT
  public:
    /// Who works it out, of the whole run or the visible range; an empty builder when nothing can be shown yet: it is
    /// asked again.
    using Source = std::function<ReportBuilder(bool visibleRange)>;
    ReportPreview(Source source, bool compares, QObject* parent = nullptr);

    struct Page {
        QImage picture;   ///< null when the choice has none
        QSize pixels;     ///< of the picture as it is written
        QString text;     ///< the first lines; empty when the choice is a picture alone
        bool cut = false; ///< there are further lines
    };

    /// Soon. `width` in pixels of the screen, 0 = as it is written.
    void show(const ExportChoice& choice, int width);

  signals:
    void drawn(const tachograph::app::ReportPreview::Page& page);
    void described(const QString& command); ///< the command line that writes the same
    void waiting(const QString& sentence);  ///< nothing can be shown yet
    void failed(const QString& sentence);

  private:
    using Material = std::shared_ptr<const ReportMaterial>;

    void begin();
    void build();
    void plan();
    void drawPlots();
    void paint();

    Source m_source;
    bool m_compares;
    ExportChoice m_choice; ///< of what is being drawn, what is meaningful of it
    int m_width = 0;
    Material m_whole, m_part;
    std::shared_ptr<widgets::PicturePlan> m_plan; ///< with the material of m_choice
    bool m_buildingPart = false;
    QTimer m_wait, m_slice;
    models::BackgroundJob m_build, m_paint;
};

} // namespace tachograph::app
