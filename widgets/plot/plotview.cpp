#include "widgets/plot/plotview.h"

#include "widgets/plot/measure.h"
#include "widgets/plot/navigation.h"
#include "widgets/plot/picturestate.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/spokenlane.h"

#include <QBoxLayout>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr int announcePause = 334; // ms: screen readers are told at most three times a second
} // namespace

class PlotView::Private {
  public:
    PlotCanvas* canvas = nullptr;
    QScrollBar* scrollBar = nullptr;
    std::unique_ptr<Navigation> navigation;
    QTimer announce;

    void addScrollBar(PlotView& view);
    /// What a screen reader says: every lane, the focused one first.
    [[nodiscard]] QString description() const;
};

void PlotView::Private::addScrollBar(PlotView& view) {
    scrollBar = new QScrollBar(Qt::Vertical, &view);
    scrollBar->setPageStep(1);
    scrollBar->setAccessibleName(tr("Lanes"));
    scrollBar->hide();
    QObject::connect(canvas, &PlotCanvas::rebuilt, scrollBar, [this] {
        const int hidden = canvas->hiddenLanes();
        const QSignalBlocker blocker(scrollBar);
        scrollBar->setRange(0, hidden);
        scrollBar->setValue(canvas->state().firstLane);
        scrollBar->setVisible(hidden > 0);
    });
    QObject::connect(scrollBar, &QScrollBar::valueChanged, canvas, [this](int first) {
        canvas->state().firstLane = first;
        canvas->rebuild();
    });
}

QString PlotView::Private::description() const {
    const PlotState& state = canvas->state();
    QStringList lanes;
    for (std::size_t i = 0; i < state.timeline->lanes.size(); ++i) {
        const QString text = spokenLane(state.timeline->lanes[i], state, canvas->readoutTolerance());
        if (static_cast<int>(i) == state.focusedLane)
            lanes.prepend(text);
        else
            lanes.append(text);
    }
    return lanes.join(QStringLiteral(". "));
}

PlotView::PlotView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>()) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    d->canvas = new PlotCanvas(PlotState(), false, this);
    d->canvas->setFocusPolicy(Qt::StrongFocus);
    d->canvas->setAccessibleName(tr("Timelines"));
    d->addScrollBar(*this);
    layout->addWidget(d->canvas, 1);
    layout->addWidget(d->scrollBar);
    d->navigation = std::make_unique<Navigation>(*this, *d->canvas);
    setFocusProxy(d->canvas);
    setMinimumSize(320, 240);
    setAccessibleName(tr("Timelines"));
    d->announce.setSingleShot(true);
    d->announce.setInterval(announcePause);
    connect(&d->announce, &QTimer::timeout, this, [this] {
        setAccessibleDescription(d->description());
        d->canvas->setAccessibleDescription(accessibleDescription()); // the focus is there
    });
    const auto announce = [this] {
        if (!d->announce.isActive())
            d->announce.start();
    };
    connect(this, &PlotView::crosshairMoved, this, announce);
    connect(this, &PlotView::measureChanged, this, announce);
    connect(this, &PlotView::viewRangeChanged, this, announce);
    connect(d->canvas, &PlotCanvas::rebuilt, this, announce);
}

PlotView::~PlotView() = default;

void PlotView::setTimeline(models::TimelinePtr timeline) {
    PlotState& state = d->canvas->state();
    const auto before =
        std::exchange(state.timeline, timeline ? std::move(timeline) : std::make_shared<const models::Timeline>());
    const auto name = [](const models::Timeline& some) {
        return some.runs.empty() ? QString() : some.runs.front().name;
    };
    const bool same = before->options.axis == state.timeline->options.axis && name(*before) == name(*state.timeline);
    const bool zoomed = state.xMin > before->xMin || state.xMax < before->xMax;
    const auto viewBefore = viewRange();
    if (!same || !zoomed) {
        state.xMin = state.timeline->xMin;
        state.xMax = state.timeline->xMax;
    }
    if (!same) {
        state.crosshair.reset();
        state.pinned = false;
        state.measure.reset();
        state.handRanges.clear();
    }
    const double whole = state.timeline->xMax - state.timeline->xMin;
    const double width = std::min(state.xMax - state.xMin, whole);
    state.xMin = std::clamp(state.xMin, state.timeline->xMin, state.timeline->xMax - width);
    state.xMax = state.xMin + width;
    state.dismissed.clear(); // indices into what was there before
    if (state.selectedFinding >= static_cast<int>(state.timeline->findings.size()))
        state.selectedFinding = -1;
    state.focusedLane = std::min(state.focusedLane, static_cast<int>(state.timeline->lanes.size()) - 1);
    d->canvas->rebuild();
    if (viewRange() != viewBefore)
        emit viewRangeChanged(state.xMin, state.xMax);
}

models::TimelinePtr PlotView::timeline() const {
    return d->canvas->state().timeline;
}

void PlotView::setTheme(const Theme& theme) {
    d->canvas->state().theme = theme;
    d->canvas->rebuild();
}

void PlotView::setOptions(const PlotOptions& options) {
    d->canvas->state().options = options;
    d->canvas->rebuild();
}

const PlotOptions& PlotView::options() const {
    return d->canvas->state().options;
}

