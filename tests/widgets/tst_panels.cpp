#include "widgets/panels/panel.h"

#include "models/items/runsmodel.h"
#include "models/items/seriesmodel.h"
#include "tests/support/gui.h"
#include "widgets/docktitle.h"
#include "widgets/elidedlabel.h"
#include "widgets/panels/details.h"
#include "widgets/panels/emptyhint.h"
#include "widgets/panels/findings/findingdelegate.h"
#include "widgets/panels/findings/findinglistmodel.h"
#include "widgets/panels/runs/runsdelegate.h"
#include "widgets/panels/series/seriesdelegate.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <set>
#include <vector>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

/// 240 steps that take longer and longer with their completions, without noise.
QByteArray creepingRun() {
    QByteArray lines;
    for (int step = 1; step <= 240; ++step) {
        const double growth = 1.0 + 1.2 * step / 240 + 0.01 * (step % 5);
        lines += QStringLiteral(
                     "{\"step\": %1, \"step_time_s\": %2, \"generation_time_s\": %3, \"completion_len_mean\": %4}\n")
                     .arg(step)
                     .arg(2 * growth, 0, 'f', 4)
                     .arg(2 * growth - 0.6, 0, 'f', 4)
                     .arg(300 * growth, 0, 'f', 2)
                     .toUtf8();
    }
    return lines;
}

bool judged(const models::Session& session) {
    return session.timeline() && session.current() && session.current()->diagnosis &&
           session.timeline()->runs.front().diagnosis;
}

} // namespace

