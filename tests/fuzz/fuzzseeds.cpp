// usage: fuzzseeds FOLDER: the seeds of the fuzz targets, made of the samples of the conformance tests.
#include "analysis/importers/importer.h"
#include "analysis/review/picturesession.h"
#include "tests/conformance/samplerecording.h"

#include <QDir>
#include <QFile>

#include <cstdio>

namespace {

/// FOLDER/TARGET/NAME with `pick` as the first byte.
bool writeSeed(const QDir& folder, const char* target, const QString& name, std::size_t pick, const QByteArray& bytes) {
    if (!folder.mkpath(target))
        return false;
    QFile file(folder.filePath(QString(target) + '/' + name));
    return file.open(QIODevice::WriteOnly) && file.write(QByteArray(1, static_cast<char>(pick)) + bytes) > 0;
}

} // namespace

int main(int argc, char** argv) {
    using namespace tachograph;
    if (argc != 2)
        return 2;
    const QDir folder(QFile::decodeName(argv[1]));
    bool written = true;
    const auto all = importers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const tests::SampleRecording sample(all[i]->id);
        const QString name = QString::fromStdString(all[i]->id);
        written = written && sample.valid() && writeSeed(folder, "fuzz_recordings", name, i, sample.bytes());
        // This one of the small readers takes whole recordings.
        written = written && writeSeed(folder, "fuzz_readers", name, 6, sample.bytes());
    }
    const std::pair<std::size_t, const char*> small[] = {
        {0, "1,234.5e-3"},
        {0, "[18m05s"},
        {0, "2026-11-29T10:00:01.5+02:00"},
        {0, "12.5 GiB"},
        {1, "\x1b[31mred\x1b[0m \xe2\x80\xae <b>"},
        {2, "(Worker pid=12) step:3 - loss:nan {'a': {'b': 1e3}, 'c': 'x'}"},
        {3, "a:\n  b: [1, 2]\n  c: &x {d: *x}\n"},
        {3, "{\"a\": {\"b\": NaN}}"},
        {7, R"({"schema": "tachograph.notes/1", "notes": [{"first_step": 1, "text": "a"}]})"},
        {9, "kind,first_step,last_step,code,text\nnote,1,2,,\"a\nb\"\ndismissal,1,2,X,'=1\n"},
        {8, R"({"step": 1, "loss": NaN, 'a': {"b": [1, 2], "c": np.float64(1e999)}, "t": "\u00e9\\"})"},
        {10, "a;\"b\"\"c\";1,5;NaN"},
        {11, "slurmstepd: error: *** JOB 17 ON n1 CANCELLED AT 2026-11-29T10:00:00 DUE TO TIME LIMIT ***"},
        {11, "torch==2.9.1+cu130\nname: x\nCUDA runtime version: 13.0\n"},
        {12, "THROUGHPUT_ROT.ratio=1.2"},
        {4, R"({"roles": [{"pattern": "t", "role": "step_time", "unit": "ms"}]})"},
    };
    QFile session(QStringLiteral(TACHOGRAPH_TEST_DATA "/sessions/schema-1-revision-4.tacho"));
    written = written && session.open(QIODevice::ReadOnly);
    const QByteArray saved = session.readAll();
    written = written && writeSeed(folder, "fuzz_readers", QStringLiteral("session"), 7, saved);
    // The frame of a picture, without pixels.
    const std::string frame(
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\2\0\0\0\x90\x77\x53\xde\0\0\0\0IEND\xae\x42\x60\x82", 45);
    if (const auto picture = withSession(frame, saved.toStdString()))
        written = written &&
                  writeSeed(folder, "fuzz_readers", QStringLiteral("picture"), 13, QByteArray::fromStdString(*picture));
    int number = 0;
    for (const auto& [pick, text] : small)
        written = written && writeSeed(folder, "fuzz_readers", QString("small-%1").arg(++number), pick, text);
    if (!written)
        std::fprintf(stderr,
                     "A seed could not be made: an importer without a sample, or a folder that takes no files.\n");
    return written ? 0 : 1;
}
