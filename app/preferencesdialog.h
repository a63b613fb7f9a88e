#pragma once

#include "app/settings.h"
#include "models/session.h"

#include <QDialog>
#include <QTimer>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace tachograph::app {

class KnobField;
class ThemeController;

/// Theme and the knobs of all detectors, from their descriptors. What is changed takes effect at once: the runs are
/// judged again in the background. Leaves the window usable.
class PreferencesDialog : public QDialog {
    Q_OBJECT
  public:
    PreferencesDialog(models::Session& session, ThemeController& theme, QWidget* parent = nullptr);

    /// The field of a knob; nullptr when there is none.
    [[nodiscard]] KnobField* field(const std::string& code, const std::string& name) const;

  private:
    struct Row {
        const Detector* detector;
        const Knob* knob;
        QLabel* name;
        KnobField* field;
        QToolButton* reset;
    };
    struct Section {
        QWidget* widget;
        QString words; ///< what a search looks through
    };

    QWidget* makeDetectors();
    QWidget* makeSection(const Detector& detector);
    void makeRow(const Detector& detector, const Knob& knob, QVBoxLayout& rows);
    void search(const QString& text);
    void followSession();
    void followTheme();
    void showChanged(const Row& row);
    void apply();
    void resetAll();

    models::Session& m_session;
    ThemeController& m_theme;
    QComboBox* m_themes;
    QLineEdit* m_search;
    QLabel* m_none;
    QPushButton* m_resetAll;
    std::vector<Row> m_rows;
    std::vector<Section> m_sections;
    QTimer m_apply; ///< a held arrow key judges once, not at every step
};

} // namespace tachograph::app
