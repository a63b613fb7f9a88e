#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/memorymessage.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/stretch.h"
#include "analysis/importers/openrun.h"
#include "analysis/run/fallbackmessage.h"
#include "tests/analysis/detectortext.h"

#include <cmath>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

constexpr const char* console = "trl_console";
constexpr const char* metrics = "jsonl";

constexpr const char* newWords =
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 214.00 MiB. GPU 6 has a total capacity of 94.97 GiB "
    "of which 187.44 MiB is free. Including non-PyTorch memory, this process has 94.77 GiB memory in use. Of the "
    "allocated memory 91.52 GiB is allocated by PyTorch, and 2.31 GiB is reserved by PyTorch but unallocated.";
constexpr const char* oldWords =
    "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.69 GiB total capacity; 21.50 GiB already "
    "allocated; 20.00 MiB free; 21.60 GiB reserved in total by PyTorch)";

} // namespace

/// Detectors of what was printed or logged as an event.
class TestDetectorsEvents : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void memoryMessages_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("figures"); // MiB: tried free capacity unallocated, GPU
        QTest::newRow("since 2.1") << QByteArray(newWords) << QByteArray("214 187.44 97249.3 2365.44 6");
        QTest::newRow("before 2.1") << QByteArray(oldWords) << QByteArray("2048 20 24258.6 102.4 0");
        QTest::newRow("HIP") << QByteArray("HIP out of memory. Tried to allocate 1.50 GiB. GPU 3 has a total capacity "
                                           "of 64.00 GiB of which 1.00 GiB is free.")
                             << QByteArray("1536 1024 65536 nan 3");
        QTest::newRow("nothing but the words") << QByteArray("CUDA out of memory") << QByteArray("nan nan nan nan -1");
        QTest::newRow("torn") << QByteArray("CUDA out of memory. Tried to allocate 214.")
                              << QByteArray("nan nan nan nan -1");
        QTest::newRow("hostile numbers")
            << QByteArray("Tried to allocate -3.00 GiB. GPU 99999999999999999999 has a total capacity of 1e999 GiB")
            << QByteArray("nan nan nan nan -1");
        QTest::newRow("marker at the start") << QByteArray(" is free free;") << QByteArray("nan nan nan nan -1");
        QTest::newRow("empty") << QByteArray() << QByteArray("nan nan nan nan -1");
    }
    void memoryMessages() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, figures);
        const MemoryMessage message = readMemoryMessage(text.toStdString());
        const auto mib = [](double bytes) {
            return std::isnan(bytes) ? QByteArray("nan") : QByteArray::number(bytes / 1048576.0, 'g', 6);
        };
        QCOMPARE(mib(message.tried) + ' ' + mib(message.free) + ' ' + mib(message.capacity) + ' ' +
                     mib(message.unallocated) + ' ' + QByteArray::number(message.gpu),
                 figures);
    }

    void fallbacks_data() {
        QTest::addColumn<bool>("told");
        QTest::newRow("flash-attn is not installed, falling back to the reference attention") << true;
        QTest::newRow("Flash Attention 2 is not available, using eager attention instead") << true;
        QTest::newRow("apex is not installed, using the slower LayerNorm") << true;
        QTest::newRow("WARNING: custom kernel could not be loaded; naive path") << true;
        QTest::newRow("`torch_dtype` is deprecated! Use `dtype` instead!") << false;
        QTest::newRow("You are sending unauthenticated requests.") << false;
        QTest::newRow("No tokenizer found in /data/run/adapter, using base model tokenizer instead.") << false;
        QTest::newRow("wandb is not installed") << false;
        QTest::newRow("the resource is not available") << false;
        QTest::newRow("1 CUDA memory allocation retries.") << false;
        QTest::newRow("'fallback_model': None, 'use_fallback': False") << false;
    }
    void fallbacks() {
        QFETCH(bool, told);
        QCOMPARE(tellsFallback(QTest::currentDataTag()), told);
    }

    void exceptionKinds_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("ValueError: bad value") << QByteArray("ValueError");
        QTest::newRow("Exception in thread drafter-1 (cuda:6): torch.OutOfMemoryError: CUDA out of memory.")
            << QByteArray("torch.OutOfMemoryError");
        QTest::newRow("KeyboardInterrupt") << QByteArray("KeyboardInterrupt");
        QTest::newRow("something went wrong") << QByteArray("something went wrong");
        QTest::newRow("::: ((( ") << QByteArray("::: (((");
        QTest::newRow("Traceback without a last line") << QByteArray("Traceback without a last line");
    }
    void exceptionKinds() {
        QFETCH(QByteArray, kind);
        QCOMPARE(QByteArray::fromStdString(exceptionKind(QTest::currentDataTag())), kind);
    }

    void verdicts_data() {
        verdictColumns();
        const auto add = [](const char* name, const char* code, const char* format, const QByteArray& run,
                            const char* expected) {
            QTest::newRow(name) << QByteArray(code) << QByteArray(format) << run << QByteArray(expected);
        };
        const QByteArray ten = "step loss\n1..10 2.0\n";
        const QByteArray twenty = "step loss\n1..10 2.0\n%1\n11..20 2.0\n";
        const auto within = [&](const QByteArray& event) {
            return QByteArray(twenty).replace("%1", event);
        };

        add("OOM that is survived", "OUT_OF_MEMORY", console, within(QByteArray("!oom 10 ") + newWords),
            "found warning at 10: Out of memory on GPU 6 at step 10: 214.0 MiB asked for, 187.4 MiB free.\n"
            "2.3 GiB were reserved but unallocated, enough for the request\nfragmentation. The process went on.");
        add("OOM at the end", "OUT_OF_MEMORY", console, ten + "!oom 10 " + oldWords,
            "found critical at 10: Out of memory on GPU 0 at step 10: 2.0 GiB asked for\nThe recording ends there.\n"
            "NOT fragmentation");
        add("OOM of three ranks is one", "OUT_OF_MEMORY", console,
            within("!oom 10 CUDA out of memory. GPU 0 has\n!oom 10 CUDA out of memory. GPU 3 has\n"
                   "!oom 10 CUDA out of memory. GPU 5 has"),
            "Out of memory on GPU 0, 3, 5 at step 10.\nNOT times");
        add("OOM twice, then another attempt", "OUT_OF_MEMORY", metrics,
            "step loss\n1..10 2.0\n!oom 4 CUDA out of memory\n!oom 10 CUDA out of memory\n!restart again\n11..20 2.0",
            "found critical at 4..10: Out of memory 2 times, at steps 4 and 10.\nAnother attempt follows.");
        add("OOM before the first step", "OUT_OF_MEMORY", console, "step loss\n!oom - CUDA out of memory\n1..10 2.0",
            "found warning at 1\nat the beginning, before the first step");
        add("OOM with its traceback is one", "OUT_OF_MEMORY", console,
            within(
                "!exception 10 Exception in thread a: OutOfMemoryError: CUDA out of memory\n!oom 10 OutOfMemoryError"),
            "Out of memory at step 10.\nNOT times");
        add("OOM with a traceback cut short", "OUT_OF_MEMORY", console,
            within(QByteArray("!exception 10 Exception in thread a: OutOfMemoryError: CUDA out of memory. Tried to "
                              "allocate 214.00 MiB. GPU 6 has\n!oom 10 ") +
                   newWords),
            "fragmentation");
        add("OOM logged as an exception", "OUT_OF_MEMORY", metrics, within("!exception 10 HIP out of memory"),
            "found warning at 10");
        add("OOM: console without one", "OUT_OF_MEMORY", console, ten, "clear: No out-of-memory error");
        add("OOM: another exception", "OUT_OF_MEMORY", console, within("!exception 10 ValueError: memory"), "clear:");
        add("OOM: metrics tell nothing", "OUT_OF_MEMORY", metrics, ten, "not-applicable\nnot logged");
        add("OOM: checkpoints tell nothing either", "OUT_OF_MEMORY", metrics, within("!checkpoint 10 saved"),
            "not-applicable");
        add("OOM: nothing at all", "OUT_OF_MEMORY", metrics, "step loss", "not-applicable");

        add("exception at the end", "EXCEPTION", console, ten + "!exception 10 ValueError: shape mismatch",
            "found critical at 10: ValueError was raised once, at step 10: \"ValueError: shape mismatch\". The "
            "recording "
            "ends there.");
        add("exceptions that are survived", "EXCEPTION", console,
            within("!exception 9 ConnectionError: a\n!exception 10 ConnectionError: b"),
            "found warning at 9..10: ConnectionError was raised 2 times, at steps 9 and 10\nThe process went on.");
        add("exceptions of two kinds", "EXCEPTION", console,
            within("!exception 9 ConnectionError: a\n!exception 10 ValueError: b"),
            "ConnectionError was raised once\nValueError was raised once");
        add("exception: memory has its own", "EXCEPTION", console,
            within("!exception 10 torch.OutOfMemoryError: CUDA out of memory"), "clear:\nsee OUT_OF_MEMORY");
        add("exception: stopped by hand", "EXCEPTION", console, ten + "!exception 10 KeyboardInterrupt",
            "clear:\nstopped by hand once");
        add("exception: console without one", "EXCEPTION", console, ten, "clear: No exception");
        add("exception: metrics tell nothing", "EXCEPTION", metrics, ten, "not-applicable\nnot logged");
        add("exception: an exit is none", "EXCEPTION", console, ten + "!exit 10 training finished", "clear:");

        add("worker lost, pace falls", "WORKER_LOST", console,
            "step tokens_per_s\n1..10 20000\n!exception 10 Exception in thread drafter-1 (cuda:6): ValueError: x\n"
            "11..20 13400",
            "found critical at 10: Thread drafter-1 (cuda:6) ended with an exception at step 10\n"
            "Throughput behind it: 20.0 Ktok/s to 13.4 Ktok/s (×0.67).");
        add("worker lost, pace not logged", "WORKER_LOST", console,
            within("!exception 10 Exception in process worker-3: ValueError: x"),
            "found\nthe pace behind it is not logged");
        add("two workers lost", "WORKER_LOST", console,
            within(
                "!exception 9 Exception in thread a: ValueError: x\n!exception 10 Exception in thread b: ValueError"),
            "2 workers (thread a first)\nwithout them");
        add("actor lost", "WORKER_LOST", console, within("!exception 10 ray.exceptions.ActorDiedError: The actor died"),
            "found critical at 10: A worker ended");
        add("the whole attempt ended", "WORKER_LOST", console,
            ten + "!exception 10 Exception in thread drafter-1: ValueError: x\n!restart again\n11..20 2.0", "clear:");
        add("the recording ended", "WORKER_LOST", console,
            ten + "!exception 10 Exception in thread drafter-1: ValueError: x", "clear:");
        add("an exception that names nobody", "WORKER_LOST", console, within("!exception 10 ValueError: rank 3 of 8"),
            "clear:");
        add("a caught OOM", "WORKER_LOST", console, within(QByteArray("!oom 10 ") + newWords), "clear:");
        add("the main thread", "WORKER_LOST", console,
            within("!exception 10 Exception in thread MainThread: ValueError: x"), "clear:");
        add("worker: metrics tell nothing", "WORKER_LOST", metrics, ten, "not-applicable\nnot logged");

        add("a fallback", "WARNING_NEW", metrics,
            within("!note 1 flash-attn is not installed, falling back to the reference attention"),
            "found info at 1: A slower substitute is reported at step 1: \"flash-attn");
        add("the same fallback at every rank", "WARNING_NEW", metrics,
            within("!note 1 falling back to A\n!note 1 falling back to A\n!note 9 falling back to B"),
            "found info at 1..9: 2 slower substitutes are reported, first at step 1");
        add("other notes", "WARNING_NEW", console, within("!note 3 Saving model checkpoint to out"), "clear:");
        add("no notes", "WARNING_NEW", console, ten, "clear:");
        add("notes are not logged", "WARNING_NEW", metrics, ten, "not-applicable\nnot logged");

        add("one rewind", "RESUME_REWIND", metrics, "step step_time_s\n1..100 2.0\n81..200 2.0",
            "found info at 81: Training went back once, from step 100 to 81: 20 steps were done again, 9.1\n"
            "40 s of step time.");
        add("two rewinds over a tenth", "RESUME_REWIND", metrics, "step loss\n1..100 1\n61..100 1\n61..120 1",
            "found warning at 61: Training went back 2 times, at most from step 100 to 61: 80 steps were done again, "
            "40\n"
            "step time is not logged");
        add("logged every 50 steps", "RESUME_REWIND", metrics,
            "step loss\n50 1\n100 1\n150 1\n200 1\n150 1\n200 1\n250 1", "100 steps were done again");
        add("no rewind", "RESUME_REWIND", metrics, ten, "clear: The steps never go back");
        add("a restart right behind", "RESUME_REWIND", metrics, "step loss\n1..100 1\n!restart again\n101..200 1",
            "clear: No restart goes back");
        add("another training", "RESUME_REWIND", metrics, "step loss\n1..100 1\n1..100 1\n1..100 1",
            "clear: No restart goes back");
        add("a recording that begins in the middle", "RESUME_REWIND", metrics, "step loss\n251..279 1\n251..400 1",
            "found warning at 251: Training went back once, from step 279 to 251: 29 steps were done again, 16");
        add("another training, logged every 10", "RESUME_REWIND", metrics, "step loss\n10 1\n20 1\n30 1\n10 1\n20 1",
            "clear:");
        add("a step of a thousand", "RESUME_REWIND", metrics, "step loss\n1..1000 1\n999..1100 1",
            "clear:\n0.2\nbelow");
        add("a single step", "RESUME_REWIND", metrics, "step loss\n1 1", "not-applicable");

        add("NaN loss to the end", "NON_FINITE", metrics, "step loss\n1..10 2\n11..20 nan",
            "found critical at 11..20: loss: NaN in 10 of 20 values, steps 11 to 20, and to the end.");
        add("NaN loss in between", "NON_FINITE", metrics, "step loss\n1..10 2\n11..12 nan\n13..20 2",
            "found warning at 11..12: loss: NaN in 2 of 20 values");
        add("NaN loss from the start", "NON_FINITE", metrics, "step loss\n1..10 nan", "found critical\nnever finite");
        add("one NaN of a gradient norm", "NON_FINITE", metrics, "step loss grad_norm\n1..10 2 1\n11 2 nan\n12..20 2 1",
            "found info at 11: grad_norm: NaN in 1 of 20 values, at step 11. The loss stays finite.");
        add("infinite reward", "NON_FINITE", metrics, "step reward_mean\n1..10 2\n11 -inf\n12 nan\n13..20 2",
            "found info at 11..12: reward_mean: NaN or infinite in 2 of 20 values, steps 11 to 12.\nNOT loss");
        add("not measured at first", "NON_FINITE", metrics, "step loss eval\n1..10 2 nan\n11..20 2 1", "clear:");
        add("a loss that begins late", "NON_FINITE", metrics, "step loss\n1..10 nan\n11..20 2", "clear:");
        add("never measured", "NON_FINITE", metrics, "step loss kl\n1..10 2 nan", "clear:");
        add("missing is not NaN", "NON_FINITE", metrics, "step loss\n1..10 2\n11 null\n12 -\n13 2", "clear:");
        add("all finite", "NON_FINITE", metrics, ten, "clear: All logged values are finite");
        add("no values", "NON_FINITE", metrics, "step loss", "not-applicable");
    }
    void verdicts() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, expected);
        const auto made = runFromText(run.toStdString(), "run", format.toStdString());
        QCOMPARE(faultOfVerdict(*made, code, expected), QString());
    }

    /// Console lines become the notes that the detector reads; each text once.
    void fallbackLinesOfAConsole() {
        const auto runs = openRunsFromBytes("run.log", "{'loss': 1.0, 'epoch': 0.1}\n"
                                                       "apex is not installed, using the slower LayerNorm\n"
                                                       "{'loss': 0.9, 'epoch': 0.2}\n"
                                                       "apex is not installed, using the slower LayerNorm\n"
                                                       "{'loss': 0.8, 'epoch': 0.3}\n{'loss': 0.7, 'epoch': 0.4}\n");
        QVERIFY(runs);
        QCOMPARE(
            faultOfVerdict(*runs->front(), "WARNING_NEW", "found info at 1: A slower substitute is reported at step 1"),
            QString());
        std::size_t notes = 0;
        for (const Event& event : runs->front()->events())
            notes += event.kind == EventKind::note ? 1 : 0;
        QCOMPARE(notes, std::size_t(1));
    }

    void stretchStaysInItsAttempt() {
        const auto run = runFromText("step loss\n1..10 1\n11..20 3\n!restart again\n21..30 9");
        const Series& loss = *run->forKey("loss");
        const Stretch stretch = stretchAround(*run, loss, 9, 50);
        QCOMPARE(stretch.before, 1.0);
        QCOMPARE(stretch.after, 3.0);
        QCOMPARE(stretch.countAfter, std::size_t(10));
        QCOMPARE(stretchAround(*run, loss, 14, 3).before, 3.0);
        QCOMPARE(stretchAround(*run, loss, 19, 50).countAfter, std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestDetectorsEvents)
#include "tst_detectors_events.moc"
