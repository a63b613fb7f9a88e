#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/report/jsonparts.h"

namespace tachograph {

/// The "bill" of a run in `inspect --json`: {"reason"} alone when there is none.
OrderedJson billJson(const TimeAccount& account);

} // namespace tachograph
