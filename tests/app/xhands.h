#pragma once

#include <QLibrary>
#include <QPoint>
#include <QString>

namespace tachograph::tests {

/// Hands on the mouse and the keyboard of an X server: what they do comes to the program as from a person, through the
/// server (XTest). After everything they do the events have been dealt with.
class XHands {
  public:
    enum class Key : unsigned long {
        enter = 0xff0d,
        escape = 0xff1b,
        tab = 0xff09,
        down = 0xff54,
        shift = 0xffe1,
        control = 0xffe3,
        alt = 0xffe9
    };

    XHands();
    ~XHands();
    XHands(const XHands&) = delete;
    XHands& operator=(const XHands&) = delete;

    /// Empty when everything is there, else what is missing.
    [[nodiscard]] const QString& missing() const { return m_missing; }

    void moveTo(QPoint place);
    void button(bool down);
    void click(QPoint place);
    /// In small steps, as a hand does.
    void drag(QPoint from, QPoint to);
    void hold(Key key, bool down);
    void press(Key key);
    /// With Control held.
    void command(char letter);
    /// Letters, digits and what paths are made of.
    void type(const QString& text);

  private:
    template <class Function>
    Function resolve(QLibrary& library, const char* name);
    void send(unsigned long symbol, bool down);
    void settle() const;

    QLibrary m_x11, m_xtest;
    QString m_missing;
    void* m_display = nullptr;
    void* (*m_open)(const char*) = nullptr;
    int (*m_close)(void*) = nullptr;
    int (*m_flush)(void*) = nullptr;
    unsigned char (*m_keyCode)(void*, unsigned long) = nullptr;
    int (*m_fakeKey)(void*, unsigned, int, unsigned long) = nullptr;
    int (*m_fakeButton)(void*, unsigned, int, unsigned long) = nullptr;
    int (*m_fakeMotion)(void*, int, int, int, unsigned long) = nullptr;
};

} // namespace tachograph::tests
