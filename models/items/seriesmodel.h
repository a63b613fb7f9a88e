#pragma once

#include "models/session.h"

#include <QAbstractItemModel>

#include <vector>

namespace tachograph::models {

/// The lanes that the visible runs can show, below their group headings. A check mark shows or hides the lane; what is
/// not logged is listed, greyed, with the reason.
class SeriesModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Role {
        keyRole = Qt::UserRole, ///< key as recorded, "derived", or why there is nothing: "not logged"
        laneRole                ///< lane id; empty for headings
    };

    explicit SeriesModel(Session& session, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Only lanes whose title or key holds the text, without regard to case; empty = all.
    void setFilter(const QString& text);
    /// "8 of 10 shown": lanes that can be shown.
    [[nodiscard]] QString tally() const;

  private:
    struct Group {
        QString title;
        std::vector<LaneChoice> lanes;
    };
    static bool same(const Group& a, const Group& b);
    [[nodiscard]] std::vector<Group> groupsNow() const;
    void follow();
    [[nodiscard]] const LaneChoice* laneAt(const QModelIndex& index) const;

    Session& m_session;
    QString m_filter;
    std::vector<Group> m_groups;
};

} // namespace tachograph::models
