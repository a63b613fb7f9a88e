// libFuzzer target: the first byte picks the importer, the rest is its recording.
#include "tests/conformance/reading.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tachograph;
    if (size == 0)
        return 0;
    const Importer& importer = *importers()[data[0] % importers().size()];
    const QByteArray recording(reinterpret_cast<const char*>(data + 1), static_cast<qsizetype>(size - 1));
    static_cast<void>(importer.sniff({{recording.constData(), static_cast<std::size_t>(recording.size())}, "file"}));
    const QString broken = tests::readBytes(importer, recording).brokenPromise();
    if (!broken.isEmpty()) {
        std::fprintf(stderr, "%s: %s\n", importer.id.c_str(), qPrintable(broken));
        std::abort();
    }
    return 0;
}
