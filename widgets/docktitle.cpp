#include "widgets/docktitle.h"

#include "widgets/elidedlabel.h"
#include "widgets/icons.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tachograph::widgets {

DockTitle::DockTitle(const QString& title, const QList<QAction*>& actions, QWidget* parent)
    : QFrame(parent), m_title(new QLabel(title, this)), m_note(new ElidedLabel(QString(), this)),
      m_close(new QToolButton(this)) {
    setProperty("look", QStringLiteral("bar"));
    setFixedHeight(barHeight);
    m_title->setProperty("look", QStringLiteral("heading"));
    m_note->setProperty("look", QStringLiteral("muted"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 4, 0);
    layout->setSpacing(6);
    layout->addWidget(m_title);
    layout->addWidget(m_note, 1);
    for (QAction* action : actions)
        addButton(action, *layout);
    m_close->setProperty("look", QStringLiteral("icon"));
    m_close->setFixedSize(24, 24);
    m_close->setAccessibleName(tr("Hide the panel %1").arg(title));
    m_close->setToolTip(tr("Hide this panel; the View menu shows it again"));
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &DockTitle::closeRequested);
}

void DockTitle::addButton(QAction* action, QHBoxLayout& layout) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setProperty("look", QStringLiteral("icon"));
    button->setFixedSize(24, 24);
    button->setAccessibleName(action->text());
    layout.addWidget(button);
}

void DockTitle::setNote(const QString& note) {
    m_note->setText(note);
}

QString DockTitle::note() const {
    return m_note->text();
}

void DockTitle::setTheme(const Theme& theme) {
    m_close->setIcon(coloredIcon(QStringLiteral("close"), theme.muted, theme.iconOff));
}

} // namespace tachograph::widgets
