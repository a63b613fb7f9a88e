#include "analysis/comparison/comparison.h"
#include "analysis/comparison/ratiocurve.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace tachograph;
using Json = nlohmann::ordered_json;

namespace {

/// A run drawn at random: length, level, noise, memory, stalls and what it logs.
struct Drawn {
    unsigned seed = 1;
    bool lengths = false;
    std::int64_t shift = 0;    ///< of every step
    double shiftSeconds = 0.0; ///< of every time stamp
};

RunPtr draw(const Drawn& wish) {
    std::mt19937_64 engine(wish.seed);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::normal_distribution<double> normal;
    const auto steps = static_cast<std::int64_t>(std::exp(std::log(30.0) + uniform(engine) * std::log(20.0)));
    const double level = 2.0 * std::exp(0.15 * normal(engine)), phi = 0.9 * uniform(engine),
                 sd = 0.12 * uniform(engine);
    const double share = 0.5 + 0.3 * uniform(engine), tokens = 500.0 + 200.0 * uniform(engine);
    const auto every = static_cast<std::int64_t>(10 + 40 * uniform(engine));
    RunBuilder builder("drawn " + std::to_string(wish.seed), "drawn.jsonl", "jsonl");
    const auto time = builder.series("step_time_s"), rate = builder.series("tokens_per_s"),
               generation = builder.series("generation_time_s"), optimization = builder.series("optimization_time_s"),
               reward = builder.series("reward_mean");
    const auto length = wish.lengths ? builder.series("completion_len_mean") : RunBuilder::noSeries;
    double memory = 0.0, clock = 1.7e9 + wish.shiftSeconds;
    for (std::int64_t step = 1; step <= steps; ++step) {
        memory = phi * memory + sd * std::sqrt(1.0 - phi * phi) * normal(engine);
        const bool stalls = step % every == 0;
        const double seconds = level * std::exp(memory) + (stalls ? 6.0 * level : 0.0);
        clock += std::round(seconds); // whole seconds: shifting them is exact
        const std::uint32_t row = builder.addRow({.step = step + wish.shift, .time = clock});
        builder.addValue(time, row, seconds);
        builder.addValue(rate, row, 16.0 * tokens / seconds);
        builder.addValue(generation, row, share * level * std::exp(memory));
        builder.addValue(optimization, row, (0.95 - share) * level * std::exp(memory));
        builder.addValue(reward, row, normal(engine));
        builder.addValue(length, row, tokens * (1.0 + 0.2 * normal(engine)));
        if (!stalls)
            continue;
        Event event;
        event.kind = EventKind::checkpoint;
        event.step = step + wish.shift;
        builder.addEvent(std::move(event));
    }
    return builder.build(MetricRoles::builtIn());
}

Verdict mirrored(Verdict verdict) {
    return verdict == Verdict::worse ? Verdict::better : verdict == Verdict::better ? Verdict::worse : verdict;
}

bool near(double x, double y, double tolerance = 1e-9) {
    return (std::isnan(x) && std::isnan(y)) || x == y || std::abs(x - y) <= tolerance * std::max(1.0, std::abs(x));
}

/// Of ratios: (1 + x) becomes 1 / (1 + x). Of differences against |A|: they change sign and base.
bool mirrors(double x, double y, const MetricComparison& forth) {
    const bool ratio = forth.a.median > 0.0 && forth.role != roles::reward;
    return ratio ? (std::isnan(x) && std::isnan(y)) || near((1.0 + x) * (1.0 + y), 1.0)
                 : near(x * std::abs(forth.a.median), -y * std::abs(forth.b.median));
}

double sum(const Waterfall& waterfall) {
    double seconds = 0.0;
    for (const DifferencePart& part : waterfall.parts)
        seconds += part.seconds;
    return seconds;
}

Json shuffled(const Json& value, std::mt19937_64& engine) {
    if (!value.is_object())
        return value;
    std::vector<std::string> keys;
    for (const auto& [key, one] : value.items())
        keys.push_back(key);
    std::ranges::shuffle(keys, engine);
    Json result = Json::object();
    for (const std::string& key : keys)
        result[key] = shuffled(value[key], engine);
    return result;
}

/// Nested settings with numbers, texts, lists, booleans and null.
Json settings(std::mt19937_64& engine, int depth = 0) {
    static const std::vector<Json> scalars{1, 0.5, 1e-6, "adam", "2.9.1+cu130", true, nullptr, Json::array({1, 2, 3})};
    Json object = Json::object();
    const std::size_t count = 2 + engine() % 6;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string key = std::string(1, static_cast<char>('a' + engine() % 26)) + std::to_string(i);
        object[key] = depth < 3 && engine() % 3 == 0 ? settings(engine, depth + 1) : scalars[engine() % scalars.size()];
    }
    return object;
}

