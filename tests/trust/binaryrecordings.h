#pragma once

#include <QByteArray>

#include <functional>

namespace tachograph::tests {

/// A recording of about `content` bytes; of a packed one, once it is unpacked.
using RecordingOfSize = std::function<QByteArray(qint64 content)>;

/// One run with rising steps, a loss and a step time: TensorBoard, W&B, and the databases of MLflow, Trackio, RLWatch.
QByteArray eventFileOfSize(qint64 content);
QByteArray wandbFileOfSize(qint64 content);
QByteArray mlflowOfSize(qint64 content);
QByteArray trackioOfSize(qint64 content);
QByteArray rlwatchOfSize(qint64 content);
/// The same as packed text: JSON lines in gzip, and in zstd.
QByteArray gzipOfSize(qint64 content);
QByteArray zstdOfSize(qint64 content);

} // namespace tachograph::tests
