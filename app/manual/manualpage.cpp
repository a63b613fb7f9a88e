#include "app/manual/manualpage.h"

#include "app/manual/reference.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <md4c-html.h>

// Resources of a static library must be named once by the program; the macro has to stand outside every namespace.
static void initManualResources() {
    Q_INIT_RESOURCE(manual);
}

namespace tachograph::app {

namespace {

void append(const MD_CHAR* text, MD_SIZE size, void* target) {
    static_cast<std::string*>(target)->append(text, size);
}

} // namespace

std::span<const ManualPage> manualPages() {
    // clang-format off
    static constexpr std::array pages{
        ManualPage{"tour", "Five minutes", nullptr},
        ManualPage{"window", "The window", nullptr},
        ManualPage{"findings", "What it finds", detectorsReference},
        ManualPage{"bill", "Where the time went", nullptr},
        ManualPage{"comparing", "Comparing two runs", nullptr},
        ManualPage{"statistics", "How it decides", nullptr},
        ManualPage{"reports", "Reports", nullptr},
        ManualPage{"notes", "Notes and sessions", nullptr},
        ManualPage{"formats", "What it reads", formatsReference},
        ManualPage{"logging", "What to log", nullptr},
        ManualPage{"commandline", "Command line and JSON", nullptr},
        ManualPage{"archive", "A large archive of runs", nullptr},
        ManualPage{"troubleshooting", "Troubleshooting", nullptr},
    };
    // clang-format on
    return pages;
}

const ManualPage* manualPageById(std::string_view id) {
    const auto found = std::ranges::find(manualPages(), id, &ManualPage::id);
    return found == manualPages().end() ? nullptr : &*found;
}

std::string manualMarkdown(const ManualPage& page) {
    initManualResources();
    QFile file(QStringLiteral(":/manual/%1.md").arg(QLatin1String(page.id)));
    std::string text = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    if (page.reference)
        text += page.reference();
    return text;
}

std::string manualBody(const ManualPage& page, std::string_view linkEnding) {
    const std::string markdown = manualMarkdown(page);
    std::string html;
    md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), append, &html, MD_DIALECT_GITHUB | MD_FLAG_NOHTML,
            0);
    constexpr std::string_view written = ".md\"";
    for (auto at = html.find(written); at != std::string::npos; at = html.find(written, at + 1))
        html.replace(at, written.size(), std::string(linkEnding) + '"');
    return html;
}

} // namespace tachograph::app
