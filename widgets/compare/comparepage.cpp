#include "widgets/compare/comparepage.h"

#include "models/items/comparedmetricsmodel.h"
#include "models/items/differencesmodel.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparisontext.h"
#include "widgets/compare/metrictable.h"
#include "widgets/compare/waterfallview.h"
#include "widgets/plot/plotview.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tachograph::widgets {

using models::OpenRun;
using models::shown;

namespace {

constexpr int waitMs = 150;

/// A heading with a remark and, at the right, what can be done.
QWidget* headingRow(const QString& title, QLabel* remark, const std::vector<QWidget*>& actions) {
    auto* row = new QFrame;
    row->setProperty("look", QStringLiteral("bar"));
    row->setFixedHeight(32);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(8);
    auto* name = new QLabel(title);
    name->setProperty("look", QStringLiteral("heading"));
    layout->addWidget(name);
    if (remark) {
        remark->setProperty("look", QStringLiteral("secondary"));
        remark->setMinimumWidth(40);
        layout->addWidget(remark, 1);
    } else {
        layout->addStretch(1);
    }
    for (QWidget* action : actions)
        layout->addWidget(action);
    return row;
}

QToolButton* textButton(const QString& text) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setProperty("look", QStringLiteral("flat"));
    return button;
}

QWidget* column(const std::vector<QWidget*>& widgets) {
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    for (QWidget* widget : widgets)
        rows->addWidget(widget, qobject_cast<QFrame*>(widget) && !qobject_cast<QAbstractScrollArea*>(widget) ? 0 : 1);
    return box;
}

} // namespace

ComparePage::ComparePage(models::Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_headline(new CompareHeadline), m_bar(new CompareBar(session)),
      m_plot(new PlotView), m_plotB(new PlotView), m_plots(new QSplitter(Qt::Horizontal)),
      m_metrics(new models::ComparedMetricsModel(this)), m_table(new MetricTable(*m_metrics)),
      m_waterfall(new WaterfallView), m_differences(new models::DifferencesModel(this)), m_settings(new QTableView),
      m_findings(new QTextBrowser), m_metricsNote(new QLabel), m_settingsNote(new QLabel), m_expectation(new QLabel),
      m_alignment(new QLabel), m_theme(&Theme::light()) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(waitMs);
    buildLayout();
    addShortcuts();
    connect(&m_wait, &QTimer::timeout, this, &ComparePage::request);
    connect(m_bar, &CompareBar::changed, this, [this] {
        if (m_active)
            m_wait.start();
    });
    connect(m_bar, &CompareBar::closeRequested, this, &ComparePage::closeRequested);
    connect(m_plot, &PlotView::viewRangeChanged, this, [this] {
        if (m_active && m_bar->onlyVisible())
            m_wait.start();
    });
    linkPlots();
    connect(&m_comparer, &models::Comparer::viewChanged, this, [this] { show(m_comparer.view()); });
    connect(&m_comparer, &models::Comparer::busyChanged, m_bar, &CompareBar::setBusy);
    connect(&m_comparer, &models::Comparer::problem, this, &ComparePage::problem);
    connect(&m_session, &models::Session::runsChanged, this, &ComparePage::follow);
}

ComparePage::~ComparePage() = default;

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
    left->addWidget(column({headingRow(tr("Metrics"), m_metricsNote, {copy}), m_table}));
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
    across->addWidget(buildSide());
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

