#pragma once

#include "models/backgroundjob.h"
#include "models/sourceexcerpt.h"
#include "widgets/panels/panel.h"

class QPlainTextEdit;
class QTableView;

namespace tachograph::models {
class IssuesModel;
}

namespace tachograph::widgets {

/// What was odd in the current run's recording and what was done about it; beside it the lines of the source around the
/// chosen one.
class IssuesPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit IssuesPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_copy}; }

  private:
    void buildTable();
    void follow();
    void showSource(int row);
    void showExcerpt(const models::SourceExcerpt& excerpt);

    models::IssuesModel* m_model;
    QTableView* m_table;
    QPlainTextEdit* m_source;
    QAction* m_copy;
    models::BackgroundJob m_read;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
