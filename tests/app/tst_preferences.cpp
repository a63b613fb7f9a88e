#include "analysis/diagnosis/changedknobs.h"
#include "app/actions.h"
#include "app/knobfield.h"
#include "app/preferencesdialog.h"
#include "app/reportexporter.h"
#include "tests/app/windowfixture.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace tachograph;

namespace {

/// Everything that the detectors said, as text.
QString said(const Diagnosis& diagnosis) {
    QStringList lines;
    for (const Examination& examination : diagnosis.examinations) {
        lines << QString::fromStdString(examination.detector->code + ": " + examination.result.reason);
        for (const Finding& finding : examination.result.findings)
            lines << QString::fromStdString(finding.summary);
    }
    return lines.join(QLatin1Char('\n'));
}

Outcome outcomeOf(const Diagnosis& diagnosis, const std::string& code) {
    for (const Examination& examination : diagnosis.examinations)
        if (examination.detector->code == code)
            return examination.result.outcome;
    return Outcome::failed;
}

app::PreferencesDialog* preferencesOf(tests::WindowFixture& f) {
    f.window->actions().preferences->trigger();
    return f.window->findChild<app::PreferencesDialog*>();
}

/// As a person does it: select all, type, Enter.
void type(app::KnobField* field, const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace

/// Theme and knobs in the window: the same numbers as on the command line, at once, and never without being named.
class TestPreferences : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void everyKnobHasAField() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        const app::PreferencesDialog* dialog = preferencesOf(f);
        QVERIFY(dialog);
        int knobs = 0;
        for (const Detector* detector : detectors())
            for (const Knob& knob : detector->knobs) {
                const app::KnobField* field = dialog->field(detector->code, knob.name);
                QVERIFY2(field, detector->code.c_str());
                QCOMPARE(field->value(), knob.defaultValue);
                QCOMPARE(field->minimum(), knob.least);
                QCOMPARE(field->maximum(), knob.most);
                QVERIFY(field->accessibleName().contains(QString::fromStdString(detector->code)));
                QVERIFY(!field->accessibleDescription().isEmpty());
                ++knobs;
            }
        QCOMPARE(dialog->findChildren<app::KnobField*>().size(), knobs);
        QVERIFY(!dialog->isModal());
        QVERIFY(tests::savePicture(f.window->findChild<app::PreferencesDialog*>()->grab(), "preferences"));
    }

