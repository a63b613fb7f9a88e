#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace tachograph::app {

/// While one lives, no other window of this user on this machine saves to the same file: between the look at what the
/// file holds and its replacement nobody else writes it. The lock lies in the program's own folder, none beside the
/// file. Windows on other machines are not kept out; what they wrote before the look is seen, what they write within
/// the milliseconds after it is not.
class SavingTurn {
  public:
    /// Waits a second at most for the window whose turn it is.
    SavingTurn(const QString& lockFolder, const QString& file);

    /// False while another window is saving to the file. True also where no lock can be made: a folder that cannot be
    /// written must not keep anybody from saving.
    [[nodiscard]] bool mine() const { return m_mine; }

    static QString lockPath(const QString& lockFolder, const QString& file);

  private:
    std::unique_ptr<QLockFile> m_lock;
    bool m_mine = true;
};

} // namespace tachograph::app
