#include "widgets/panels/findings/findingcard.h"

#include "analysis/core/text.h"
#include "widgets/badge.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

constexpr int padding = 12;
constexpr int bodyLine = 18, figureLine = 19;
constexpr int bulletIndent = 14;

QString dismissText(const models::FindingEntry& card) {
    return card.dismissed ? FindingCardLayout::tr("Take back dismissal") : FindingCardLayout::tr("Dismiss…");
}

} // namespace

FindingCardLayout::FindingCardLayout(const models::FindingEntry& entry, int width, bool open)
    : m_card(entry), m_width(width), m_open(open) {
    m_summaryTop = padding + badge::height + 5;
    m_summary = WrappedText(entry.summary, Theme::font(13), width - 2 * padding, bodyLine);
    m_height = m_summaryTop + m_summary.height();
    layOutRemark();
    if (open) {
        layOutEvidence();
        layOutBackground();
        layOutSuggestions();
        layOutLinks();
    }
    m_height += padding - 1;
}

/// On closed cards too: a verdict on little evidence, of another tool, or by changed numbers, must not look like any
/// other.
void FindingCardLayout::layOutRemark() {
    if (!m_card.badges.isEmpty()) {
        m_badgesTop = m_height + 6;
        m_height = m_badgesTop + badge::height;
    }
    if (m_card.dismissed) {
        m_dismissal = WrappedText(m_card.dismissal.isEmpty() ? tr("Dismissed, no reason given")
                                                             : tr("Dismissed: %1").arg(m_card.dismissal),
                                  Theme::font(12, true), m_width - 2 * padding, 17);
        m_dismissalTop = m_height + 4;
        m_height = m_dismissalTop + m_dismissal.height();
    }
    if (m_card.knobs.isEmpty())
        return;
    m_remark = WrappedText(tr("With %1").arg(m_card.knobs), Theme::font(12), m_width - 2 * padding, 17);
    m_remarkTop = m_height + 3;
    m_height = m_remarkTop + m_remark.height();
}

void FindingCardLayout::layOutEvidence() {
    if (m_card.evidence.empty())
        return;
    const int inner = m_width - 2 * padding - 20;
    const QFontMetrics titleFace(Theme::font(12)), valueFace(Theme::font(12, true));
    int y = m_height + 8 + 6;
    for (const auto& [title, value] : m_card.evidence) {
        const int room = inner - titleFace.horizontalAdvance(title) - 12;
        Figure figure{title, {}, y, valueFace.horizontalAdvance(value) > room};
        figure.value = WrappedText(value, Theme::font(12, true), figure.below ? inner : room,
                                   figureLine - (figure.below ? 2 : 0), Qt::AlignRight);
        y += (figure.below ? figureLine - 2 : 0) + figure.value.height();
        m_figures.push_back(std::move(figure));
    }
    m_evidenceBox = QRect(padding, m_height + 8, m_width - 2 * padding, y + 6 - m_height - 8);
    m_height = m_evidenceBox.bottom() + 1;
}

void FindingCardLayout::layOutBackground() {
    if (m_card.background.empty())
        return;
    QStringList figures;
    for (const auto& [title, value] : m_card.background)
        figures << title + QLatin1Char(' ') + value;
    m_background = WrappedText(figures.join(QStringLiteral(" · ")), Theme::font(11), m_width - 2 * padding, 15);
    m_backgroundTop = m_height + 7;
    m_height = m_backgroundTop + m_background.height();
}

void FindingCardLayout::layOutSuggestions() {
    if (m_card.suggestions.isEmpty())
        return;
    m_suggestionsTop = m_height + 10;
    m_height = m_suggestionsTop + 18;
    for (const QString& suggestion : m_card.suggestions) {
        WrappedText text(suggestion, Theme::font(12), m_width - 2 * padding - bulletIndent, 17);
        const int top = m_height + 2;
        m_height = top + text.height();
        m_suggestions.emplace_back(top, std::move(text));
    }
}

/// In a row, or in two where the card is too narrow.
void FindingCardLayout::layOutLinks() {
    const QFontMetrics face(Theme::font(12, true));
    constexpr int target = 24; // pixels high, so that a finger or a shaky hand hits it
    m_height += 6;
    int x = padding;
    const auto place = [&](const QString& text) {
        const int width = face.horizontalAdvance(text);
        if (x > padding && x + width > m_width - padding) {
            x = padding;
            m_height += target;
        }
        const QRect link(x, m_height, width, target);
        x = link.right() + 16;
        return link;
    };
    m_zoomLink = place(tr("Zoom to span"));
    if (m_card.citesSeries)
        m_seriesLink = place(tr("Show series"));
    m_copyLink = place(tr("Copy as text"));
    m_dismissLink = place(dismissText(m_card));
    m_height += target;
    if (m_card.confidence) {
        m_confidenceTop = m_height;
        m_height += 20;
    }
}

FindingCardLayout::Link FindingCardLayout::linkAt(const QPoint& pos) const {
    if (m_zoomLink.contains(pos))
        return Link::zoom;
    if (m_seriesLink.contains(pos))
        return Link::series;
    if (m_copyLink.contains(pos))
        return Link::copy;
    if (m_dismissLink.contains(pos))
        return Link::dismiss;
    return Link::none;
}

