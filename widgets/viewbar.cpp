#include "widgets/viewbar.h"

#include "widgets/segmentedcontrol.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <array>

namespace tachograph::widgets {

namespace {

/// Windows of the running median in points; 0 shows the raw points alone.
constexpr std::array<int, 6> windows{0, 5, 9, 21, 51, 101};

struct AxisSegment {
    XAxis axis;
    const char* text;
};
constexpr std::array<AxisSegment, 5> axisSegments{
    {{XAxis::step, QT_TRANSLATE_NOOP("tachograph::widgets::ViewBar", "Step")},
     {XAxis::sinceResume, QT_TRANSLATE_NOOP("tachograph::widgets::ViewBar", "Since resume")},
     {XAxis::elapsed, QT_TRANSLATE_NOOP("tachograph::widgets::ViewBar", "Elapsed")},
     {XAxis::wallClock, QT_TRANSLATE_NOOP("tachograph::widgets::ViewBar", "Wall clock")},
     {XAxis::tokens, QT_TRANSLATE_NOOP("tachograph::widgets::ViewBar", "Tokens")}}};

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("look", QStringLiteral("divider"));
    line->setFixedSize(1, 20);
    return line;
}

} // namespace

ViewBar::ViewBar(models::Session& session, QWidget* parent)
    : QFrame(parent), m_session(session), m_axis(new SegmentedControl(this)), m_smoothing(new QComboBox(this)),
      m_robustY(new QCheckBox(tr("Robust Y"), this)), m_axisLabel(new QLabel(tr("X axis"), this)),
      m_smoothingLabel(new QLabel(tr("Smooth"), this)) {
    setProperty("look", QStringLiteral("bar"));
    setFixedHeight(40);
    m_axis->setAccessibleName(tr("X axis"));
    for (const AxisSegment& segment : axisSegments)
        m_axis->addSegment(tr(segment.text));
    for (const int window : windows)
        m_smoothing->addItem(window == 0 ? tr("Off, raw only") : tr("Median of %1").arg(window), window);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("Running median over this many points; raw values stay visible (M)"));
    m_robustY->setAccessibleName(tr("Robust Y"));
    m_robustY->setToolTip(tr("Scale by the typical values; points off the scale are drawn as counted arrows (Y)"));
    m_robustY->setChecked(true);

    m_axisLabel->setProperty("look", QStringLiteral("muted"));
    m_smoothingLabel->setProperty("look", QStringLiteral("muted"));
    m_smoothingLabel->setBuddy(m_smoothing);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(8);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_axisLabel), static_cast<QWidget*>(m_axis), static_cast<QWidget*>(separator(this)),
          static_cast<QWidget*>(m_smoothingLabel), static_cast<QWidget*>(m_smoothing),
          static_cast<QWidget*>(separator(this)), static_cast<QWidget*>(m_robustY)})
        layout->addWidget(widget);
    layout->addStretch(1);

    connect(m_axis, &SegmentedControl::chosenByUser, this,
            [this](int segment) { m_session.setAxis(axisSegments[static_cast<std::size_t>(segment)].axis); });
    connect(m_smoothing, &QComboBox::activated, this,
            [this](int index) { m_session.setSmoothing(m_smoothing->itemData(index).toInt()); });
    connect(m_robustY, &QCheckBox::toggled, this, &ViewBar::robustYChosen);
    connect(&m_session, &models::Session::optionsChanged, this, &ViewBar::follow);
    connect(&m_session, &models::Session::timelineChanged, this, &ViewBar::follow);
    follow();
}

void ViewBar::follow() {
    for (const auto& [axis, why] : m_session.axes()) {
        const auto segment = std::ranges::find(axisSegments, axis, &AxisSegment::axis) - axisSegments.begin();
        m_axis->setSegmentEnabled(static_cast<int>(segment), why.isEmpty(), why);
    }
    const auto axis = std::ranges::find(axisSegments, m_session.options().axis, &AxisSegment::axis);
    m_axis->choose(static_cast<int>(axis - axisSegments.begin()));
    m_smoothing->setCurrentIndex(m_smoothing->findData(m_session.options().smoothing));
}

void ViewBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    // The controls say what they are by themselves; their labels are the first to go in a narrow window.
    const bool roomy = width() >= roomyWidth;
    m_axisLabel->setVisible(roomy);
    m_smoothingLabel->setVisible(roomy);
}

void ViewBar::nextAxis() {
    m_axis->chooseNext();
}

void ViewBar::nextSmoothing() {
    const int next = (m_smoothing->currentIndex() + 1) % m_smoothing->count();
    m_session.setSmoothing(m_smoothing->itemData(next).toInt());
}

void ViewBar::toggleRobustY() {
    m_robustY->toggle();
}

void ViewBar::setRobustY(bool on) {
    m_robustY->setChecked(on);
}

} // namespace tachograph::widgets
