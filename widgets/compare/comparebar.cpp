#include "widgets/compare/comparebar.h"

#include "analysis/comparison/snapoffsets.h"
#include "models/convert.h"
#include "widgets/icons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace tachograph::widgets {

using models::OpenRun;

namespace {

constexpr double farthest = 1e12; // of the offset, in units of any axis
constexpr int proposedAxis = -1;
constexpr int attemptRole = Qt::UserRole + 1; // of a run's item; no data = all attempts
constexpr std::size_t mostAttempts = 50;      // that are offered

std::optional<std::size_t> attemptOf(const QComboBox& box, int index) {
    const QVariant attempt = box.itemData(index, attemptRole);
    return attempt.isValid() ? std::optional<std::size_t>(attempt.toUInt()) : std::nullopt;
}

void choose(QComboBox& box, std::uint64_t run, std::optional<std::size_t> attempt) {
    int index = box.findData(QVariant::fromValue(run));
    for (int i = index; attempt && i >= 0 && i < box.count(); ++i)
        if (box.itemData(i).value<std::uint64_t>() == run && attemptOf(box, i) == attempt)
            index = i;
    box.setCurrentIndex(index);
}

struct AxisItem {
    int axis;
    const char* text;
};
constexpr AxisItem axisItems[] = {
    {proposedAxis, QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Proposed axis")},
    {static_cast<int>(XAxis::step), QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Step")},
    {static_cast<int>(XAxis::sinceResume), QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Steps since resume")},
    {static_cast<int>(XAxis::elapsed), QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Elapsed")},
    {static_cast<int>(XAxis::wallClock), QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Wall clock")},
    {static_cast<int>(XAxis::tokens), QT_TRANSLATE_NOOP("tachograph::widgets::CompareBar", "Tokens")}};

QString unitOf(XAxis axis) {
    switch (axis) {
    case XAxis::step:
    case XAxis::sinceResume:
        return QStringLiteral(" steps");
    case XAxis::elapsed:
    case XAxis::wallClock:
        return QStringLiteral(" s");
    case XAxis::tokens:
        return QStringLiteral(" tok");
    }
    return {};
}

} // namespace

CompareBar::CompareBar(models::Session& session, QWidget* parent)
    : QFrame(parent), m_session(session), m_a(new QComboBox(this)), m_b(new QComboBox(this)),
      m_axis(new QComboBox(this)), m_swap(new QToolButton(this)), m_snap(new QToolButton(this)),
      m_close(new QToolButton(this)), m_offset(new QDoubleSpinBox(this)),
      m_events(new QCheckBox(tr("Leave out events"), this)), m_visible(new QCheckBox(tr("Only visible range"), this)),
      m_sideBySide(new QCheckBox(tr("Side by side"), this)), m_chipA(new QLabel(QStringLiteral("A"), this)),
      m_chipB(new QLabel(QStringLiteral("B"), this)), m_busy(new QLabel(tr("Comparing…"), this)) {
    setProperty("look", QStringLiteral("bar"));
    setFixedHeight(40);
    m_a->setAccessibleName(tr("Run A, the baseline"));
    m_b->setAccessibleName(tr("Run B"));
    m_axis->setAccessibleName(tr("X axis"));
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QLabel* chip : {m_chipA, m_chipB}) {
        chip->setFixedSize(22, 20);
        chip->setAlignment(Qt::AlignCenter);
    }
    for (const AxisItem& item : axisItems)
        m_axis->addItem(tr(item.text), item.axis);
    m_swap->setAccessibleName(tr("Swap A and B"));
    m_swap->setToolTip(tr("Swap A and B"));
    m_snap->setText(tr("Snap"));
    m_snap->setAccessibleName(tr("Snap B to"));
    m_snap->setToolTip(tr("Offsets at which resumes, first checkpoints or ends of warm-up lie over each other"));
    m_snap->setPopupMode(QToolButton::InstantPopup);
    m_snap->setMenu(new QMenu(m_snap));
    m_close->setAccessibleName(tr("Close the comparison"));
    m_close->setToolTip(tr("Back to the timelines (Ctrl+D)"));
    m_offset->setRange(-farthest, farthest);
    m_offset->setDecimals(0);
    m_offset->setPrefix(tr("B "));
    m_offset->setKeyboardTracking(false);
    m_offset->setMinimumWidth(110);
    m_offset->setMaximumWidth(140);
    m_offset->setLocale(QLocale::c());
    m_offset->setAccessibleName(tr("Offset of B"));
    m_offset->setToolTip(tr("B is moved right by this much (drag with Shift in the lanes, or B's "
                            "events; Alt+Left, Alt+Right, with Shift by ten; Alt+0 resets)"));
    m_events->setChecked(true);
    m_events->setToolTip(tr("Leaves checkpoint and evaluation steps and their neighbours out of the statistics"));
    m_visible->setToolTip(tr("Judges only the steps that the lanes show"));
    m_sideBySide->setToolTip(tr("Each run in lanes of its own, with linked x axes and equal y scales"));
    m_busy->setProperty("look", QStringLiteral("secondary"));
    m_busy->hide();

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(7);
    layout->addWidget(m_chipA);
    layout->addWidget(m_a, 2);
    layout->addWidget(m_swap);
    layout->addWidget(m_chipB);
    layout->addWidget(m_b, 2);
    layout->addWidget(m_axis);
    layout->addWidget(m_offset);
    layout->addWidget(m_snap);
    layout->addWidget(m_events);
    layout->addWidget(m_visible);
    layout->addWidget(m_sideBySide);
    layout->addStretch(1);
    layout->addWidget(m_busy);
    layout->addWidget(m_close);

    for (QComboBox* box : {m_a, m_b}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        connect(box, &QComboBox::activated, this, &CompareBar::changed);
    }
    connect(m_axis, &QComboBox::activated, this, [this] {
        showOffset(0, {}); // an offset in steps means nothing on another axis
        emit changed();
    });
    connect(m_swap, &QToolButton::clicked, this, &CompareBar::swapRuns);
    connect(m_close, &QToolButton::clicked, this, &CompareBar::closeRequested);
    connect(m_offset, &QDoubleSpinBox::valueChanged, this, [this](double offset) { setOffset(offset, {}); });
    connect(m_events, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(m_visible, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(m_sideBySide, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(&m_session, &models::Session::runsChanged, this, &CompareBar::followRuns);
    followRuns();
}

void CompareBar::followRuns() {
    for (QComboBox* box : {m_a, m_b}) {
        const auto run = box->currentData().value<std::uint64_t>();
        const auto attempt = attemptOf(*box, box->currentIndex());
        fill(*box);
        choose(*box, run, attempt);
    }
    nameRuns();
}

/// Every run, and behind one that was restarted each of its attempts.
void CompareBar::fill(QComboBox& box) {
    box.clear();
    for (const OpenRun& run : m_session.runs()) {
        if (!run.run)
            continue;
        box.addItem(run.name, QVariant::fromValue(run.id));
        const std::size_t attempts = run.run->attempts().size();
        for (std::size_t i = 0; attempts > 1 && i < std::min(attempts, mostAttempts); ++i) {
            box.addItem(run.name, QVariant::fromValue(run.id));
            box.setItemData(box.count() - 1, QVariant::fromValue(static_cast<uint>(i)), attemptRole);
        }
    }
}

/// With the steps where there is room for them.
void CompareBar::nameRuns() {
    constexpr int roomForSteps = 1400;
    for (QComboBox* box : {m_a, m_b})
        for (int i = 0; i < box->count(); ++i)
            if (const OpenRun* run = m_session.run(box->itemData(i).value<std::uint64_t>()); run && run->run) {
                const auto attempt = attemptOf(*box, i);
                const Attempt* part =
                    attempt && *attempt < run->run->attempts().size() ? &run->run->attempts()[*attempt] : nullptr;
                const QString name = part ? tr("%1, attempt %2").arg(run->name).arg(*attempt + 1) : run->name;
                const QString steps = QStringLiteral("%1 to %2")
                                          .arg(part ? part->firstStep : run->run->firstStep())
                                          .arg(part ? part->lastStep : run->run->lastStep());
                box->setItemText(i, width() >= roomForSteps ? name + QStringLiteral("  ") + steps : name);
                box->setItemData(i, name + QStringLiteral(", steps ") + steps, Qt::ToolTipRole);
            }
}

void CompareBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    nameRuns();
}

std::uint64_t CompareBar::runA() const {
    return m_a->currentData().value<std::uint64_t>();
}

std::uint64_t CompareBar::runB() const {
    return m_b->currentData().value<std::uint64_t>();
}

void CompareBar::setRuns(std::uint64_t a, std::uint64_t b) {
    if (a != runA())
        choose(*m_a, a, std::nullopt);
    if (b != runB())
        choose(*m_b, b, std::nullopt);
}

void CompareBar::setRuns(std::uint64_t a, std::optional<std::size_t> attemptA, std::uint64_t b,
                         std::optional<std::size_t> attemptB) {
    choose(*m_a, a, attemptA);
    choose(*m_b, b, attemptB);
}

void CompareBar::swapRuns() {
    showOffset(-m_offset->value(), {});
    const std::uint64_t a = runA(), b = runB();
    const auto attemptA = attemptOf(*m_a, m_a->currentIndex()), attemptB = attemptOf(*m_b, m_b->currentIndex());
    choose(*m_a, b, attemptB);
    choose(*m_b, a, attemptA);
    emit changed();
}

void CompareBar::shiftB(double by) {
    m_offset->setValue(m_offset->value() + by);
}

void CompareBar::resetOffset() {
    m_offset->setValue(0);
}

void CompareBar::showOffset(double offset, const QString& snap) {
    const QSignalBlocker quiet(m_offset);
    m_offset->setValue(offset);
    m_snapped = snap;
    m_offset->setAccessibleDescription(offsetText());
}

void CompareBar::setOffset(double offset, const QString& snap) {
    showOffset(offset, snap);
    emit offsetChanged(offset);
    emit changed();
}

QString CompareBar::offsetText() const {
    const double offset = m_offset->value();
    const QString text = tr("B %1%2%3")
                             .arg(offset > 0 ? QStringLiteral("+") : QString(),
                                  models::toQt(formatCount(static_cast<std::int64_t>(offset))), m_offset->suffix());
    return m_snapped.isEmpty() ? text : text + QStringLiteral(", ") + m_snapped;
}

CompareOptions CompareBar::options() const {
    CompareOptions options;
    if (const int axis = m_axis->currentData().toInt(); axis != proposedAxis)
        options.axis = static_cast<XAxis>(axis);
    options.offset = m_offset->value();
    options.leaveOutEvents = m_events->isChecked();
    options.attemptA = attemptOf(*m_a, m_a->currentIndex());
    options.attemptB = attemptOf(*m_b, m_b->currentIndex());
    return options;
}

void CompareBar::restore(const CompareOptions& options, bool onlyVisible, bool sideBySide) {
    const QSignalBlocker quiet(this);
    const int axis = m_axis->findData(options.axis ? static_cast<int>(*options.axis) : proposedAxis);
    m_axis->setCurrentIndex(std::max(0, axis));
    showOffset(options.offset, {});
    m_events->setChecked(options.leaveOutEvents);
    m_visible->setChecked(onlyVisible);
    m_sideBySide->setChecked(sideBySide);
}

bool CompareBar::onlyVisible() const {
    return m_visible->isChecked();
}

bool CompareBar::sideBySide() const {
    return m_sideBySide->isChecked();
}

void CompareBar::setView(const models::ComparisonViewPtr& view) {
    if (!view)
        return;
    const Alignment& alignment = view->comparison.alignment;
    const int proposed = m_axis->findData(static_cast<int>(alignment.axis));
    m_axis->setItemText(0, tr("Proposed: %1").arg(proposed > 0 ? m_axis->itemText(proposed).toLower() : QString()));
    m_axis->setToolTip(models::shown(alignment.why));
    const QSignalBlocker quiet(m_offset);
    m_offset->setSuffix(unitOf(alignment.axis));
    fillSnaps(view->comparison);
}

void CompareBar::fillSnaps(const Comparison& comparison) {
    QMenu* menu = m_snap->menu();
    menu->clear();
    for (const SnapOffset& snap : snapOffsets(comparison)) {
        const QString text = models::toQt(snap.text);
        QAction* action = menu->addAction(QStringLiteral("%1  %2%3")
                                              .arg(text, snap.offset < 0 ? QString() : QStringLiteral("+"),
                                                   models::toQt(formatNumber(snap.offset, 6))));
        connect(action, &QAction::triggered, this, [this, offset = snap.offset, text] { setOffset(offset, text); });
    }
}

void CompareBar::setBusy(bool busy) {
    m_busy->setVisible(busy);
}

void CompareBar::setTheme(const Theme& theme) {
    m_swap->setIcon(themedIcon(QStringLiteral("swap"), theme));
    m_close->setIcon(themedIcon(QStringLiteral("close"), theme));
    const std::pair<QLabel*, int> chips[] = {{m_chipA, 0}, {m_chipB, 1}};
    for (const auto& [chip, slot] : chips)
        chip->setStyleSheet(QStringLiteral("background:%1;color:%2;border-radius:3px;padding:0;font-weight:bold")
                                .arg(theme.run(slot).name(), theme.plot.name()));
}

} // namespace tachograph::widgets
