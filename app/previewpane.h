#pragma once

#include "app/reportpreview.h"

#include <QImage>
#include <QList>
#include <QWidget>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QScrollArea;

namespace tachograph::app {

/// Shows a page of a preview: the picture fitted to the width or as large as it is written, the beginning of the text
/// below it, and in a line what is seen.
class PreviewPane : public QWidget {
    Q_OBJECT
  public:
    explicit PreviewPane(QWidget* parent = nullptr);

    void showPage(const ReportPreview::Page& page);
    /// In the place of a page.
    void say(const QString& sentence);
    /// What is shown is not that of the choice any more.
    void setDrawing();
    /// In pixels of the screen; 0 = as it is written.
    [[nodiscard]] int pictureWidth() const;

    /// What the keyboard comes by.
    [[nodiscard]] QList<QWidget*> stops() const;

    [[nodiscard]] const QImage& picture() const { return m_image; }
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString caption() const;

  signals:
    void widthChanged(); ///< pictureWidth() is another one

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void setCaption(const ReportPreview::Page& page);

    QScrollArea* m_scroll;
    QLabel* m_picture; ///< or a sentence
    QPlainTextEdit* m_text;
    QLabel* m_caption;
    QCheckBox* m_actualSize;
    QImage m_image; ///< as it is shown
};

} // namespace tachograph::app
