#include "app/shortcutsdialog.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace tachograph::app {

namespace {

/// What the plot itself answers to.
QList<std::pair<QString, QString>> plotList() {
    using D = ShortcutsDialog;
    return {{D::tr("Left, Right"), D::tr("Crosshair by one step; with Shift by ten; with Ctrl to the next event")},
            {D::tr("Up, Down"), D::tr("Choose a lane")},
            {D::tr("F, double click on its name"), D::tr("Fold the lane")},
            {D::tr("Ctrl+Up, Ctrl+Down, drag of its name"), D::tr("Move the lane")},
            {D::tr("Shift+Up, Shift+Down, drag of the border"), D::tr("Make the lane higher or lower")},
            {D::tr("T"), D::tr("The chosen lane as a table; in a comparison too")},
            {D::tr("+, −"), D::tr("Zoom in and out")},
            {D::tr("Click"), D::tr("Pin the crosshair; again or Esc frees it")},
            {D::tr("Drag"), D::tr("Zoom to the dragged range")},
            {D::tr("Wheel, Shift+wheel"), D::tr("Zoom at the pointer, pan")},
            {D::tr("Alt+drag"), D::tr("Measure between two places: steps, time, values, ratio")},
            {D::tr("Middle drag, Space+drag"), D::tr("Pan")},
            {D::tr("Double click"), D::tr("Whole run; on a finding: its span")},
            {D::tr("Enter on a card"), D::tr("Zoom to the finding")},
            {D::tr("Space, Delete on a run"), D::tr("Show or hide it, close it")}};
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<std::pair<QString, QString>>& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(680, 640);
    QList<std::pair<QString, QString>> all = actions;
    all.append(plotList());
    auto* table = new QTableWidget(static_cast<int>(all.size()), 2, this);
    table->setAccessibleName(tr("Shortcuts"));
    table->setHorizontalHeaderLabels({tr("Keys or mouse"), tr("Effect")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int row = 0; row < all.size(); ++row) {
        table->setItem(row, 0, new QTableWidgetItem(all[row].first));
        table->setItem(row, 1, new QTableWidgetItem(all[row].second));
    }
    table->setColumnWidth(0, 280);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(table);
}

} // namespace tachograph::app