void FindingCardLayout::draw(QPainter& painter, const Theme& theme, const QPoint& topLeft, bool hovered, bool focused,
                             qreal ratio) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(topLeft);
    const qreal border = m_open ? 2 : 1;
    painter.setPen(QPen(m_open ? theme.accent : hovered ? theme.edge : theme.hair, border));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(0, 0, m_width, m_height).adjusted(border / 2, border / 2, -border / 2, -border / 2),
                            6, 6);
    if (focused && !m_open) {
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRoundedRect(QRectF(3.5, 3.5, m_width - 7, m_height - 7), 4, 4);
    }
    drawHeader(painter, theme, ratio);
    painter.setPen(m_card.dismissed ? theme.muted : theme.text);
    m_summary.draw(painter, QPointF(padding, m_summaryTop));
    drawBadges(painter, theme);
    painter.setPen(theme.text2);
    m_dismissal.draw(painter, QPointF(padding, m_dismissalTop));
    painter.setPen(theme.warning.text);
    m_remark.draw(painter, QPointF(padding, m_remarkTop));
    if (m_open) {
        drawEvidence(painter, theme);
        painter.setPen(theme.muted);
        m_background.draw(painter, QPointF(padding, m_backgroundTop));
        drawSuggestions(painter, theme);
        drawLinks(painter, theme);
        drawConfidence(painter, theme);
    }
    painter.restore();
}

void FindingCardLayout::drawHeader(QPainter& painter, const Theme& theme, qreal ratio) const {
    const int right = badge::draw(painter, theme, QPoint(padding, padding), m_card.severity, ratio);
    const QFont codeFace = Theme::font(12, true), whereFace = Theme::font(12);
    const int end = m_width - padding;
    const int codeRoom = end - right - 8;
    const int codeWidth = QFontMetrics(codeFace).horizontalAdvance(m_card.code);
    painter.setFont(codeFace);
    painter.setPen(theme.text);
    painter.drawText(QRect(right + 8, padding, codeRoom, badge::height), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(codeFace).elidedText(m_card.code, Qt::ElideRight, codeRoom));
    const int whereRoom = codeRoom - codeWidth - 10;
    if (whereRoom < 24)
        return;
    painter.setFont(whereFace);
    painter.setPen(theme.muted);
    painter.drawText(QRect(end - whereRoom, padding, whereRoom, badge::height), Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetrics(whereFace).elidedText(m_card.where, Qt::ElideMiddle, whereRoom));
}

void FindingCardLayout::drawBadges(QPainter& painter, const Theme& theme) const {
    int x = padding;
    painter.setFont(Theme::font(11, true));
    for (const QString& text : m_card.badges) {
        const int width = std::min(painter.fontMetrics().horizontalAdvance(text) + 14, m_width - padding - x);
        const QRect plate(x, m_badgesTop, width, badge::height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.info.fill);
        painter.drawRoundedRect(plate, 3, 3);
        painter.setPen(theme.info.text);
        painter.drawText(plate, Qt::AlignCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, width - 8));
        x = plate.right() + 7;
        if (x > m_width - padding - 40)
            break;
    }
}

void FindingCardLayout::drawEvidence(QPainter& painter, const Theme& theme) const {
    if (m_figures.empty())
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.window);
    painter.drawRect(m_evidenceBox);
    const int left = m_evidenceBox.left() + 10, right = m_evidenceBox.right() - 9;
    painter.setFont(Theme::font(12));
    const QFontMetrics titleFace(painter.font());
    for (const Figure& figure : m_figures) {
        painter.setPen(theme.text2);
        painter.drawText(QRect(left, figure.top, right - left, figureLine), Qt::AlignLeft | Qt::AlignVCenter,
                         figure.title);
        painter.setPen(theme.text);
        const int x = figure.below ? left : left + titleFace.horizontalAdvance(figure.title) + 12;
        figure.value.draw(painter, QPointF(x, figure.top + (figure.below ? figureLine - 2 : 0)));
    }
}

void FindingCardLayout::drawSuggestions(QPainter& painter, const Theme& theme) const {
    if (m_suggestions.empty())
        return;
    painter.setFont(Theme::heading(11));
    painter.setPen(theme.text2);
    painter.drawText(QRect(padding, m_suggestionsTop, m_width - 2 * padding, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("What to try"));
    for (const auto& [top, text] : m_suggestions) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawEllipse(QPointF(padding + 3.5, top + 8.5), 2, 2);
        painter.setPen(theme.text);
        text.draw(painter, QPointF(padding + bulletIndent, top));
    }
}

void FindingCardLayout::drawLinks(QPainter& painter, const Theme& theme) const {
    painter.setFont(Theme::font(12, true));
    painter.setPen(theme.accent);
    painter.drawText(m_zoomLink, Qt::AlignLeft | Qt::AlignVCenter, tr("Zoom to span"));
    if (m_card.citesSeries)
        painter.drawText(m_seriesLink, Qt::AlignLeft | Qt::AlignVCenter, tr("Show series"));
    painter.drawText(m_copyLink, Qt::AlignLeft | Qt::AlignVCenter, tr("Copy as text"));
    painter.drawText(m_dismissLink, Qt::AlignLeft | Qt::AlignVCenter, dismissText(m_card));
}

void FindingCardLayout::drawConfidence(QPainter& painter, const Theme& theme) const {
    if (!m_card.confidence)
        return;
    const double share = std::clamp(*m_card.confidence, 0.0, 1.0);
    painter.setFont(Theme::font(12));
    painter.setPen(theme.muted);
    const QRect row(padding, m_confidenceTop, m_width - 2 * padding, 20);
    const QString name = tr("Confidence");
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, name);
    const int bar = row.left() + QFontMetrics(painter.font()).horizontalAdvance(name) + 8;
    painter.fillRect(QRectF(bar, row.center().y() - 1, 36, 4), theme.hair);
    painter.fillRect(QRectF(bar, row.center().y() - 1, 36 * share, 4), theme.text2);
    painter.drawText(row.adjusted(bar - row.left() + 44, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 in simulation").arg(QString::fromStdString(formatShare(share))));
}

} // namespace tachograph::widgets
