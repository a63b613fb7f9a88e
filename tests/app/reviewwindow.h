#pragma once

#include "app/actions.h"
#include "app/notedialog.h"
#include "models/review/reviews.h"
#include "tests/app/windowfixture.h"
#include "widgets/plot/plotview.h"

#include <QPlainTextEdit>

namespace tachograph::tests {

/// A window with the demo case, as large as the plot needs it.
struct ReviewFixture : WindowFixture {
    bool start() { return showAt(*window, {1600, 1000}) && openDemo(); }

    [[nodiscard]] std::uint64_t run() const { return session->current()->id; }
    [[nodiscard]] const std::vector<Note>& notes() const { return session->reviews().of(run())->notes; }
    [[nodiscard]] QWidget* canvas() const { return window->workspace().plot().focusProxy(); }

    /// Pixel of the canvas where x lies.
    [[nodiscard]] int pixelOf(double x) const {
        const auto [min, max] = window->workspace().plot().viewRange();
        constexpr int left = 80, right = 14;
        return static_cast<int>(left + (x - min) / (max - min) * (canvas()->width() - left - right));
    }
    /// The lowest row of the strip, where notes are.
    [[nodiscard]] int noteRow() const {
        for (int y = 200; y > 0; --y) // above the lanes
            if (window->workspace().plot().noteAt(
                    QPointF(pixelOf(static_cast<double>(notes().front().firstStep.value_or(1))), y)) != 0)
                return y - 5;
        return -1;
    }
    bool write(const QString& text) const {
        auto* dialog = window->findChild<app::NoteDialog*>();
        if (!dialog)
            return false;
        auto* field = dialog->findChild<QPlainTextEdit*>();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        return QTest::qWaitFor([this] { return !window->findChild<app::NoteDialog*>(); });
    }
    /// With the focus in the timelines, after they were drawn.
    bool press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            return false;
        window->workspace().plot().setFocus();
        QTest::qWait(30);
        QTest::keyClick(canvas(), key, modifiers);
        return true;
    }
};

} // namespace tachograph::tests
