#pragma once

#include "analysis/importers/openrun.h"
#include "analysis/run/metricroles.h"
#include "models/keymeanings.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace tachograph::models {
class LoggedKeysModel;
}

namespace tachograph::app {

class KeysFilter;

/// What the keys of a recording are: quantity, unit, scope and whether a value is an average since the start, said by
/// the user and never guessed. Leaves the window usable; saved() hands over the whole table of what was said.
class KeyMeaningsDialog : public QDialog {
    Q_OBJECT
  public:
    /// `said` is what was said before, of all formats.
    KeyMeaningsDialog(RunPtr run, std::vector<MetricRole> said, QWidget* parent = nullptr);

    /// Chooses a key, whether it is known or not.
    void choose(const std::string& key);

  signals:
    void saved(const std::vector<tachograph::MetricRole>& said, int keys);

  private:
    QWidget* makeList();
    QWidget* makeForm();
    void connectForm();
    [[nodiscard]] int currentRow() const; ///< of the model; -1 = none
    void showKey();
    void offerUnits(const models::LoggedKey& key);
    void takeForm();
    void refresh();
    void save();

    RunPtr m_run;
    std::vector<MetricRole> m_said;
    std::vector<models::LoggedKey> m_before;
    models::LoggedKeysModel* m_keys;
    KeysFilter* m_filter;
    QCheckBox* m_unknownOnly;
    QLineEdit* m_search;
    QTreeView* m_list;
    QGroupBox* m_form;
    QComboBox* m_quantity;
    QComboBox* m_unit;
    QComboBox* m_scope;
    QCheckBox* m_sinceStart;
    QPushButton* m_forget;
    QPushButton* m_forgetAll;
    QLabel* m_reading;
    QLabel* m_problem;
    QPushButton* m_save;
    bool m_showing = false; ///< the form is being filled, not edited
};

} // namespace tachograph::app
