#pragma once

#include <QFont>
#include <QString>
#include <QTextLayout>

#include <memory>

class QPainter;
class QPointF;

namespace tachograph::widgets {

/// Text broken to a width with a fixed line height, laid out once for both measuring and painting.
/// A word longer than the width is broken anywhere: paths and hashes never run out of their box.
class WrappedText {
  public:
    WrappedText() = default;
    WrappedText(const QString& text, const QFont& font, int width, int lineHeight,
                Qt::Alignment alignment = Qt::AlignLeft);

    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] int lineCount() const { return m_layout ? m_layout->lineCount() : 0; }
    /// In the painter's pen; `topLeft` is that of the first line.
    void draw(QPainter& painter, const QPointF& topLeft) const;

  private:
    std::shared_ptr<QTextLayout> m_layout; // shared: copies are drawn, never changed
    int m_height = 0;
};

} // namespace tachograph::widgets
