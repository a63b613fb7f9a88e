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
    if (failed)
        setText(tr("Nothing to show: %1 could not be read. The Runs panel says why.").arg(current->name));
    setVisible(failed);
}

} // namespace tachograph::widgets
