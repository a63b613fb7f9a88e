#include "app/manual/manualfiles.h"

#include "app/manual/manualpage.h"
#include "version.h"

#include <QDir>
#include <QFile>

namespace tachograph::app {

namespace {

/// Colours are the browser's own words, so that light and dark follow the system.
constexpr const char* style =
    "<style>:root{color-scheme:light dark}"
    "body{margin:0;display:flex;font:16px/1.5 Lato,sans-serif;background:Canvas;color:CanvasText}"
    "nav{flex:0 0 14em;padding:1.5em;border-right:1px solid GrayText}nav a{display:block;padding:.2em 0}"
    "main{max-width:52em;padding:1em 2em;min-width:0}a{color:LinkText}nav .here{font-weight:bold;color:CanvasText}"
    "code,pre{font-family:'JetBrains Mono',monospace;font-size:.85em}"
    "pre{border:1px solid GrayText;padding:.7em;overflow-x:auto}img{max-width:100%}"
    "table{border-collapse:collapse}td,th{border-bottom:1px solid GrayText;padding:.3em .8em;text-align:left;"
    "vertical-align:top}@media(max-width:50em){body{display:block}nav{border:0}}</style>";

std::string page(const ManualPage& shown) {
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                       "<meta name=\"viewport\" content=\"width=device-width\"><title>" +
                       std::string(shown.title) + " - Tachograph</title>" + style + "</head>\n<body><nav>\n";
    for (const ManualPage& one : manualPages())
        html += std::string("<a href=\"") + one.id + ".html\"" + (&one == &shown ? " class=\"here\"" : "") + '>' +
                one.title + "</a>\n";
    return html + "<p>Tachograph " TACHOGRAPH_VERSION "</p></nav>\n<main>\n" + manualBody(shown, ".html") +
           "</main></body></html>\n";
}

} // namespace

std::vector<ManualFile> manualFiles() {
    std::vector<ManualFile> files;
    for (const ManualPage& one : manualPages())
        files.push_back({std::string(one.id) + ".html", page(one)});
    for (const QString& name : QDir(QStringLiteral(":/manual")).entryList({QStringLiteral("*.png")}, QDir::Files)) {
        QFile file(QStringLiteral(":/manual/") + name);
        if (file.open(QIODevice::ReadOnly))
            files.push_back({name.toStdString(), file.readAll().toStdString()});
    }
    return files;
}

} // namespace tachograph::app
