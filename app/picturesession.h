#pragma once

#include "analysis/core/result.h"
#include "analysis/importers/openrun.h"
#include "analysis/review/savedsession.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace tachograph::app {

/// Where a run of a picture was opened from.
struct RunPlace {
    QString path;       ///< with #NAME for one run of a container; the name of bytes in memory
    QString configFile; ///< may be empty
    QStringList parts;  ///< several files as one run, else empty
    bool inMemory = false;
};

/// A run as the session of a picture has it; its paths are absolute until carrying() makes them relative.
SavedRun runOfPicture(const Run& run, const RunPlace& place, const RunReview* review, int slot);

/// The PNG that goes to `file`, with the session in it. No path but those below the folder of the file, and base names
/// of what lies elsewhere, gets into it.
Result<QByteArray> carrying(const QByteArray& png, SavedSession session, const QString& file);

} // namespace tachograph::app
