#include "widgets/start/droparea.h"

#include "widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace tachograph::widgets {

namespace {
QLabel* centredLabel(const QString& text, const char* look, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("look", QLatin1String(look));
    label->setAlignment(Qt::AlignCenter);
    return label;
}
} // namespace

DropArea::DropArea(const QStringList& formats, QWidget* parent)
    : QFrame(parent), m_theme(&Theme::light()), m_icon(new QLabel(this)),
      m_files(new QPushButton(tr("Open files"), this)), m_folder(new QPushButton(tr("Open folder"), this)) {
    m_icon->setAlignment(Qt::AlignCenter);
    m_files->setProperty("look", QStringLiteral("primary"));
    m_files->setAccessibleName(m_files->text());
    setFocusProxy(m_files);
    m_folder->setAccessibleName(m_folder->text());
    connect(m_files, &QPushButton::clicked, this, &DropArea::openFilesRequested);
    connect(m_folder, &QPushButton::clicked, this, &DropArea::openFolderRequested);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_files);
    buttons->addWidget(m_folder);
    buttons->addStretch(1);
    auto* formatsLabel = centredLabel(formats.join(QStringLiteral("\u2003")), "muted", this);
    formatsLabel->setWordWrap(true);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 32, 24, 32);
    layout->setSpacing(4);
    layout->addStretch(1);
    layout->addWidget(m_icon);
    layout->addSpacing(8);
    layout->addWidget(centredLabel(tr("Drop files or folders here"), "figure", this));
    layout->addWidget(
        centredLabel(tr("A folder is a run with its settings, or several runs to choose from.\n"
                        "Several files are runs of their own, or one run when they are files of one job."),
                     "muted", this));
    layout->addSpacing(10);
    layout->addLayout(buttons);
    layout->addSpacing(14);
    layout->addWidget(formatsLabel);
    layout->addStretch(1);
}

void DropArea::setTheme(const Theme& theme) {
    m_theme = &theme;
    m_icon->setPixmap(iconPixmap(QStringLiteral("drop"), theme.accent, 36, devicePixelRatioF()));
    m_files->setIcon(coloredIcon(QStringLiteral("file"), theme.dark ? theme.window : theme.panel, theme.iconOff));
    m_folder->setIcon(coloredIcon(QStringLiteral("folder"), theme.text, theme.iconOff));
    update();
}

void DropArea::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(m_theme->muted, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.setBrush(m_theme->panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace tachograph::widgets
