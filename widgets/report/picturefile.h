#pragma once

#include "widgets/report/canvas.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <utility>

namespace tachograph::widgets {

/// What the picture of a report is kept in.
enum class PictureFormat {
    png, ///< pixels
    svg, ///< lines and text; the same bytes every time
    pdf  ///< one page of lines and text; does not say when it was written
};
/// "png", as file names end.
QString endingOf(PictureFormat format);

/// A picture that is yet to be drawn.
struct PicturePlan {
    QSize size; ///< device-independent pixels
    qreal scale = 1;
    PictureFormat format = PictureFormat::png;
    const Theme& theme;
    QList<std::pair<QString, QString>> texts; ///< what the file says of itself: key and value, the title among them
    std::function<qreal(const Canvas&)> draw; ///< answers the height, also when the canvas only measures
    std::shared_ptr<PlotPictures> plots;      ///< drawn ahead by lay(); null when the page is too large

    /// Takes the height from the drawing and has the plots drawn ahead; in the GUI thread. `later`: they have to be
    /// drawn before the picture is.
    void lay(Plots when = Plots::now);
    /// Whether it has more than mostPixels.
    [[nodiscard]] bool tooLarge() const;
};

inline constexpr qint64 mostPixels = 120'000'000;

/// As pixels, with the texts as text keys; in any thread. Null when it is too large or of no pixels.
QImage pictureImage(const PicturePlan& plan);
/// As the bytes of a file; in any thread. Empty when it is too large.
QByteArray pictureFile(const PicturePlan& plan);

/// The image as the bytes of a PNG file, text chunks included.
QByteArray encodePng(const QImage& image);

} // namespace tachograph::widgets
