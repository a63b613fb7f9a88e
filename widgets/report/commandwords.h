#pragma once

#include "analysis/run/run.h"
#include "models/timeline.h"
#include "widgets/report/picturefile.h"

#include <QString>
#include <QStringList>

#include <optional>

/// Words of the command that a picture or the export dialog shows.
namespace tachograph::widgets {

/// One word of a POSIX shell: as it is where that is safe, else in single quotes.
QString shellWord(const QString& text);
/// Base name of the recording, with #NAME for one run of a container, as a word.
QString recordingWord(const Run& run);
/// With up to 12 digits.
QString plainNumber(double value);
/// "A:B" as --range takes it; an end that is not there or not finite is left out.
QString rangeWord(std::optional<double> first, std::optional<double> last);

/// --add LANE=SERIES for each.
QStringList addWords(const models::AddedSeries& added);

/// Options without those of these names and their values.
QStringList optionsWithout(const QStringList& options, const QStringList& names);
/// The file to write: as it is said, or "report" with the ending of the format.
QString outputWord(const QString& output, PictureFormat format);

} // namespace tachograph::widgets
