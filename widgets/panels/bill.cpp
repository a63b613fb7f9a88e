#include "widgets/panels/bill.h"

#include "models/convert.h"
#include "models/items/billmodel.h"
#include "models/steppositions.h"
#include "widgets/icons.h"
#include "widgets/panels/bill/billdelegate.h"
#include "widgets/panels/emptyhint.h"
#include "widgets/segmentedcontrol.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::BillModel;
using models::toQt;

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new BillPanelWidget(session, parent);
}

QLabel* textLabel(QWidget* parent, const char* look) {
    auto* label = new QLabel(parent);
    label->setProperty("look", QLatin1String(look));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setContentsMargins(12, 0, 12, 0);
    return label;
}
} // namespace

extern const Panel billPanel{"bill", QT_TRANSLATE_NOOP("Panel", "Bill"), Qt::RightDockWidgetArea, true, 2, create,
                             "bill"};

BillPanelWidget::BillPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_accountant(new models::Accountant(session, this)),
      m_model(new BillModel(this)), m_delegate(new BillDelegate(this)), m_which(new SegmentedControl(this)),
      m_headline(textLabel(this, "heading")), m_worth(textLabel(this, "secondary")), m_price(new QDoubleSpinBox(this)),
      m_list(new QListView(this)), m_priced(new QAction(tr("Price of a GPU-hour"), this)),
      m_copy(new QAction(tr("Copy the bill"), this)) {
    build();
    connect(m_which, &SegmentedControl::chosenByUser, this, &BillPanelWidget::follow);
    connect(m_accountant, &models::Accountant::viewChanged, this, &BillPanelWidget::follow);
    connect(m_price, &QDoubleSpinBox::valueChanged, m_accountant, &models::Accountant::setPricePerGpuHour);
    connect(m_price, &QDoubleSpinBox::valueChanged, this, &BillPanelWidget::gpuPriceChanged);
    connect(m_priced, &QAction::toggled, this, [this](bool on) {
        m_price->setVisible(on);
        if (!on)
            m_price->setValue(0.0);
    });
    connect(m_priced, &QAction::triggered, m_price, qOverload<>(&QWidget::setFocus));
    connect(m_copy, &QAction::triggered, this, [this] { emit copyRequested(m_model->asText()); });
    connect(m_list, &QListView::activated, this, &BillPanelWidget::activate);
    connect(m_list, &QListView::clicked, this, &BillPanelWidget::activate);
    follow();
}

void BillPanelWidget::build() {
    for (const QString& view : {tr("Above early"), tr("Early to late"), tr("All time")})
        m_which->addSegment(view);
    m_which->choose(0);
    m_which->setAccessibleName(tr("What of the time"));
    m_price->setRange(0.0, 10'000.0);
    m_price->setSpecialValueText(tr("no price"));
    m_price->setSuffix(tr(" a GPU-hour"));
    m_price->setAccessibleName(tr("Price of a GPU-hour"));
    m_price->hide();
    m_priced->setCheckable(true);
    m_list->setObjectName(QStringLiteral("billList"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Parts of the time"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 8, 0, 0);
    rows->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 2);
    head->addWidget(m_which);
    head->addStretch(1);
    rows->addLayout(head);
    rows->addWidget(new EmptyHint(m_session, this));
    for (QLabel* label : {m_headline, m_worth})
        rows->addWidget(label);
    rows->addWidget(m_price);
    rows->addWidget(m_list, 1);
    setMinimumHeight(160);
}

void BillPanelWidget::follow() {
    const models::AccountViewPtr view = m_accountant->view();
    const auto which = static_cast<BillView>(m_which->chosen());
    m_delegate->setPhases(which == BillView::whole);
    m_model->setView(view, which);
    const BillText text = view ? billText(view->account) : BillText{};
    const bool billed = view && view->account.notApplicable.empty();
    m_headline->setText(!view                       ? QString()
                        : which == BillView::change ? toQt(billed ? changeText(view->account) : text.headline)
                                                    : toQt(text.headline));
    if (view)
        if (const std::string without = noSharesText(view->account, which); !without.empty())
            m_headline->setText(m_headline->text() + QLatin1Char(' ') + toQt(without));
    m_worth->setText(toQt(text.worth.empty() ? text.bought : text.worth + " " + text.bought));
    m_worth->setVisible(billed && which == BillView::above);
    m_headline->setToolTip(toQt(text.basis));
    m_copy->setEnabled(billed);
    m_which->setEnabled(billed);
    setNote(!billed ? QString()
            : view->wholeRun
                ? tr("whole run")
                : tr("steps %1 to %2").arg(view->account.bill.range.first).arg(view->account.bill.range.last));
}

/// Stalls: the stretch from the first to the last of them. Every part: its lane.
void BillPanelWidget::activate(const QModelIndex& index) {
    const models::AccountViewPtr view = m_accountant->view();
    const QString lane = index.data(BillModel::laneRole).toString();
    if (!view || lane.isEmpty())
        return;
    const auto lanes = m_session.laneChoices();
    const bool known = std::ranges::any_of(
        lanes, [&](const models::LaneChoice& choice) { return choice.id == lane && choice.unavailable.isEmpty(); });
    if (known && !m_session.isLaneShown(lane))
        m_session.setLaneShown(lane, true);
    const auto steps = m_model->places(index.row());
    if (!steps)
        return;
    const models::StepPositions places(*view->run, positionsOnAxis(*view->run, m_session.options().axis));
    const double first = places.nearest(static_cast<double>(steps->first));
    const double last = places.nearest(static_cast<double>(steps->last));
    const models::TimelinePtr timeline = m_session.timeline();
    if (!timeline || !std::isfinite(first) || !std::isfinite(last))
        return;
    constexpr double around = 0.1, least = 0.02; // of the span, of the run
    const double room = std::max(around * (last - first), least * (timeline->xMax - timeline->xMin));
    m_session.setViewRange(std::pair(std::max(timeline->xMin, first - room), std::min(timeline->xMax, last + room)));
}

void BillPanelWidget::showEvent(QShowEvent* event) {
    PanelWidget::showEvent(event);
    m_accountant->setWanted(true);
}

void BillPanelWidget::hideEvent(QHideEvent* event) {
    PanelWidget::hideEvent(event);
    m_accountant->setWanted(false);
}

void BillPanelWidget::setGpuPrice(double price) {
    m_priced->setChecked(price > 0.0);
    m_price->setValue(price);
}

void BillPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_copy->setIcon(coloredIcon(QStringLiteral("copy"), theme.text2, theme.iconOff));
    m_priced->setIcon(themedIcon(QStringLiteral("cost"), theme));
    m_list->viewport()->update();
}

} // namespace tachograph::widgets
