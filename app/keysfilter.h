#pragma once

#include <QSortFilterProxyModel>

namespace tachograph::app {

/// The keys whose name holds a text; those that nobody knows, when asked for. A key stays listed once it was, so that
/// a row does not vanish under the hand that explains it.
class KeysFilter : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    explicit KeysFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    void setUnknownOnly(bool on);

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    QString m_text;
    bool m_unknownOnly = false;
};

} // namespace tachograph::app
