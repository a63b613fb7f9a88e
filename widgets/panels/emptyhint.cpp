#include "widgets/panels/emptyhint.h"

namespace tachograph::widgets {

EmptyHint::EmptyHint(models::Session& session, QWidget* parent) : QLabel(parent), m_session(session) {
    setProperty("look", QStringLiteral("muted"));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setContentsMargins(12, 8, 12, 8);
    connect(&session, &models::Session::currentChanged, this, &EmptyHint::follow);
    connect(&session, &models::Session::runsChanged, this, &EmptyHint::follow);
    follow();
}

void EmptyHint::follow() {
    const models::OpenRun* current = m_session.current();
    const bool failed = current && !current->run && current->state == models::OpenRun::State::failed;
    // Long paths break after their slashes.
    if (failed)
        setText(tr("Nothing to show: the run could not be read. %1")
                    .arg(QString(current->error).replace(QLatin1Char('/'), QStringLiteral("/\u200b"))));
    setVisible(failed);
}

} // namespace tachograph::widgets
