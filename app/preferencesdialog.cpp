#include "app/preferencesdialog.h"

#include "app/knobfield.h"
#include "app/themecontroller.h"
#include "models/convert.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

using models::toQt;

namespace {

constexpr int milliseconds = 300; ///< without a further change, before the runs are judged again

QLabel* label(const QString& text, const char* look, QWidget* parent) {
    auto* made = new QLabel(text, parent);
    made->setProperty("look", QLatin1String(look));
    made->setWordWrap(true);
    return made;
}

} // namespace

PreferencesDialog::PreferencesDialog(models::Session& session, ThemeController& theme, QWidget* parent)
    : QDialog(parent), m_session(session), m_theme(theme), m_themes(new QComboBox(this)), m_search(new QLineEdit(this)),
      m_none(label(tr("No detector has that in its name."), "muted", this)),
      m_resetAll(new QPushButton(tr("Reset all numbers"), this)) {
    setWindowTitle(tr("Preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(660, 640);
    m_themes->addItems(
        {tr("Follow the system"), tr("Light"), tr("Dark"), tr("High contrast")}); // as ThemeChoice counts
    m_themes->setAccessibleName(tr("Theme"));
    m_search->setPlaceholderText(tr("Search the detectors"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    auto* top = new QHBoxLayout;
    top->addWidget(label(tr("Theme"), "heading", this));
    top->addWidget(m_themes, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_resetAll, QDialogButtonBox::ResetRole);
    for (QAbstractButton* button : buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false); // Enter in a field is for the field
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(10);
    rows->addLayout(top);
    rows->addSpacing(6);
    rows->addWidget(label(tr("Detectors"), "heading", this));
    rows->addWidget(
        label(tr("A changed number judges the open runs again, and is named on the findings and in reports, as "
                 "--knob is on the command line."),
              "secondary", this));
    rows->addWidget(m_search);
    rows->addWidget(m_none);
    rows->addWidget(makeDetectors(), 1);
    rows->addWidget(buttons);

    m_apply.setSingleShot(true);
    m_apply.setInterval(milliseconds);
    connect(&m_apply, &QTimer::timeout, this, &PreferencesDialog::apply);
    connect(m_themes, &QComboBox::activated, this,
            [this](int index) { m_theme.choose(static_cast<ThemeChoice>(index)); });
    connect(&m_theme, &ThemeController::choiceChanged, this, &PreferencesDialog::followTheme);
    connect(m_search, &QLineEdit::textChanged, this, &PreferencesDialog::search);
    connect(m_resetAll, &QPushButton::clicked, this, &PreferencesDialog::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_session, &models::Session::knobsChanged, this, &PreferencesDialog::followSession);
    connect(this, &QDialog::finished, this, [this] {
        if (m_apply.isActive())
            apply();
    });
    followTheme();
    followSession();
    search({});
    m_search->setFocus();
}

QWidget* PreferencesDialog::makeDetectors() {
    auto* list = new QWidget;
    auto* rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 8, 0);
    rows->setSpacing(8);
    for (const Detector* detector : detectors())
        if (!detector->knobs.empty())
            rows->addWidget(makeSection(*detector));
    rows->addStretch(1);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // texts wrap
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(list);
    return area;
}

QWidget* PreferencesDialog::makeSection(const Detector& detector) {
    auto* section = new QFrame;
    section->setProperty("look", QStringLiteral("card"));
    auto* rows = new QVBoxLayout(section);
    rows->setContentsMargins(14, 10, 14, 12);
    rows->setSpacing(4);
    rows->addWidget(label(toQt(detector.code), "heading", section));
    rows->addWidget(label(toQt(detector.title), "secondary", section));
    QString words = toQt(detector.code) + QLatin1Char(' ') + toQt(detector.title);
    for (const Knob& knob : detector.knobs) {
        makeRow(detector, knob, *rows);
        words += QLatin1Char(' ') + toQt(knob.name) + QLatin1Char(' ') + toQt(knob.meaning);
    }
    m_sections.push_back({section, words});
    return section;
}

void PreferencesDialog::makeRow(const Detector& detector, const Knob& knob, QVBoxLayout& rows) {
    QWidget* section = rows.parentWidget();
    Row row{&detector, &knob, label(toQt(knob.name), "plain", section), new KnobField(knob, section),
            new QToolButton(section)};
    const QString range = tr("%1 to %2, default %3")
                              .arg(row.field->textFromValue(knob.least), row.field->textFromValue(knob.most),
                                   row.field->textFromValue(knob.defaultValue));
    row.name->setBuddy(row.field);
    row.field->setAccessibleName(tr("%1, %2").arg(toQt(detector.code), toQt(knob.name)));
    row.field->setAccessibleDescription(toQt(knob.meaning) + QLatin1Char(' ') + range);
    row.field->setToolTip(range);
    row.reset->setText(tr("Reset"));
    row.reset->setProperty("look", QStringLiteral("flat"));
    row.reset->setFocusPolicy(Qt::StrongFocus);
    row.reset->setAccessibleName(tr("Reset %1 of %2").arg(toQt(knob.name), toQt(detector.code)));
    auto* across = new QHBoxLayout;
    across->setSpacing(10);
    across->addWidget(row.name, 1);
    across->addWidget(label(range, "muted", section));
    across->addWidget(row.reset);
    across->addWidget(row.field);
    rows.addLayout(across);
    rows.addWidget(label(toQt(knob.meaning), "muted", section));
    m_rows.push_back(row);
    connect(row.field, &QDoubleSpinBox::valueChanged, this, [this, row] {
        showChanged(row);
        m_apply.start();
    });
    connect(row.reset, &QToolButton::clicked, row.field, [row] {
        row.field->setFocus(); // the button is about to go grey
        row.field->setValue(row.knob->defaultValue);
    });
}

void PreferencesDialog::showChanged(const Row& row) {
    const bool changed = row.field->value() != row.knob->defaultValue;
    row.reset->setEnabled(changed);
    QFont font = row.name->font();
    font.setBold(changed);
    row.name->setFont(font);
    m_resetAll->setEnabled(
        std::ranges::any_of(m_rows, [](const Row& other) { return other.field->value() != other.knob->defaultValue; }));
}

void PreferencesDialog::search(const QString& text) {
    bool any = false;
    for (const Section& section : m_sections) {
        const bool found = section.words.contains(text.trimmed(), Qt::CaseInsensitive);
        section.widget->setVisible(found);
        any = any || found;
    }
    m_none->setVisible(!any);
}

void PreferencesDialog::followTheme() {
    m_themes->setCurrentIndex(static_cast<int>(m_theme.choice()));
}

void PreferencesDialog::followSession() {
    if (m_apply.isActive())
        return; // the fields are ahead of the session
    for (const Row& row : m_rows) {
        const auto code = m_session.knobs().find(row.detector->code);
        const QSignalBlocker quiet(row.field);
        row.field->setValue(code == m_session.knobs().end() ? row.knob->defaultValue
                                                            : knobValue(*row.detector, code->second, row.knob->name));
    }
    for (const Row& row : m_rows)
        showChanged(row);
}

void PreferencesDialog::apply() {
    m_apply.stop();
    AllKnobs knobs;
    for (const Row& row : m_rows)
        if (row.field->value() != row.knob->defaultValue)
            knobs[row.detector->code][row.knob->name] = row.field->value();
    m_session.setKnobs(knobs);
}

void PreferencesDialog::resetAll() {
    m_search->setFocus(); // the button is about to go grey
    for (const Row& row : m_rows)
        row.field->setValue(row.knob->defaultValue);
    apply();
}

KnobField* PreferencesDialog::field(const std::string& code, const std::string& name) const {
    const auto found = std::ranges::find_if(
        m_rows, [&](const Row& row) { return row.detector->code == code && row.knob->name == name; });
    return found == m_rows.end() ? nullptr : found->field;
}

} // namespace tachograph::app