/// Panels and the controls around them: what the mouse and the keys do reaches the session, and names are unique.
class TestPanels : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        dressApplication(Theme::light());
    }

    void descriptorsAreComplete() {
        std::set<QString> ids;
        models::Session session(nullptr);
        for (const Panel* panel : panels()) {
            QVERIFY(ids.insert(QString::fromLatin1(panel->id)).second);
            QVERIFY(!panelTitle(*panel).isEmpty());
            QVERIFY(panel->share > 0);
            QWidget parent;
            PanelWidget* widget = panel->create(session, &parent); // an empty session is no reason to fail
            QVERIFY(widget);
            widget->setTheme(Theme::darkTheme());
        }
        QCOMPARE(ids.size(), panels().size());
        QVERIFY(!ids.empty());
    }

    void theEyeHidesTheRun() {
        models::Session session(nullptr);
        QWidget window;
        const Panel* runs = panels().front();
        PanelWidget* panel = runs->create(session, &window);
        panel->resize(252, 300);
        QVERIFY(tests::showAt(window, {252, 300}));
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(judged(session));
        QCOMPARE(panel->note(), QStringLiteral("1 open"));
        auto* tree = panel->findChild<QTreeView*>();
        const QRect row = tree->visualRect(tree->model()->index(0, 0));
        const QRect whole(0, row.top(), tree->viewport()->width(), row.height());
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, RunsDelegate::buttonRect(whole).center());
        QVERIFY(!session.runs().front().visible);
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(session.runs().front().visible);
        QTest::keyClick(tree, Qt::Key_Delete);
        QVERIFY(session.runs().empty());
    }

    void clickingASeriesTogglesItsLane() {
        models::Session session(nullptr);
        QWidget window;
        PanelWidget* panel = panels()[1]->create(session, &window);
        panel->resize(252, 500);
        QVERIFY(tests::showAt(window, {252, 500}));
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(judged(session));
        auto* tree = panel->findChild<QTreeView*>();
        const QModelIndex length = find(*tree->model(), QStringLiteral("completion_length"));
        QVERIFY(length.isValid());
        QVERIFY(session.isLaneShown(QStringLiteral("completion_length")));
        tree->scrollTo(length);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(length).center());
        QVERIFY(!session.isLaneShown(QStringLiteral("completion_length")));
        tree->setCurrentIndex(find(*tree->model(), QStringLiteral("completion_length")));
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(session.isLaneShown(QStringLiteral("completion_length")));
    }

    void rowsListFindingsThenTheRest() {
        models::Session session(nullptr);
        models::FindingsModel said(session);
        FindingListModel rows(said);
        QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(rows.rowCount(), 0);
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(judged(session));
        QVERIFY(rows.count(std::nullopt) >= 1);
        int cards = 0, verdicts = 0;
        for (int row = 0; row < rows.rowCount(); ++row) {
            QVERIFY(!rows.index(row).data(Qt::AccessibleTextRole).toString().isEmpty());
            cards += rows.row(row).kind == FindingListRow::Kind::card ? 1 : 0;
            verdicts += rows.row(row).kind == FindingListRow::Kind::verdict ? 1 : 0;
            QVERIFY2(verdicts == 0 || rows.row(row).kind != FindingListRow::Kind::card, "a card below the verdicts");
        }
        QCOMPARE(cards, rows.count(std::nullopt));
        rows.setFilter(Severity::critical);
        QCOMPARE(rows.rowCount(), rows.count(Severity::critical));
        QCOMPARE(rows.rowOfFinding(-1), -1);
        QCOMPARE(rows.rowOfFinding(99), -1);
        rows.setFilter(std::nullopt);
        const QString text = FindingListModel::asText(rows.entry(0), QStringLiteral("a"));
        QVERIFY(text.contains(rows.entry(0).code) && text.contains(rows.entry(0).summary));
    }

    void cardsAreAsWideAsTheList() {
        models::Session session(nullptr);
        models::FindingsModel said(session);
        FindingListModel rows(said);
        FindingDelegate delegate(rows, &rows);
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(judged(session));
        delegate.setWidth(400);
        const QSize wide = delegate.sizeHint({}, rows.index(0));
        delegate.setWidth(240);
        const QSize narrow = delegate.sizeHint({}, rows.index(0));
        QCOMPARE(wide.width(), 400);
        QCOMPARE(narrow.width(), 240);
        QVERIFY(narrow.height() >= wide.height());
        delegate.setOpenFinding(rows.entry(0).timelineIndex);
        QVERIFY(delegate.sizeHint({}, rows.index(0)).height() > narrow.height());
        QCOMPARE(delegate.linkAt(rows.index(0), {0, 0}), FindingCardLayout::Link::none);
        QCOMPARE(delegate.linkAt({}, {0, 0}), FindingCardLayout::Link::none);
    }

    void detailsCanBeCopied() {
        models::Session session(nullptr);
        DetailsPanelWidget panel(session);
        QVERIFY(panel.asText().isEmpty());
        QVERIFY(!panel.titleActions().front()->isEnabled());
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(judged(session));
        QTRY_VERIFY(panel.asText().contains(QLatin1String("Source\ta.jsonl")));
        QVERIFY(panel.asText().contains(QLatin1String("not logged")));
    }

    void longNamesAreNotCutOff() {
        models::Session session(nullptr);
        DetailsPanelWidget panel(session);
        QVERIFY(tests::showAt(panel, {240, 600}));
        const QString name = QString(60, QLatin1Char('x')) + QStringLiteral("_of_a_very_long_name.jsonl");
        session.openBytes(name, creepingRun());
        QTRY_VERIFY(judged(session));
        const auto labels = panel.findChildren<QLabel*>();
        const auto source = std::ranges::find_if(labels, [&name](const QLabel* label) {
            return label->accessibleName() == QStringLiteral("Source: ") + name;
        });
        QVERIFY(source != labels.end());
        QVERIFY((*source)->toolTip().startsWith(name));
        QVERIFY((*source)->text().contains(QChar(0x2026)));
        QVERIFY((*source)->minimumSizeHint().width() <= (*source)->width());
        QVERIFY(panel.asText().contains(name));
    }

    void panelsSayThatNothingCouldBeRead() {
        models::Session session(nullptr);
        QWidget desk;
        std::vector<EmptyHint*> hints;
        for (const Panel* panel : panels())
            for (EmptyHint* hint : panel->create(session, &desk)->findChildren<EmptyHint*>())
                hints.push_back(hint);
        QCOMPARE(hints.size(), std::size_t(4));
        QVERIFY(std::ranges::all_of(hints, [](const EmptyHint* hint) { return hint->isHidden(); }));
        session.openBytes(QStringLiteral("notes.txt"), "Dear all,\n");
        QTRY_VERIFY(std::ranges::none_of(hints, [](const EmptyHint* hint) { return hint->isHidden(); }));
        QVERIFY(hints.front()->text().contains(QLatin1String("Nothing to show: notes.txt could not be read.")));
        session.openBytes(QStringLiteral("a.jsonl"), creepingRun());
        QTRY_VERIFY(session.runs().size() == 2 && session.runs().back().run);
        session.setCurrent(session.runs().back().id);
        QTRY_VERIFY(std::ranges::all_of(hints, [](const EmptyHint* hint) { return hint->isHidden(); }));
    }

    void segmentsKeepOneChoice() {
        SegmentedControl control;
        control.addSegment(QStringLiteral("Step"));
        control.addSegment(QStringLiteral("Elapsed"));
        control.addSegment(QStringLiteral("Tokens"));
        control.choose(0);
        QSignalSpy chosen(&control, &SegmentedControl::chosenByUser);
        control.setSegmentEnabled(1, false, QStringLiteral("time stamps are not logged"));
        QCOMPARE(control.findChildren<QToolButton*>()[1]->toolTip(), QStringLiteral("time stamps are not logged"));
        control.chooseNext();
        QCOMPARE(control.chosen(), 2);
        control.chooseNext();
        QCOMPARE(control.chosen(), 0);
        QCOMPARE(chosen.size(), 2);
        QTest::mouseClick(control.findChildren<QToolButton*>()[1], Qt::LeftButton);
        QCOMPARE(control.chosen(), 0);
        control.choose(99);
        QCOMPARE(control.chosen(), 0);
    }

    void dockTitlesShortenTheirNote() {
        DockTitle title(QStringLiteral("Findings"), {}, nullptr);
        title.setTheme(Theme::light());
        title.setNote(QStringLiteral("5 found, 7 clear, 2 not applicable"));
        QVERIFY(tests::showAt(title, {356, 32}));
        auto* note = title.findChild<ElidedLabel*>();
        QVERIFY(!note->elided());
        title.resize(160, 32);
        QVERIFY(note->elided());
        QCOMPARE(note->toolTip(), QStringLiteral("5 found, 7 clear, 2 not applicable"));
        QSignalSpy closed(&title, &DockTitle::closeRequested);
        QTest::mouseClick(title.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(closed.size(), 1);
    }

  private:
    static QModelIndex find(const QAbstractItemModel& model, const QString& lane) {
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex parent = model.index(group, 0);
            for (int row = 0; row < model.rowCount(parent); ++row)
                if (model.index(row, 0, parent).data(models::SeriesModel::laneRole).toString() == lane)
                    return model.index(row, 0, parent);
        }
        return {};
    }
};

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
