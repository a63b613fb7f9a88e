// usage: dragsource FILE. A small window at the top right of the screen from which the file can be dragged by the
// mouse, as from a file manager. Prints "dropped" when something took it.
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWidget>

#include <cstdio>

namespace {

class Source : public QWidget {
  public:
    explicit Source(QUrl file) : QWidget(nullptr, Qt::FramelessWindowHint), m_file(std::move(file)) {
        setWindowTitle(QStringLiteral("Drag from here"));
    }

  protected:
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!event->buttons().testFlag(Qt::LeftButton))
            return;
        auto* drag = new QDrag(this);
        auto* file = new QMimeData;
        file->setUrls({m_file});
        drag->setMimeData(file);
        std::puts(drag->exec(Qt::CopyAction) == Qt::CopyAction ? "dropped" : "refused");
        std::fflush(stdout);
    }

  private:
    QUrl m_file;
};

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 2)
        return 2;
    Source source(QUrl::fromLocalFile(QString::fromLocal8Bit(argv[1])));
    source.setGeometry(1440, 0, 160, 60);
    source.show();
    return QApplication::exec();
}
