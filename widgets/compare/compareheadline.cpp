#include "widgets/compare/compareheadline.h"

#include "widgets/badge.h"
#include "widgets/compare/comparisontext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace tachograph::widgets {

namespace {

constexpr int figureCount = 4;

QString badgeKind(Verdict verdict) {
    switch (verdict) {
    case Verdict::worse:
        return QStringLiteral("critical");
    case Verdict::better:
    case Verdict::sameRun:
        return QStringLiteral("good");
    case Verdict::notComparable:
        return QStringLiteral("warning");
    case Verdict::differs:
    case Verdict::notDistinguishable:
    case Verdict::tooFew:
    case Verdict::stillRamping:
        break;
    }
    return QStringLiteral("neutral");
}

} // namespace

CompareHeadline::CompareHeadline(QWidget* parent)
    : QFrame(parent), m_badge(new QLabel(this)), m_sentence(new QLabel(this)), m_detail(new QLabel(this)),
      m_theme(&Theme::light()) {
    setProperty("look", QStringLiteral("bar"));
    setAccessibleName(tr("Verdict"));
    m_sentence->setProperty("look", QStringLiteral("headline"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setProperty("look", QStringLiteral("secondary"));
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_badge->hide();
    auto* title = new QHBoxLayout;
    title->setSpacing(10);
    title->addWidget(m_badge, 0, Qt::AlignTop);
    title->addWidget(m_sentence, 1);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addLayout(title);
    words->addWidget(m_detail);
    words->addStretch(1);
    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(14, 10, 14, 10);
    across->setSpacing(0);
    across->addLayout(words, 1);
    for (int i = 0; i < figureCount; ++i) {
        m_figures.push_back(addFigure());
        across->addWidget(m_figures.back().box);
    }
    setMinimumHeight(92);
}

CompareHeadline::Figure CompareHeadline::addFigure() {
    auto* box = new QFrame(this);
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(16, 0, 12, 0);
    rows->setSpacing(2);
    const Figure figure{box, new QLabel(box), new QLabel(box), new QLabel(box)};
    figure.title->setProperty("look", QStringLiteral("secondary"));
    figure.values->setProperty("look", QStringLiteral("figure"));
    figure.values->setTextFormat(Qt::RichText);
    figure.note->setProperty("look", QStringLiteral("secondary"));
    rows->addWidget(figure.title);
    rows->addWidget(figure.values);
    rows->addWidget(figure.note);
    rows->addStretch(1);
    box->hide();
    return figure;
}

void CompareHeadline::setView(const models::ComparisonViewPtr& view) {
    m_view = view;
    if (!view)
        return;
    const Comparison& comparison = view->comparison;
    badge::setOn(*m_badge, badgeKind(comparison.verdict), models::toQt(verdictTitle(comparison.verdict)));
    m_badge->show();
    const ComparisonWords words = comparisonWords(comparison);
    m_sentence->setText(words.headline);
    QString detail = words.detail;
    if (!view->revert.empty()) // the strongest evidence that recordings can give
        detail.prepend(models::shown(view->revert, 400) + QLatin1Char(' '));
    m_detail->setText(detail);
    setAccessibleDescription(m_badge->text() + QStringLiteral(": ") + words.headline + QLatin1Char(' ') + detail);
    fillFigures();
}

void CompareHeadline::setSentence(const QString& sentence) {
    m_view = nullptr;
    m_badge->hide();
    m_sentence->setText(sentence);
    m_detail->clear();
    fillFigures();
}

void CompareHeadline::setTheme(const Theme& theme) {
    m_theme = &theme;
    fillFigures();
}

void CompareHeadline::fillFigures() {
    const std::vector<ComparedFigure> figures =
        m_view ? comparedFigures(m_view->comparison) : std::vector<ComparedFigure>{};
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const Figure& place = m_figures[i];
        place.box->setVisible(i < figures.size());
        if (i >= figures.size())
            continue;
        place.title->setText(figures[i].title);
        place.values->setText(QStringLiteral("<span style=\"color:%1\">%2</span> <span style=\"color:%3\">→</span> "
                                             "<span style=\"color:%4\">%5</span>")
                                  .arg(m_theme->run(0).name(), figures[i].a.toHtmlEscaped(), m_theme->muted.name(),
                                       m_theme->run(1).name(), figures[i].b.toHtmlEscaped()));
        place.note->setText(figures[i].note);
    }
}

} // namespace tachograph::widgets
