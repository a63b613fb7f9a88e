#include "widgets/quietend.h"

#include <QObject>

namespace tachograph::widgets {

void endQuietly(QObject& owner) {
    for (const QObject* child : owner.findChildren<QObject*>())
        QObject::disconnect(child, nullptr, &owner, nullptr);
}

} // namespace tachograph::widgets
