#include "tests/app/xdesk.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>
#include <QtEndian>

#include <array>
#include <cstring>

namespace tachograph::tests {

namespace {

constexpr int patience = 20'000; // ms, on a machine that is busy with other things

QString which(const char* program) {
    return QStandardPaths::findExecutable(QString::fromLatin1(program));
}

QStringList moveTo(QPoint place) {
    return {"mousemove", QString::number(place.x()), QString::number(place.y())};
}

} // namespace

XDesk::XDesk() : m_environment(QProcessEnvironment::systemEnvironment()) {
    for (const auto& [program, package] : {std::pair("Xvfb", "xvfb"), std::pair("xdotool", "xdotool")})
        if (which(program).isEmpty()) {
            m_missing = QStringLiteral("There is no %1. Install the package %2.").arg(program, package);
            return;
        }
    m_server.start(which("Xvfb"), {"-displayfd", "1", "-screen", "0", QStringLiteral("%1x%2x24").arg(width).arg(height),
                                   "-fbdir", m_folder.path(), "-nolisten", "tcp", "-noreset"});
    QByteArray display;
    while (!display.endsWith('\n') && m_server.waitForReadyRead(patience))
        display += m_server.readAllStandardOutput();
    if (!display.endsWith('\n')) {
        m_missing =
            QStringLiteral("Xvfb does not start: %1").arg(QString::fromLocal8Bit(m_server.readAllStandardError()));
        return;
    }
    m_environment.insert("DISPLAY", ':' + QString::fromLatin1(display.trimmed()));
    m_environment.insert("QT_QPA_PLATFORM", "xcb");
    m_environment.remove("WAYLAND_DISPLAY");
    if (!press("Shift_L"))
        m_missing = QStringLiteral("The X server takes no made-up keys (its extension XTEST is missing).");
}

XDesk::~XDesk() {
    if (m_server.state() == QProcess::NotRunning)
        return;
    m_server.terminate();
    if (!m_server.waitForFinished(patience)) {
        m_server.kill();
        m_server.waitForFinished();
    }
}

QString XDesk::ask(const QStringList& words) const {
    QProcess xdotool;
    xdotool.setProcessEnvironment(m_environment);
    xdotool.start(which("xdotool"), words);
    const bool done = xdotool.waitForFinished(patience) && xdotool.exitCode() == 0;
    return done ? QString::fromLocal8Bit(xdotool.readAllStandardOutput()) + '\n' : QString();
}

bool XDesk::hand(const QStringList& words) const {
    return !ask(words).isEmpty();
}

bool XDesk::click(QPoint place) const {
    return hand(moveTo(place) + QStringList{"click", "1"});
}

bool XDesk::drag(QPoint from, QPoint to, const QString& heldKey) const {
    constexpr int steps = 12;
    QStringList words = moveTo(from);
    if (!heldKey.isEmpty())
        words = QStringList{"keydown", heldKey} + words;
    words << "mousedown"
          << "1";
    for (int i = 1; i <= steps; ++i)
        words += moveTo(from + (to - from) * i / steps) + QStringList{"sleep", "0.02"}; // a hand takes time
    words << "mouseup"
          << "1";
    if (!heldKey.isEmpty())
        words << "keyup" << heldKey;
    return hand(words);
}

bool XDesk::giveKeyboard(const QString& title) const {
    return QTest::qWaitFor(
        [&] {
            const QString windows = ask({"search", "--onlyvisible", "--name", title}).trimmed();
            const QString window = windows.section('\n', -1);
            return !window.isEmpty() && hand({"windowfocus", window}) && ask({"getwindowfocus"}).trimmed() == window;
        },
        patience);
}

bool XDesk::fillScreen(const QString& title) const {
    const QStringList window{"search", "--onlyvisible", "--name", title};
    const QStringList size{QString::number(width), QString::number(height)};
    return hand(window + QStringList{"windowmove", "0", "0", "windowsize"} + size) &&
           QTest::qWaitFor(
               [&] {
                   const QString now = ask(window + QStringList{"getwindowgeometry", "--shell"});
                   return now.contains("\nWIDTH=" + size[0] + '\n') && now.contains("\nHEIGHT=" + size[1] + '\n');
               },
               patience);
}

bool XDesk::waitUntilGone(const QString& title) const {
    return QTest::qWaitFor(
        [&] {
            return ask({"search", "--onlyvisible", "--name", title}).trimmed().isEmpty();
        },
        patience);
}

/// The server keeps its screen as a file in the format of xwd: a head of big-endian numbers, colours, rows of pixels.
QImage XDesk::picture() const {
    QFile file(m_folder.filePath("Xvfb_screen0"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    // Places in the head.
    constexpr std::size_t headSize = 0, bytesPerLine = 12, colorCount = 19, words = 25;
    std::array<quint32, words> head{};
    if (bytes.size() < static_cast<qsizetype>(sizeof head))
        return {};
    std::memcpy(head.data(), bytes.constData(), sizeof head);
    for (quint32& word : head)
        word = qFromBigEndian(word);
    constexpr quint32 colorBytes = 12;
    const quint32 begin = head[headSize] + head[colorCount] * colorBytes, line = head[bytesPerLine];
    if (bytes.size() < static_cast<qsizetype>(begin) + static_cast<qsizetype>(line) * height)
        return {};
    return QImage(reinterpret_cast<const uchar*>(bytes.constData()) + begin, width, height,
                  static_cast<qsizetype>(line), QImage::Format_RGB32)
        .copy();
}

} // namespace tachograph::tests
