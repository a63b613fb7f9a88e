#pragma once

#include <QTextBrowser>

namespace tachograph::app {

struct ManualPage;

/// The text of one page of the manual; pictures are drawn no wider than the view.
class ManualView : public QTextBrowser {
    Q_OBJECT
  public:
    explicit ManualView(QWidget* parent);

    void setPage(const ManualPage& page);
    [[nodiscard]] const ManualPage* page() const { return m_page; }

  signals:
    /// A link to the page with this id was followed.
    void pageAsked(const QString& id);

  protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void render();

    const ManualPage* m_page = nullptr;
    int m_renderedWidth = 0;
};

} // namespace tachograph::app
