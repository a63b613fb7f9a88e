#include "widgets/plot/vectordevice.h"

namespace tachograph::widgets {

int VectorDevice::metric(PaintDeviceMetric what) const {
    constexpr int dotsPerInch = 96;
    switch (what) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * 25.4 / dotsPerInch);
    case PdmHeightMM:
        return qRound(m_size.height() * 25.4 / dotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return dotsPerInch;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return qRound(devicePixelRatioFScale());
    case PdmDepth:
        return 32;
    case PdmNumColors:
        return 0x7fffffff;
    default:
        break;
    }
    return QPaintDevice::metric(what);
}

} // namespace tachograph::widgets
