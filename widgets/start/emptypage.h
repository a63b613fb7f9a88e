#pragma once

#include "widgets/start/recentlist.h"
#include "widgets/start/samplesketch.h"
#include "widgets/theme.h"

#include <QScrollArea>

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
    void setSampleLines(std::vector<SampleSketch::Line> lines);
    void setTheme(const Theme& theme);

  signals:
    void openFilesRequested();
    void openFolderRequested();
    void recentChosen(const QString& path);
    void sampleRequested();       ///< the run that slows down
    void secondSampleRequested(); ///< the job before and after an upgrade

  private:
    QWidget* makeSampleCard();
    QWidget* makeHints();
    QWidget* makeLists();

    DropArea* m_drop;
    RecentList* m_recent;
    SampleSketch* m_sketch;
    QPushButton* m_sample;
    QPushButton* m_secondSample;
};

} // namespace tachograph::widgets
