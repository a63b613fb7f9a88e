#include "analysis/diagnosis/diagnosis.h"
#include "analysis/run/runbuilder.h"
#include "tests/conformance/reading.h"
#include "tests/support/twoworkers.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <ctime>
#include <random>
#include <thread>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// first + stride * i, also where the product does not fit although the sum does.
std::int64_t stepAt(std::int64_t first, std::int64_t stride, std::size_t i) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(stride) * i);
}

/// Step time over steps; the other series of an RL run follow it. Checkpoints every 50 steps.
std::shared_ptr<const Run> runOf(const std::vector<double>& stepTimes, std::int64_t firstStep = 1,
                                 std::int64_t stride = 1) {
    RunBuilder builder("run", "run.jsonl", "jsonl");
    const auto step = builder.series("step_time_s"), generation = builder.series("generation_time_s");
    const auto optimization = builder.series("optimization_time_s"), length = builder.series("completion_len_mean");
    const auto rate = builder.series("tokens_per_s");
    for (std::size_t i = 0; i < stepTimes.size(); ++i) {
        const double x = stepTimes[i];
        const auto row = builder.addRow({.step = stepAt(firstStep, stride, i), .place = i + 1});
        builder.addValue(step, row, x);
        builder.addValue(generation, row, 0.6 * x);
        builder.addValue(optimization, row, 0.3 * x);
        builder.addValue(length, row, 150 * x);
        builder.addValue(rate, row, 9000);
        if (i % 50 == 49) {
            Event event;
            event.kind = EventKind::checkpoint;
            builder.addEvent(event);
        }
    }
    return builder.build(MetricRoles::builtIn());
}

std::vector<double> noisy(std::size_t count, double late, unsigned seed = 5) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 0.1);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] =
            2.0 * std::exp(std::log(late) * static_cast<double>(i) / static_cast<double>(count) + normal(random));
    return values;
}

/// Runs with nothing to find, and runs that are strange; by name.
std::shared_ptr<const Run> runNamed(const QByteArray& name) {
    if (name == "empty")
        return runOf({});
    if (name == "one point")
        return runOf({2.5});
    if (name == "two points")
        return runOf({2.5, 25});
    if (name == "constant")
        return runOf(std::vector<double>(300, 2.5));
    if (name == "all NaN")
        return runOf(std::vector<double>(300, nan));
    if (name == "all infinite")
        return runOf(std::vector<double>(300, infinity));
    if (name == "all zero")
        return runOf(std::vector<double>(300, 0.0));
    if (name == "flat with noise")
        return runOf(noisy(300, 1.0));
    if (name == "creep")
        return runOf(noisy(300, 2.5));
    if (name == "creep over huge steps")
        return runOf(noisy(300, 2.5), std::numeric_limits<std::int64_t>::max() - 300);
    if (name == "creep over far steps")
        return runOf(noisy(300, 2.5), 0, std::int64_t{1} << 54);
    if (name == "creep from end to end")
        return runOf(noisy(300, 2.5), std::numeric_limits<std::int64_t>::min(), std::int64_t{1} << 55);
    if (name == "creep before step zero")
        return runOf(noisy(300, 2.5), std::numeric_limits<std::int64_t>::min());
    std::vector<double> values = noisy(300, 2.5);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (name == "negative")
            values[i] = -values[i];
        else if (name == "huge")
            values[i] *= 1e300;
        else if (name == "tiny")
            values[i] *= 1e-310;
        else if (name == "every second missing" && i % 2 == 0)
            values[i] = nan;
        else if (name == "zeros and infinities")
            values[i] = i % 3 == 0 ? 0.0 : i % 3 == 1 ? infinity : values[i];
    }
    return runOf(values);
}

const QList<QByteArray> quietRuns = {"empty",   "one point",    "two points", "constant",
                                     "all NaN", "all infinite", "all zero",   "flat with noise"};
const QList<QByteArray> strangeRuns = {
    "creep", "creep over huge steps", "creep over far steps", "creep before step zero", "negative", "huge",
    "tiny",  "every second missing",  "zeros and infinities"};

