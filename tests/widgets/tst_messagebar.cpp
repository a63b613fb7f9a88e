#include "widgets/messagebar.h"

#include "tests/support/gui.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace tachograph;
using widgets::MessageBar;

/// The bar keeps every message until it is closed, and its buttons do what they say once.
class TestMessageBar : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::dressApplication(widgets::Theme::light());
    }

    void isHiddenWithoutMessages() {
        MessageBar bar;
        QVERIFY(!bar.isVisible());
        bar.dismiss();
        QVERIFY(!bar.isVisible());
        bar.dismissTopic(QStringLiteral("x"));
        QVERIFY(bar.messages().empty());
    }

    void showsTheNewestAndKeepsTheOthers() {
        MessageBar bar;
        bar.post({MessageBar::Kind::error, QStringLiteral("a.log:"), QStringLiteral("is empty."), {}, {}});
        bar.post({MessageBar::Kind::warning, QStringLiteral("b.log:"), QStringLiteral("3 lines skipped."), {}, {}});
        QVERIFY(shownText(bar).contains(QLatin1String("b.log")));
        bar.dismiss();
        QVERIFY(shownText(bar).contains(QLatin1String("a.log")));
        QVERIFY(bar.isVisible());
        bar.dismiss();
        QVERIFY(!bar.isVisible());
    }

    void aTopicIsSaidOnce() {
        MessageBar bar;
        bar.post({MessageBar::Kind::info, QStringLiteral("1"), {}, {}, QStringLiteral("issues")});
        bar.post({MessageBar::Kind::info, QStringLiteral("other"), {}, {}, {}});
        bar.post({MessageBar::Kind::info, QStringLiteral("2"), {}, {}, QStringLiteral("issues")});
        QCOMPARE(bar.messages().size(), std::size_t(2));
        bar.dismissTopic(QStringLiteral("issues"));
        QCOMPARE(bar.messages().size(), std::size_t(1));
        QVERIFY(shownText(bar).contains(QLatin1String("other")));
    }

    void textIsNeverMarkup() {
        MessageBar bar;
        bar.post({MessageBar::Kind::error, QStringLiteral("<img src=x>"), QStringLiteral("<b>&amp;</b>"), {}, {}});
        QVERIFY(shownText(bar).contains(QLatin1String("&lt;img src=x&gt;")));
        QVERIFY(shownText(bar).contains(QLatin1String("&lt;b&gt;&amp;amp;&lt;/b&gt;")));
    }

    void aButtonClosesItsMessageAndActsOnce() {
        MessageBar bar;
        int clicks = 0;
        bar.post({MessageBar::Kind::warning,
                  QStringLiteral("x"),
                  {},
                  {{QStringLiteral("Show issues"),
                    [&] {
                        ++clicks;
                    }}},
                  {}});
        QVERIFY(tests::showAt(bar, {800, 40}));
        auto* button = bar.findChild<QPushButton*>();
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(clicks, 1);
        QVERIFY(bar.messages().empty());
    }

    void aFloodIsBounded() {
        MessageBar bar;
        for (int i = 0; i < 1000; ++i)
            bar.post({MessageBar::Kind::error, QString::number(i), {}, {}, {}});
        QVERIFY(bar.messages().size() <= 20);
        QVERIFY(shownText(bar).contains(QLatin1String("999")));
    }

    void everyControlHasAName() {
        MessageBar bar;
        bar.post(
            {MessageBar::Kind::error, QStringLiteral("a"), QStringLiteral("b"), {{QStringLiteral("Act"), {}}}, {}});
        for (const auto* button : bar.findChildren<QAbstractButton*>())
            QVERIFY(!button->accessibleName().isEmpty());
    }

  private:
    static QString shownText(const MessageBar& bar) {
        return bar.findChild<QLabel*>(QStringLiteral("messageText"))->text();
    }
};

QTEST_MAIN(TestMessageBar)
#include "tst_messagebar.moc"