QWidget* ComparePage::buildSide() {
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(tr("Search"));
    filter->setClearButtonEnabled(true);
    filter->setFixedWidth(130);
    filter->setAccessibleName(tr("Search the differences"));
    auto* rows = new QSortFilterProxyModel(this);
    rows->setSourceModel(m_differences);
    rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
    rows->setFilterKeyColumn(-1);
    connect(filter, &QLineEdit::textChanged, rows, &QSortFilterProxyModel::setFilterFixedString);
    QToolButton* copy = textButton(tr("Copy as Markdown"));
    connect(copy, &QToolButton::clicked, this, [this] { emit copyRequested(m_differences->asMarkdown()); });
    m_settings->setModel(rows);
    m_settings->setAccessibleName(tr("Configuration, environment and messages that differ"));
    m_settings->setShowGrid(false);
    m_settings->setFrameShape(QFrame::NoFrame);
    m_settings->setTabKeyNavigation(false);
    m_settings->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_settings->setWordWrap(false);
    m_settings->verticalHeader()->hide();
    m_settings->verticalHeader()->setDefaultSectionSize(24);
    m_settings->horizontalHeader()->setHighlightSections(false);
    m_settings->horizontalHeader()->setStretchLastSection(true);
    m_settings->setColumnWidth(0, 180);
    m_settings->setColumnWidth(1, 100);
    m_settings->setColumnWidth(2, 110);
    m_expectation->setWordWrap(true);
    m_expectation->setProperty("look", QStringLiteral("secondary"));
    m_expectation->setContentsMargins(14, 6, 14, 6);
    m_findings->setFrameShape(QFrame::NoFrame);
    m_findings->setAccessibleName(tr("Findings of the comparison"));
    m_findings->setOpenLinks(false);
    m_findings->setProperty("look", QStringLiteral("plain"));
    auto* side = new QSplitter(Qt::Vertical);
    side->setChildrenCollapsible(false);
    side->addWidget(column({headingRow(tr("Where did the time go?"), nullptr, {}), m_waterfall}));
    side->addWidget(column({headingRow(tr("Findings"), nullptr, {}), m_findings}));
    side->addWidget(
        column({headingRow(tr("What differs"), m_settingsNote, {filter, copy}), m_expectation, m_settings}));
    side->setSizes({230, 250, 280});
    side->setMinimumWidth(320);
    return side;
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
void ComparePage::follow() {
    if (!m_active)
        return;
    const OpenRun *a = m_session.run(m_bar->runA()), *b = m_session.run(m_bar->runB());
    const models::ComparisonViewPtr view = m_comparer.view();
    if (!a || !b)
        emit closeRequested();
    else if (view && (view->request.a != a->run || view->request.b != b->run))
        m_wait.start();
}

void ComparePage::request() {
    const OpenRun *a = m_session.run(m_bar->runA()), *b = m_session.run(m_bar->runB());
    if (!a || !b || !a->run || !b->run) {
        m_headline->setSentence(tr("Open two runs to compare them."));
        return;
    }
    models::ComparisonRequest request;
    request.a = a->run;
    request.b = b->run;
    request.nameA = a->name;
    request.nameB = b->name;
    request.options = m_bar->options();
    request.smoothing = m_session.options().smoothing;
    request.sideBySide = m_bar->sideBySide();
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
    m_differences->setView(view);
    m_waterfall->setView(view);
    if (!view)
        return;
    showLanes(*view);
    m_headline->setView(view);
    m_bar->setView(view);
    m_metricsNote->setText(m_metrics->tally());
    m_settingsNote->setText(m_differences->tally());
    m_expectation->setText(shown(view->comparison.expectation.text, 600) + QLatin1Char(' ') +
                           shown(view->comparison.expectation.experiment, 300));
    // A finding says the same at length.
    m_expectation->setVisible(!view->comparison.expectation.text.empty() &&
                              std::ranges::none_of(view->comparison.findings, [](const Finding& finding) {
                                  return finding.code == "EFFECT_NOT_EXPLAINED";
                              }));
    m_findings->setHtml(findingsHtml(view->comparison));
    m_alignment->setText(alignmentWords(view->comparison));
    emit viewChanged();
}

bool ComparePage::isZoomed() const {
    const models::TimelinePtr timeline = m_plot->timeline();
    const auto [low, high] = m_plot->viewRange();
    return timeline && (low > timeline->xMin || high < timeline->xMax);
}

/// Keeps the part of the axis that is looked at.
void ComparePage::showLanes(const models::ComparisonView& view) {
    const models::TimelinePtr before = m_plot->timeline();
    const std::pair<double, double> range = before ? m_plot->viewRange() : std::pair(0.0, 0.0);
    const bool sameAxis = before && before->options.axis == view.timeline->options.axis;
    const bool zoomed = sameAxis && (range.first > before->xMin || range.second < before->xMax);
    const bool apart = view.sideA && view.sideB;
    if (apart && m_plotB->isHidden()) {
        m_plotB->show();
        m_plots->setSizes({m_plots->width() / 2, m_plots->width() / 2});
    }
    m_plotB->setVisible(apart);
    m_plot->setTimeline(apart ? view.sideA : view.timeline);
    m_plotB->setTimeline(apart ? view.sideB : nullptr);
    if (zoomed)
        m_plot->setViewRange(range.first, range.second);
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

QString ComparePage::findingsHtml(const Comparison& comparison) const {
    QString html;
    for (const Finding& finding : comparison.findings) {
        const Theme::Signal& signal = m_theme->signal(finding.severity);
        html +=
            QStringLiteral("<p><span style=\"color:%1;font-weight:bold\">%2</span><br>%3</p>")
                .arg(signal.text.name(), shown(finding.code).toHtmlEscaped(), shown(finding.summary).toHtmlEscaped());
        if (finding.suggestions.empty())
            continue;
        html += QStringLiteral("<ul style=\"margin-left:-20px;color:%1\">").arg(m_theme->text2.name());
        for (const std::string& suggestion : finding.suggestions)
            html += QStringLiteral("<li>") + shown(suggestion).toHtmlEscaped() + QStringLiteral("</li>");
        html += QStringLiteral("</ul>");
    }
    const QString ramp = shown(comparison.rampA.text).toHtmlEscaped(),
                  rampB = shown(comparison.rampB.text).toHtmlEscaped();
    return html + QStringLiteral("<p><b>%1</b><br>A: %2<br>B: %3</p>").arg(tr("Still ramping up?"), ramp, rampB);
}

void ComparePage::setTheme(const Theme& theme) {
    m_theme = &theme;
    m_headline->setTheme(theme);
    m_bar->setTheme(theme);
    m_plot->setTheme(theme);
    m_plotB->setTheme(theme);
    m_table->setTheme(theme);
    m_waterfall->setTheme(theme);
    if (const models::ComparisonViewPtr view = m_comparer.view())
        m_findings->setHtml(findingsHtml(view->comparison));
}

} // namespace tachograph::widgets