    void aChangedKnobJudgesAgain() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        QCOMPARE(outcomeOf(*f.session->current()->diagnosis, "THROUGHPUT_ROT"), Outcome::found);
        app::PreferencesDialog* dialog = preferencesOf(f);
        type(dialog->field("THROUGHPUT_ROT", "ratio"), "1.75");
        const DiagnosisPtr before = f.session->current()->diagnosis;
        QVERIFY(before); // what was said stays until it is said anew
        QTRY_VERIFY(f.session->current()->diagnosis != before);
        AllKnobs knobs;
        QVERIFY(setKnob(knobs, "THROUGHPUT_ROT.ratio=1.75"));
        QCOMPARE(said(*f.session->current()->diagnosis), said(diagnose(*f.session->current()->run, knobs)));
        // Named in the text that is copied.
        QTRY_COMPARE(f.session->timeline()->runs.front().diagnosis, f.session->current()->diagnosis);
        QCOMPARE(f.session->timeline()->findings.front().finding.code, std::string("THROUGHPUT_ROT"));
        f.session->setSelectedFinding(0);
        QApplication::clipboard()->clear();
        f.window->actions().copyFinding->trigger();
        QVERIFY2(QApplication::clipboard()->text().contains("With ratio 1.75 instead of 1.4."),
                 qPrintable(QApplication::clipboard()->text()));
    }

    void aHigherRatioClears() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        type(preferencesOf(f)->field("THROUGHPUT_ROT", "ratio"), "9");
        QTRY_VERIFY(outcomeOf(*f.session->current()->diagnosis, "THROUGHPUT_ROT") != Outcome::found);
        const auto changed = changedKnobs(*f.session->current()->diagnosis);
        QCOMPARE(changed.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(knobAssignment(changed.front())), "THROUGHPUT_ROT.ratio=9");
        QCOMPARE(QString::fromStdString(knobText(changed.front())), "ratio 9 instead of 1.4");
    }

    void outOfRangeIsHeldAtTheEnd() {
        tests::WindowFixture f;
        app::PreferencesDialog* dialog = preferencesOf(f);
        app::KnobField* field = dialog->field("THROUGHPUT_ROT", "ratio");
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        type(field, "99999");
        QCOMPARE(f.session->knobs().count("THROUGHPUT_ROT"), std::size_t(0)); // not yet: it waits for more
        QVERIFY(field->value() <= field->maximum());
        QVERIFY(field->value() >= field->minimum());
        type(field, "abc");
        QVERIFY(field->value() >= field->minimum());
    }

    void keptForTheNextStart() {
        tests::WindowFixture f;
        type(preferencesOf(f)->field("STEP_TIME_SHIFT", "ratio"), "1.5");
        QTRY_COMPARE(f.settings.knobs()["STEP_TIME_SHIFT"]["ratio"], 1.5);
        models::Session another(nullptr);
        app::MainWindow window(another, f.settings, f.theme);
        QCOMPARE(another.knobs().at("STEP_TIME_SHIFT").at("ratio"), 1.5);
    }

    void closingDoesNotLoseTheLastChange() {
        tests::WindowFixture f;
        app::PreferencesDialog* dialog = preferencesOf(f);
        dialog->field("STEP_TIME_SHIFT", "ratio")->setValue(1.6);
        dialog->close();
        QCOMPARE(f.session->knobs().at("STEP_TIME_SHIFT").at("ratio"), 1.6);
    }

    void reset() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        AllKnobs knobs;
        knobs["STEP_TIME_SHIFT"]["ratio"] = 1.6;
        knobs["RUN_STALLED"]["minutes"] = 3;
        f.session->setKnobs(knobs);
        app::PreferencesDialog* dialog = preferencesOf(f);
        app::KnobField* field = dialog->field("STEP_TIME_SHIFT", "ratio");
        QCOMPARE(field->value(), 1.6);
        QToolButton* button = nullptr;
        for (QToolButton* candidate : dialog->findChildren<QToolButton*>())
            if (candidate->accessibleName() == "Reset ratio of STEP_TIME_SHIFT")
                button = candidate;
        QVERIFY(button && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(field->value(), 1.4);
        QVERIFY(!button->isEnabled());
        QTRY_COMPARE(f.session->knobs().size(), std::size_t(1));
        for (QPushButton* candidate : dialog->findChildren<QPushButton*>())
            if (candidate->text() == "Reset all numbers")
                QTest::mouseClick(candidate, Qt::LeftButton);
        QVERIFY(f.session->knobs().empty());
    }

    void theReportNamesThem() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        AllKnobs knobs;
        knobs["THROUGHPUT_ROT"]["ratio"] = 1.2;
        const DiagnosisPtr before = f.session->current()->diagnosis;
        f.session->setKnobs(knobs);
        QTRY_VERIFY(f.session->current()->diagnosis != before);
        app::ExportChoice choice;
        choice.file = f.folder.filePath(QStringLiteral("r.png"));
        QSignalSpy written(&f.window->exporter(), &app::ReportExporter::saved);
        f.window->exporter().start(choice);
        QVERIFY(written.wait(30'000));
        const QImage picture(choice.file);
        QCOMPARE(picture.text("Options"), "--size ticket --knob THROUGHPUT_ROT.ratio=1.2");
        QVERIFY(picture.text("Command").contains("--knob THROUGHPUT_ROT.ratio=1.2"));
    }

    void theWheelDoesNotChangeWhatItScrollsPast() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        app::PreferencesDialog* dialog = preferencesOf(f);
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        app::KnobField* field = dialog->field("THROUGHPUT_ROT", "ratio");
        dialog->findChild<QLineEdit*>()->setFocus();
        const QPointF middle = field->rect().center();
        QWheelEvent wheel(middle, field->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(field, &wheel);
        QCOMPARE(field->value(), 1.4);
    }

    void searching() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        app::PreferencesDialog* dialog = preferencesOf(f);
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), "creeping");
        QVERIFY(dialog->field("THROUGHPUT_ROT", "ratio")->isVisible());
        QVERIFY(!dialog->field("RUN_STALLED", "minutes")->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), "xyz");
        QVERIFY(!dialog->field("THROUGHPUT_ROT", "ratio")->isVisible());
    }

    void theme() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        app::PreferencesDialog* dialog = preferencesOf(f);
        auto* box = dialog->findChild<QComboBox*>();
        QVERIFY(!box->accessibleName().isEmpty());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QTRY_VERIFY(f.theme.theme().dark);
        QCOMPARE(f.settings.theme(), app::ThemeChoice::highContrast);
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(f.settings.theme(), app::ThemeChoice::dark);
        QVERIFY(f.theme.theme().dark);
        f.theme.choose(app::ThemeChoice::light);
        QCOMPARE(box->currentIndex(), 1);
    }

    void onlyOneAtATime() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        preferencesOf(f);
        preferencesOf(f);
        QCOMPARE(f.window->findChildren<app::PreferencesDialog*>().size(), 1);
    }

    void tabReachesEveryControl() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        AllKnobs knobs;
        for (const Detector* detector : detectors())
            for (const Knob& knob : detector->knobs)
                knobs[detector->code][knob.name] = knob.most; // all can be reset
        f.session->setKnobs(knobs);
        app::PreferencesDialog* dialog = preferencesOf(f);
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QSet<QWidget*> reached;
        const int controls = static_cast<int>(dialog->findChildren<QWidget*>().size());
        for (int i = 0; i < controls; ++i) {
            reached << dialog->focusWidget();
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        }
        for (app::KnobField* field : dialog->findChildren<app::KnobField*>())
            QVERIFY2(reached.contains(field), qPrintable(field->accessibleName()));
        for (QAbstractButton* button : dialog->findChildren<QAbstractButton*>())
            if (button->focusPolicy() != Qt::NoFocus) {
                QVERIFY2(reached.contains(button), qPrintable(button->text()));
                QVERIFY(!button->text().isEmpty() || !button->accessibleName().isEmpty());
            }
    }
};

QTEST_MAIN(TestPreferences)
#include "tst_preferences.moc"
