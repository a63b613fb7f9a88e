#include "app/manual/manualdialog.h"

#include "app/manual/manualpage.h"
#include "app/manual/manualview.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace tachograph::app {

ManualDialog::ManualDialog(QWidget* parent)
    : QDialog(parent), m_pages(new QListWidget(this)), m_find(new QLineEdit(this)), m_found(new QLabel(this)),
      m_text(new ManualView(this)) {
    setWindowTitle(tr("Manual"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1000, 760);
    m_pages->setAccessibleName(tr("Pages of the manual"));
    m_pages->setFixedWidth(220);
    for (const ManualPage& page : manualPages())
        m_pages->addItem(QLatin1String(page.title));
    m_find->setPlaceholderText(tr("Find in the manual (Enter: next)"));
    m_find->setAccessibleName(tr("Find in the manual"));
    m_find->setClearButtonEnabled(true);
    m_found->setProperty("look", "muted");
    auto* left = new QVBoxLayout;
    left->setContentsMargins(12, 12, 0, 12);
    left->addWidget(m_find);
    left->addWidget(m_found);
    left->addWidget(m_pages, 1);
    m_find->setFixedWidth(m_pages->width());
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->addLayout(left);
    columns->addWidget(m_text, 1);
    connect(m_pages, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            m_text->setPage(manualPages()[static_cast<std::size_t>(row)]);
    });
    connect(m_text, &ManualView::pageAsked, this, &ManualDialog::showPage);
    connect(m_find, &QLineEdit::returnPressed, this, &ManualDialog::findNext);
    m_pages->setCurrentRow(0);
}

void ManualDialog::showPage(const QString& id) {
    if (const ManualPage* page = manualPageById(id.toStdString()))
        m_pages->setCurrentRow(static_cast<int>(page - manualPages().data()));
}

void ManualDialog::findNext() {
    m_found->clear();
    const QString word = m_find->text();
    if (word.isEmpty())
        return;
    const int pages = m_pages->count();
    const int first = m_pages->currentRow();
    // The last round comes back to the page it began with, now from its beginning.
    for (int round = 0; round <= pages; ++round) {
        if (round > 0) {
            m_pages->setCurrentRow((first + round) % pages);
            m_text->moveCursor(QTextCursor::Start);
        }
        if (m_text->find(word))
            return;
    }
    m_found->setText(tr("not in the manual"));
}

} // namespace tachograph::app
