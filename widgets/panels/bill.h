#pragma once

#include "widgets/panels/panel.h"

class QDoubleSpinBox;
class QLabel;
class QListView;
class QModelIndex;

namespace tachograph::models {
class Accountant;
class BillModel;
} // namespace tachograph::models

namespace tachograph::widgets {

class BillDelegate;
class SegmentedControl;

/// Where the time of the visible range went: hours above the early rate by what they coincide with, early against late,
/// or all of it, as a waterfall; with what it is worth and what was bought meanwhile.
class BillPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit BillPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_priced, m_copy}; }

    /// 0 = none: the field is hidden.
    void setGpuPrice(double price);

  signals:
    void gpuPriceChanged(double price);

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void build();
    void follow();
    void activate(const QModelIndex& index);

    models::Session& m_session;
    models::Accountant* m_accountant;
    models::BillModel* m_model;
    BillDelegate* m_delegate;
    SegmentedControl* m_which;
    QLabel *m_headline, *m_worth;
    QDoubleSpinBox* m_price;
    QListView* m_list;
    QAction *m_priced, *m_copy;
};

} // namespace tachograph::widgets
