#pragma once

#include "analysis/core/job.h"
#include "analysis/importers/recordingfile.h"

#include <string>
#include <vector>

namespace tachograph {

/// The event files of one folder as TensorBoard takes them: files that follow each other in time are one run, in which
/// a file of another process is a new attempt; a file with other names beside it belongs to the same run too. Only
/// files that log the same names at the same time stay apart, since two processes wrote them; `issue` then says so.
/// A group is handed back as one Recording with one run; everything is handed back as it was when the job is canceled.
std::vector<Recording> joinEventFiles(std::vector<Recording> recordings, const Job& job, std::string& issue);

} // namespace tachograph
