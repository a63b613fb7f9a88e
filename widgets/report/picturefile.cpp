#include "widgets/report/picturefile.h"

#include "widgets/report/svgdevice.h"

#include <QBuffer>
#include <QHashFunctions>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

QString titleOf(const PicturePlan& plan) {
    const auto title = std::ranges::find(plan.texts, QStringLiteral("Title"), &std::pair<QString, QString>::first);
    return title == plan.texts.end() ? QStringLiteral("Tachograph") : title->second;
}

QString textOf(const PicturePlan& plan) {
    QStringList lines;
    for (const auto& [key, value] : plan.texts)
        lines << key + QStringLiteral(": ") + value;
    return lines.join(QLatin1Char('\n'));
}

void drawOn(QPaintDevice& device, const PicturePlan& plan) {
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(), plan.size), plan.theme.plot);
    plan.plots->rewind();
    plan.draw(Canvas(painter, *plan.plots, plan.theme));
}

QByteArray svgFile(const PicturePlan& plan) {
    SvgDevice device(plan.size);
    drawOn(device, plan);
    return device.bytes(titleOf(plan), textOf(plan));
}

/// Blanks when it was written, so that the same report has the same bytes; places within the file stay. It stands
/// behind all that comes from a recording, and names have no line ends.
void blankCreationDate(QByteArray& pdf) {
    const qsizetype begin = pdf.lastIndexOf("\n/CreationDate (D:"), end = pdf.indexOf(')', begin);
    if (begin >= 0 && end > begin)
        std::fill(pdf.begin() + begin + 1, pdf.begin() + end + 1, ' ');
}

/// Tables of Qt made in the meantime have the same order in every run: it writes the faces of a PDF in that of a table.
class SameOrder {
  public:
    SameOrder() { QHashSeed::setDeterministicGlobalSeed(); }
    ~SameOrder() { QHashSeed::resetRandomGlobalSeed(); }
    Q_DISABLE_COPY_MOVE(SameOrder)
};

void writePdf(QBuffer& buffer, const PicturePlan& plan) {
    constexpr double dotsPerInch = 96, pointsPerInch = 72;
    constexpr double tallest = 14'400; // points that readers of PDF take; a taller page is made smaller
    const double most = std::max(plan.size.width(), plan.size.height()) * pointsPerInch / dotsPerInch;
    const double shrunk = dotsPerInch * std::max(1.0, most / tallest);
    const SameOrder sameOrder;
    QPdfWriter writer(&buffer);
    writer.setTitle(titleOf(plan));
    writer.setCreator(textOf(plan));
    writer.setResolution(static_cast<int>(std::ceil(shrunk)));
    const QSizeF points = QSizeF(plan.size) * (pointsPerInch / writer.resolution());
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    drawOn(writer, plan);
}

QByteArray pdfFile(const PicturePlan& plan) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    writePdf(buffer, plan);
    buffer.close();
    blankCreationDate(bytes);
    return bytes;
}

} // namespace

QString endingOf(PictureFormat format) {
    switch (format) {
    case PictureFormat::svg:
        return QStringLiteral("svg");
    case PictureFormat::pdf:
        return QStringLiteral("pdf");
    case PictureFormat::png:
        break;
    }
    return QStringLiteral("png");
}

void PicturePlan::lay(Plots when) {
    // What is too large is refused: nothing is drawn for it.
    using Form = PlotPictures::Form;
    const Form form = format == PictureFormat::png ? Form::pixels : Form::lines;
    plots = tooLarge() ? nullptr : std::make_shared<PlotPictures>(form);
    const qreal height = draw(plots ? Canvas(*plots, theme) : Canvas(theme));
    size.setHeight(static_cast<int>(std::ceil(height)));
    while (plots && when == Plots::now && plots->drawPiece()) {
    }
}

bool PicturePlan::tooLarge() const {
    return qint64{qRound(size.width() * scale)} * qRound(size.height() * scale) > mostPixels;
}

QImage pictureImage(const PicturePlan& plan) {
    if (plan.tooLarge() || !plan.plots)
        return {};
    const QSize pixels(qRound(plan.size.width() * plan.scale), qRound(plan.size.height() * plan.scale));
    // With an alpha channel letters are smoothed in grey on every platform; without one some use the colours of a
    // screen.
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(plan.theme.plot);
    {
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
        painter.scale(plan.scale, plan.scale);
        plan.plots->rewind();
        plan.draw(Canvas(painter, *plan.plots, plan.theme));
    }
    image = image.convertToFormat(QImage::Format_RGB32);
    const double dotsPerMeter = 96 / 0.0254 * plan.scale;
    image.setDotsPerMeterX(qRound(dotsPerMeter));
    image.setDotsPerMeterY(qRound(dotsPerMeter));
    for (const auto& [key, value] : plan.texts)
        image.setText(key, value);
    return image;
}

QByteArray pictureFile(const PicturePlan& plan) {
    if (plan.tooLarge() || !plan.plots)
        return {};
    switch (plan.format) {
    case PictureFormat::svg:
        return svgFile(plan);
    case PictureFormat::pdf:
        return pdfFile(plan);
    case PictureFormat::png:
        break;
    }
    return encodePng(pictureImage(plan));
}

QByteArray encodePng(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    // The pixels are the same; zlib's first level takes two thirds of the time of its usual one.
    writer.setQuality(80);
    return writer.write(image) ? bytes : QByteArray();
}

} // namespace tachograph::widgets
