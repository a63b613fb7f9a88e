#include "app/commandline/comparisonpicture.h"

#include "version.h"
#include "widgets/report/comparisonreport.h"

namespace tachograph::app {

Result<std::string> comparisonPicture(const RunPtr& a, const RunPtr& b, const ComparisonSet& set,
                                      const ReportOptions& options, Terminal& terminal) {
    widgets::ComparisonReportInput input;
    input.view = widgets::reportComparison(a, b, set.comparisons.front().options, terminal.job("Comparing"));
    input.set = &set;
    terminal.clearProgress();
    input.size = options.size;
    input.scale = options.scale;
    input.format = pictureFormatOf(options.kind);
    input.content = options.content;
    input.withSession = options.withSession;
    input.theme = options.dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    const QByteArray file = widgets::comparisonFile(input);
    if (file.isEmpty())
        return Error{"the picture would be too large. Choose a smaller --scale or --size ticket."};
    return file.toStdString();
}

} // namespace tachograph::app
