#include "app/keymeaningsdialog.h"

#include "analysis/run/roles.h"
#include "analysis/run/units.h"
#include "app/keysfilter.h"
#include "models/convert.h"
#include "models/items/loggedkeysmodel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

using models::KeyMeaning;
using models::LoggedKey;
using models::LoggedKeysModel;
using models::quantities;

namespace {

/// Index into quantities() plus one, 0 for no quantity: the place in the box.
int placeOf(const LoggedKey& key) {
    const auto& all = quantities();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!key.said.role.empty() && roleFor(all[i], key.key) == key.said.role)
            return static_cast<int>(i) + 1;
    return 0;
}

} // namespace

KeyMeaningsDialog::KeyMeaningsDialog(RunPtr run, std::vector<MetricRole> said, QWidget* parent)
    : QDialog(parent), m_run(std::move(run)), m_said(std::move(said)), m_before(models::loggedKeys(*m_run, m_said)),
      m_keys(new LoggedKeysModel(m_before, this)), m_filter(new KeysFilter(this)),
      m_unknownOnly(new QCheckBox(tr("Only keys that are not known"), this)), m_search(new QLineEdit(this)),
      m_list(new QTreeView(this)), m_form(new QGroupBox(this)), m_quantity(new QComboBox(this)),
      m_unit(new QComboBox(this)), m_scope(new QComboBox(this)),
      m_sinceStart(new QCheckBox(tr("Each value is an average since the start of the process"), this)),
      m_forget(new QPushButton(tr("Forget this key"), this)), m_forgetAll(new QPushButton(tr("Forget all"), this)),
      m_reading(new QLabel(this)), m_problem(new QLabel(this)),
      m_save(new QPushButton(tr("Save and read again"), this)) {
    setWindowTitle(tr("What the keys of %1 mean").arg(models::shown(m_run->name(), 100)));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(820, 620);
    auto* what = new QLabel(tr("Say what a key is, and in which unit. It is kept for all recordings of this format and "
                               "never guessed from the size of the values."),
                            this);
    what->setProperty("look", QStringLiteral("secondary"));
    what->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_save->setProperty("look", QStringLiteral("primary"));
    m_save->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout; // a QDialogButtonBox leaves the rest of the dialog out of the Tab order here
    buttons->addWidget(m_forgetAll);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(10);
    rows->addWidget(what);
    rows->addWidget(makeList(), 1);
    rows->addWidget(makeForm());
    rows->addWidget(m_problem);
    rows->addLayout(buttons);
    setTabOrder(m_search, m_unknownOnly);
    setTabOrder(m_unknownOnly, m_list);
    setTabOrder(m_list, m_quantity);
    connectForm();
    connect(m_save, &QPushButton::clicked, this, &KeyMeaningsDialog::save);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);

    const auto unknown = [](const LoggedKey& key) {
        return key.said.role.empty() && key.byProgram.isEmpty();
    };
    m_unknownOnly->setChecked(std::ranges::any_of(m_before, unknown));
    m_filter->setUnknownOnly(m_unknownOnly->isChecked());
    m_list->setCurrentIndex(m_filter->index(0, 0));
    m_list->setFocus();
    refresh();
}

QWidget* KeyMeaningsDialog::makeList() {
    auto* part = new QWidget(this);
    m_search->setPlaceholderText(tr("Search the keys"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_filter->setSourceModel(m_keys);
    m_list->setModel(m_filter);
    m_list->setAccessibleName(tr("Keys"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(true);
    m_list->setColumnWidth(LoggedKeysModel::keyColumn, 230);
    m_list->setColumnWidth(LoggedKeysModel::meaningColumn, 270);
    auto* top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(m_unknownOnly);
    auto* rows = new QVBoxLayout(part);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    rows->addLayout(top);
    rows->addWidget(m_list, 1);
    return part;
}

QWidget* KeyMeaningsDialog::makeForm() {
    m_quantity->addItem(QString());
    for (const models::Quantity& quantity : quantities())
        m_quantity->addItem(quantity.title);
    m_scope->addItems({tr("not said"), tr("whole job"), tr("one GPU of it")}); // as Scope counts
    m_reading->setProperty("look", QStringLiteral("secondary"));
    m_forget->setAutoDefault(false);
    m_forgetAll->setAutoDefault(false);
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins(12, 12, 12, 12);
    form->setHorizontalSpacing(16);
    form->addRow(tr("Quantity"), m_quantity);
    form->addRow(tr("Unit"), m_unit);
    form->addRow(tr("Scope"), m_scope);
    form->addRow(QString(), m_sinceStart);
    auto* last = new QHBoxLayout;
    last->addWidget(m_reading, 1);
    last->addWidget(m_forget);
    form->addRow(last);
    const std::pair<QWidget*, QString> names[] = {{m_quantity, tr("Quantity")},
                                                  {m_unit, tr("Unit, as recorded")},
                                                  {m_scope, tr("Scope")},
                                                  {m_sinceStart, m_sinceStart->text()}};
    for (const auto& [widget, name] : names)
        widget->setAccessibleName(name);
    return m_form;
}

void KeyMeaningsDialog::connectForm() {
    connect(m_search, &QLineEdit::textChanged, m_filter, &KeysFilter::setText);
    connect(m_unknownOnly, &QCheckBox::toggled, m_filter, &KeysFilter::setUnknownOnly);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &KeyMeaningsDialog::showKey);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &KeyMeaningsDialog::takeForm);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &KeyMeaningsDialog::takeForm);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &KeyMeaningsDialog::takeForm);
    connect(m_sinceStart, &QCheckBox::toggled, this, &KeyMeaningsDialog::takeForm);
    connect(m_forget, &QPushButton::clicked, this, [this] {
        m_quantity->setFocus(); // the button is about to go grey
        m_quantity->setCurrentIndex(0);
    });
    connect(m_forgetAll, &QPushButton::clicked, this, [this] {
        m_list->setFocus();
        m_keys->forgetAll();
        showKey();
    });
}

