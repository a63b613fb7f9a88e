#pragma once

#include "widgets/start/recentlist.h"
#include "widgets/start/samplesketch.h"
#include "widgets/theme.h"

#include <QScrollArea>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace tachograph::widgets {

class DropArea;

/// What the window shows while nothing is open: where to drop, what was open before, a bundled case, a few keys.
class EmptyPage : public QScrollArea {
    Q_OBJECT
  public:
    /// `formats` are the titles of what can be read.
    explicit EmptyPage(const QStringList& formats, QWidget* parent = nullptr);

    void setRecent(const std::vector<RecentEntry>& entries);
    /// `lines` makes the sketch of the bundled case; called when the page is shown for the first time.
    void setSampleLines(std::function<std::vector<SampleSketch::Line>()> lines);
    void setTheme(const Theme& theme);

  signals:
    void openFilesRequested();
    void openFolderRequested();
    void recentChosen(const QString& path);
    void sampleRequested();       ///< the run that slows down
    void secondSampleRequested(); ///< the job before and after an upgrade

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeSampleCard();
    QWidget* makeHints();
    QWidget* makeLists();

    std::function<std::vector<SampleSketch::Line>()> m_sampleLines;
    DropArea* m_drop;
    RecentList* m_recent;
    SampleSketch* m_sketch;
    QPushButton* m_sample;
    QPushButton* m_secondSample;
};

} // namespace tachograph::widgets
