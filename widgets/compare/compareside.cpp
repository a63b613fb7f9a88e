#include "widgets/compare/compareside.h"

#include "models/convert.h"
#include "models/items/differencesmodel.h"
#include "widgets/badge.h"
#include "widgets/compare/differencetable.h"
#include "widgets/compare/figuretable.h"
#include "widgets/compare/ramppainting.h"
#include "widgets/compare/rampview.h"
#include "widgets/compare/sectionrow.h"
#include "widgets/compare/waterfallview.h"
#include "widgets/elidedlabel.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace tachograph::widgets {

using models::shown;

namespace {

constexpr int rampHeight = 164, waterfallHeight = 172;

QLabel* paragraph() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setContentsMargins(14, 6, 14, 6);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

ElidedLabel* remark() {
    auto* label = new ElidedLabel;
    label->setProperty("look", QStringLiteral("muted"));
    return label;
}

QString findingHtml(const Finding& finding, const Theme& theme) {
    QString html =
        QStringLiteral("<p style=\"margin-top:2px;margin-bottom:6px\"><b style=\"color:%1\">%2</b><br>%3</p>")
            .arg(theme.signal(finding.severity).text.name(), shown(finding.code).toHtmlEscaped(),
                 shown(finding.summary).toHtmlEscaped());
    if (finding.suggestions.empty())
        return html;
    html += QStringLiteral("<ul style=\"margin-left:-22px;margin-top:0px;margin-bottom:8px;color:%1\">")
                .arg(theme.text2.name());
    for (const std::string& suggestion : finding.suggestions)
        html += QStringLiteral("<li>") + shown(suggestion).toHtmlEscaped() + QStringLiteral("</li>");
    return html + QStringLiteral("</ul>");
}

} // namespace

CompareSide::CompareSide(QWidget* parent)
    : QScrollArea(parent), m_theme(&Theme::light()), m_ramp(new RampView), m_rampNote(remark()),
      m_rampBadge(new QLabel), m_waterfall(new WaterfallView), m_differences(new models::DifferencesModel(this)),
      m_table(new DifferenceTable(*m_differences)), m_findingCount(remark()), m_differing(paragraph()),
      m_findings(paragraph()), m_etas(new FigureTable(tr("ETA check"))),
      m_memory(new FigureTable(tr("Memory of each GPU"))) {
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(320);
    setAccessibleName(tr("What explains the difference"));
    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    addRamp(*rows);
    rows->addWidget(sectionRow(tr("Where did the time go?")));
    m_waterfall->setFixedHeight(waterfallHeight);
    rows->addWidget(m_waterfall);
    addDifferences(*rows);
    addFindings(*rows);
    rows->addWidget(m_etas);
    rows->addWidget(m_memory);
    rows->addStretch(1);
    setWidget(content);
}

void CompareSide::addRamp(QVBoxLayout& rows) {
    m_rampBadge->hide();
    m_ramp->setFixedHeight(rampHeight);
    rows.addWidget(sectionRow(tr("Still ramping up?"), m_rampNote, {m_rampBadge}));
    rows.addWidget(m_ramp);
}

void CompareSide::addDifferences(QVBoxLayout& rows) {
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(tr("Search"));
    filter->setClearButtonEnabled(true);
    filter->setFixedWidth(110);
    filter->setAccessibleName(tr("Search the differences"));
    connect(filter, &QLineEdit::textChanged, m_table, &DifferenceTable::search);
    QToolButton* copy = textButton(tr("Copy as Markdown"));
    connect(copy, &QToolButton::clicked, this, [this] { emit copyRequested(m_differences->asMarkdown()); });
    m_differing->setProperty("look", QStringLiteral("secondary"));
    rows.addWidget(sectionRow(tr("What differs"), nullptr, {filter, copy}));
    rows.addWidget(m_differing);
    rows.addWidget(m_table);
}

void CompareSide::addFindings(QVBoxLayout& rows) {
    m_findings->setAccessibleName(tr("Findings of the comparison"));
    rows.addWidget(sectionRow(tr("Findings"), m_findingCount));
    rows.addWidget(m_findings);
}

void CompareSide::setView(const models::ComparisonViewPtr& view) {
    m_view = view;
    m_ramp->setView(view);
    m_waterfall->setView(view);
    m_differences->setView(view);
    m_table->setVisible(m_differences->rowCount() > 0);
    showFindings();
    if (!view)
        return;
    showRamp();
    m_etas->setTable(models::etaTable(view->comparison));
    m_memory->setTable(models::memoryTable(view->comparison));
    const Expectation& expectation = view->comparison.expectation;
    QStringList words{m_differences->tally() + QLatin1Char('.')};
    for (const std::string* sentence : {&expectation.text, &expectation.experiment})
        if (!sentence->empty())
            words += shown(*sentence, 600);
    m_differing->setText(words.join(QLatin1Char(' ')));
}

/// "No" only when neither is; one that still speeds up is named.
void CompareSide::showRamp() {
    const Comparison& comparison = m_view->comparison;
    const Ramping a = comparison.rampA.answer, b = comparison.rampB.answer;
    const bool plotted = m_view->ramps.has_value();
    m_ramp->setVisible(plotted);
    m_rampBadge->setVisible(plotted);
    m_rampNote->setText(plotted ? rampNote(*m_view->ramps) : noRampWords(comparison));
    QString word = tr("Cannot tell"), kind = QStringLiteral("neutral");
    if (a == Ramping::yes || b == Ramping::yes) {
        word = a == b ? tr("Both still do") : a == Ramping::yes ? tr("A still does") : tr("B still does");
        kind = QStringLiteral("warning");
    } else if (a == Ramping::no && b == Ramping::no) {
        word = tr("No");
    }
    m_rampBadge->setToolTip(rampWords(comparison));
    badge::setOn(*m_rampBadge, kind, word);
}

void CompareSide::showFindings() {
    if (!m_view)
        return;
    QString html;
    for (const Finding& finding : m_view->comparison.findings)
        html += findingHtml(finding, *m_theme);
    const std::size_t count = m_view->comparison.findings.size();
    m_findingCount->setText(count == 0 ? tr("none") : QString::number(count));
    m_findings->setVisible(count > 0);
    m_findings->setText(html);
}

void CompareSide::setTheme(const Theme& theme) {
    m_theme = &theme;
    m_ramp->setTheme(theme);
    m_waterfall->setTheme(theme);
    showFindings();
}

} // namespace tachograph::widgets
