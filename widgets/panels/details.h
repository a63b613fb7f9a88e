#pragma once

#include "widgets/panels/panel.h"

class QScrollArea;

namespace tachograph::widgets {

/// Where the current run comes from, its health beside its performance, and its pace.
class DetailsPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit DetailsPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_copy}; }
    /// All rows as text: names and values separated by tabs.
    [[nodiscard]] QString asText() const;

  private:
    void follow();
    [[nodiscard]] QWidget* makeSection(const models::DetailsSection& section, bool first);

    models::Session& m_session;
    models::RunDetailsPtr m_shown; ///< what the labels say; the same details are not built twice
    QScrollArea* m_area;
    QAction* m_copy;
};

} // namespace tachograph::widgets
