#include "analysis/importers/importer.h"
#include "analysis/importers/names.h"
#include "analysis/importers/tensorboardreader.h"
#include "analysis/importers/tensorboardrecords.h"

namespace tachograph {

namespace {

/// 100 = the first record is whole in its length and says that it is the version of an event file; less when only one
/// of both holds.
int sniff(const Head& head) {
    constexpr std::size_t whereVersionIs = 64;
    const bool record = TensorboardRecords::isHeader(head.bytes.substr(0, TensorboardRecords::headerBytes));
    const bool version = head.bytes.substr(0, whereVersionIs).find("brain.Event:") != std::string_view::npos;
    return record && version ? 100 : record ? 90 : version ? 60 : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    TensorboardReader reader(stemOf(source.name()), source.path());
    reader.readFile(source, false, job);
    auto run = reader.finish(job);
    if (!run)
        return run.error();
    std::vector<RunBuilder> runs;
    runs.push_back(std::move(run).value());
    return runs;
}

} // namespace

const Importer& tensorboardImporter() {
    static const Importer importer{"tensorboard",
                                   "TensorBoard event file",
                                   "events.out.tfevents files of torch, TensorFlow and what writes alike; the files of "
                                   "one folder are one run, and text and hparams are its configuration.",
                                   {"*tfevents*"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
