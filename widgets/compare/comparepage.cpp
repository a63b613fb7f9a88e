#include "widgets/compare/comparepage.h"

#include "models/comparison/movedtimeline.h"
#include "models/following/watching.h"
#include "models/items/comparedmetricsmodel.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/compareside.h"
#include "widgets/compare/comparisontext.h"
#include "widgets/compare/metrictable.h"
#include "widgets/compare/offsetdrag.h"
#include "widgets/compare/runssection.h"
#include "widgets/compare/sectionrow.h"
#include "widgets/elidedlabel.h"
#include "widgets/plot/plotview.h"
#include "widgets/quietend.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tachograph::widgets {

using models::OpenRun;

namespace {

constexpr int waitMs = 150;

/// What a side is called: the attempt is said where one is chosen.
QString nameOf(const OpenRun& run, const std::optional<std::size_t>& attempt) {
    return attempt ? ComparePage::tr("%1, attempt %2").arg(run.name).arg(*attempt + 1) : run.name;
}

QWidget* column(const std::vector<QWidget*>& widgets) {
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    for (QWidget* widget : widgets)
        rows->addWidget(widget, qobject_cast<QAbstractScrollArea*>(widget) ? 1 : 0);
    return box;
}

} // namespace

ComparePage::ComparePage(models::Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_headline(new CompareHeadline), m_bar(new CompareBar(session)),
      m_plot(new PlotView), m_plotB(new PlotView), m_plots(new QSplitter(Qt::Horizontal)),
      m_dragA(new OffsetDrag(*m_plot, this)), m_dragB(new OffsetDrag(*m_plotB, this)),
      m_metrics(new models::ComparedMetricsModel(this)), m_table(new MetricTable(*m_metrics)),
      m_runs(new RunsSection(session)), m_side(new CompareSide), m_metricsNote(new ElidedLabel),
      m_alignment(new QLabel) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(waitMs);
    buildLayout();
    addShortcuts();
    connect(&m_wait, &QTimer::timeout, this, &ComparePage::request);
    connect(m_bar, &CompareBar::changed, this, [this] {
        for (OffsetDrag* drag : {m_dragA, m_dragB})
            drag->setOffset(m_bar->options().offset);
        if (m_active)
            m_wait.start();
    });
    connect(m_bar, &CompareBar::closeRequested, this, &ComparePage::closeRequested);
    connect(&session, &models::Session::optionsChanged, this, [this] {
        if (m_active && view() && view()->request.added != m_session.addedSeries())
            m_wait.start();
    });
    connect(m_plot, &PlotView::viewRangeChanged, this, [this] {
        if (m_active && m_bar->onlyVisible())
            m_wait.start();
    });
    linkPlots();
    connectDragging();
    connect(&m_comparer, &models::Comparer::viewChanged, this, [this] { show(m_comparer.view()); });
    connect(&m_comparer, &models::Comparer::busyChanged, m_bar, &CompareBar::setBusy);
    connect(&m_comparer, &models::Comparer::problem, this, &ComparePage::problem);
    connect(&m_session, &models::Session::runsChanged, this, &ComparePage::followRuns);
    models::Watching& watching = models::Watching::of(m_session);
    connect(&watching, &models::Watching::baselineChanged, this, [this, &watching] {
        if (!m_active || watching.baseline() == 0 || watching.baseline() == m_bar->runA())
            return;
        start(); // with the run that was pinned as A
        emit m_bar->changed();
    });
}

ComparePage::~ComparePage() {
    endQuietly(*this);
}

void ComparePage::buildLayout() {
    QToolButton* copy = textButton(tr("Copy as table"));
    connect(copy, &QToolButton::clicked, this, [this] { emit copyRequested(m_metrics->asText()); });
    m_alignment->setProperty("look", QStringLiteral("secondary"));
    m_alignment->setContentsMargins(14, 4, 14, 4);
    m_alignment->setWordWrap(true);
    auto* left = new QSplitter(Qt::Vertical);
    left->setChildrenCollapsible(false);
    m_plots->setChildrenCollapsible(false);
    m_plots->addWidget(m_plot);
    m_plots->addWidget(m_plotB);
    left->addWidget(m_plots);
    m_metricsNote->setProperty("look", QStringLiteral("muted"));
    connect(m_runs, &RunsSection::copyRequested, this, &ComparePage::copyRequested);
    connect(m_runs, &RunsSection::chosen, this, &ComparePage::chooseB);
    // Queued: the menu that it comes from is filled anew.
    connect(m_runs, &RunsSection::changed, this, &ComparePage::request, Qt::QueuedConnection);
    left->addWidget(column({m_runs, sectionRow(tr("Metrics"), m_metricsNote, {copy}), m_table}));
    left->setStretchFactor(0, 1);
    left->setStretchFactor(1, 0);
    left->setSizes({560, 250});
    m_plot->setMinimumHeight(240);
    PlotOptions options;
    options.overview = false; // the lanes need the room
    for (PlotView* plot : {m_plot, m_plotB})
        plot->setOptions(options);
    m_plotB->hide();
    m_table->setMinimumHeight(110);
    auto* across = new QSplitter(Qt::Horizontal);
    across->setChildrenCollapsible(false);
    across->addWidget(left);
    connect(m_side, &CompareSide::copyRequested, this, &ComparePage::copyRequested);
    across->addWidget(m_side);
    across->setStretchFactor(0, 63);
    across->setStretchFactor(1, 37);
    across->setSizes({1010, 590});
    left->setMinimumWidth(480);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_headline);
    rows->addWidget(m_bar);
    rows->addWidget(across, 1);
    rows->addWidget(m_alignment);
}

