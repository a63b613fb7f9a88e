#include "widgets/plot/plotcanvas.h"

#include "widgets/plot/crosshair.h"
#include "widgets/plot/drawing.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::widgets {

namespace {

constexpr double pointReach = 12; // pixels around the crosshair in which a point counts as being there
constexpr int comfortableLane = 120;

/// Lanes that say more get more of the height.
double stretchOf(const QString& laneId) {
    if (laneId == u"step_time")
        return 1.6;
    if (laneId == u"split")
        return 1.25;
    return laneId == u"completion_length" ? 1.1 : 1.0;
}

} // namespace

PlotCanvas::PlotCanvas(PlotState state, bool everything, QWidget* parent)
    : QCustomPlot(parent), m_state(std::move(state)), m_everything(everything) {
    setInteractions(QCP::iNone);
    setAutoAddPlottableToLegend(false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    addLayers();
    m_margins = new QCPMarginGroup(this);
    connect(this, &QCustomPlot::afterLayout, this, &PlotCanvas::updateContent);
    rebuild();
}

// The drawings call their owners: they go first.
PlotCanvas::~PlotCanvas() {
    qDeleteAll(findChildren<Drawing*>(Qt::FindDirectChildrenOnly));
}

void PlotCanvas::addLayers() {
    const char* below = "grid";
    addLayer(QStringLiteral("tint"), layer(QString::fromLatin1(below)), limBelow);
    const char* above = "grid";
    for (const char* name : {"fills", "raw", "smoothed", "fits"}) {
        addLayer(QString::fromLatin1(name), layer(QString::fromLatin1(above)), limAbove);
        above = name;
    }
    addLayer(QStringLiteral("events"), layer(QStringLiteral("legend")), limAbove);
    addLayer(QStringLiteral("notes"), layer(QStringLiteral("events")), limAbove);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
}

std::vector<int> PlotCanvas::laneOrder() const {
    const auto& lanes = m_state.timeline->lanes;
    const LaneArrangement& arrangement = m_state.arrangement;
    const auto alone = std::ranges::find(lanes, arrangement.maximized, &models::Lane::id);
    if (!arrangement.maximized.isEmpty() && alone != lanes.end())
        return {static_cast<int>(alone - lanes.begin())};
    std::vector<int> order;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        order.push_back(static_cast<int>(i));
    const auto idOf = [&lanes](int i) -> const QString& {
        return lanes[static_cast<std::size_t>(i)].id;
    };
    std::ranges::stable_sort(order, {}, [&](int i) { return std::ranges::find(arrangement.order, idOf(i)); });
    std::stable_partition(order.begin(), order.end(), [&](int i) { // with nothing to draw it comes last
        const auto& lane = lanes[static_cast<std::size_t>(i)];
        return lane.state.isEmpty() || !lane.missing.empty();
    });
    return order;
}

double PlotCanvas::heightOf(const QString& laneId) const {
    const auto byHand = m_state.arrangement.heights.find(laneId);
    return byHand == m_state.arrangement.heights.end() ? stretchOf(laneId) : byHand->second;
}

void PlotCanvas::addRow(int& row, QCPLayoutElement* element, double stretch) {
    plotLayout()->addElement(row, 0, element);
    plotLayout()->setRowStretchFactor(row, stretch);
    ++row;
}

/// How many lanes from `first` on fit in `room` pixels; at least one.
std::size_t PlotCanvas::fittingLanes(const std::vector<int>& order, std::size_t first, int room) const {
    std::size_t count = 0;
    while (first + count < order.size()) {
        const models::Lane& lane = m_state.timeline->lanes[static_cast<std::size_t>(order[first + count])];
        room -= isFolded(lane, m_state) ? m_sizes.foldedHeight
                                        : m_sizes.headerHeight + m_sizes.laneMinimum + m_sizes.laneGap;
        if (room < 0 && count > 0)
            break;
        ++count;
    }
    return count;
}

void PlotCanvas::addLanes(int& row) {
    const auto order = laneOrder();
    const int others =
        m_strip->axisRect()->minimumSize().height() + m_sizes.axisHeight + (m_overview ? m_sizes.overviewHeight : 0);
    std::size_t first = 0, count = order.size();
    if (!m_everything) {
        const int room = height() - others;
        while (first < static_cast<std::size_t>(std::max(0, m_state.firstLane)) &&
               first + fittingLanes(order, first, room) < order.size())
            ++first; // no further than until the last lane is in view
        count = fittingLanes(order, first, room);
    }
    m_state.firstLane = static_cast<int>(first);
    m_hiddenLanes = static_cast<int>(order.size() - count);
    for (std::size_t i = first; i < first + count; ++i) {
        auto lane = std::make_unique<LaneView>(this, m_state, order[i], m_sizes, m_margins);
        addRow(row, lane->header(), 0.001);
        if (!lane->folded()) {
            lane->axisRect()->setMinimumSize(10, m_everything ? 10 : m_sizes.laneMinimum);
            addRow(row, lane->axisRect(), heightOf(lane->lane().id));
        }
        m_lanes.push_back(std::move(lane));
    }
}

void PlotCanvas::rebuild() {
    m_sizes = PlotSizes::of(m_state.options);
    qDeleteAll(findChildren<Drawing*>(Qt::FindDirectChildrenOnly));
    clearPlottables();
    m_lanes.clear();
    m_overview.reset();
    m_strip.reset();
    plotLayout()->clear();
    plotLayout()->simplify();
    plotLayout()->setRowSpacing(0);
    setBackground(QBrush(m_state.theme.plot));

    int row = 0;
    m_strip = std::make_unique<EventStrip>(this, m_state, m_sizes, m_margins);
    m_strip->reserveHeight(width() - m_sizes.leftMargin - m_sizes.rightMargin);
    addRow(row, m_strip->axisRect(), 0.001);
    if (m_state.options.overview)
        m_overview = std::make_unique<Overview>(this, m_state, m_sizes, m_margins);
    addLanes(row);
    const bool allFolded = std::ranges::all_of(m_lanes, [](const auto& lane) { return lane->folded(); });
    m_axisRow = new AxisRow(this, m_state, m_sizes);
    addRow(row, m_axisRow, 0.001);
    if (allFolded) // something has to take the height that no lane takes
        addRow(row, new QCPLayoutElement(this), 1);
    if (m_overview)
        addRow(row, m_overview->axisRect(), 0.001);
    new Drawing(this, QStringLiteral("overlay"), [this](QPainter& painter) { paintOverlay(painter, *this); });
    emit rebuilt();
    refresh();
}

void PlotCanvas::refresh() {
    if (m_everything)
        return;
    m_outdated = m_outdated || !isVisible();
    if (m_outdated)
        update(); // draws it anew, if it is to be seen
    else
        replot(QCustomPlot::rpQueuedReplot);
}

void PlotCanvas::refreshOverlay() {
    if (!m_everything && !m_outdated)
        layer(QStringLiteral("overlay"))->replot();
}

/// Everything that needs pixel positions, between layout and drawing.
void PlotCanvas::updateContent() {
    m_strip->updateContent();
    for (const auto& lane : m_lanes)
        lane->updateRanges();
}

/// Without the base class, which draws at once what is laid out anew, and drawn again, right after.
void PlotCanvas::resizeEvent(QResizeEvent* /*event*/) {
    setViewport(rect());
    m_outdated = true;
    if (isVisible())
        rebuild();
}

void PlotCanvas::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    if (m_outdated)
        rebuild();
}

