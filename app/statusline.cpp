#include "app/statusline.h"

#include "models/convert.h"
#include "models/following/watching.h"
#include "version.h"
#include "widgets/icons.h"

#include <QLabel>

#include <algorithm>

namespace tachograph::app {

using models::OpenRun;

namespace {
QString count(std::size_t number) {
    return models::toQt(formatCount(static_cast<std::int64_t>(number)));
}
} // namespace

StatusLine::StatusLine(models::Session& session, QWidget* parent)
    : QStatusBar(parent), m_session(session), m_theme(&widgets::Theme::light()), m_glyph(new QLabel(this)),
      m_read(new QLabel(this)), m_plot(new QLabel(this)), m_right(new QLabel(this)) {
    setSizeGripEnabled(false);
    setFixedHeight(24);
    m_glyph->setContentsMargins(8, 0, 0, 0);
    m_read->setContentsMargins(6, 0, 0, 0);
    m_plot->setContentsMargins(14, 0, 0, 0);
    m_right->setContentsMargins(0, 0, 8, 0);
    for (QLabel* label : {m_read, m_plot, m_right})
        label->setTextFormat(Qt::PlainText);
    addWidget(m_glyph);
    addWidget(m_read);
    addWidget(m_plot, 1);
    addPermanentWidget(m_right);
    connect(&session, &models::Session::runsChanged, this, &StatusLine::refresh);
    connect(&session, &models::Session::currentChanged, this, &StatusLine::refresh);
    connect(&session, &models::Session::selectedFindingChanged, this, &StatusLine::refresh);
    connect(&session, &models::Session::timelineChanged, this, &StatusLine::refresh);
    connect(&models::Watching::of(session), &models::Watching::changed, this, &StatusLine::refresh);
    connect(&session, &models::Session::busyChanged, this, [this](bool busy, const QString& what) {
        m_busy = busy ? what : QString();
        refresh();
    });
    refresh();
}

void StatusLine::setTheme(const widgets::Theme& theme) {
    m_theme = &theme;
    refresh();
}

void StatusLine::setPlotText(const QString& text) {
    m_plot->setText(text);
}

QString StatusLine::readText(const OpenRun& run) const {
    if (!run.run)
        return run.error;
    const std::size_t issues = run.run->issues().total;
    const QString rows = tr("%1 rows read").arg(count(run.run->rows().size()));
    if (issues == 0)
        return tr("%1, none skipped").arg(rows);
    return issues == 1 ? tr("%1, 1 issue").arg(rows) : tr("%1, %2 issues").arg(rows, count(issues));
}

QString StatusLine::rightText() const {
    const auto& runs = m_session.runs();
    const auto loading = std::ranges::find(runs, OpenRun::State::loading, &OpenRun::state);
    if (loading != runs.end() && models::Watching::of(m_session).live(loading->id))
        return tr("Waiting for the first lines of %1 · Esc ends it").arg(loading->name);
    if (loading != runs.end())
        return tr("Reading %1, %2 % · Esc cancels")
            .arg(loading->name, QString::number(static_cast<int>(loading->progress * 100)));
    if (!m_busy.isEmpty())
        return m_busy;
    const models::TimelinePtr timeline = m_session.timeline();
    const int selected = m_session.selectedFinding();
    if (timeline && selected >= 0 && selected < static_cast<int>(timeline->findings.size())) {
        const Finding& finding = timeline->findings[static_cast<std::size_t>(selected)].finding;
        return tr("Selected: %1, steps %2 to %3")
            .arg(models::shown(finding.code), models::toQt(formatCount(finding.firstStep)),
                 models::toQt(formatCount(finding.lastStep)));
    }
    return runs.empty() ? QStringLiteral("Tachograph %1").arg(QStringLiteral(TACHOGRAPH_VERSION)) : QString();
}

void StatusLine::refresh() {
    const OpenRun* current = m_session.current();
    m_read->setText(current ? readText(*current) : m_session.runs().empty() ? tr("No run open") : QString());
    const bool ready = current && current->run;
    const bool clean = ready && current->run->issues().total == 0;
    m_glyph->setVisible(ready);
    m_glyph->setPixmap(widgets::iconPixmap(clean ? QStringLiteral("tick") : QStringLiteral("warning"),
                                           clean ? m_theme->good.line : m_theme->warning.line, 14,
                                           devicePixelRatioF()));
    m_right->setText(rightText());
}

} // namespace tachograph::app
