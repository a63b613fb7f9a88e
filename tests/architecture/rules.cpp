#include "tests/architecture/rules.h"

#include <QRegularExpression>

#include <algorithm>

namespace tachograph::tests {

namespace {

const QStringList product = {"analysis/", "models/", "widgets/", "app/"};
const QStringList everywhere = {""};

/// A pattern that must not occur in one view of the files below `where`, except below `except`.
struct PatternRule {
    const char* name;
    QStringList where, except;
    QString SourceFile::*view;
    QRegularExpression pattern;
    const char* why;
};

QRegularExpression lines(const char* pattern) {
    return QRegularExpression(pattern, QRegularExpression::MultilineOption);
}

QRegularExpression words(const char* pattern) {
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

std::vector<PatternRule> layerRules() {
    constexpr auto includes = &SourceFile::uncommented;
    return {
        {"analysis-without-qt",
         {"analysis/"},
         {},
         includes,
         lines(R"(^\s*#\s*include\s*[<"](Q[A-Za-z]|q[a-z]+\.h|qt[0-9]*/))"),
         "analysis knows no Qt"},
        {"models-qt-core-only",
         {"models/"},
         {},
         includes,
         lines(
             R"(^\s*#\s*include\s*[<"](Qt(Gui|Widgets|Svg|PrintSupport|Network)|Q(Widget|Color|Painter|Pixmap|Image|Font|Icon|Brush|Pen|Palette|Application|GuiApplication)\b))"),
         "models use Qt Core only"},
        {"include-to-the-right",
         {"analysis/"},
         {},
         includes,
         lines(R"(^\s*#\s*include\s*[<"](models|widgets|app|tests)/)"),
         "analysis includes no layer to its right"},
        {"include-to-the-right",
         {"models/"},
         {},
         includes,
         lines(R"(^\s*#\s*include\s*[<"](widgets|app|tests)/)"),
         "models include no layer to their right"},
        {"include-to-the-right",
         {"widgets/"},
         {},
         includes,
         lines(R"(^\s*#\s*include\s*[<"](app|tests)/)"),
         "widgets include no layer to their right"},
        {"include-to-the-right",
         {"app/"},
         {},
         includes,
         lines(R"(^\s*#\s*include\s*[<"]tests/)"),
         "the program includes no test"},
        {"include-from-root",
         everywhere,
         {},
         includes,
         lines(R"(^\s*#\s*include\s*"\.\.?/)"),
         "includes are written from the project root"},
        {"qcustomplot-in-plot",
         everywhere,
         {"widgets/plot/"},
         includes,
         lines(R"(^\s*#\s*include\s*[<"].*qcustomplot\.h)"),
         "qcustomplot.h is included in widgets/plot only"},
    };
}

