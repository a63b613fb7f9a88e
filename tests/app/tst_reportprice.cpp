#include "program.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// The price of a GPU-hour in every form of the report. Planted: 50 steps of 36 s, then 50 of 108 s on 8 GPUs. The
/// second half takes 50 x 72 s = 1 h above the early rate, 8 GPU-hours; at 2.5 each that is 20.
class TestReportPrice : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        const QByteArray run = recording(100, [](int step) { return step <= 50 ? 36.0 : 108.0; });
        m_program.write(QStringLiteral("priced.jsonl"), run);
        m_program.write(QStringLiteral("priced.json"), "{\"world_size\": 8}");
        m_program.write(QStringLiteral("unknown.jsonl"), run);
    }

    void texts_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<bool>("priced");
        const QString hours = QStringLiteral("8 GPU-hours on 8 GPUs");
        const QString priced = hours + QStringLiteral("; 20 at 2.5 a GPU-hour.");
        for (const char* kind : {"html", "md"}) {
            const QString to = QStringLiteral(" -o out.%1").arg(QLatin1String(kind));
            const auto row = [&](const char* name) -> QTestData& {
                return QTest::addRow("%s, %s", kind, name);
            };
            row("a price") << "report priced.jsonl --gpu-price 2.5" + to << priced << true;
            row("another price") << "report priced.jsonl --gpu-price 0.125" + to << hours + "; 1 at 0.125 a GPU-hour."
                                 << true;
            row("no price") << "report priced.jsonl" + to << hours + "." << false;
            row("GPUs not logged") << "report unknown.jsonl --gpu-price 2.5" + to
                                   << "Number of GPUs not logged: hours only, no GPU-hours." << false;
        }
        QTest::newRow("inspect, a price") << "inspect priced.jsonl --gpu-price 2.5" << priced << true;
        QTest::newRow("inspect, no price") << "inspect priced.jsonl" << hours + "." << false;
    }
    void texts() {
        QFETCH(QString, words);
        QFETCH(QString, expected);
        QFETCH(bool, priced);
        const auto outcome = m_program.run(words.split(QLatin1Char(' ')));
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.status, 0);
        const QString file = words.section(QStringLiteral(" -o "), 1);
        QString text = QString::fromUtf8(file.isEmpty() ? outcome.out : m_program.read(file)).simplified();
        text.remove(QLatin1Char('\\')); // Markdown's escapes
        QVERIFY2(text.contains(expected), qPrintable(text.left(4000)));
        QCOMPARE(text.contains(QStringLiteral("a GPU-hour")), priced);
    }

    void json() {
        const QStringList words{QStringLiteral("report"),   QStringLiteral("priced.jsonl"), QStringLiteral("-o"),
                                QStringLiteral("out.json"), QStringLiteral("--gpu-price"),  QStringLiteral("2.5")};
        QCOMPARE(m_program.run(words).status, 0);
        const QJsonObject root = QJsonDocument::fromJson(m_program.read(QStringLiteral("out.json"))).object();
        const QJsonObject bill = root[QStringLiteral("runs")].toArray().at(0)[QStringLiteral("bill")].toObject();
        QCOMPARE(bill.value(QStringLiteral("gpu_hours_above")).toDouble(), 8.0);
        QCOMPARE(bill.value(QStringLiteral("cost_above")).toDouble(), 20.0);
    }

    /// The price is drawn, too: not only the line at the bottom that repeats the options is another one.
    void picture() {
        const QString size = QStringLiteral("long"); // the one that always has room for the bill
        constexpr int bottom = 100;                  // the command and the hashes
        const QImage without = pictureAt({}, size), cheap = pictureAt(QStringLiteral("2.5"), size),
                     dear = pictureAt(QStringLiteral("7.5"), size);
        QCOMPARE(cheap.text(QStringLiteral("Options")).contains(QStringLiteral("--gpu-price 2.5")), true);
        QCOMPARE(without.text(QStringLiteral("Options")).contains(QStringLiteral("--gpu-price")), false);
        for (const QImage& image : {cheap, dear})
            QVERIFY(image.copy(0, 0, image.width(), image.height() - bottom) !=
                    without.copy(0, 0, without.width(), without.height() - bottom));
        QVERIFY(cheap.copy(0, 0, cheap.width(), cheap.height() - bottom) !=
                dear.copy(0, 0, dear.width(), dear.height() - bottom));
        QVERIFY(pictureAt(QStringLiteral("2.5"), size) == cheap);
    }

  private:
    QImage pictureAt(const QString& price, const QString& size) const {
        QStringList words{QStringLiteral("report"), QStringLiteral("priced.jsonl"), QStringLiteral("--size"), size,
                          QStringLiteral("-o"),     QStringLiteral("out.png")};
        if (!price.isEmpty())
            words << QStringLiteral("--gpu-price") << price;
        return m_program.run(words).status == 0 ? QImage::fromData(m_program.read(QStringLiteral("out.png")))
                                                : QImage();
    }
    Program m_program;
};

QTEST_GUILESS_MAIN(TestReportPrice)
#include "tst_reportprice.moc"
