#include "analysis/detectors/gpureadings.h"
#include "analysis/detectors/registry.h"
#include "tests/analysis/detectortext.h"

using namespace tachograph;
using namespace tachograph::tests;

/// Detectors of what GPUs report. Columns carry their role: utilization as a share, memory in bytes, clock in hertz.
class TestDetectorsGpu : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void verdicts_data() {
        verdictColumns();
        const auto add = [](const char* name, const char* code, const QByteArray& run, const char* expected) {
            QTest::newRow(name) << QByteArray(code) << QByteArray("jsonl") << run << QByteArray(expected);
        };
        const QByteArray two = "step a=gpu/0/utilization b=gpu/1/utilization\n";
        const char* idle = "GPU_IDLE";
        add("one of two idles", idle, two + "1..50 0.97 0.12",
            "found warning at 1..50: GPU 1 is used 12\nof the time at the median, the others 97");
        add("both idle", idle, two + "1..50 0.2 0.1", "found\nGPU 0, 1 are used 10");
        add("busy", idle, two + "1..50 0.97 0.4", "clear: GPUs are used 40");
        add("idle for a third", idle, two + "1..30 0.9 0.9\n31..45 0 0", "clear:");
        add("a GPU without the job", idle,
            "step a=gpu/0/utilization am=gpu/0/memory b=gpu/1/utilization bm=gpu/1/memory\n1..50 0.97 7e10 0.0 5e8",
            "clear:\nNOT 0.0");
        add("a GPU that holds the memory of something else", idle,
            "step a=gpu/0/utilization am=gpu/0/memory b=gpu/1/utilization bm=gpu/1/memory\n1..50 0.97 7e10 0.0 3e10",
            "clear:\nNOT 0.0");
        add("no GPU with the job", idle, "step a=gpu/0/utilization am=gpu/0/memory\n1..50 0 5e8", "not-applicable");
        add("one look at nvidia-smi", idle, two + "1 0.97 0.12", "not-applicable: Fewer than 20 readings");
        add("not logged", idle, "step loss\n1..50 2", "not-applicable\nnot logged");
        add("a role without a number", idle, "step a=gpu/x/utilization\n1..50 0.1", "not-applicable");

        const char* memory = "GPU_MEMORY_PRESSURE";
        const char* message =
            "!oom 50 CUDA out of memory. Tried to allocate 2.00 MiB. GPU 0 has a total capacity of 80.00 "
            "GiB of which 1.00 MiB is free.";
        const QByteArray bytes = "step a=gpu/0/memory b=gpu/1/memory\n";
        add("nearly full", memory, bytes + "1..49 8e10 4e10\n50 8.5e10 4e10\n" + message,
            "found info at 50: Device memory is nearly full: at most 79.2 GiB of 80.0 GiB (99\non GPU 0 at step 50\n"
            "above the limit: GPU 0.");
        add("capacity from the machine", memory,
            "!environment gpu_nvidia.0.memoryTotal 85899345920\n" + bytes + "1..50 8.5e10 4e10", "found info");
        add("room left", memory, bytes + "1..50 7e10 4e10\n" + message, "clear: At most 65.2 GiB of 80.0 GiB");
        add("capacity not logged", memory, bytes + "1..50 8.5e10 4e10", "not-applicable\ncapacity");
        add("capacity that is none", memory, "!environment memoryTotal 80\n" + bytes + "1..50 8.5e10 4e10",
            "not-applicable");
        add("memory not logged", memory, QByteArray("step loss\n1..50 2\n") + message, "not-applicable\nnot logged");
        add("no readings", memory, bytes + "1..50 - nan\n" + message, "not-applicable");

        const char* heat = "THERMAL_THROTTLE";
        const QByteArray both = "step t=gpu/3/temperature c=gpu/3/clock\n";
        add("hot and slow", heat, both + "1..80 60 1.98e9\n81..100 88 1.2e9",
            "found warning at 81..100: GPU 3 runs hot and below the usual clock: GPU 3 in 20\nup to 88\n1,200 MHz "
            "instead "
            "of 1,980 MHz");
        add("always hot, slower than its neighbour", heat,
            "step t=gpu/3/temperature c=gpu/3/clock u=gpu/4/temperature d=gpu/4/clock\n1..50 88 1.2e9 70 1.98e9",
            "found\nGPU 3 runs hot");
        add("hot at full clock", heat, both + "1..100 88 1.98e9", "clear: Up to 88");
        add("slow and cool", heat, both + "1..50 60 1.98e9\n51..100 40 0.3e9", "clear:");
        add("hot and slow for a moment", heat, both + "1..97 60 1.98e9\n98..100 88 1.2e9", "clear:");
        add("temperature alone", heat, "step t=gpu/3/temperature\n1..100 95", "not-applicable\nnot logged");
        add("never in one reading", heat, both + "1..50 88 -\n51..100 - 1.2e9", "not-applicable");
        add("few readings", heat, both + "1..10 88 1.2e9", "not-applicable");
        add("no GPUs", heat, "step loss\n1..100 2", "not-applicable\nnot logged");
    }
    void verdicts() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, expected);
        QCOMPARE(faultOfVerdict(*runFromText(run.toStdString()), code, expected), QString());
    }

    void readingsByNumber() {
        const auto run =
            runFromText("step a=gpu/7/clock b=gpu/12/memory x=gpu/-1/clock y=gpu/1e9/clock z=gpu/5\n1 1 2 3 4 5");
        const auto gpus = gpuSeries(*run);
        QCOMPARE(gpus.size(), std::size_t(2));
        QCOMPARE(gpus.at(7).clock->key, std::string("a"));
        QCOMPARE(gpus.at(12).memory->key, std::string("b"));
        QCOMPARE(QString::fromStdString(gpuNames({1, 2})), QString("GPU 1, 2"));
        QCOMPARE(QString::fromStdString(gpuNames(std::vector<int>(9, 1))), QString("9 GPUs"));
    }
};

QTEST_GUILESS_MAIN(TestDetectorsGpu)
#include "tst_detectors_gpu.moc"