QByteArray yaml(const Json& object, int indent = 0) {
    QByteArray text;
    for (const auto& [key, value] : object.items()) {
        text += QByteArray(indent, ' ') + QByteArray::fromStdString(key) + ':';
        text +=
            value.is_object() ? '\n' + yaml(value, indent + 2) : ' ' + QByteArray::fromStdString(value.dump()) + '\n';
    }
    return text;
}

} // namespace

/// What must hold whatever the two recordings are.
class TestComparisonProperties : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void pairs() {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<bool>("lengths");
        for (int i = 0; i < 24; ++i)
            QTest::addRow("pair %d", i) << 100 + 2 * i << 101 + 2 * i << (i % 3 == 0);
    }

    void swappingMirrors_data() { pairs(); }
    void swappingMirrors() {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(bool, lengths);
        const RunPtr x = draw({unsigned(a), lengths}), y = draw({unsigned(b), lengths});
        const Comparison forth = compareRuns(x, y), back = compareRuns(y, x);
        QCOMPARE(forth.metrics.size(), back.metrics.size());
        for (std::size_t i = 0; i < forth.metrics.size(); ++i) {
            const MetricComparison &one = forth.metrics[i], &other = back.metrics[i];
            QCOMPARE(one.role, other.role);
            QCOMPARE(other.verdict, mirrored(one.verdict));
            QVERIFY2(mirrors(one.effect, other.effect, one), one.role.c_str());
            QVERIFY2(mirrors(one.low, other.high, one), one.role.c_str());
            QVERIFY2(mirrors(one.high, other.low, one), one.role.c_str());
            QVERIFY(near(one.p, other.p) && near(one.pHolm, other.pHolm));
            QCOMPARE(one.a.count, other.b.count);
            QVERIFY(near(one.a.effective, other.b.effective));
        }
        QVERIFY(near(sum(forth.waterfall), -sum(back.waterfall)));
        QCOMPARE(forth.matched.has_value(), back.matched.has_value());
        if (forth.matched) {
            QVERIFY(near(forth.matched->factor * back.matched->factor, 1.0));
            QCOMPARE(forth.matched->of, back.matched->of);
            QCOMPARE(forth.matched->slower, back.matched->of - back.matched->slower);
        }
        QCOMPARE(forth.rampA.answer, back.rampB.answer);
        const RatioCurve curve = ratioCurve(forth, roles::stepTime), turned = ratioCurve(back, roles::stepTime);
        QCOMPARE(curve.position.size(), turned.position.size());
        for (std::size_t i = 0; i < curve.ratio.size(); ++i)
            QVERIFY(near(curve.ratio[i] * turned.ratio[i], 1.0));
        // Equal work is at A's median length, and that is not B's.
        if (!lengths && forth.verdict != Verdict::stillRamping && back.verdict != Verdict::stillRamping)
            QCOMPARE(back.verdict, mirrored(forth.verdict));
    }

    void offsetsShift_data() { pairs(); }
    void offsetsShift() {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(bool, lengths);
        const std::int64_t shift = (a * 7) % 40 - 15;
        const RunPtr x = draw({unsigned(a), lengths}), y = draw({unsigned(b), lengths}),
                     moved = draw({unsigned(b), lengths, shift, double(shift)});
        for (const XAxis axis : {XAxis::step, XAxis::wallClock}) {
            CompareOptions plain, offset;
            plain.axis = offset.axis = axis;
            offset.offset = static_cast<double>(shift);
            plain.rangeMin = offset.rangeMin = axis == XAxis::step ? 5.0 : 1.7e9 + 20.0;
            plain.rangeMax = offset.rangeMax = axis == XAxis::step ? 200.0 : 1.7e9 + 500.0;
            const Comparison one = compareRuns(x, y, offset), other = compareRuns(x, moved, plain);
            QCOMPARE(one.rowsB.steps, other.rowsB.steps);
            QCOMPARE(one.rowsB.use, other.rowsB.use);
            QCOMPARE(one.rowsB.position, other.rowsB.position);
            QCOMPARE(one.verdict, other.verdict);
            QCOMPARE(one.metrics.size(), other.metrics.size());
            for (std::size_t i = 0; i < one.metrics.size(); ++i) {
                QVERIFY(near(one.metrics[i].effect, other.metrics[i].effect, 0.0));
                QVERIFY(near(one.metrics[i].low, other.metrics[i].low, 0.0));
                QVERIFY(near(one.metrics[i].high, other.metrics[i].high, 0.0));
                QCOMPARE(one.metrics[i].verdict, other.metrics[i].verdict);
            }
            QCOMPARE(one.matched.has_value(), other.matched.has_value());
            QVERIFY(!one.matched || one.matched->factor == other.matched->factor);
            QCOMPARE(sum(one.waterfall), sum(other.waterfall));
            QCOMPARE(one.rampB.text, other.rampB.text);
        }
    }

    void waterfallsAddUp_data() { pairs(); }
    void waterfallsAddUp() {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(bool, lengths);
        const Comparison comparison = compareRuns(draw({unsigned(a), lengths}), draw({unsigned(b), lengths}));
        const Waterfall& waterfall = comparison.waterfall;
        QVERIFY(!waterfall.parts.empty());
        QVERIFY(near(sum(waterfall), waterfall.b - waterfall.a));
        double shares = 0.0;
        for (const DifferencePart& part : waterfall.parts)
            shares += part.share;
        QVERIFY(near(shares, 1.0));
    }

    /// Written in any order, nested or not, as JSON or YAML: the same settings.
    void orderOfKeysInFiles_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<QString>("ending");
        for (int seed = 0; seed < 12; ++seed)
            for (const char* ending : {"json", "yaml"})
                QTest::addRow("%d, %s", seed, ending) << seed << QString::fromLatin1(ending);
    }
    void orderOfKeysInFiles() {
        QFETCH(int, seed);
        QFETCH(QString, ending);
        std::mt19937_64 engine(unsigned(seed) + 1);
        const Json config = settings(engine), turned = shuffled(config, engine);
        Json changed = turned;
        changed["zzz_batch_size"] = 7;
        QTemporaryDir folder;
        const auto write = [&folder](const QString& name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        };
        const auto open = [&](const QString& name, double factor, const Json& written) {
            QByteArray lines;
            for (int step = 1; step <= 120; ++step)
                lines += "{\"step\": " + QByteArray::number(step) +
                         ", \"step_time_s\": " + QByteArray::number(factor * (2.0 + 0.01 * (step * 37 % 11))) + "}\n";
            write(name + QStringLiteral(".jsonl"), lines);
            write(name + QLatin1Char('.') + ending,
                  ending == QLatin1String("json") ? QByteArray::fromStdString(written.dump(1)) : yaml(written));
            const auto opened = openRuns(folder.filePath(name + QStringLiteral(".jsonl")).toStdString());
            return opened ? opened->front() : nullptr;
        };
        const RunPtr a = open(QStringLiteral("a"), 1.0, config), b = open(QStringLiteral("b"), 1.1, config),
                     c = open(QStringLiteral("c"), 1.1, turned), d = open(QStringLiteral("d"), 1.1, changed);
        QVERIFY(a && b && c && d);
        QVERIFY(!a->config().empty());
        QCOMPARE(c->config(), b->config());
        const Comparison straight = compareRuns(a, b), permuted = compareRuns(a, c);
        QVERIFY(permuted.config.empty());
        QCOMPARE(permuted.equalSettings, a->config().size());
        QCOMPARE(permuted.headline, straight.headline);
        QCOMPARE(permuted.expectation.text, straight.expectation.text);
        const Comparison one = compareRuns(a, d);
        QCOMPARE(one.config.size(), std::size_t(1));
        QCOMPARE(one.config.front().key, std::string("zzz_batch_size"));
    }
};

QTEST_GUILESS_MAIN(TestComparisonProperties)
#include "tst_comparisonproperties.moc"
