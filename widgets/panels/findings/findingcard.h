#pragma once

#include "models/items/findingsmodel.h"
#include "widgets/theme.h"
#include "widgets/wrappedtext.h"

#include <QCoreApplication>
#include <QRect>
#include <QString>

#include <utility>
#include <vector>

class QPainter;

namespace tachograph::widgets {

/// Where the parts of a card are at a width, for painting and for clicks. The selected card is open: it shows the
/// evidence, what to try and its actions.
class FindingCardLayout {
    Q_DECLARE_TR_FUNCTIONS(FindingCardLayout)
  public:
    enum class Link { none, zoom, series, copy, dismiss };

    /// Keeps a reference to the entry.
    FindingCardLayout(const models::FindingEntry& entry, int width, bool open);

    [[nodiscard]] int height() const { return m_height; }
    /// `pos` relative to the card's top left corner.
    [[nodiscard]] Link linkAt(const QPoint& pos) const;
    void draw(QPainter& painter, const Theme& theme, const QPoint& topLeft, bool hovered, bool focused,
              qreal ratio) const;

  private:
    struct Figure {
        QString title;
        WrappedText value;
        int top = 0;
        bool below = false; ///< the value stands on its own lines below the title
    };

    void layOutEvidence();
    void layOutBackground();
    void layOutSuggestions();
    void layOutRemark();
    void layOutLinks();
    void drawHeader(QPainter& painter, const Theme& theme, qreal ratio) const;
    void drawBadges(QPainter& painter, const Theme& theme) const;
    void drawEvidence(QPainter& painter, const Theme& theme) const;
    void drawSuggestions(QPainter& painter, const Theme& theme) const;
    void drawLinks(QPainter& painter, const Theme& theme) const;
    void drawConfidence(QPainter& painter, const Theme& theme) const;

    const models::FindingEntry& m_card;
    int m_width;
    bool m_open;
    int m_height = 0;
    int m_summaryTop = 0;
    WrappedText m_summary;
    QRect m_evidenceBox;
    int m_backgroundTop = 0;
    WrappedText m_background; ///< the statistics, as one small paragraph
    std::vector<Figure> m_figures;
    int m_suggestionsTop = 0;
    std::vector<std::pair<int, WrappedText>> m_suggestions; // top, text
    QRect m_zoomLink, m_seriesLink, m_copyLink, m_dismissLink;
    int m_confidenceTop = 0;
    int m_badgesTop = 0;
    int m_remarkTop = 0;
    WrappedText m_dismissal; ///< that the finding was set aside, and why
    int m_dismissalTop = 0;
    WrappedText m_remark; ///< which numbers of the detector are not at their defaults
};

} // namespace tachograph::widgets