/// Empty, or which promise the finding breaks.
QString faultOf(const Finding& finding, const Detector& detector, const Run& run) {
    const auto inside = [&](std::int64_t step) {
        return step >= run.firstStep() && step <= run.lastStep();
    };
    if (finding.code != detector.code)
        return "has another detector's code";
    if (!inside(finding.firstStep) || !inside(finding.lastStep) || finding.firstStep > finding.lastStep)
        return "span outside of the run";
    if (finding.onsetStep && !inside(*finding.onsetStep))
        return "onset outside of the run";
    if (!std::ranges::all_of(finding.places, inside))
        return "place outside of the run";
    if (finding.confidence && !(*finding.confidence >= 0 && *finding.confidence <= 1))
        return "confidence is not a share";
    // Step numbers of 19 digits may take a title beyond its 40 characters.
    const bool usualSteps = run.firstStep() > -1'000'000'000 && run.lastStep() < 1'000'000'000;
    if (finding.title.empty() || QString::fromStdString(finding.title).size() > (usualSteps ? 40 : 80))
        return "title is empty or too long for a lane: " + QString::fromStdString(finding.title);
    for (const Evidence& evidence : finding.evidence)
        if (evidence.name.empty() || (!std::isfinite(evidence.value) && evidence.text.empty()))
            return "evidence without a name or without a value: " + QString::fromStdString(evidence.name);
    if (finding.evidence.empty() || finding.suggestions.empty())
        return "no evidence or nothing to try";
    return faultOfSentence(QString::fromStdString(finding.summary));
}

QString faultOf(const DetectorResult& result, const Detector& detector, const Run& run) {
    if ((result.outcome == Outcome::found) == result.findings.empty())
        return "found without a finding, or a finding without found";
    if (const QString fault = faultOfSentence(QString::fromStdString(result.reason)); !fault.isEmpty())
        return fault;
    for (const Finding& finding : result.findings)
        if (const QString fault = faultOf(finding, detector, run); !fault.isEmpty())
            return fault;
    for (const FitLine& fit : result.fits)
        if (fit.step.size() != fit.value.size() || !std::ranges::is_sorted(fit.step))
            return "a fit that cannot be drawn";
    return {};
}

/// Everything a detector said, as text.
QString textOf(const DetectorResult& result) {
    QString text = QString(outcomeName(result.outcome)) + '\n' + QString::fromStdString(result.reason);
    for (const Evidence& evidence : result.evidence)
        text += QString("\n%1 %2 %3")
                    .arg(QString::fromStdString(evidence.name))
                    .arg(evidence.value, 0, 'g', 17)
                    .arg(QString::fromStdString(evidence.text));
    for (const Finding& finding : result.findings) {
        text += QString("\n%1 %2..%3 %4")
                    .arg(QString::fromStdString(finding.title))
                    .arg(finding.firstStep)
                    .arg(finding.lastStep)
                    .arg(QString::fromStdString(finding.summary));
        for (const Evidence& evidence : finding.evidence)
            text += QString("\n%1 %2").arg(QString::fromStdString(evidence.name)).arg(evidence.value, 0, 'g', 17);
    }
    for (const FitLine& fit : result.fits)
        for (std::size_t i = 0; i < fit.step.size(); ++i)
            text += QString(" %1,%2").arg(fit.step[i], 0, 'g', 17).arg(fit.value[i], 0, 'g', 17);
    return text;
}

} // namespace

