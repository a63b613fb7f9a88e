#include "widgets/messagebar.h"

#include "widgets/icons.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace tachograph::widgets {

namespace {

const char* kindName(MessageBar::Kind kind) {
    switch (kind) {
    case MessageBar::Kind::info:
        return "info";
    case MessageBar::Kind::warning:
        return "warning";
    case MessageBar::Kind::error:
        return "critical";
    }
    return "info";
}

const Theme::Signal& signalOf(const Theme& theme, MessageBar::Kind kind) {
    switch (kind) {
    case MessageBar::Kind::info:
        return theme.info;
    case MessageBar::Kind::warning:
        return theme.warning;
    case MessageBar::Kind::error:
        return theme.critical;
    }
    return theme.info;
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_theme(&Theme::light()), m_glyph(new QLabel(this)), m_text(new QLabel(this)),
      m_count(new QLabel(this)), m_buttons(new QHBoxLayout), m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    setMinimumHeight(40);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName(QStringLiteral("messageText"));
    m_close->setProperty("look", QStringLiteral("icon"));
    m_close->setFixedSize(24, 24);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    m_buttons->setSpacing(8);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(10);
    layout->addWidget(m_glyph);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_count);
    layout->addLayout(m_buttons);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::post(Message message) {
    if (!message.topic.isEmpty())
        std::erase_if(m_messages, [&](const Message& older) { return older.topic == message.topic; });
    if (m_messages.size() == most)
        m_messages.erase(m_messages.begin());
    m_messages.push_back(std::move(message));
    refresh();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::dismiss() {
    if (!m_messages.empty())
        m_messages.pop_back();
    refresh();
}

void MessageBar::dismissTopic(const QString& topic) {
    std::erase_if(m_messages, [&](const Message& message) { return message.topic == topic; });
    refresh();
}

void MessageBar::setTheme(const Theme& theme) {
    m_theme = &theme;
    refresh();
}

void MessageBar::addButtons(const Message& message) {
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // one of them may be the button being clicked
        delete item;
    }
    for (std::size_t i = 0; i < message.buttons.size(); ++i) {
        auto* button = new QPushButton(message.buttons[i].text, this);
        button->setAccessibleName(message.buttons[i].text);
        connect(button, &QPushButton::clicked, this, [this, i] { run(i); });
        m_buttons->addWidget(button);
    }
}

void MessageBar::run(std::size_t button) {
    if (m_messages.empty() || button >= m_messages.back().buttons.size())
        return;
    const auto clicked = m_messages.back().buttons[button].clicked;
    dismiss();
    if (clicked)
        clicked();
}

void MessageBar::refresh() {
    if (m_messages.empty()) {
        hide();
        return;
    }
    const Message& message = m_messages.back();
    const Theme::Signal& colors = signalOf(*m_theme, message.kind);
    setProperty("signal", QString::fromLatin1(kindName(message.kind)));
    setStyleSheet(QStringLiteral("#messageBar { background: %1; border: none; border-bottom: 1px solid %2; }"
                                 "#messageBar QLabel { color: %3; background: transparent; }")
                      .arg(colors.fill.name(), colors.line.name(), colors.text.name()));
    m_glyph->setPixmap(iconPixmap(QString::fromLatin1(kindName(message.kind)), colors.text, 16, devicePixelRatioF()));
    m_close->setIcon(coloredIcon(QStringLiteral("close"), colors.text, colors.text));
    const QString headline = message.headline.toHtmlEscaped(), text = message.text.toHtmlEscaped();
    m_text->setText(headline.isEmpty() ? text : QStringLiteral("<b>%1</b> %2").arg(headline, text));
    setAccessibleName(message.headline + QLatin1Char(' ') + message.text);
    m_count->setText(m_messages.size() > 1 ? tr("1 of %1").arg(m_messages.size()) : QString());
    addButtons(message);
    QFrame::show();
}

} // namespace tachograph::widgets