void PlotCanvas::paintEvent(QPaintEvent* event) {
    if (std::exchange(m_outdated, false))
        replot(QCustomPlot::rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
}

const LaneView* PlotCanvas::laneAt(QPoint position) const {
    for (const auto& lane : m_lanes) {
        const QRect header = lane->header()->rect();
        const int bottom = lane->folded() ? header.bottom() : lane->rect().bottom();
        if (position.y() >= header.top() && position.y() <= bottom)
            return lane.get();
    }
    return nullptr;
}

const LaneView* PlotCanvas::laneByIndex(int index) const {
    const auto found = std::ranges::find_if(m_lanes, [index](const auto& lane) { return lane->index() == index; });
    return found == m_lanes.end() ? nullptr : found->get();
}

void PlotCanvas::scrollTo(int lane) {
    if (laneByIndex(lane))
        return;
    const auto order = laneOrder();
    m_state.firstLane = static_cast<int>(std::ranges::find(order, lane) - order.begin());
    rebuild();
}

double PlotCanvas::readoutTolerance() const {
    const XScale scale = xScale();
    const double pixels = pointReach * (scale.max - scale.min) / std::max(1.0, scale.right - scale.left);
    const XAxis axis = m_state.timeline->options.axis;
    return std::max(pixels, axis == XAxis::step || axis == XAxis::sinceResume ? 0.75 : 0.0);
}

int PlotCanvas::comfortableHeight() const {
    int total =
        m_strip->axisRect()->minimumSize().height() + m_sizes.axisHeight + (m_overview ? m_sizes.overviewHeight : 0);
    for (const int index : laneOrder()) {
        const auto& lane = m_state.timeline->lanes[static_cast<std::size_t>(index)];
        const bool folded = isFolded(lane, m_state);
        const auto plot = static_cast<int>(comfortableLane * heightOf(lane.id));
        total += folded ? m_sizes.foldedHeight : m_sizes.headerHeight + plot + m_sizes.laneGap;
    }
    return total;
}

QImage PlotCanvas::picture(QSize size, qreal scale) {
    resize(size);
    rebuild();
    // With an alpha channel letters are smoothed in grey on every platform; without one some use the colours of a
    // screen.
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(m_state.theme.plot);
    QCPPainter painter(&image);
    painter.scale(scale, scale);
    toPainter(&painter, size.width(), size.height());
    painter.end();
    return image;
}

} // namespace tachograph::widgets
