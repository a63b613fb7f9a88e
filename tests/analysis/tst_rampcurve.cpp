#include "analysis/comparison/rampcurve.h"
#include "analysis/comparison/snapoffsets.h"
#include "analysis/importers/openrun.h"
#include "analysis/run/roles.h"
#include "tests/support/dflashsimulator.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace tachograph;

namespace {

RunPtr consoleOf(const tests::DflashPlan& plan) {
    const auto runs = openRunsFromBytes("run.log", tests::dflashConsole(plan));
    return runs && !runs->empty() ? runs->front() : nullptr;
}

/// Start-ups of 22 and 88 s, then 20,000 and 40,000 / 6 tok/s.
Comparison planned() {
    tests::DflashPlan a, b;
    a.startUp = 22;
    a.secondsPerBatch = 2;
    b.startUp = 88;
    b.secondsPerBatch = 6;
    b.batches = 500;
    return compareRuns(consoleOf(a), consoleOf(b));
}

QString textOf(const std::vector<SnapOffset>& snaps) {
    QStringList parts;
    for (const SnapOffset& snap : snaps)
        parts += QStringLiteral("%1 %2").arg(QString::fromStdString(snap.text)).arg(snap.offset);
    return parts.join(QStringLiteral("; "));
}

} // namespace

