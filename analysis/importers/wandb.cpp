#include "analysis/importers/importer.h"
#include "analysis/importers/wandbreader.h"

namespace tachograph {

namespace {

constexpr std::string_view signature = ":W&B";
constexpr std::string_view magicAndVersion{"\xE1\xBE\0", 3};

int sniff(const Head& head) {
    if (!head.bytes.starts_with(signature))
        return 0;
    return head.bytes.substr(signature.size(), magicAndVersion.size()) == magicAndVersion ? 100 : 70;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    if (!source.head(signature.size()).starts_with(signature))
        return Error{source.path() + ": it does not begin like a W&B run file. Check that it is the right file."};
    WandbReader reader(source);
    auto run = reader.read(job);
    if (!run)
        return run.error();
    std::vector<RunBuilder> runs;
    runs.push_back(std::move(run).value());
    return runs;
}

} // namespace

const Importer& wandbImporter() {
    static const Importer importer{"wandb",
                                   "W&B run file",
                                   "run-ID.wandb of online, offline and killed runs, with history, settings, machine "
                                   "statistics and console; steps by the axis that the trainer declared.",
                                   {"*.wandb"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