/// What every detector promises, held against every detector of the registry.
class TestDetectorPromises : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        QVERIFY(!detectors().empty());
    }

    void descriptor_data() { eachDetectorOn({""}); }
    void descriptor() {
        const Detector& detector = current();
        QVERIFY(QRegularExpression("^[A-Z][A-Z_]+$").match(QString::fromStdString(detector.code)).hasMatch());
        QCOMPARE(detectorByCode(detector.code), &detector);
        QVERIFY(!detector.title.empty());
        QVERIFY(detector.meaning.size() > 100);
        QVERIFY(!detector.neededRoles.empty() || !detector.needs.empty());
        QVERIFY(!detector.suggestions.empty());
        for (const Knob& knob : detector.knobs) {
            QVERIFY2(knob.least <= knob.defaultValue && knob.defaultValue <= knob.most, knob.name.c_str());
            QCOMPARE(faultOfSentence(QString::fromStdString(knob.meaning)), QString());
            QCOMPARE(knobValue(detector, {}, knob.name), knob.defaultValue);
        }
    }

    void quietWhereNothingIs_data() { eachDetectorOn(quietRuns); }
    void quietWhereNothingIs() {
        const auto run = runNamed(on());
        const DetectorResult result = current().examine(*run, {}, {});
        QVERIFY2(result.outcome == Outcome::clear || result.outcome == Outcome::notApplicable,
                 (outcomeName(result.outcome) + (": " + result.reason)).c_str());
        QCOMPARE(faultOf(result, current(), *run), QString());
    }

    void soundOnStrangeRuns_data() { eachDetectorOn(strangeRuns); }
    void soundOnStrangeRuns() {
        const auto run = runNamed(on());
        QCOMPARE(faultOf(current().examine(*run, {}, {}), current(), *run), QString());
    }

    void soundAtTheEndsOfItsKnobs_data() { eachDetectorOn({"creep", "flat with noise", "one point"}); }
    void soundAtTheEndsOfItsKnobs() {
        const auto run = runNamed(on());
        for (const Knob& knob : current().knobs)
            for (const double value : {knob.least, knob.most})
                QCOMPARE(faultOf(current().examine(*run, {{knob.name, value}}, {}), current(), *run), QString());
    }

    /// Same run, same answer: again, and with pieces side by side.
    void sameAnswerAgain_data() { eachDetectorOn({"creep", "flat with noise", "every second missing"}); }
    void sameAnswerAgain() {
        const auto run = runNamed(on());
        const QString first = textOf(current().examine(*run, {}, {}));
        QCOMPARE(textOf(current().examine(*run, {}, {})), first);
        QCOMPARE(textOf(current().examine(*run, {}, Job({}, {}, twoWorkers()))), first);
    }

    void diagnosisSideBySide() {
        const auto run = runNamed("creep");
        const Diagnosis alone = diagnose(*run), together = diagnose(*run, {}, Job({}, {}, twoWorkers()));
        QCOMPARE(alone.examinations.size(), detectors().size());
        QCOMPARE(together.examinations.size(), alone.examinations.size());
        for (std::size_t i = 0; i < alone.examinations.size(); ++i)
            QCOMPARE(textOf(together.examinations[i].result), textOf(alone.examinations[i].result));
    }

    void withoutItsSeries_data() { eachDetectorOn({""}); }
    void withoutItsSeries() {
        RunBuilder builder("run", "run.jsonl", "jsonl");
        const auto loss = builder.series("loss");
        for (int i = 0; i < 300; ++i)
            builder.addValue(loss, builder.addRow({.step = i}), 2.0);
        const auto run = builder.build(MetricRoles::builtIn());
        const DetectorResult result = current().examine(*run, {}, {});
        if (current().neededRoles.empty() && result.outcome == Outcome::clear)
            return; // any recording has what it needs
        QCOMPARE(result.outcome, Outcome::notApplicable);
        QVERIFY2(result.reason.find("not logged") != std::string::npos, result.reason.c_str());
    }

    void canceledBeforeTheStart_data() { eachDetectorOn({""}); }
    void canceledBeforeTheStart() {
        std::stop_source stop;
        stop.request_stop();
        const auto run = runOf(noisy(longRun, 2.5));
        const std::clock_t before = std::clock();
        QCOMPARE(current().examine(*run, {}, Job(stop.get_token())).outcome, Outcome::canceled);
        QVERIFY(std::clock() - before < CLOCKS_PER_SEC / 10 * patience);
    }

    /// A cancel at any moment is answered within 100 ms of work.
    void canceledOnTheWay_data() { eachDetectorOn({"1", "10", "40", "160"}); }
    void canceledOnTheWay() {
        const auto run = runOf(noisy(longRun, 2.5));
        std::stop_source stop;
        std::atomic<std::clock_t> stopped = 0;
        DetectorResult result;
        {
            const std::jthread canceler([&, wait = on().toInt()] {
                std::this_thread::sleep_for(std::chrono::milliseconds(wait));
                stopped = std::clock();
                stop.request_stop();
            });
            result = current().examine(*run, {}, Job(stop.get_token()));
        }
        if (result.outcome == Outcome::canceled) {
            const double seconds = static_cast<double>(std::clock() - stopped) / CLOCKS_PER_SEC;
            QVERIFY2(seconds < 0.1 * patience, qPrintable(QString::number(seconds)));
        }
    }

  private:
#ifdef TACHOGRAPH_UNDER_SANITIZER
    static constexpr int patience = 10;
    static constexpr std::size_t longRun = 15'000; // steps
#else
    static constexpr int patience = 1;
    static constexpr std::size_t longRun = 150'000; // steps
#endif

    static void eachDetectorOn(const QList<QByteArray>& runs) {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("on");
        for (const Detector* detector : detectors())
            for (const QByteArray& on : runs)
                QTest::addRow("%s %s", detector->code.c_str(), on.constData())
                    << QByteArray::fromStdString(detector->code) << on;
    }

    static const Detector& current() {
        QFETCH(QByteArray, code);
        return *detectorByCode(code.toStdString());
    }

    static QByteArray on() {
        QFETCH(QByteArray, on);
        return on;
    }
};

QTEST_GUILESS_MAIN(TestDetectorPromises)
#include "tst_detectorpromises.moc"
