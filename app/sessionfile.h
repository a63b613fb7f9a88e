#pragma once

#include "analysis/review/savedsession.h"

#include <QString>

#include <string>

namespace tachograph::app {

struct ReadSession {
    SavedSession session;
    std::string hash; ///< of the file
};

/// By the ending of its name.
bool isPicture(const QString& path);
/// Of a session file, or of a picture that carries one. The error begins with the name of the file.
Result<ReadSession> readSession(const QString& path);

} // namespace tachograph::app
