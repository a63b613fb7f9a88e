#pragma once

#include "models/session.h"

#include <QAbstractTableModel>

#include <vector>

namespace tachograph::models {

/// The series that could be laid beside those of one lane: all of its runs, those that fit first. A check mark adds or
/// removes one. Keeps the runs and the lane that it was made with.
class AddedSeriesModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { nameColumn, unitColumn, remarkColumn, columns };
    enum Role {
        keyRole = Qt::UserRole, ///< as recorded
        searchRole,             ///< name and key
        whyRole,                ///< "" or why it cannot be added: a phrase
        laneRole                ///< id of the lane that shows it alone
    };

    AddedSeriesModel(Session& session, const Timeline& timeline, const Lane& lane, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  private:
    struct Row {
        QString key, name, unit, remark, why, lane;
    };
    void addRows(const Run& run, const Lane& lane);
    [[nodiscard]] bool isAdded(const Row& row) const;
    [[nodiscard]] QString why(const Row& row) const;
    [[nodiscard]] QString text(const Row& row, int column) const;

    Session& m_session;
    QString m_lane;
    std::vector<Row> m_rows;
};

} // namespace tachograph::models
