#pragma once

#include <memory>

class QApplication;

namespace tachograph::app {

/// A QApplication that needs no display and paints the same everywhere: off-screen, and deaf to the settings of the
/// environment that would change fonts, scale, style or the language of numbers. Make it before anything else of Qt's
/// and only when there is no other.
class HeadlessApplication {
  public:
    HeadlessApplication();
    ~HeadlessApplication();

  private:
    int m_argc = 1;
    char m_name[11] = "tachograph";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

/// Whether a window could be shown. Tried in a child process, because Qt ends the program when it cannot.
bool displayAvailable();

} // namespace tachograph::app
