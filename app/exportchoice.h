#pragma once

#include "app/reportform.h"

#include <QString>

namespace tachograph::app {

/// What the user chose to export.
struct ExportChoice {
    ReportForm form;
    bool visibleRange = false; ///< only what the plot shows now, instead of the whole run
    QString file;              ///< empty = to the clipboard: Markdown as text, anything else as a picture of pixels

    /// What is left of it when everything is off that means nothing for its kind; as on the command line, where each of
    /// those would be a mistake.
    [[nodiscard]] ExportChoice meaningful(bool compares) const;
    [[nodiscard]] bool toClipboard() const { return file.isEmpty(); }
};

/// Whether a kind can be of a part of the run.
bool takesRange(const ReportForm& form, bool compares);

/// The file with the ending of the kind in the place of another kind's.
QString withEnding(const QString& file, ReportKind kind);

/// The choice as one line for the settings, without range and file; and back. What is not understood is the default.
QString toText(const ExportChoice& choice);
ExportChoice choiceFromText(const QString& text);

} // namespace tachograph::app
