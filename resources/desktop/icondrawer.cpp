// usage: icondrawer SVG SIZE PNG: draws the SVG into a square PNG of SIZE pixels, at build time.
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QStringList words = QGuiApplication::arguments();
    const int size = words.size() == 4 ? words[2].toInt() : 0;
    QSvgRenderer drawing(words.value(1));
    if (size < 1 || !drawing.isValid())
        return 2;
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawing.render(&painter);
    painter.end();
    return image.save(words[3]) ? 0 : 1;
}