int KeyMeaningsDialog::currentRow() const {
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() ? m_filter->mapToSource(current).row() : -1;
}

void KeyMeaningsDialog::choose(const std::string& key) {
    const int row = m_keys->rowOf(key);
    if (row < 0)
        return;
    m_search->clear();
    QModelIndex index = m_filter->mapFromSource(m_keys->index(row, 0));
    if (!index.isValid()) {
        m_unknownOnly->setChecked(false);
        index = m_filter->mapFromSource(m_keys->index(row, 0));
    }
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index);
    m_quantity->setFocus();
}

/// Fills the form with what is said about the current key.
void KeyMeaningsDialog::showKey() {
    m_showing = true;
    const int row = currentRow();
    m_form->setEnabled(row >= 0);
    m_form->setTitle(row >= 0 ? models::shown(m_keys->key(row).key, 100) : tr("No key is chosen"));
    if (row >= 0) {
        const LoggedKey& key = m_keys->key(row);
        m_quantity->setEnabled(!key.fixed);
        m_quantity->setItemText(0,
                                key.byProgram.isEmpty() ? tr("not known") : tr("as built in: %1").arg(key.byProgram));
        m_quantity->setCurrentIndex(placeOf(key));
        offerUnits(key);
        m_scope->setCurrentIndex(static_cast<int>(key.said.scope));
        m_sinceStart->setChecked(key.said.sinceStart);
    }
    m_showing = false;
    refresh();
}

/// The units that measure the quantity. None is chosen in advance, except the one that the recording prints. The list
/// is left alone while it stays the same, so that typing "ms" is not interrupted behind the "m".
void KeyMeaningsDialog::offerUnits(const LoggedKey& key) {
    const std::string unit = roleInfo(key.said.role).unit;
    QStringList wanted{key.said.role.empty() || unit.empty() ? tr("none") : tr("choose")};
    for (const std::string& like : key.said.role.empty() ? std::vector<std::string>() : unitsLike(unit))
        if (key.recordedUnit.empty() || key.recordedUnit == like)
            wanted << models::toQt(like);
    QStringList offered;
    for (int i = 0; i < m_unit->count(); ++i)
        offered << m_unit->itemText(i);
    if (offered != wanted) {
        m_unit->clear();
        m_unit->addItems(wanted);
    }
    m_unit->setCurrentIndex(std::max(0, m_unit->findText(models::toQt(key.said.unit))));
}

/// Says of the current key what the form says.
void KeyMeaningsDialog::takeForm() {
    const int row = currentRow();
    if (m_showing || row < 0)
        return;
    const LoggedKey& key = m_keys->key(row);
    KeyMeaning meaning;
    if (const int place = m_quantity->currentIndex(); place > 0) {
        const models::Quantity& quantity = quantities()[static_cast<std::size_t>(place - 1)];
        meaning.role = roleFor(quantity, key.key);
        meaning.scope = static_cast<Scope>(m_scope->currentIndex());
        meaning.sinceStart = m_sinceStart->isChecked();
        const bool sameUnits = roleInfo(key.said.role).unit == quantity.unit;
        if (!quantity.unit.empty())
            meaning.unit =
                sameUnits && m_unit->currentIndex() > 0 ? models::toStd(m_unit->currentText()) : key.recordedUnit;
    }
    m_keys->say(row, meaning);
    showKey();
}

void KeyMeaningsDialog::refresh() {
    const int row = currentRow();
    const LoggedKey* key = row < 0 ? nullptr : &m_keys->key(row);
    const bool said = key && !key->said.role.empty();
    m_unit->setEnabled(said && m_unit->count() > 1);
    m_scope->setEnabled(said);
    m_sinceStart->setEnabled(said);
    m_forget->setEnabled(said);
    m_reading->setText(!key         ? QString()
                       : key->fixed ? tr("The format itself says what this is.")
                                    : models::readingOf(*key));
    m_forgetAll->setEnabled(
        std::ranges::any_of(m_keys->keys(), [](const LoggedKey& each) { return !each.said.role.empty(); }));
    const QString problem = models::problemWith(m_keys->keys());
    m_problem->setText(problem);
    const bool changed = !std::ranges::equal(m_keys->keys(), m_before, {}, &LoggedKey::said, &LoggedKey::said);
    m_save->setEnabled(problem.isEmpty() && changed);
}

void KeyMeaningsDialog::save() {
    int changed = 0;
    for (std::size_t i = 0; i < m_before.size(); ++i)
        changed += m_keys->keys()[i].said == m_before[i].said ? 0 : 1;
    emit saved(models::withMeanings(m_said, m_run->format(), m_keys->keys()), changed);
    accept();
}

} // namespace tachograph::app
