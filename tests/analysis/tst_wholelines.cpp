#include "analysis/importers/csvreader.h"
#include "analysis/importers/jsonlreader.h"
#include "analysis/importers/textpieces.h"
#include "tests/support/describe.h"
#include "tests/support/twoworkers.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <limits>
#include <random>

#include <unistd.h>

using namespace tachograph;

namespace {

constexpr std::uint64_t always = 0, never = std::numeric_limits<std::uint64_t>::max();

struct Made {
    std::mt19937_64 engine;
    std::string text;
    std::int64_t step = 0;

    explicit Made(unsigned seed) : engine(seed) {}
    bool once(unsigned times) { return engine() % times == 0; }
    template <std::size_t N>
    std::string oneOf(const std::array<const char*, N>& words) {
        return words[engine() % N];
    }
    std::string number() {
        std::string value = std::to_string(static_cast<double>(engine() % 20'000'000) / 1e6);
        return once(3) ? value + "e-0" + std::to_string(engine() % 9) : value;
    }
    void nextStep() {
        step += once(40) ? 0 : 1 + (once(30) ? 5 : 0);
        if (once(900))
            step = step / 2;
        else if (once(3000))
            step = 1;
    }
};

std::string jsonValue(Made& made, unsigned oddEvery) {
    constexpr std::array odd{"NaN",     "null",    "Infinity", "-Infinity", "1e999", "true",
                             "\"0.5\"", "\"---\"", "\"text\"", "[1, 2]",    "-0",    "123456789012345678901234567890"};
    return made.once(oddEvery) ? made.oneOf(odd) : made.number();
}

/// Lines as programs, people and crashes write them; odd ones more often with a small `oddEvery`.
std::string madeJsonLines(unsigned seed, unsigned oddEvery, std::size_t bytes) {
    Made made(seed);
    constexpr std::array oddLines{"{\"event\": \"checkpoint\", \"step\": 5}",
                                  "{\"event\": \"resume\", \"step\": 7, \"timestamp\": 1764500000}",
                                  "",
                                  "   ",
                                  "{\"step\": 3, \"loss\":",
                                  "no JSON at all",
                                  "{\"loss\": 1.25}",
                                  "{'step': 12, 'loss': nan}",
                                  "{\"step\": 4.5, \"loss\": 1}",
                                  "{\"step\": \"17\", \"loss\": 2}",
                                  "[1, 2, 3]"};
    const std::string end = seed % 3 == 0 ? "\r\n" : "\n";
    const bool textStamps = seed % 4 == 1, noStamps = seed % 4 == 2, wrapped = seed % 5 == 3;
    while (made.text.size() < bytes) {
        if (made.once(oddEvery)) {
            made.text += made.oneOf(oddLines) + end;
            continue;
        }
        made.nextStep();
        std::string line = "{\"step\": " + std::to_string(made.step);
        if (textStamps)
            line += ", \"timestamp\": \"2026-03-0" + std::to_string(1 + made.step / 20'000 % 9) +
                    "T10:00:" + std::to_string(10 + made.step % 50) + "Z\"";
        else if (!noStamps)
            line +=
                ", \"timestamp\": " + (made.once(oddEvery) ? made.number() : std::to_string(1764500000 + made.step));
        line += wrapped ? ", \"data\": {" : ", ";
        line += "\"loss\": " + jsonValue(made, oddEvery) + ", \"a b/c\": " + jsonValue(made, oddEvery);
        if (made.once(10))
            line += ", \"eval\": {\"loss\": " + jsonValue(made, oddEvery) + "}";
        if (seed % 2 == 0)
            line += ", \"note\": \"same\", \"elapsed_s\": " + made.number();
        made.text += line + (wrapped ? "}}" : "}") + end;
    }
    if (seed % 2 == 0)
        made.text.resize(made.text.size() - end.size() - made.engine() % 5);
    return made.text;
}

std::string madeTable(unsigned seed, unsigned oddEvery, std::size_t bytes) {
    Made made(seed);
    const std::string separator = seed % 3 == 1 ? ";" : ",", end = seed % 3 == 0 ? "\r\n" : "\n";
    const std::string header = "epoch" + separator + "step" + separator + "loss" + separator + "timestamp" + separator +
                               "\"val,loss\"" + separator + "elapsed_s";
    constexpr std::array odd{"", "nan", "NaN", "inf", "-inf", "None", "text", "\"1.5\"", " 2.5", "1e999", "---", "1,5"};
    constexpr std::array oddLines{"", "  ", "1", "1,2,3,4,5,6,7,8", "\"open", "1,x,3,4,5,6", ",,,,,"};
    const auto cell = [&] {
        return made.once(oddEvery) ? made.oneOf(odd) : made.number();
    };
    made.text = (seed % 2 == 0 ? "\xEF\xBB\xBF" : "") + std::string(seed % 4 == 3 ? "\n\n" : "") + header + end;
    while (made.text.size() < bytes) {
        if (made.once(oddEvery * 4)) {
            made.text += (made.once(20) ? header : made.oneOf(oddLines)) + end;
            continue;
        }
        made.nextStep();
        made.text += std::to_string(made.step / 100) + separator +
                     (made.once(oddEvery * 4) ? cell() : std::to_string(made.step)) + separator + cell() + separator +
                     (made.once(oddEvery) ? cell() : std::to_string(1764500000 + made.step)) + separator +
                     (made.once(7) ? made.number() : "") + separator + cell() + end;
    }
    return made.text;
}

std::string shown(std::vector<RunBuilder> builders) {
    std::vector<RunPtr> runs;
    std::string places;
    for (RunBuilder& builder : builders) {
        runs.push_back(builder.build(MetricRoles::builtIn()));
        for (const std::uint64_t place : runs.back()->rows().place)
            places += std::to_string(place) + ' ';
    }
    return tests::describe(runs) + places;
}

std::string readJsonLines(const std::string& text, std::uint64_t wholeLinesFrom, const Job& job) {
    Source source = Source::fromBytes("a.jsonl", text);
    const std::string stepKey = JsonlReader::chooseStepKey(source);
    JsonlReader first(source, stepKey, {}, wholeLinesFrom);
    if (!first.readAll(job))
        return "canceled";
    const auto starts = first.split().starts();
    if (starts.empty())
        return shown(first.takeBuilders());
    JsonlReader second(source, stepKey, starts, wholeLinesFrom);
    return second.readAll(job) ? shown(second.takeBuilders()) : "canceled";
}

std::string readTable(const std::string& text, std::uint64_t wholeLinesFrom, const Job& job) {
    Source source = Source::fromBytes("a.csv", text);
    CsvReader first(source, {}, wholeLinesFrom);
    if (!first.readAll(job))
        return "canceled";
    const auto starts = first.split().starts();
    if (starts.empty())
        return shown(first.takeBuilders());
    CsvReader second(source, starts, wholeLinesFrom);
    return second.readAll(job) ? shown(second.takeBuilders()) : "canceled";
}

/// The first line in which two long texts differ.
QString difference(const std::string& a, const std::string& b) {
    const auto place = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    const std::size_t from = place - std::min<std::size_t>(place, 80);
    return QStringLiteral("at %1: %2 <> %3")
        .arg(place)
        .arg(QString::fromStdString(a.substr(from, 160)), QString::fromStdString(b.substr(from, 160)));
}

#ifdef TACHOGRAPH_UNDER_SANITIZER
constexpr unsigned smallSeeds = 3, largeSeeds = 1; // ten times slower there
#else
constexpr unsigned smallSeeds = 12, largeSeeds = 4;
#endif

} // namespace

/// Recordings read in pieces, side by side, against the same read line by line.
class TestWholeLines : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void sameAnswer_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<unsigned>("oddEvery");
        QTest::addColumn<int>("bytes");
        for (unsigned seed = 0; seed < smallSeeds; ++seed) {
            QTest::addRow("mostly odd, %u", seed) << seed << 3U << 60'000;
            QTest::addRow("some odd, %u", seed) << seed << 40U << 300'000;
        }
        for (unsigned seed = 0; seed < largeSeeds; ++seed)
            QTest::addRow("several pieces, %u", seed) << seed << 4'000U << 1'700'000;
    }
    void sameAnswer() {
        QFETCH(unsigned, seed);
        QFETCH(unsigned, oddEvery);
        QFETCH(int, bytes);
        const Job two({}, {}, tests::twoWorkers());
        const std::string lines = madeJsonLines(seed, oddEvery, static_cast<std::size_t>(bytes));
        const std::string table = madeTable(seed, oddEvery, static_cast<std::size_t>(bytes));
        const std::string expectedLines = readJsonLines(lines, never, {}), expectedTable = readTable(table, never, {});
        for (const Job& job : {Job(), two}) {
            const std::string inPieces = readJsonLines(lines, always, job);
            QVERIFY2(inPieces == expectedLines, qPrintable(difference(inPieces, expectedLines)));
            const std::string tableInPieces = readTable(table, always, job);
            QVERIFY2(tableInPieces == expectedTable, qPrintable(difference(tableInPieces, expectedTable)));
        }
    }

    /// Every byte is in one piece, at whatever length the lines are.
    void piecesAreTheWhole_data() {
        QTest::addColumn<int>("longest");
        QTest::addColumn<bool>("closed");
        for (const int longest : {1, 100, 40'000, 700'000})
            for (const bool closed : {true, false})
                QTest::addRow("lines up to %d%s", longest, closed ? "" : ", the last without end") << longest << closed;
    }
    void piecesAreTheWhole() {
        QFETCH(int, longest);
        QFETCH(bool, closed);
        std::mt19937_64 engine(7);
        std::string text;
        while (text.size() < 3'000'000)
            text += std::string(engine() % static_cast<unsigned>(longest), 'x') + '\n';
        if (!closed)
            text += "rest";
        const Source source = Source::fromBytes("x", text);
        std::string taken;
        PieceWork work;
        work.parse = [](const TextPiece&, std::size_t) {
        };
        work.take = [&](const TextPiece& piece, std::size_t) {
            taken += piece.text;
        };
        const auto end = readPieces(source, 0, Job({}, {}, tests::twoWorkers()), work);
        QVERIFY(end);
        QCOMPARE(taken.size(), std::size_t(*end));
        QVERIFY(text.starts_with(taken));
        QVERIFY(taken.empty() || taken.back() == '\n');
        if (longest < 500'000) // a line longer than a piece ends the pieces, a LineReader goes on
            QCOMPARE(taken.size(), text.size() - (closed ? 0 : 4));
    }

    /// A file that becomes shorter while it is read ends early; a map of it would end the program.
    void shrinkingFile() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.jsonl").toStdString();
        const std::string text = madeJsonLines(4, 1'000'000, 4'000'000);
        std::ofstream(path, std::ios::binary) << text;
        auto source = Source::openFile(path);
        QVERIFY(source);
        QCOMPARE(::truncate(path.c_str(), 1'000'000), 0);
        JsonlReader reader(*source, "step", {});
        QVERIFY(reader.readAll({}));
        const auto lines = static_cast<std::size_t>(std::ranges::count(text.substr(0, 1'000'000), '\n'));
        QVERIFY(reader.rowCount() + 1 >= lines && reader.rowCount() <= lines + 1);
    }

    void cancels() {
        std::stop_source stop;
        stop.request_stop();
        const std::string text = madeJsonLines(1, 100, 100'000);
        QCOMPARE(readJsonLines(text, always, Job(stop.get_token())), std::string("canceled"));
        QCOMPARE(readTable(madeTable(1, 100, 100'000), always, Job(stop.get_token())), std::string("canceled"));
    }
};

QTEST_GUILESS_MAIN(TestWholeLines)
#include "tst_wholelines.moc"