void ComparePage::addShortcuts() {
    const std::pair<QKeySequence, double> shifts[] = {{QKeySequence(Qt::ALT | Qt::Key_Left), -1},
                                                      {QKeySequence(Qt::ALT | Qt::Key_Right), 1},
                                                      {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left), -10},
                                                      {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right), 10}};
    for (const auto& [keys, by] : shifts) {
        auto* shortcut = new QShortcut(keys, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, shift = by] { m_bar->shiftB(shift); });
    }
    auto* reset =
        new QShortcut(QKeySequence(Qt::ALT | Qt::Key_0), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(reset, &QShortcut::activated, m_bar, &CompareBar::resetOffset);
}

void ComparePage::start() {
    std::vector<std::uint64_t> ready;
    for (const OpenRun& run : m_session.runs())
        if (run.run)
            ready.push_back(run.id);
    const auto has = [&](std::uint64_t id) {
        return std::ranges::find(ready, id) != ready.end();
    };
    std::uint64_t a = m_bar->runA(), b = m_bar->runB();
    if (ready.size() >= 2 && (!has(a) || !has(b) || a == b)) {
        a = ready[0];
        b = ready[1];
    }
    const std::uint64_t baseline = models::Watching::of(m_session).baseline();
    if (has(baseline) && a != baseline) {
        const OpenRun* current = m_session.current();
        b = current && current->id != baseline && has(current->id) ? current->id : b == baseline ? a : b;
        a = baseline;
    }
    start(a, b);
}

void ComparePage::start(std::uint64_t a, std::uint64_t b) {
    m_active = true;
    m_bar->setRuns(a, b);
    request();
}

void ComparePage::stop() {
    m_active = false;
    m_wait.stop();
    m_comparer.cancel();
}

/// A run of the comparison was closed, or read again.
void ComparePage::followRuns() {
    if (!m_active)
        return;
    const OpenRun *a = m_session.run(m_bar->runA()), *b = m_session.run(m_bar->runB());
    const models::ComparisonViewPtr view = m_comparer.view();
    if (!a || !b)
        emit closeRequested();
    else if (view && (view->request.a != a->run || view->request.b != b->run || view->request.others != others()))
        m_wait.start();
}

std::vector<RunPtr> ComparePage::others() const {
    std::vector<RunPtr> runs;
    for (const std::uint64_t id : m_runs->others(m_bar->runA(), m_bar->runB()))
        runs.push_back(m_session.run(id)->run);
    return runs;
}

/// Another one of the runs against A is drawn as B. An offset belongs to the run that it was chosen for.
void ComparePage::chooseB(std::size_t other) {
    const models::ComparisonViewPtr view = m_comparer.view();
    if (!view || other >= view->others.size())
        return;
    const auto& runs = m_session.runs();
    const auto found = std::ranges::find(runs, view->request.others[other], &OpenRun::run);
    if (found == runs.end())
        return;
    m_bar->showOffset(0, {});
    m_bar->setRuns(m_bar->runA(), found->id);
    emit m_bar->changed();
}

void ComparePage::request() {
    const OpenRun *a = m_session.run(m_bar->runA()), *b = m_session.run(m_bar->runB());
    m_runs->followRuns(m_bar->runA(), m_bar->runB());
    if (!a || !b || !a->run || !b->run) {
        m_headline->setSentence(tr("Open two runs to compare them."));
        return;
    }
    models::ComparisonRequest request;
    request.a = a->run;
    request.b = b->run;
    request.options = m_bar->options();
    request.nameA = nameOf(*a, request.options.attemptA);
    request.nameB = nameOf(*b, request.options.attemptB);
    request.smoothing = m_session.options().smoothing;
    request.sideBySide = m_bar->sideBySide();
    request.others = others();
    request.added = m_session.addedSeries();
    const models::TimelinePtr timeline = m_plot->timeline();
    if (m_bar->onlyVisible() && timeline) {
        const auto [low, high] = m_plot->viewRange();
        if (low > timeline->xMin)
            request.options.rangeMin = low;
        if (high < timeline->xMax)
            request.options.rangeMax = high;
    }
    if (!m_comparer.view())
        m_headline->setSentence(tr("Comparing %1 with %2…").arg(b->name, a->name));
    m_comparer.request(request);
}