std::vector<PatternRule> codeRules() {
    constexpr auto code = &SourceFile::code;
    return {
        {"threads-in-models",
         product,
         {"models/"},
         code,
         lines(
             R"(\bstd::(thread|jthread|async)\b|\bQ(Thread|ThreadPool|Promise|FutureWatcher)\b|\bQtConcurrent\b|\bpthread_create\b)"),
         "threads live in models only"},
        {"message-box-in-app",
         everywhere,
         {"app/"},
         code,
         lines(R"(\bQMessageBox\b)"),
         "below app errors go to the message bar"},
        {"no-event-pumping",
         everywhere,
         {},
         code,
         lines(R"(\bprocessEvents\b)"),
         "nobody pumps events: long work belongs into a BackgroundJob"},
        {"colours-in-theme",
         product,
         {"widgets/theme.cpp"},
         &SourceFile::uncommented,
         lines(
             R"(#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?\b|\bQColor\s*[({]\s*("|\d|Qt::)|\bQColor::from\w+\(|\bqRgba?\s*\(\s*\d|\bQt::(black|white|red|green|blue|cyan|magenta|yellow|gray|darkGray|lightGray|dark(Red|Green|Blue|Cyan|Magenta|Yellow))\b)"),
         "colours are written in widgets/theme.cpp only"},
        {"translation-in-widgets",
         {"analysis/", "models/"},
         {},
         code,
         lines(R"((^|[^\w:.>])tr\s*\()"),
         "tr() is for widgets and app"},
        {"q-object-alone",
         everywhere,
         {},
         code,
         lines(R"(\S[ \t]*\bQ_OBJECT\b|\bQ_OBJECT\b[ \t]*\S)"),
         "Q_OBJECT stands on a line of its own"},
        {"no-borrowed-locals",
         {"tests/"},
         {"tests/architecture/"},
         code,
         words(R"(\bconnect\([^;{]*\bthis,\s*\[&)"),
         "a slot that outlives its function must not refer to the function's variables: the context is a local object"},
        {"no-views",
         everywhere,
         {},
         code,
         lines(
             R"(\bstd::(ranges::)?views\b|\bstd::ranges::(unique|remove|remove_if|rotate|partition|stable_partition|subrange|search|find_end|equal_range)\b)"),
         "clang 14 cannot read libstdc++ 12's views and subranges"},
    };
}

std::vector<PatternRule> wordRules() {
    constexpr auto literals = &SourceFile::literals;
    return {
        {"no-causal-claim",
         product,
         {},
         literals,
         words(R"(\bcaused by\b|\bdue to\b|\bbecause of\b|\bculprit|\banomal)"),
         "the program says \"coincides with\", never what it cannot know"},
        {"no-exclamation", product, {}, literals, lines(R"([\p{L}\p{N})]!(\s|$))"), "no exclamation marks"},
        {"unfinished",
         everywhere,
         {"tests/architecture/"},
         &SourceFile::text,
         lines(R"(\b(TODO|FIXME|XXX|HACK)\b)"),
         "unfinished work goes into an issue, not into the sources"},
    };
}

const std::vector<PatternRule>& patternRules() {
    static const std::vector<PatternRule> all = [] {
        std::vector<PatternRule> rules;
        for (auto& group : {layerRules(), codeRules(), wordRules()})
            rules.insert(rules.end(), group.begin(), group.end());
        return rules;
    }();
    return all;
}

bool isBelowAny(const SourceFile& file, const QStringList& prefixes) {
    return std::ranges::any_of(prefixes, [&](const QString& prefix) { return file.isBelow(prefix); });
}

QString place(const SourceFile& file, qsizetype offset) {
    return file.path + ":" + QString::number(file.lineAt(offset));
}

void applyPatterns(const SourceFile& file, std::vector<Violation>& found) {
    for (const PatternRule& rule : patternRules()) {
        if (!isBelowAny(file, rule.where) || isBelowAny(file, rule.except))
            continue;
        auto matches = rule.pattern.globalMatch(file.*rule.view);
        while (matches.hasNext())
            found.push_back({rule.name, place(file, matches.next().capturedStart(0)), rule.why});
    }
}

/// The arguments of a call whose opening parenthesis is at `open`, split at commas outside of brackets.
QStringList arguments(const QString& code, qsizetype open) {
    QStringList parts{QString()};
    int depth = 0;
    for (qsizetype i = open; i < code.size(); ++i) {
        const QChar c = code[i];
        if (QStringLiteral("([{").contains(c) && depth++ == 0)
            continue;
        if (QStringLiteral(")]}").contains(c) && --depth == 0)
            break;
        if (c == ',' && depth == 1)
            parts.append(QString());
        else
            parts.last().append(c);
    }
    return parts;
}

/// connect(sender, signal, lambda) outlives what the lambda refers to; the context object is the third of four.
void checkConnects(const SourceFile& file, std::vector<Violation>& found) {
    static const QRegularExpression call(R"(\bconnect\s*(?=\())");
    auto calls = call.globalMatch(file.code);
    while (calls.hasNext()) {
        const auto match = calls.next();
        const QStringList parts = arguments(file.code, match.capturedEnd());
        if (parts.size() == 3 && parts.last().trimmed().startsWith('['))
            found.push_back({"connect-with-context", place(file, match.capturedStart()),
                             "a connect to a lambda names the object that it lives as long as"});
    }
}

constexpr int mostLines = 400;

} // namespace

std::vector<Violation> checkFile(const SourceFile& file) {
    std::vector<Violation> found;
    if (file.path.endsWith("CMakeLists.txt"))
        return found;
    applyPatterns(file, found);
    checkConnects(file, found);
    if (file.lineCount() > mostLines)
        found.push_back({"short-files", file.path + ":" + QString::number(file.lineCount()),
                         "a file has at most " + QString::number(mostLines) + " lines"});
    if (file.path.endsWith(".h") && !file.code.contains("#pragma once"))
        found.push_back({"pragma-once", file.path + ":1", "a header begins with #pragma once"});
    return found;
}

QStringList ruleNames() {
    QStringList names{"connect-with-context", "short-files", "pragma-once", "in-cmake-list", "in-registry", "has-test"};
    for (const PatternRule& rule : patternRules())
        names.append(rule.name);
    names.removeDuplicates();
    return names;
}

} // namespace tachograph::tests
