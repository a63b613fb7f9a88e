#pragma once

#include "analysis/diagnosis/diagnosis.h"

namespace tachograph {

/// Looks for findings that another finding makes likely and says so: a "Likely upstream" figure with what links
/// the two goes to the end of the evidence of the one downstream, and the code of the other to the front of its related
/// ones. Nothing is suppressed, no severity changes: that two findings go together shows no more than that.
void linkFindings(Diagnosis& diagnosis);

} // namespace tachograph
