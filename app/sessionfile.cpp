#include "app/sessionfile.h"

#include "analysis/core/source.h"
#include "analysis/review/picturesession.h"
#include "analysis/review/reviewjson.h"
#include "models/convert.h"

#include <QFileInfo>

namespace tachograph::app {

bool isPicture(const QString& path) {
    return path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive);
}

Result<ReadSession> readSession(const QString& path) {
    const auto source = Source::openFile(models::pathToStd(path));
    if (!source)
        return source.error();
    std::string text = source->head(isPicture(path) ? mostPictureBytes : mostJsonBytes + 1);
    auto json = isPicture(path) ? sessionInPicture(text) : Result<std::string>(text);
    auto session = json ? sessionFromJson(*json) : Result<SavedSession>(json.error());
    if (!session)
        return Error{models::toStd(QFileInfo(path).fileName()) + ": " + session.error().message};
    return ReadSession{std::move(session).value(), Source::fromBytes({}, std::move(text)).sha256()};
}

} // namespace tachograph::app
