#include "widgets/report/commandwords.h"

#include "analysis/core/source.h"
#include "widgets/report/canvas.h"

#include <QRegularExpression>

#include <cmath>

namespace tachograph::widgets {

QString shellWord(const QString& text) {
    static const QRegularExpression safe(QStringLiteral("^[\\w@%+=:,./-][\\w@%+=:,./#-]*$"),
                                         QRegularExpression::UseUnicodePropertiesOption);
    if (safe.match(text).hasMatch())
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString recordingWord(const Run& run) {
    // PATH#NAME keeps its NAME: without it the command would not find the run again.
    const QString name = shown(baseName(run.path()), 200);
    return shellWord(name.startsWith(QLatin1Char('-')) ? QLatin1String("./") + name : name);
}

QString plainNumber(double value) {
    return QString::number(value, 'g', 12);
}

QString rangeWord(std::optional<double> first, std::optional<double> last) {
    const auto end = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? plainNumber(*value) : QString();
    };
    return end(first) + QLatin1Char(':') + end(last);
}

QStringList addWords(const models::AddedSeries& added) {
    QStringList words;
    for (const auto& [id, keys] : added)
        for (const QString& key : keys)
            words << QStringLiteral("--add")
                  << shellWord(shown(QString(id + QLatin1Char('=') + key).toStdString(), 2'000));
    return words;
}

QStringList optionsWithout(const QStringList& options, const QStringList& names) {
    QStringList kept;
    bool keep = true;
    for (const QString& word : options) {
        if (word.startsWith(QLatin1String("--")))
            keep = !names.contains(word);
        if (keep)
            kept << word;
    }
    return kept;
}

QString outputWord(const QString& output, PictureFormat format) {
    return shellWord(output.isEmpty() ? QStringLiteral("report.") + endingOf(format) : output);
}

} // namespace tachograph::widgets
