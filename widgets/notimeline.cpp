#include "widgets/notimeline.h"

#include "models/following/watching.h"
#include "models/nothingshown.h"
#include "widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::widgets {

namespace {

constexpr int columnWidth = 520, barWidth = 240, steps = 1000;

QLabel* label(const char* look, QWidget* parent) {
    auto* made = new QLabel(parent);
    made->setProperty("look", QLatin1String(look));
    made->setTextFormat(Qt::PlainText);
    made->setWordWrap(true);
    made->setAlignment(Qt::AlignHCenter);
    return made;
}

} // namespace

NoTimeline::NoTimeline(models::Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_headline(label("headline", this)), m_advice(label("secondary", this)),
      m_progress(new QProgressBar(this)), m_open(new QPushButton(tr("Open files…"), this)) {
    setAutoFillBackground(true);
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(barWidth);
    m_progress->setAccessibleName(tr("Progress of reading"));
    auto* column = new QWidget(this);
    column->setMaximumWidth(columnWidth);
    auto* rows = new QVBoxLayout(column);
    rows->setSpacing(10);
    rows->addStretch(2);
    rows->addWidget(m_headline);
    rows->addWidget(m_progress, 0, Qt::AlignHCenter);
    rows->addWidget(m_advice);
    rows->addWidget(m_open, 0, Qt::AlignHCenter);
    rows->addStretch(3);
    auto* across = new QHBoxLayout(this);
    across->addStretch(1);
    across->addWidget(column, 100);
    across->addStretch(1);
    connect(m_open, &QPushButton::clicked, this, &NoTimeline::openFilesRequested);
    for (const auto signal : {&models::Session::timelineChanged, &models::Session::runsChanged})
        connect(&session, signal, this, &NoTimeline::follow);
    connect(&models::Watching::of(session), &models::Watching::changed, this, &NoTimeline::follow);
    follow();
}

void NoTimeline::setTheme(const Theme& theme) {
    QPalette colors = palette();
    colors.setColor(QPalette::Window, theme.plot);
    setPalette(colors);
}

void NoTimeline::follow() {
    const auto why = models::nothingShown(m_session);
    setVisible(why.has_value());
    if (!why)
        return;
    raise();
    m_headline->setText(why->headline);
    m_advice->setText(why->advice);
    m_advice->setVisible(!why->advice.isEmpty());
    m_progress->setVisible(why->progress.has_value());
    m_progress->setValue(static_cast<int>(why->progress.value_or(0) * steps));
    const bool anythingRead = std::ranges::any_of(m_session.runs(), [](const auto& run) { return run.run != nullptr; });
    m_open->setVisible(why->failed && !anythingRead);
}

} // namespace tachograph::widgets
