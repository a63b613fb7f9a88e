#include "app/bundledcases.h"

#include <QFile>

#include <array>

// Resources of a static library must be named once by the program; the macro has to stand outside every namespace.
static void initCaseResources() {
    Q_INIT_RESOURCE(cases);
}

namespace tachograph::app {

namespace {
constexpr std::array<BundledCase, 3> cases{
    {{"rot-2s-to-5s.jsonl", "an RL run whose steps take ever longer"},
     {"before-cu130.log", "a drafter's console before an upgrade", "before-cu130.json"},
     {"after-cu130.log", "the same job after the upgrade", "after-cu130.json"}}};

QByteArray resource(const char* name) {
    initCaseResources();
    QFile file(QStringLiteral(":/cases/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
} // namespace

std::span<const BundledCase> bundledCases() {
    return cases;
}

const BundledCase& demoCase() {
    return cases.front();
}

std::span<const BundledCase> bundledPair() {
    return bundledCases().subspan(1, 2);
}

QByteArray bytesOf(const BundledCase& bundled) {
    return resource(bundled.name);
}

QByteArray configOf(const BundledCase& bundled) {
    return bundled.config ? resource(bundled.config) : QByteArray();
}

} // namespace tachograph::app
