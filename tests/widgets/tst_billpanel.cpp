#include "widgets/panels/bill.h"

#include "models/accountant.h"
#include "models/items/billmodel.h"
#include "tests/support/gui.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>

using namespace tachograph;
using namespace tachograph::widgets;
using models::BillModel;

namespace {

/// Steps of 2 s, from 101 on of 3 s; the checkpoint at 150 takes 30 s more.
QByteArray recording(int steps) {
    QByteArray lines;
    for (int step = 1; step <= steps; ++step) {
        lines += QStringLiteral("{\"step\": %1, \"step_time_s\": %2, \"generation_time_s\": 1.5}\n")
                     .arg(step)
                     .arg(step == 150  ? 33
                          : step > 100 ? 3
                                       : 2)
                     .toUtf8();
        if (step == 150)
            lines += "{\"event\": \"checkpoint\", \"step\": 150}\n";
    }
    return lines;
}

} // namespace

/// The bill follows what is visible, says what is not logged, and leads to the lane and the place of a part.
class TestBillPanel : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        dressApplication(Theme::light());
    }

    void init() {
        m_session = std::make_unique<models::Session>(nullptr);
        m_panel = std::make_unique<BillPanelWidget>(*m_session);
        m_panel->setTheme(Theme::light());
        m_list = m_panel->findChild<QListView*>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_list->model());
        QVERIFY(tests::showAt(*m_panel, {356, 420}));
    }
    void cleanup() {
        m_tester.reset();
        m_panel.reset();
        m_session.reset();
    }

    void aPriceIsShownToldAndTakenBack() {
        auto* field = m_panel->findChild<QDoubleSpinBox*>();
        QAction* switcher = m_panel->titleActions().front();
        QSignalSpy changed(m_panel.get(), &BillPanelWidget::gpuPriceChanged);
        QVERIFY(!field->isVisibleTo(m_panel.get()));
        m_panel->setGpuPrice(2.5);
        QVERIFY(field->isVisibleTo(m_panel.get()) && switcher->isChecked());
        QCOMPARE(field->value(), 2.5);
        QCOMPARE(changed.takeLast().front().toDouble(), 2.5);
        switcher->trigger();
        QVERIFY(!field->isVisibleTo(m_panel.get()));
        QCOMPARE(changed.takeLast().front().toDouble(), 0.0);
        m_panel->setGpuPrice(0.0);
        QVERIFY(changed.isEmpty() && !switcher->isChecked());
    }

    void nothingIsOpen() {
        QCOMPARE(m_list->model()->rowCount(), 0);
        QVERIFY(!m_panel->titleActions().last()->isEnabled());
    }

    void tooShortSaysSo() {
        m_session->openBytes(QStringLiteral("short.jsonl"), recording(3));
        QTRY_VERIFY(allText().contains(QStringLiteral("No bill: ")));
        QCOMPARE(m_list->model()->rowCount(), 0);
    }

    void theWholeRunAndTheVisibleRange() {
        open();
        QCOMPARE(time(QStringLiteral("checkpoints")), QStringLiteral("+30.0 s"));
        QVERIFY2(allText().contains(QStringLiteral("2 min 10 s above the early rate of 2.00 s")),
                 qPrintable(allText()));
        QCOMPARE(m_panel->note(), QStringLiteral("whole run"));
        m_session->setViewRange(std::pair(101.0, 140.0));
        QTRY_COMPARE(m_panel->note(), QStringLiteral("steps 101 to 140"));
        QVERIFY(!row(QStringLiteral("checkpoints")).isValid());
        QVERIFY2(allText().contains(QStringLiteral("40.0 s above")) || allText().contains(QStringLiteral("40 s above")),
                 qPrintable(allText()));
        m_session->setViewRange(std::nullopt);
        QTRY_COMPARE(m_panel->note(), QStringLiteral("whole run"));
    }

    void whatIsNotLoggedIsNoZero() {
        open();
        const QModelIndex length = named(QStringLiteral("completion length"));
        QVERIFY(length.isValid());
        QCOMPARE(length.siblingAtColumn(BillModel::timeColumn).data().toString(), QStringLiteral("not logged"));
        QCOMPARE(length.data(BillModel::fromRole), length.data(BillModel::toRole));
    }

    void barsJoinAndEndAtTheTotal() {
        open();
        auto* which = m_panel->findChild<SegmentedControl*>();
        for (int view = 0; view < 3; ++view) {
            which->choose(view);
            emit which->chosenByUser(view);
            double level = 0.0;
            for (int i = 0; i < m_list->model()->rowCount(); ++i) {
                const QModelIndex index = m_list->model()->index(i, 0);
                const auto kind = static_cast<BillModel::Kind>(index.data(BillModel::kindRole).toInt());
                if (kind == BillModel::Kind::notLogged)
                    break;
                const double from = index.data(BillModel::fromRole).toDouble();
                const double to = index.data(BillModel::toRole).toDouble();
                if (kind == BillModel::Kind::part)
                    QVERIFY2(std::abs(from - level) < 1e-9, qPrintable(index.data().toString()));
                else if (i > 0)
                    QVERIFY2(std::abs(to - level) < 1e-9, qPrintable(index.data().toString()));
                level = to;
            }
        }
    }

    void aStallLeadsToItsPlace() {
        open();
        QTRY_VERIFY(m_session->timeline());
        m_list->setCurrentIndex(row(QStringLiteral("checkpoints")));
        QTest::keyClick(m_list, Qt::Key_Return);
        QVERIFY(m_session->viewRange());
        QVERIFY(m_session->viewRange()->first < 150 && m_session->viewRange()->second > 150);
        QVERIFY(m_session->viewRange()->second - m_session->viewRange()->first < 20);
    }

    void aPhaseShowsItsLane() {
        open();
        m_session->setLaneShown(QStringLiteral("split"), false);
        const QModelIndex generation = row(QStringLiteral("phase/generation"));
        m_list->scrollTo(generation);
        QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, m_list->visualRect(generation).center());
        QVERIFY(m_session->isLaneShown(QStringLiteral("split")));
        QVERIFY(!m_session->viewRange());
    }

    void thePriceNeedsGpus() {
        open();
        auto* price = m_panel->findChild<QDoubleSpinBox*>();
        QVERIFY(!price->isVisible());
        m_panel->titleActions().first()->trigger();
        QVERIFY(price->isVisible());
        price->setValue(2.5);
        QTest::qWait(300);
        QVERIFY2(allText().contains(QStringLiteral("Number of GPUs not logged")), qPrintable(allText()));
    }

    void partsAreSpoken() {
        open();
        const QString spoken = row(QStringLiteral("checkpoints")).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.startsWith(QStringLiteral("checkpoints, +30.0 s")), qPrintable(spoken));
        QSignalSpy copied(m_panel.get(), &PanelWidget::copyRequested);
        m_panel->titleActions().last()->trigger();
        QCOMPARE(copied.size(), 1);
        QVERIFY(copied.first().first().toString().contains(QStringLiteral("checkpoints\t+30.0 s")));
    }

    void idleWhileNobodyLooks() {
        m_panel->hide();
        m_session->openBytes(QStringLiteral("a.jsonl"), recording(200));
        QTRY_VERIFY(m_session->current() && m_session->current()->diagnosis);
        QTest::qWait(300);
        QCOMPARE(m_list->model()->rowCount(), 0);
        m_panel->show();
        QTRY_VERIFY(m_list->model()->rowCount() > 0);
    }

  private:
    void open() {
        m_session->openBytes(QStringLiteral("a.jsonl"), recording(200));
        QTRY_VERIFY(m_list->model()->rowCount() > 0);
    }
    [[nodiscard]] QModelIndex row(const QString& id) const {
        for (int i = 0; i < m_list->model()->rowCount(); ++i)
            if (m_list->model()->index(i, 0).data(BillModel::idRole).toString() == id)
                return m_list->model()->index(i, 0);
        return {};
    }
    [[nodiscard]] QModelIndex named(const QString& name) const {
        for (int i = 0; i < m_list->model()->rowCount(); ++i)
            if (m_list->model()->index(i, 0).data().toString() == name)
                return m_list->model()->index(i, 0);
        return {};
    }
    [[nodiscard]] QString time(const QString& id) const {
        return row(id).siblingAtColumn(BillModel::timeColumn).data().toString();
    }
    [[nodiscard]] QString allText() const {
        QString text;
        for (const QLabel* label : m_panel->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    }

    std::unique_ptr<models::Session> m_session;
    std::unique_ptr<BillPanelWidget> m_panel;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    QListView* m_list = nullptr;
};

QTEST_MAIN(TestBillPanel)
#include "tst_billpanel.moc"
