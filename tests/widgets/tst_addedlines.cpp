#include "tests/support/gui.h"
#include "tests/support/runtext.h"
#include "widgets/plot/legend.h"
#include "widgets/plot/measure.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/spokenlane.h"

#include <QSignalSpy>

#include <cmath>
#include <set>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

constexpr int leftMargin = 80, rightMargin = 14, laneTop = 50;

std::string rows(int steps, double (*generation)(int)) {
    std::string text = "step step_time_s g=generation_time o=optimization_time w=data_wait_time c=checkpoint_time\n";
    for (int step = 1; step <= steps; ++step)
        text += std::to_string(step) + " 5 " + std::to_string(generation(step)) + " 2 3 4\n";
    return text;
}

models::TimelinePtr timelineOf(const std::vector<std::string>& runs, const std::vector<QString>& added,
                               int smoothing = 0) {
    std::vector<models::TimelineRun> list;
    for (const std::string& text : runs)
        list.push_back({tests::runFromText(text), nullptr, static_cast<int>(list.size()),
                        QString(QChar(u'A' + static_cast<int>(list.size())))});
    models::TimelineOptions options;
    options.smoothing = smoothing;
    options.lanes = {QStringLiteral("step_time")};
    options.added[QStringLiteral("step_time")] = added;
    return models::buildTimeline(list, options);
}

PlotState stateOf(models::TimelinePtr timeline, const Theme& theme = Theme::light()) {
    PlotState state;
    state.timeline = std::move(timeline);
    state.theme = theme;
    state.xMin = state.timeline->xMin;
    state.xMax = state.timeline->xMax;
    return state;
}

QString textOf(const std::vector<Readout>& readouts) {
    QStringList texts;
    for (const Readout& readout : readouts)
        texts << (readout.label.isEmpty() ? readout.text : readout.label + u' ' + readout.text) +
                     (readout.main ? QStringLiteral("!") : QString());
    return texts.join(QStringLiteral("; "));
}

bool alike(QRgb a, const QColor& b, int tolerance = 14) {
    return std::abs(qRed(a) - b.red()) <= tolerance && std::abs(qGreen(a) - b.green()) <= tolerance &&
           std::abs(qBlue(a) - b.blue()) <= tolerance;
}

const std::vector<QString> four{QStringLiteral("g"), QStringLiteral("o"), QStringLiteral("w"), QStringLiteral("c")};

} // namespace

/// How series that were added to a lane are drawn and told.
class TestAddedLines : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        Theme::loadFaces();
    }
    void looksDiffer_data();
    void looksDiffer();
    void crowdedLinesShowStrokesAndExtremes_data();
    void crowdedLinesShowStrokesAndExtremes();
    void legendNamesThem();
    void valuesAtTheCrosshair();
    void measured();
    void spoken();
    void longNamesAreShortened();
    void keysAskForThem();
};

void TestAddedLines::looksDiffer_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("smoothing");
    QTest::addColumn<bool>("dark");
    for (const int runs : {1, 2, 3})
        for (const int smoothing : {0, 3})
            for (const bool dark : {false, true})
                QTest::addRow("%d runs, smoothing %d, %s", runs, smoothing, dark ? "dark" : "light")
                    << runs << smoothing << dark;
}

/// Every line that stands for a series has strokes of its own and a colour that is seen; in a lane of one run each has
/// its own colour too.
void TestAddedLines::looksDiffer() {
    QFETCH(int, runs);
    QFETCH(int, smoothing);
    QFETCH(bool, dark);
    const std::vector<std::string> texts(static_cast<std::size_t>(runs), rows(9, [](int) { return 1.0; }));
    const PlotState state = stateOf(timelineOf(texts, four, smoothing), dark ? Theme::darkTheme() : Theme::light());
    const models::Lane& lane = state.timeline->lanes.front();
    const PlotSizes sizes = PlotSizes::of(state.options);
    std::set<QString> dashes, colors;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < lane.lines.size(); ++i) {
        const auto wanted = smoothing > 0 ? models::LineKind::smoothed : models::LineKind::raw;
        if (lane.lines[i].kind != wanted)
            continue;
        const LineLook look = lookOf(lane, i, state, sizes);
        QStringList dash;
        for (const qreal length : look.pen.dashPattern())
            dash << QString::number(length * look.pen.widthF(), 'f', 2);
        dashes.insert(dash.join(u' '));
        colors.insert(look.strong.name());
        QVERIFY(Theme::contrast(look.pen.color(), state.theme.plot) >= 3.0);
        ++lines;
    }
    QCOMPARE(lines, static_cast<std::size_t>(runs) * 5);
    QCOMPARE(dashes.size(), lines);
    QCOMPARE(colors.size(), static_cast<std::size_t>(runs == 1 ? 5 : runs));
}