void ComparePage::show(const models::ComparisonViewPtr& view) {
    m_metrics->setView(view);
    m_side->setView(view);
    m_runs->setView(view);
    if (!view)
        return;
    m_headline->setView(view);
    m_bar->setView(view);
    for (OffsetDrag* drag : {m_dragA, m_dragB})
        drag->setSnaps(snapOffsets(view->comparison));
    showLanes(*view);
    m_metricsNote->setText(m_metrics->tally());
    m_alignment->setText(alignmentWords(view->comparison));
    QTimer::singleShot(0, this, &ComparePage::layOutAgain);
    emit viewChanged();
}

/// A first answer may come while the page is being shown for the first time: the sections have taken their places
/// before they knew what is in them.
void ComparePage::layOutAgain() {
    for (QWidget* part : findChildren<QWidget*>())
        if (part->layout())
            part->layout()->invalidate();
    for (QSplitter* splitter : findChildren<QSplitter*>())
        QCoreApplication::postEvent(splitter, new QEvent(QEvent::LayoutRequest));
    for (QWidget* part : findChildren<QWidget*>())
        if (part->layout())
            part->layout()->activate();
}

bool ComparePage::isZoomed() const {
    const models::TimelinePtr timeline = m_plot->timeline();
    const auto [low, high] = m_plot->viewRange();
    return timeline && (low > timeline->xMin || high < timeline->xMax);
}

/// Keeps the part of the axis that is looked at. While B lies elsewhere than where the numbers are from, or is being
/// dragged, the axis stays as it is and B's lines are moved to where it lies.
void ComparePage::showLanes(const models::ComparisonView& view) {
    const models::TimelinePtr before = m_plot->timeline();
    const std::pair<double, double> range = before ? m_plot->viewRange() : std::pair(0.0, 0.0);
    const bool sameAxis = before && before->options.axis == view.timeline->options.axis;
    const bool zoomed = sameAxis && (range.first > before->xMin || range.second < before->xMax);
    const bool apart = view.sideA && view.sideB;
    const double by = m_bar->options().offset - view.comparison.alignment.offset;
    const bool moved = sameAxis && (by != 0.0 || m_dragA->dragging() || m_dragB->dragging());
    const auto placed = [&](const models::TimelinePtr& timeline) {
        return moved ? models::movedTimeline(*timeline, 1, by, {before->xMin, before->xMax}) : timeline;
    };
    if (apart && m_plotB->isHidden()) {
        m_plotB->show();
        m_plots->setSizes({m_plots->width() / 2, m_plots->width() / 2});
    }
    m_plotB->setVisible(apart);
    m_plot->setTimeline(placed(apart ? view.sideA : view.timeline));
    m_plotB->setTimeline(apart ? placed(view.sideB) : nullptr);
    if (zoomed)
        m_plot->setViewRange(range.first, range.second);
}

/// The lanes follow at once, the numbers as fast as they can be worked out.
void ComparePage::moveB(double offset, const QString& snap) {
    m_bar->showOffset(offset, snap);
    emit m_plot->statusText(m_bar->offsetText());
    for (OffsetDrag* drag : {m_dragA, m_dragB})
        drag->setOffset(offset);
    const models::ComparisonViewPtr view = m_comparer.view();
    if (!view)
        return;
    showLanes(*view);
    const bool known = view->comparison.alignment.offset == offset && !m_comparer.running();
    if (m_active && !known && !m_wait.isActive())
        m_wait.start();
}

void ComparePage::connectDragging() {
    for (OffsetDrag* drag : {m_dragA, m_dragB}) {
        connect(drag, &OffsetDrag::moved, this, &ComparePage::moveB);
        connect(drag, &OffsetDrag::dropped, this, [this] {
            moveB(m_bar->options().offset, m_bar->snap());
            emit m_bar->changed(); // one step for undo
        });
        connect(drag, &OffsetDrag::canceled, this, [this](double offset) { moveB(offset, {}); });
    }
    connect(m_bar, &CompareBar::offsetChanged, this, [this](double offset) { moveB(offset, m_bar->snap()); });
}

/// Side by side both plots show the same part of the axis and the same place under the crosshair.
void ComparePage::linkPlots() {
    const std::pair<PlotView*, PlotView*> links[] = {{m_plot, m_plotB}, {m_plotB, m_plot}};
    for (const auto& [from, to] : links) {
        connect(from, &PlotView::viewRangeChanged, this, [other = to](double low, double high) {
            if (other->timeline() && other->viewRange() != std::pair(low, high))
                other->setViewRange(low, high);
        });
        connect(from, &PlotView::crosshairMoved, this, [other = to](std::optional<double> x) {
            if (other->timeline() && other->crosshair() != x)
                other->setCrosshair(x);
        });
    }
}

void ComparePage::setTheme(const Theme& theme) {
    m_headline->setTheme(theme);
    m_bar->setTheme(theme);
    m_plot->setTheme(theme);
    m_plotB->setTheme(theme);
    m_table->setTheme(theme);
    m_side->setTheme(theme);
    m_runs->setTheme(theme);
}

} // namespace tachograph::widgets
