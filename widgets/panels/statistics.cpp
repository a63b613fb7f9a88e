#include "widgets/panels/statistics.h"

#include "models/convert.h"
#include "models/items/lanestatisticsmodel.h"
#include "widgets/icons.h"
#include "widgets/panels/statistics/distributionview.h"
#include "widgets/plot/ticks.h"
#include "widgets/segmentedcontrol.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace tachograph::widgets {

using models::toQt;

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new StatisticsPanelWidget(session, parent);
}
} // namespace

extern const Panel statisticsPanel{
    "statistics", QT_TRANSLATE_NOOP("Panel", "Statistics"), Qt::RightDockWidgetArea, false, 2, create, "statistics"};

StatisticsPanelWidget::StatisticsPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_examiner(new models::LaneExaminer(session, this)),
      m_model(new models::LaneStatisticsModel(this)), m_lane(new QComboBox(this)), m_table(new QTableView(this)),
      m_missing(new QLabel(this)), m_form(new SegmentedControl(this)), m_distribution(new DistributionView(this)),
      m_copy(new QAction(tr("Copy the statistics"), this)) {
    build();
    connect(&session, &models::Session::timelineChanged, this, &StatisticsPanelWidget::fillLanes);
    connect(m_lane, &QComboBox::currentIndexChanged, this,
            [this] { m_examiner->setLane(m_lane->currentData().toString()); });
    connect(m_examiner, &models::LaneExaminer::viewChanged, this, &StatisticsPanelWidget::follow);
    connect(m_form, &SegmentedControl::chosenByUser, this, [this](int form) {
        m_distribution->setForm(form == 0 ? DistributionView::Form::shares : DistributionView::Form::histogram);
    });
    connect(m_copy, &QAction::triggered, this, [this] { emit copyRequested(m_model->asTsv()); });
    fillLanes();
    follow();
}

void StatisticsPanelWidget::build() {
    m_lane->setAccessibleName(tr("Lane"));
    m_lane->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Statistics of the lane"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setCornerButtonEnabled(false);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setMinimumSectionSize(56);
    m_table->horizontalHeader()->setHighlightSections(false);
    // All of its rows: a table of so few must not scroll. With two more panels at this side of a window of 800 pixels
    // there is just room for all of it.
    constexpr int rowCount = 7, rowHeight = 20, headerHeight = 22;
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->horizontalHeader()->setFixedHeight(headerHeight);
    m_table->setMinimumHeight(headerHeight + rowCount * rowHeight + 2);
    m_distribution->setMinimumHeight(62); // in a low window it gives way to the rows
    m_missing->setProperty("look", QStringLiteral("muted"));
    m_missing->setTextFormat(Qt::PlainText);
    m_missing->setWordWrap(true);
    m_form->addSegment(tr("Share up to"));
    m_form->addSegment(tr("Histogram"));
    m_form->choose(0);
    m_form->setAccessibleName(tr("Form of the distribution"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 0);
    head->addWidget(m_lane, 1);
    auto* remark = new QHBoxLayout;
    remark->setContentsMargins(12, 0, 12, 0);
    remark->addWidget(m_missing);
    auto* forms = new QHBoxLayout;
    forms->setContentsMargins(12, 0, 12, 0);
    forms->addWidget(m_form);
    forms->addStretch(1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 6, 0, 4);
    rows->setSpacing(4);
    rows->addLayout(head);
    rows->addWidget(m_table, 3);
    rows->addLayout(remark);
    rows->addLayout(forms);
    rows->addWidget(m_distribution, 2);
}

/// The lanes of the timeline that have values; the chosen one stays while it is there.
void StatisticsPanelWidget::fillLanes() {
    const QString chosen = m_lane->currentData().toString();
    const models::TimelinePtr timeline = m_session.timeline();
    const QSignalBlocker blocker(m_lane);
    m_lane->clear();
    if (timeline)
        for (const models::Lane& lane : timeline->lanes)
            if (lane.state.isEmpty() || !lane.missing.empty())
                m_lane->addItem(lane.title, lane.id);
    m_lane->setCurrentIndex(std::max(0, m_lane->findData(chosen)));
    m_lane->setEnabled(m_lane->count() > 0);
    m_examiner->setLane(m_lane->currentData().toString());
}

void StatisticsPanelWidget::follow() {
    const models::LaneStatisticsPtr view = m_examiner->view();
    const models::TimelinePtr timeline = m_examiner->timeline();
    m_model->setView(view);
    m_distribution->setView(view, timeline);
    m_copy->setEnabled(view != nullptr);
    m_form->setEnabled(view != nullptr);
    m_table->setVisible(m_model->rowCount() > 0);
    if (!view || !timeline) {
        m_missing->setText(m_session.timeline() ? tr("No lane has values.") : tr("No run is open."));
        m_distribution->setAccessibleName(tr("Distribution"));
        setNote({});
        return;
    }
    const XAxis axis = timeline->options.axis;
    const bool whole = view->xMin <= timeline->xMin && view->xMax >= timeline->xMax;
    setNote(whole ? tr("whole run")
                  : tr("%1 to %2").arg(positionText(view->xMin, axis), positionText(view->xMax, axis)));
    QStringList said;
    if (!view->unit.isEmpty())
        said << tr("Values in %1.").arg(view->unit);
    if (view->missing > 0)
        said << tr("Without a value (NaN, null or ---): %1.")
                    .arg(toQt(formatCount(static_cast<std::int64_t>(view->missing))));
    said << tr("Superseded steps are left out.");
    m_missing->setText(said.join(u' '));
    m_distribution->setAccessibleName(tr("Distribution of %1").arg(view->title));
}

void StatisticsPanelWidget::showEvent(QShowEvent* event) {
    PanelWidget::showEvent(event);
    m_examiner->setWanted(true);
}

void StatisticsPanelWidget::hideEvent(QHideEvent* event) {
    PanelWidget::hideEvent(event);
    m_examiner->setWanted(false);
}

void StatisticsPanelWidget::setTheme(const Theme& theme) {
    m_distribution->setTheme(theme);
    m_copy->setIcon(coloredIcon(QStringLiteral("copy"), theme.text2, theme.iconOff));
}

} // namespace tachograph::widgets