/// What the compare page plots of a start, and what dragging snaps to.
class TestRampCurve : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void printedAveragesCreepWhileTheRateIsFlat() {
        const Comparison comparison = planned();
        const auto ramps = rampCurves(comparison);
        QVERIFY(ramps);
        QCOMPARE(ramps->role, std::string(roles::throughput));
        QVERIFY(ramps->averaged);
        QVERIFY(ramps->inSeconds);
        // Ten times the longer start-up, as far as it was measured.
        QVERIFY2(std::abs(ramps->length / 880 - 1) < 0.05, qPrintable(QString::number(ramps->length)));
        const struct {
            const RampCurve& curve;
            double startUp, rate;
        } sides[] = {{ramps->a, 22, 20'000}, {ramps->b, 88, 40'000 / 6.0}};
        for (const auto& side : sides) {
            QVERIFY(side.curve.startUp);
            QVERIFY2(std::abs(*side.curve.startUp - side.startUp) < 4,
                     qPrintable(QString::number(*side.curve.startUp)));
            QVERIFY(std::abs(side.curve.level / side.rate - 1) < 0.03);
            QVERIFY(side.curve.printed.size() > 10);
            QVERIFY(side.curve.printed.size() <= RampCurve::mostPoints);
            QVERIFY(std::ranges::is_sorted(side.curve.printedAt));
            for (std::size_t i = 0; i < side.curve.printed.size(); ++i) {
                // The closed form of an average since the start: rate x (1 - start-up / time).
                const double at = side.curve.printedAt[i];
                if (at < 2 * side.startUp || at > 800)
                    continue;
                const double expected = side.rate * (1 - side.startUp / at);
                QVERIFY2(std::abs(side.curve.printed[i] / expected - 1) < 0.12,
                         qPrintable(QStringLiteral("%1 at %2").arg(side.curve.printed[i]).arg(at)));
            }
            // 90 % are there at ten times the start-up.
            if (side.curve.ninetyAt)
                QVERIFY2(std::abs(*side.curve.ninetyAt / (10 * side.startUp) - 1) < 0.2,
                         qPrintable(QString::number(*side.curve.ninetyAt)));
            QVERIFY(side.curve.steadyFrom && side.curve.steadyTo);
            QVERIFY(*side.curve.steadyFrom < *side.curve.steadyTo);
        }
    }

    void theMarkIsAtEqualDistance() {
        const Comparison comparison = planned();
        const auto ramps = rampCurves(comparison);
        QVERIFY(ramps && ramps->a.quoted && ramps->b.quoted);
        QCOMPARE(ramps->a.quoted->distance, ramps->b.quoted->distance);
        QVERIFY(ramps->a.quoted->at < ramps->b.quoted->at); // A came there sooner
    }

    void currentRatesThatAreFlatHaveNoRamp() {
        const RunPtr a = tests::runFromText("step step_time_s tokens_per_s\n1..200 2.0 10000\n");
        const RunPtr b = tests::runFromText("step step_time_s tokens_per_s\n1..200 3.0 6667\n");
        QVERIFY(!rampCurves(compareRuns(a, b)));
    }

    void noRateAtAllHasNoRamp() {
        const RunPtr a = tests::runFromText("step loss\n1..50 2>1\n"), b = tests::runFromText("step loss\n1..50 3>2\n");
        QVERIFY(!rampCurves(compareRuns(a, b)));
        QVERIFY(!rampCurves(compareRuns(tests::runFromText("step loss\n1 2\n"), a)));
    }

    void aRunThatStillSpeedsUpIsShown() {
        std::mt19937 engine(3);
        std::normal_distribution<double> noise(1.0, 0.1);
        std::string fast = "step step_time_s tokens_per_s\n", slow = fast;
        for (int i = 1; i <= 600; ++i) {
            const double steady = 2 * noise(engine), ramping = steady * (1 + 2 * std::exp(-i / 150.0));
            fast += std::to_string(i) + ' ' + std::to_string(steady) + ' ' + std::to_string(20'000 / steady) + '\n';
            slow += std::to_string(i) + ' ' + std::to_string(ramping) + ' ' + std::to_string(20'000 / ramping) + '\n';
        }
        const Comparison comparison = compareRuns(tests::runFromText(fast), tests::runFromText(slow));
        QCOMPARE(rampingName(comparison.rampB.answer), "yes");
        const auto ramps = rampCurves(comparison);
        QVERIFY(ramps);
        QVERIFY(!ramps->averaged);
        QVERIFY(!ramps->inSeconds);
        QVERIFY(ramps->b.printed.empty());
        QVERIFY(ramps->b.rate.back() > 1.5 * ramps->b.rate.front());
    }

    void restartsCountFromTheLastStart() {
        tests::DflashPlan first, again;
        first.batches = 400;
        again.batches = 400;
        again.firstStep = first.firstStep + 50;
        const auto runs = openRunsFromBytes("run.log", tests::dflashConsole(first) + tests::dflashConsole(again));
        QVERIFY(runs && runs->size() == 1);
        QCOMPARE(runs->front()->attempts().size(), std::size_t(2));
        const auto ramps = rampCurves(compareRuns(runs->front(), consoleOf({})));
        QVERIFY(ramps);
        // 40 s of start-up and 400 batches of 3 s: nothing of the first process lies in it.
        QVERIFY(ramps->a.printedAt.front() < 120);
        for (std::size_t i = 0; i < ramps->a.printed.size(); ++i)
            QVERIFY(ramps->a.printedAt[i] <= 1'300);
    }

    void snapsAreOfferedOnce_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("snaps");
        QTest::newRow("nothing in them") << "1..9 2.0"
                                         << "1..9 3.0"
                                         << "no offset 0";
        QTest::newRow("checkpoints") << "1..40 2.0\n!checkpoint 30 saved"
                                     << "1..40 3.0\n!checkpoint 10 saved"
                                     << "first checkpoints over each other 20; no offset 0";
        QTest::newRow("only one saves") << "1..40 2.0\n!checkpoint 30 saved"
                                        << "1..40 3.0"
                                        << "no offset 0";
        QTest::newRow("resumed at different steps") << "1..9 2.0\n!restart resumed\n!resume 10 resumed\n10..40 2.0"
                                                    << "1..14 3.0\n!restart resumed\n!resume 15 resumed\n15..40 3.0"
                                                    << "resumes over each other -5; no offset 0";
        QTest::newRow("at the same step") << "20..40 2.0\n!checkpoint 30 saved"
                                          << "20..40 3.0\n!checkpoint 30 saved"
                                          << "resumes over each other 0";
    }
    void snapsAreOfferedOnce() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, snaps);
        CompareOptions options;
        options.axis = XAxis::step;
        const auto runOf = [](const QString& rows) {
            return tests::runFromText("step step_time_s\n" + rows.toStdString() + '\n');
        };
        for (const double offset : {0.0, 7.0}) { // where B lies now does not matter
            options.offset = offset;
            QCOMPARE(textOf(snapOffsets(compareRuns(runOf(a), runOf(b), options))), snaps);
        }
    }
};

QTEST_GUILESS_MAIN(TestRampCurve)
#include "tst_rampcurve.moc"
