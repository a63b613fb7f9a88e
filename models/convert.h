#pragma once

#include "analysis/core/text.h"

#include <QFile>
#include <QString>

#include <string>
#include <string_view>

/// Between the standard library's strings of `analysis` (UTF-8) and Qt's.
namespace tachograph::models {

inline QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline std::string toStd(const QString& text) {
    return text.toStdString();
}

/// Text from a recording, made safe to show: see plainText().
inline QString shown(std::string_view text, std::size_t most = 1000) {
    return toQt(plainText(text, most));
}

/// A path as the operating system wants it.
inline std::string pathToStd(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

} // namespace tachograph::models
