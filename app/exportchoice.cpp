#include "app/exportchoice.h"

#include "models/convert.h"

#include <QStringList>

namespace tachograph::app {

namespace {

const QLatin1String darkWord("dark"), sessionWord("session"), scaleWord("scale="), withoutWord("without=");

/// The kind of a word that is an ending without its dot.
std::optional<ReportKind> kindOfWord(const QString& word) {
    return kindOf('.' + models::toStd(word));
}

} // namespace

bool takesRange(const ReportForm& form, bool compares) {
    return compares || hasPicture(form) || form.kind == ReportKind::csv;
}

ExportChoice ExportChoice::meaningful(bool compares) const {
    ExportChoice choice = *this;
    ReportForm& to = choice.form;
    if (toClipboard() && to.kind != ReportKind::markdown)
        to.kind = ReportKind::png;
    if (to.kind == ReportKind::json || to.kind == ReportKind::csv)
        to.content = {};
    to.content.notes = to.content.notes || compares; // there are none
    to.withPicture = to.kind == ReportKind::markdown && to.content.lanes && !toClipboard();
    to.withSession = to.withSession && to.kind == ReportKind::png && !toClipboard();
    if (!hasPixels(to))
        to.scale = 1;
    choice.visibleRange = visibleRange && takesRange(to, compares);
    return choice;
}

QString withEnding(const QString& file, ReportKind kind) {
    const QString ending = models::toQt(endingOf(kind));
    if (const auto known = kindOf(models::toStd(file)))
        return file.chopped(qsizetype(endingOf(*known).size())) + ending;
    return file + ending;
}

QString toText(const ExportChoice& choice) {
    const ReportForm& form = choice.form;
    QStringList words{models::toQt(endingOf(form.kind).substr(1)), form.size.name(),
                      scaleWord + QString::number(form.scale)};
    if (form.dark)
        words << darkWord;
    if (form.withSession)
        words << sessionWord;
    if (const std::string without = withoutText(form.content); !without.empty())
        words << withoutWord + models::toQt(without);
    return words.join(QLatin1Char(' '));
}

ExportChoice choiceFromText(const QString& text) {
    ExportChoice choice;
    ReportForm& form = choice.form;
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        if (const auto kind = kindOfWord(word))
            form.kind = *kind;
        if (const auto size = widgets::ReportSize::parse(word))
            form.size = *size;
        if (word.startsWith(scaleWord)) {
            const double scale = word.mid(scaleWord.size()).toDouble();
            form.scale = scale >= leastScale && scale <= mostScale ? scale : 1;
        }
        if (word.startsWith(withoutWord))
            form.content = contentWithout(models::toStd(word.mid(withoutWord.size()))).value_or(ReportContent());
        form.dark = form.dark || word == darkWord;
        form.withSession = form.withSession || word == sessionWord;
    }
    return choice;
}

} // namespace tachograph::app
