#include "tests/app/xhands.h"

#include <QTest>

namespace tachograph::tests {

namespace {
constexpr int pause = 25; // ms for the events to come and be dealt with
constexpr unsigned leftButton = 1;

bool needsShift(QChar letter) {
    return letter.isUpper() || QStringLiteral("_~!?:()+\"").contains(letter);
}
} // namespace

template <class Function>
Function XHands::resolve(QLibrary& library, const char* name) {
    const auto function = reinterpret_cast<Function>(library.resolve(name));
    if (!function && m_missing.isEmpty())
        m_missing = QStringLiteral("%1 has no %2").arg(library.fileName(), QString::fromLatin1(name));
    return function;
}

XHands::XHands() : m_x11(QStringLiteral("libX11.so.6")), m_xtest(QStringLiteral("libXtst.so.6")) {
    m_open = resolve<decltype(m_open)>(m_x11, "XOpenDisplay");
    m_close = resolve<decltype(m_close)>(m_x11, "XCloseDisplay");
    m_flush = resolve<decltype(m_flush)>(m_x11, "XFlush");
    m_keyCode = resolve<decltype(m_keyCode)>(m_x11, "XKeysymToKeycode");
    m_fakeKey = resolve<decltype(m_fakeKey)>(m_xtest, "XTestFakeKeyEvent");
    m_fakeButton = resolve<decltype(m_fakeButton)>(m_xtest, "XTestFakeButtonEvent");
    m_fakeMotion = resolve<decltype(m_fakeMotion)>(m_xtest, "XTestFakeMotionEvent");
    if (!m_missing.isEmpty())
        return;
    m_display = m_open(nullptr);
    if (!m_display)
        m_missing = QStringLiteral("no X server answers");
}

XHands::~XHands() {
    if (m_display)
        m_close(m_display);
}

void XHands::settle() const {
    m_flush(m_display);
    QTest::qWait(pause);
}

void XHands::moveTo(QPoint place) {
    m_fakeMotion(m_display, -1, place.x(), place.y(), 0);
    settle();
}

void XHands::button(bool down) {
    m_fakeButton(m_display, leftButton, down ? 1 : 0, 0);
    settle();
}

void XHands::click(QPoint place) {
    moveTo(place);
    button(true);
    button(false);
}

void XHands::drag(QPoint from, QPoint to) {
    constexpr int steps = 8;
    moveTo(from);
    button(true);
    for (int i = 1; i <= steps; ++i)
        moveTo(from + (to - from) * i / steps);
    button(false);
}

void XHands::send(unsigned long symbol, bool down) {
    m_fakeKey(m_display, m_keyCode(m_display, symbol), down ? 1 : 0, 0);
}

void XHands::hold(Key key, bool down) {
    send(static_cast<unsigned long>(key), down);
    settle();
}

void XHands::press(Key key) {
    hold(key, true);
    hold(key, false);
}

void XHands::command(char letter) {
    hold(Key::control, true);
    send(static_cast<unsigned char>(letter), true);
    send(static_cast<unsigned char>(letter), false);
    hold(Key::control, false);
}

void XHands::type(const QString& text) {
    for (const QChar letter : text) {
        const bool shifted = needsShift(letter);
        if (shifted)
            send(static_cast<unsigned long>(Key::shift), true);
        send(letter.unicode(), true); // the symbols of Latin letters are their codes
        send(letter.unicode(), false);
        if (shifted)
            send(static_cast<unsigned long>(Key::shift), false);
    }
    settle();
}

} // namespace tachograph::tests
