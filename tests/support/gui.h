#pragma once

#include "widgets/appearance.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QRegularExpression>
#include <QTest>
#include <QWidget>

/// For tests that show widgets.
namespace tachograph::tests {

/// Any warning of Qt fails the test, except the two that the off-screen platform gives for calls that are right
/// elsewhere.
inline void failOnWarnings() {
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support (raise|propagateSizeHints)\\(\\)).*")));
}

/// Saves a picture below pictures/ of the build's working directory, for people to look at. False when it cannot be
/// written.
inline bool savePicture(const QPixmap& picture, const QString& name) {
    return QDir().mkpath(QStringLiteral("pictures")) && picture.save(QStringLiteral("pictures/%1.png").arg(name));
}

/// Shows the widget and waits until it is there.
inline bool showAt(QWidget& widget, const QSize& size) {
    widget.resize(size);
    widget.show();
    return QTest::qWaitForWindowExposed(&widget);
}

} // namespace tachograph::tests
