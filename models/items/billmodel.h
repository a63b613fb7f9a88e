#pragma once

#include "analysis/report/billtext.h"
#include "models/accountant.h"

#include <QAbstractTableModel>

#include <vector>

namespace tachograph::models {

/// The parts of an account in one of its three views, as a waterfall from top to bottom: where it starts, its parts,
/// where it ends, and what is not logged and therefore no part.
class BillModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { partColumn, timeColumn, shareColumn, columns };
    enum class Kind { total, part, notLogged };
    enum Role {
        kindRole = Qt::UserRole,
        fromRole, ///< seconds at which the bar begins
        toRole,   ///< and ends; equal for what is not logged
        leastRole,
        mostRole, ///< of all bars: the scale
        noteRole, ///< "12 places, the first at step 50"
        laneRole, ///< id of the lane that shows it
        idRole    ///< as TimePart::id; empty for totals
    };

    explicit BillModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setView(AccountViewPtr view, BillView which);
    [[nodiscard]] BillView which() const { return m_which; }
    [[nodiscard]] AccountViewPtr view() const { return m_view; }
    /// First and last step of the stalls of a row; nothing for other rows.
    [[nodiscard]] std::optional<StepRange> places(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Headline and rows as lines, cells separated by tabs.
    [[nodiscard]] QString asText() const;

  private:
    struct Row {
        Kind kind = Kind::part;
        QString cells[columns];
        QString note, lane, id;
        double from = 0, to = 0;
        std::optional<StepRange> places;
    };
    void addTotal(const QString& name, double seconds);
    void addParts(double level);
    [[nodiscard]] QString laneOf(const TimePart& part) const;

    AccountViewPtr m_view;
    BillView m_which = BillView::above;
    std::vector<Row> m_rows;
    double m_least = 0, m_most = 0;
};

} // namespace tachograph::models
