#pragma once

#include <QString>

#include <vector>

class QToolButton;
class QWidget;

namespace tachograph::widgets {

/// The head of a section of the compare page: a title, a remark beside it (may be null) and, at the right, what can be
/// done.
QWidget* sectionRow(const QString& title, QWidget* remark = nullptr, const std::vector<QWidget*>& actions = {});

/// A flat button that shows its text.
QToolButton* textButton(const QString& text);

} // namespace tachograph::widgets
