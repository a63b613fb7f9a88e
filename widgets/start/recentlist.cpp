#include "widgets/start/recentlist.h"

#include "widgets/start/recentrow.h"

#include <QLabel>
#include <QVBoxLayout>

namespace tachograph::widgets {

RecentList::RecentList(QWidget* parent) : QFrame(parent), m_theme(&Theme::light()) {
    setProperty("look", QStringLiteral("card"));
    setAccessibleName(tr("Recent runs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
}

void RecentList::setEntries(const std::vector<RecentEntry>& entries) {
    while (QLayoutItem* item = layout()->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // may be the row being clicked
        }
        delete item;
    }
    if (entries.empty()) {
        auto* none = new QLabel(tr("Runs that you open are listed here."), this);
        none->setProperty("look", QStringLiteral("muted"));
        none->setAlignment(Qt::AlignCenter);
        layout()->addWidget(none);
        return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto* row = new RecentRow(entries[i], i + 1 == entries.size(), this);
        row->setTheme(*m_theme);
        layout()->addWidget(row);
        connect(row, &QAbstractButton::clicked, this, [this, row] { emit chosen(row->path()); });
    }
    static_cast<QVBoxLayout*>(layout())->addStretch(1);
}

void RecentList::setTheme(const Theme& theme) {
    m_theme = &theme;
    for (RecentRow* row : findChildren<RecentRow*>())
        row->setTheme(theme);
}

} // namespace tachograph::widgets
