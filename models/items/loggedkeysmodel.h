#pragma once

#include "models/keymeanings.h"

#include <QAbstractTableModel>

#include <vector>

namespace tachograph::models {

/// The keys of a run, what they mean and what their values look like. What is said is changed with say().
class LoggedKeysModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { keyColumn, meaningColumn, valuesColumn, columns };
    enum Role { knownRole = Qt::UserRole }; ///< whether program, format or user know the key: bool

    explicit LoggedKeysModel(std::vector<LoggedKey> keys, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] const std::vector<LoggedKey>& keys() const { return m_keys; }
    [[nodiscard]] const LoggedKey& key(int row) const { return m_keys[static_cast<std::size_t>(row)]; }
    void say(int row, const KeyMeaning& meaning);
    /// Takes back everything that is said.
    void forgetAll();
    /// -1 when there is no such key.
    [[nodiscard]] int rowOf(const std::string& key) const;

  private:
    std::vector<LoggedKey> m_keys;
};

} // namespace tachograph::models
