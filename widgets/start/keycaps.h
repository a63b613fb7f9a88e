#pragma once

#include "widgets/theme.h"

#include <QWidget>

namespace tachograph::widgets {

/// A shortcut drawn as key caps with what it does: [Ctrl][O] open.
class KeyCaps : public QWidget {
    Q_OBJECT
  public:
    KeyCaps(const QStringList& keys, const QString& effect, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] int capWidth(const QString& key) const;

    QStringList m_keys;
    QString m_effect;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
