#include "widgets/panels/findings/findingcard.h"

#include "tests/support/gui.h"
#include "widgets/badge.h"
#include "widgets/icons.h"

#include <QPainter>

using namespace tachograph;
using models::FindingEntry;
using widgets::FindingCardLayout;
using widgets::Theme;
using widgets::WrappedText;

/// Cards grow with what they say, at any width, and their links are where they are drawn.
class TestFindingCard : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::dressApplication(Theme::light());
    }

    void openCardsShowMore() {
        const FindingEntry card = rot();
        QVERIFY(FindingCardLayout(card, 330, true).height() > FindingCardLayout(card, 330, false).height() + 150);
    }

    void narrowCardsAreTaller() {
        const FindingEntry card = rot();
        QVERIFY(FindingCardLayout(card, 250, true).height() > FindingCardLayout(card, 330, true).height());
    }

    void closedCardsHaveNoLinks() {
        const FindingEntry card = rot();
        const FindingCardLayout layout(card, 330, false);
        for (int y = 0; y < layout.height(); y += 2)
            for (int x = 0; x < 330; x += 2)
                QCOMPARE(layout.linkAt({x, y}), FindingCardLayout::Link::none);
    }

    void openCardsHaveBothLinksInReach() {
        const FindingEntry card = rot();
        const FindingCardLayout layout(card, 330, true);
        int zoom = 0, copy = 0;
        for (int y = 0; y < layout.height(); ++y)
            for (int x = 0; x < 330; ++x) {
                zoom += layout.linkAt({x, y}) == FindingCardLayout::Link::zoom ? 1 : 0;
                copy += layout.linkAt({x, y}) == FindingCardLayout::Link::copy ? 1 : 0;
            }
        QVERIFY(zoom >= 24 * 40);
        QVERIFY(copy >= 24 * 40);
    }

    void seriesAreOfferedWhereThereAreSome() {
        FindingEntry card = rot();
        const auto places = [&card](int width) {
            const FindingCardLayout layout(card, width, true);
            int found = 0;
            for (int y = 0; y < layout.height(); ++y)
                for (int x = 0; x < width; ++x)
                    found += layout.linkAt({x, y}) == FindingCardLayout::Link::series ? 1 : 0;
            return found;
        };
        card.citesSeries = false;
        QCOMPARE(places(330), 0);
        card.citesSeries = true;
        QVERIFY(places(330) >= 24 * 40);
        QCOMPARE(places(200), places(330)); // on a second row rather than cut
    }

    void remarksMakeCardsTaller() {
        FindingEntry card = rot();
        card.badges.clear();
        const int plain = FindingCardLayout(card, 330, false).height();
        card.badges = QStringList{QStringLiteral("Low evidence")};
        const int badged = FindingCardLayout(card, 330, false).height();
        QVERIFY(badged > plain);
        card.knobs = QStringLiteral("ratio 1.2 instead of 1.4");
        QVERIFY(FindingCardLayout(card, 330, false).height() > badged);
    }

    void anEmptyCardIsDrawn() {
        const FindingEntry card;
        const FindingCardLayout layout(card, 330, true);
        QVERIFY(layout.height() > 0);
        QPixmap picture(340, layout.height() + 10);
        picture.fill(Theme::light().panel);
        QPainter painter(&picture);
        layout.draw(painter, Theme::light(), {5, 5}, true, true, 1.0);
    }

    void wordsWithoutABreakStayInside() {
        const WrappedText text(QString(400, QLatin1Char('x')), Theme::font(13), 200, 18);
        QVERIFY(text.lineCount() > 5);
        QCOMPARE(text.height(), text.lineCount() * 18);
    }

    void badgesSayTheirSeverity() {
        QCOMPARE(widgets::badge::severityText(Severity::critical), QStringLiteral("Critical"));
        QVERIFY(
            !widgets::iconPixmap(widgets::badge::severityIcon(Severity::warning), Theme::light().text, 16, 1).isNull());
    }

    void pictures() {
        const std::pair<QString, const Theme*> themes[] = {{QStringLiteral("light"), &Theme::light()},
                                                           {QStringLiteral("dark"), &Theme::darkTheme()},
                                                           {QStringLiteral("contrast"), &Theme::highContrastTheme()}};
        for (const auto& [name, shown] : themes) {
            const Theme& theme = *shown;
            const FindingEntry card = rot();
            const FindingCardLayout open(card, 334, true), closed(card, 334, false);
            QPixmap picture(356, open.height() + closed.height() + 30);
            picture.fill(theme.panel);
            QPainter painter(&picture);
            closed.draw(painter, theme, {10, 10}, false, false, 1.0);
            open.draw(painter, theme, {10, closed.height() + 20}, false, true, 1.0);
            QVERIFY(tests::savePicture(picture, QStringLiteral("card-") + name));
        }
    }

  private:
    static FindingEntry rot() {
        FindingEntry card;
        card.code = QStringLiteral("THROUGHPUT_ROT");
        card.where = QStringLiteral("onset 420");
        card.summary =
            QStringLiteral("Step time creeps from 2.0 to 4.6 s. Length grew, seconds per token stayed flat: longer "
                           "completions, not slower machines. Flat tok/s hides it.");
        card.evidence = {{QStringLiteral("Step time, fifths"), QStringLiteral("1.98 to 4.56 s")},
                         {QStringLiteral("Rise by phase"),
                          QStringLiteral("generation 74 %, optimization 22 %, other 4 %, unaccounted 0 %")}};
        card.background = {{QStringLiteral("Slope explains"), QStringLiteral("100 %")},
                           {QStringLiteral("Lag-1 correlation"), QStringLiteral("0.3")}};
        card.suggestions = {QStringLiteral("Treat REWARD_HACK_LENGTH first; step time usually follows."),
                            QStringLiteral("If it does not: profile the split.")};
        card.confidence = 0.96;
        return card;
    }
};

QTEST_MAIN(TestFindingCard)
#include "tst_findingcard.moc"
