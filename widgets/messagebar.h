#pragma once

#include "widgets/theme.h"

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tachograph::widgets {

/// Non-modal messages below the toolbar: a severity glyph, a sentence, buttons with the way out. The newest is shown;
/// closing it shows the one before, so that no message is lost. Hidden when there is none.
class MessageBar : public QFrame {
    Q_OBJECT
  public:
    enum class Kind { info, warning, error };

    struct Button {
        QString text;
        std::function<void()> clicked; ///< the message is closed first
    };

    struct Message {
        Kind kind = Kind::info;
        QString headline; ///< bold: "after.log: 3 lines skipped."
        QString text;
        std::vector<Button> buttons;
        QString topic; ///< a newer message of the same topic replaces the older one; empty = none
    };

    explicit MessageBar(QWidget* parent = nullptr);

    void post(Message message);
    void setTheme(const Theme& theme);
    /// Closes the message that is shown.
    void dismiss();
    void dismissTopic(const QString& topic);

    /// Newest last.
    [[nodiscard]] const std::vector<Message>& messages() const { return m_messages; }

  private:
    void refresh();
    void addButtons(const Message& message);
    void run(std::size_t button);

    static constexpr std::size_t most = 20; // a folder of broken files must not fill the memory with sentences
    const Theme* m_theme;
    std::vector<Message> m_messages;
    QLabel* m_glyph;
    QLabel* m_text;
    QLabel* m_count;
    QHBoxLayout* m_buttons;
    QToolButton* m_close;
};

} // namespace tachograph::widgets