void TestAddedLines::crowdedLinesShowStrokesAndExtremes_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// 20,000 points in 500 columns: strokes and gaps go along the axis, and what lies in a gap is drawn in the thin
/// colour.
void TestAddedLines::crowdedLinesShowStrokesAndExtremes() {
    QFETCH(bool, dark);
    const Theme& theme = dark ? Theme::darkTheme() : Theme::light();
    PlotView view;
    view.setTheme(theme);
    PlotOptions options;
    options.overview = false;
    options.robustY = false;
    view.setOptions(options);
    const auto timeline = timelineOf({rows(20'000, [](int step) { return step % 2 == 0 ? 1.0 : 3.0; })}, {four[0]});
    view.setTimeline(timeline);
    const QImage picture = view.render({594, 300}, 1);
    QVERIFY(tests::savePicture(QPixmap::fromImage(picture), dark ? "added-crowded-dark" : "added-crowded-light"));
    const PlotState state = stateOf(timeline, theme);
    const models::Lane& lane = timeline->lanes.front();
    const LineLook look = lookOf(lane, lane.lines.size() - 1, state, PlotSizes::of(state.options));
    QVERIFY(look.between.isValid());
    // The row of the value 2: between the extremes of the added series, below the own one at 5.
    const int height = 300 - laneTop - 9 - 38;
    int strong = 0, thin = 0, changes = 0, neither = 0;
    bool before = false;
    const int y = laneTop + height * 2 / 3;
    for (int x = leftMargin + 4; x < 594 - rightMargin - 4; ++x) {
        const QRgb pixel = picture.pixel(x, y);
        const bool isStrong = alike(pixel, look.strong), isThin = alike(pixel, look.between);
        strong += isStrong ? 1 : 0;
        thin += isThin ? 1 : 0;
        neither += !isStrong && !isThin && alike(pixel, theme.plot) ? 1 : 0;
        changes += isStrong != before ? 1 : 0;
        before = isStrong;
    }
    QVERIFY2(strong > 200 && thin > 20 && changes > 40,
             qPrintable(QStringLiteral("%1 strong, %2 thin, %3 changes").arg(strong).arg(thin).arg(changes)));
    QCOMPARE(neither, 0); // no column is left out
}

void TestAddedLines::legendNamesThem() {
    const auto names = [](const PlotState& state) {
        QStringList texts;
        for (const LegendEntry& entry : legendOf(state.timeline->lanes.front(), state, PlotSizes::of({}), false))
            texts << entry.text;
        return texts.join(QStringLiteral("; "));
    };
    const std::string run = rows(9, [](int) { return 1.0; });
    QCOMPARE(names(stateOf(timelineOf({run}, {four[0], four[1]}))), "raw; Generation; Optimization");
    QCOMPARE(names(stateOf(timelineOf({run}, {four[0]}, 3))), "raw; median of 3; Generation");
    QCOMPARE(names(stateOf(timelineOf({run, run}, {four[0]}, 3))), "A; median of 3; B; A Generation; B Generation");
    QCOMPARE(names(stateOf(timelineOf({run}, {}))), "");
}

void TestAddedLines::valuesAtTheCrosshair() {
    const std::string run = rows(9, [](int step) { return step * 0.5; });
    const auto at = [](const PlotState& state, double x) {
        return textOf(readoutsAt(state.timeline->lanes.front(), state, x, 0.5));
    };
    QCOMPARE(at(stateOf(timelineOf({run}, {four[0], four[1]})), 4), "Generation 2.00; Optimization 2.00; 5.00 s!");
    QCOMPARE(at(stateOf(timelineOf({run}, {four[0]}, 3)), 4), "raw 5.00; Generation 2.00; 5.00 s!");
    QCOMPARE(at(stateOf(timelineOf({run, run}, {four[0]})), 4),
             "A Generation 2.00; B Generation 2.00; A 5.00!; B 5.00 s!");
    QCOMPARE(at(stateOf(timelineOf({run}, {four[0]})), 40), "no value here");
}

void TestAddedLines::measured() {
    PlotState state = stateOf(timelineOf({rows(9, [](int step) { return step * 0.5; })}, {four[0]}));
    state.measure = Measure{2, 4};
    QCOMPARE(measuredValues(state.timeline->lanes.front(), state, 0.5),
             QStringLiteral("5.00 to 5.00 s: 0.00 s, ×1.00; Generation 1.00 to 2.00 s: +1.00 s, ×2.00"));
}

void TestAddedLines::spoken() {
    PlotState state = stateOf(timelineOf({rows(9, [](int step) { return step * 0.5; })}, {four[0]}));
    state.crosshair = 4;
    const QString text = spokenLane(state.timeline->lanes.front(), state, 0.5);
    QVERIFY2(text.startsWith("Step time, 5.00 to 5.00, Generation 0.50 to 4.50 seconds, steps 1 to 9"),
             qPrintable(text));
    QVERIFY2(text.endsWith("at 4: Generation 2.00, 5.00 s"), qPrintable(text));
}

void TestAddedLines::longNamesAreShortened() {
    models::LaneLine line;
    line.added = 1;
    line.series = QString(300, u'x') + QStringLiteral("/tail");
    const QString name = addedName(line, PlotState());
    QVERIFY2(name.size() <= 40 && name.endsWith("/tail") && name.contains(QChar(0x2026)), qPrintable(name));
}

void TestAddedLines::keysAskForThem() {
    PlotView view;
    view.setTimeline(timelineOf({rows(9, [](int) { return 1.0; })}, {}));
    QVERIFY(tests::showAt(view, {600, 300}));
    QSignalSpy asked(&view, &PlotView::seriesWanted);
    QTest::keyClick(view.focusProxy(), Qt::Key_A);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toInt(), 0);
    QTest::keyClick(view.focusProxy(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
    PlotView empty;
    QSignalSpy nothing(&empty, &PlotView::seriesWanted);
    empty.chooseSeries();
    QVERIFY(nothing.isEmpty());
}

QTEST_MAIN(TestAddedLines)
#include "tst_addedlines.moc"
