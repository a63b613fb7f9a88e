#include "app/knobfield.h"

#include "models/convert.h"

#include <QLocale>
#include <QWheelEvent>

namespace tachograph::app {

KnobField::KnobField(const Knob& knob, QWidget* parent) : QDoubleSpinBox(parent) {
    setLocale(QLocale::c());
    setDecimals(9); // finer than any knob is set; fewer would round what --knob takes
    setRange(knob.least, knob.most);
    setStepType(AdaptiveDecimalStepType);
    setKeyboardTracking(false);
    setFocusPolicy(Qt::StrongFocus);
    if (knob.unit != "ratio" && !knob.unit.empty())
        setSuffix(QLatin1Char(' ') + models::toQt(knob.unit));
    setValue(knob.defaultValue);
    setMinimumWidth(130);
}

QString KnobField::textFromValue(double value) const {
    return QString::number(value, 'g', 10);
}

void KnobField::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QDoubleSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace tachograph::app