void PlotView::setViewRange(double min, double max) {
    PlotState& state = d->canvas->state();
    const double whole = state.timeline->xMax - state.timeline->xMin;
    if (!std::isfinite(min) || !std::isfinite(max) || !(whole > 0))
        return;
    const bool steps =
        state.timeline->options.axis == XAxis::step || state.timeline->options.axis == XAxis::sinceResume;
    const double least = std::min(whole, std::max(steps ? 4.0 : 0.0, whole * 1e-6));
    double width = std::clamp(max - min, least, whole);
    double low = (min + max) / 2 - width / 2;
    low = std::clamp(low, state.timeline->xMin, state.timeline->xMax - width);
    if (low == state.xMin && low + width == state.xMax)
        return;
    state.xMin = low;
    state.xMax = low + width;
    d->canvas->refresh();
    emit viewRangeChanged(state.xMin, state.xMax);
}

std::pair<double, double> PlotView::viewRange() const {
    return {d->canvas->state().xMin, d->canvas->state().xMax};
}

void PlotView::showWholeRun() {
    setViewRange(timeline()->xMin, timeline()->xMax);
}

double PlotView::xAt(QPointF position) const {
    return d->canvas->xScale().toValue(d->canvas->mapFrom(this, position).x());
}

int PlotView::eventRowAt(QPointF position) const {
    return d->canvas->strip().runAt(d->canvas->mapFrom(this, position));
}

void PlotView::setCrosshair(std::optional<double> x) {
    if (x == d->canvas->state().crosshair)
        return;
    d->canvas->state().crosshair = x;
    d->canvas->refreshOverlay();
    emit crosshairMoved(x);
}

std::optional<double> PlotView::crosshair() const {
    return d->canvas->state().crosshair;
}

void PlotView::setSelectedFinding(int index) {
    const int last = static_cast<int>(timeline()->findings.size()) - 1;
    d->canvas->state().selectedFinding = index > last ? -1 : index;
    d->canvas->rebuild();
}

/// The strip may need another height.
void PlotView::setNotes(std::vector<models::PlacedNote> notes) {
    PlotState& state = d->canvas->state();
    if (notes == state.notes)
        return;
    state.notes = std::move(notes);
    d->canvas->rebuild();
}

void PlotView::setDismissed(std::set<int> findings) {
    PlotState& state = d->canvas->state();
    if (state.dismissed == findings)
        return;
    state.dismissed = std::move(findings);
    d->canvas->refresh();
}

void PlotView::setSelectedNote(std::uint64_t note) {
    if (std::exchange(d->canvas->state().selectedNote, note) != note)
        d->canvas->refresh();
}

void PlotView::setNotesEditable(bool on) {
    d->canvas->state().notesEditable = on;
}

bool PlotView::notesEditable() const {
    return d->canvas->state().notesEditable;
}

std::uint64_t PlotView::noteAt(QPointF position) const {
    return d->canvas->strip().hit(d->canvas->mapFrom(this, position)).note;
}

void PlotView::goTo(double x) {
    d->navigation->actions().goTo(x);
}

void PlotView::stepEvent(bool next) {
    d->navigation->actions().goToEvent(next);
}

bool PlotView::showLane(const QString& id) {
    return d->navigation->actions().showLane(id);
}

bool PlotView::showNote(std::uint64_t note) {
    return d->navigation->notes().show(note);
}

void PlotView::addNoteHere() {
    d->navigation->notes().addHere();
}

void PlotView::addNoteOnView() {
    d->navigation->notes().addOnView();
}

void PlotView::stepNote(bool next) {
    d->navigation->notes().step(next);
}

void PlotView::stepMeasure() {
    d->navigation->actions().stepMeasure();
}

void PlotView::zoomToMeasured() {
    if (const auto range = measuredRange(d->canvas->state()))
        d->navigation->actions().zoomToRange(range->first, range->second);
}

void PlotView::tabulateLane() {
    const auto count = static_cast<int>(timeline()->lanes.size());
    if (count > 0)
        emit laneTableWanted(std::clamp(d->canvas->state().focusedLane, 0, count - 1));
}

void PlotView::chooseSeries() {
    const auto count = static_cast<int>(timeline()->lanes.size());
    if (count > 0)
        emit seriesWanted(std::clamp(d->canvas->state().focusedLane, 0, count - 1));
}

const LaneArrangement& PlotView::arrangement() const {
    return d->canvas->state().arrangement;
}

void PlotView::setArrangement(const LaneArrangement& arrangement) {
    if (arrangement == d->canvas->state().arrangement)
        return;
    d->canvas->state().arrangement = arrangement;
    d->canvas->rebuild();
}

void PlotView::toggleLogarithmic() {
    d->navigation->actions().toggleLogarithmic(d->canvas->state().focusedLane);
}

void PlotView::toggleMaximized() {
    d->navigation->actions().toggleMaximized(d->canvas->state().focusedLane);
}

void PlotView::hideLane() {
    const auto& lanes = timeline()->lanes;
    const int focused = d->canvas->state().focusedLane;
    if (focused >= 0 && static_cast<std::size_t>(focused) < lanes.size())
        emit laneHidden(lanes[static_cast<std::size_t>(focused)].id);
}

void PlotView::setLanesHideable(bool on) {
    d->canvas->state().lanesHideable = on;
}

QImage PlotView::render(QSize size, qreal scale) const {
    PlotCanvas canvas(stateOfPicture(d->canvas->state()), true);
    return canvas.picture(size, scale);
}

int PlotView::comfortableHeight() const {
    return d->canvas->comfortableHeight();
}

} // namespace tachograph::widgets
