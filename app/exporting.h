#pragma once

#include "app/exportchoice.h"
#include "app/reportmaterial.h"
#include "app/settings.h"
#include "models/session.h"

#include <QObject>
#include <QPointer>
#include <QString>

class QAction;
class QWidget;

namespace tachograph::widgets {
class ComparePage;
}

namespace tachograph::app {

class ExportDialog;
class ReportExporter;

/// Exports what the window shows, the comparison or the current run: opens the dialog, has its choices made into
/// reports, and remembers them.
class Exporting : public QObject {
    Q_OBJECT
  public:
    /// `compare` is checked while the comparison is shown.
    Exporting(models::Session& session, Settings& settings, ReportExporter& exporter, widgets::ComparePage& page,
              QAction& compare, QWidget& window);

    void ask();
    /// As the last export was chosen, to the clipboard.
    void copyPicture();

  private:
    [[nodiscard]] bool comparing() const;
    [[nodiscard]] QString suggestedFile() const;
    [[nodiscard]] ReportBuilder builder(bool visibleRange) const;
    void connectDialog(ExportDialog& dialog);
    void make(const ExportChoice& choice);

    models::Session& m_session;
    Settings& m_settings;
    ReportExporter& m_exporter;
    widgets::ComparePage& m_page;
    QAction& m_compare;
    QWidget& m_window;
    ExportChoice m_last; ///< with its range, which is not kept longer
    QPointer<ExportDialog> m_dialog;
};

} // namespace tachograph::app
