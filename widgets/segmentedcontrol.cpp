#include "widgets/segmentedcontrol.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace tachograph::widgets {

SegmentedControl::SegmentedControl(QWidget* parent) : QFrame(parent), m_group(new QButtonGroup(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedControl::chosenByUser);
}

int SegmentedControl::addSegment(const QString& text) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    const int segment = count();
    if (segment > 1)
        m_group->button(segment - 1)->setProperty("segment", QStringLiteral("middle"));
    button->setProperty("segment", segment == 0 ? QStringLiteral("first") : QStringLiteral("last"));
    m_group->addButton(button, segment);
    layout()->addWidget(button);
    return segment;
}

void SegmentedControl::setSegmentEnabled(int segment, bool enabled, const QString& why) {
    if (QAbstractButton* button = m_group->button(segment)) {
        button->setEnabled(enabled);
        button->setToolTip(enabled ? QString() : why);
    }
}

void SegmentedControl::choose(int segment) {
    if (QAbstractButton* button = m_group->button(segment))
        button->setChecked(true);
}

int SegmentedControl::chosen() const {
    return m_group->checkedId();
}

int SegmentedControl::count() const {
    return static_cast<int>(m_group->buttons().size());
}

void SegmentedControl::chooseNext() {
    for (int i = 1; i <= count(); ++i) {
        const int candidate = (chosen() + i) % count();
        if (!m_group->button(candidate)->isEnabled())
            continue;
        choose(candidate);
        emit chosenByUser(candidate);
        return;
    }
}

} // namespace tachograph::widgets
