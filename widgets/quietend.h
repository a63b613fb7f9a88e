#pragma once

class QObject;

namespace tachograph::widgets {

/// For the destructor of a window or page: what its children tell while they are deleted (a dock that hides, a list
/// that loses its selection) no longer reaches it. QObject cuts these connections itself, but deletes the children of a
/// widget first, when only the QWidget of the owner is left.
void endQuietly(QObject& owner);

} // namespace tachograph::widgets
