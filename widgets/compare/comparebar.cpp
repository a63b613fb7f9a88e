#include "widgets/compare/comparebar.h"

#include "analysis/comparison/alignment.h"
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
#include <optional>

namespace tachograph::widgets {

using models::OpenRun;

namespace {

constexpr double farthest = 1e12; // of the offset, in units of any axis
constexpr int proposedAxis = -1;

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

std::optional<double> firstCheckpoint(const Run& run, const SteadyRows& rows, double offset) {
    for (const Event& event : run.events())
        if (event.kind == EventKind::checkpoint && event.row && *event.row < rows.position.size())
            return rows.position[*event.row] - offset;
    return std::nullopt;
}

} // namespace

CompareBar::CompareBar(models::Session& session, QWidget* parent)
    : QFrame(parent), m_session(session), m_a(new QComboBox(this)), m_b(new QComboBox(this)),
      m_axis(new QComboBox(this)), m_swap(new QToolButton(this)), m_snap(new QToolButton(this)),
      m_close(new QToolButton(this)), m_offset(new QDoubleSpinBox(this)),
      m_events(new QCheckBox(tr("Leave out event steps"), this)),
      m_visible(new QCheckBox(tr("Only visible range"), this)), m_sideBySide(new QCheckBox(tr("Side by side"), this)),
      m_chipA(new QLabel(QStringLiteral("A"), this)), m_chipB(new QLabel(QStringLiteral("B"), this)),
      m_busy(new QLabel(tr("Comparing…"), this)) {
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
    m_snap->setToolTip(tr("Offsets at which resumes or first checkpoints lie over each other"));
    m_snap->setPopupMode(QToolButton::InstantPopup);
    m_snap->setMenu(new QMenu(m_snap));
    m_close->setAccessibleName(tr("Close the comparison"));
    m_close->setToolTip(tr("Back to the timelines (Ctrl+D)"));
    m_offset->setRange(-farthest, farthest);
    m_offset->setDecimals(0);
    m_offset->setPrefix(tr("B "));
    m_offset->setKeyboardTracking(false);
    m_offset->setMinimumWidth(110);
    m_offset->setLocale(QLocale::c());
    m_offset->setAccessibleName(tr("Offset of B"));
    m_offset->setToolTip(tr("B is moved right by this much (Alt+Left, Alt+Right; with Shift by ten; Alt+0 resets)"));
    m_events->setChecked(true);
    m_events->setToolTip(tr("Leaves checkpoint and evaluation steps and their neighbours out of the statistics"));
    m_visible->setToolTip(tr("Judges only the steps that the lanes show"));
    m_sideBySide->setToolTip(tr("Each run in lanes of its own, with linked x axes and equal y scales"));
    m_busy->setProperty("look", QStringLiteral("secondary"));
    m_busy->hide();

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(m_chipA);
    layout->addWidget(m_a, 2);
    layout->addWidget(m_swap);
    layout->addWidget(m_chipB);
    layout->addWidget(m_b, 2);
    layout->addSpacing(8);
    layout->addWidget(m_axis);
    layout->addWidget(m_offset);
    layout->addWidget(m_snap);
    layout->addSpacing(8);
    layout->addWidget(m_events);
    layout->addWidget(m_visible);
    layout->addWidget(m_sideBySide);
    layout->addStretch(1);
    layout->addWidget(m_busy);
    layout->addWidget(m_close);

    for (QComboBox* box : {m_a, m_b}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(14);
        connect(box, &QComboBox::activated, this, &CompareBar::changed);
    }
    connect(m_axis, &QComboBox::activated, this, [this] {
        const QSignalBlocker quiet(m_offset); // an offset in steps means nothing on another axis
        m_offset->setValue(0);
        emit changed();
    });
    connect(m_swap, &QToolButton::clicked, this, &CompareBar::swapRuns);
    connect(m_close, &QToolButton::clicked, this, &CompareBar::closeRequested);
    connect(m_offset, &QDoubleSpinBox::valueChanged, this, &CompareBar::changed);
    connect(m_events, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(m_visible, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(m_sideBySide, &QCheckBox::toggled, this, &CompareBar::changed);
    connect(&m_session, &models::Session::runsChanged, this, &CompareBar::followRuns);
    followRuns();
}

void CompareBar::followRuns() {
    const std::uint64_t a = runA(), b = runB();
    for (QComboBox* box : {m_a, m_b}) {
        box->clear();
        for (const OpenRun& run : m_session.runs())
            if (run.run)
                box->addItem(
                    QStringLiteral("%1  %2 to %3").arg(run.name).arg(run.run->firstStep()).arg(run.run->lastStep()),
                    QVariant::fromValue(run.id));
    }
    setRuns(a, b);
}

std::uint64_t CompareBar::runA() const {
    return m_a->currentData().value<std::uint64_t>();
}

std::uint64_t CompareBar::runB() const {
    return m_b->currentData().value<std::uint64_t>();
}

void CompareBar::setRuns(std::uint64_t a, std::uint64_t b) {
    m_a->setCurrentIndex(m_a->findData(QVariant::fromValue(a)));
    m_b->setCurrentIndex(m_b->findData(QVariant::fromValue(b)));
}

void CompareBar::swapRuns() {
    const QSignalBlocker quiet(m_offset);
    m_offset->setValue(-m_offset->value());
    setRuns(runB(), runA());
    emit changed();
}

void CompareBar::shiftB(double by) {
    m_offset->setValue(m_offset->value() + by);
}

void CompareBar::resetOffset() {
    m_offset->setValue(0);
}

CompareOptions CompareBar::options() const {
    CompareOptions options;
    if (const int axis = m_axis->currentData().toInt(); axis != proposedAxis)
        options.axis = static_cast<XAxis>(axis);
    options.offset = m_offset->value();
    options.leaveOutEvents = m_events->isChecked();
    return options;
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
    auto add = [&](const QString& text, double offset) {
        QAction* action = menu->addAction(
            QStringLiteral("%1  %2%3")
                .arg(text, offset < 0 ? QString() : QStringLiteral("+"), models::toQt(formatNumber(offset, 6))));
        connect(action, &QAction::triggered, this, [this, offset] { m_offset->setValue(offset); });
    };
    const auto resumeA = resumeStep(*comparison.a), resumeB = resumeStep(*comparison.b);
    if (comparison.alignment.axis == XAxis::step && resumeA && resumeB)
        add(tr("resumes over each other"), static_cast<double>(*resumeA) - static_cast<double>(*resumeB));
    const auto saveA = firstCheckpoint(*comparison.a, comparison.rowsA, 0.0);
    const auto saveB = firstCheckpoint(*comparison.b, comparison.rowsB, comparison.alignment.offset);
    if (saveA && saveB)
        add(tr("first checkpoints over each other"), *saveA - *saveB);
    add(tr("no offset"), 0.0);
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
