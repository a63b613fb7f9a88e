#include "widgets/report/svgdevice.h"

#include "widgets/report/svgengine.h"

namespace tachograph::widgets {

QByteArray xmlText(const QString& text) {
    QString kept;
    for (const char32_t c : text.toUcs4()) {
        if ((c >= 0x20 || c == '\n' || c == '\t') && c != 0xFFFE && c != 0xFFFF)
            kept += QString::fromUcs4(&c, 1);
    }
    return kept.toHtmlEscaped().toUtf8();
}

SvgDevice::SvgDevice(QSize size) : VectorDevice(size), m_engine(std::make_unique<SvgEngine>(size)) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
    return m_engine.get();
}

QByteArray SvgDevice::bytes(const QString& title, const QString& description) const {
    const QByteArray width = QByteArray::number(size().width()), height = QByteArray::number(size().height());
    QByteArray out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                     "version=\"1.1\" stroke=\"none\" width=\"" +
                     width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height +
                     "\" xml:space=\"preserve\">\n<title>" + xmlText(title) + "</title>\n<desc>" +
                     xmlText(description) + "</desc>\n";
    if (!m_engine->clips().isEmpty())
        out += "<defs>\n" + m_engine->clips() + "</defs>\n";
    return out + m_engine->elements() + "</svg>\n";
}

} // namespace tachograph::widgets
