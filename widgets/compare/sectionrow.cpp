#include "widgets/compare/sectionrow.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tachograph::widgets {

QWidget* sectionRow(const QString& title, QWidget* remark, const std::vector<QWidget*>& actions) {
    auto* row = new QFrame;
    row->setProperty("look", QStringLiteral("bar"));
    row->setFixedHeight(32);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(8);
    auto* name = new QLabel(title);
    name->setProperty("look", QStringLiteral("heading"));
    layout->addWidget(name);
    if (remark)
        layout->addWidget(remark, 1);
    else
        layout->addStretch(1);
    for (QWidget* action : actions)
        layout->addWidget(action, 0, Qt::AlignVCenter);
    return row;
}

QToolButton* textButton(const QString& text) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setProperty("look", QStringLiteral("flat"));
    return button;
}

} // namespace tachograph::widgets
