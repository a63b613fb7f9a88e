#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/review/notesfile.h"
#include "models/timeline.h"
#include "widgets/theme.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QPainter;

namespace tachograph::widgets {

/// How large a report picture is, in device-independent pixels.
struct ReportSize {
    enum class Preset {
        ticket,   ///< 1600 x 1000, readable in a ticket
        longForm, ///< 1600 wide, everything, as tall as needed
        custom    ///< the ticket's content at another size
    };
    static constexpr QSize least{1000, 700}, most{8000, 8000};

    Preset preset = Preset::ticket;
    QSize size{1600, 1000}; ///< the height means nothing for longForm

    /// "ticket", "long" or "WxH" within least and most; nothing for anything else.
    static std::optional<ReportSize> parse(const QString& text);
    [[nodiscard]] QString name() const; ///< as parse() takes it
};

/// Everything a report picture depends on: equal input gives equal bytes, from the command line and from the window.
struct ReportInput {
    models::TimelinePtr timeline; ///< of one run, with its diagnosis
    ReportSize size;
    qreal scale = 1;              ///< 0.5 to 4
    const Theme* theme = nullptr; ///< nullptr = light
    std::optional<std::pair<double, double>>
        range; ///< on the timeline's axis; an end may be infinite; nothing = the whole run
    QString version;
    double pricePerGpuHour = 0; ///< 0: none was given
    /// Of the range; worked out while drawing when there is none.
    std::shared_ptr<const TimeAccount> account = {};
    std::optional<ReviewOfRun> review = {}; ///< what the reviewer said; drawn when there is one
};

/// The bill that belongs to a report of this range of the axis.
std::shared_ptr<const TimeAccount> reportAccount(const Run& run, XAxis axis,
                                                 const std::optional<std::pair<double, double>>& range,
                                                 double pricePerGpuHour, const Job& job = {});

/// The timeline as a report shows it: standard lanes of one run, with the default smoothing.
models::TimelinePtr reportTimeline(RunPtr run, DiagnosisPtr diagnosis, XAxis axis = XAxis::step, const Job& job = {});

/// The command that makes this picture; base names only.
QString reportCommand(const ReportInput& input);

/// Draws the report. Its text keys (PNG text chunks) are Software, Schema, Command, Options and one SHA-256 for each
/// input file; no paths. A null image when it would have more than mostPixels.
QImage renderReport(const ReportInput& input);
inline constexpr qint64 mostPixels = 120'000'000;

/// A picture of `size` device-independent pixels on the ground of the theme, drawn by `draw`: the same bytes on every
/// platform. Null when it would have more than mostPixels.
QImage paintedPicture(QSize size, qreal scale, const Theme& theme, const std::function<void(QPainter&)>& draw);

/// The image as the bytes of a PNG file, text chunks included.
QByteArray encodePng(const QImage& image);

} // namespace tachograph::widgets
