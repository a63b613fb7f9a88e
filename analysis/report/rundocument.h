#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/report/document.h"
#include "analysis/report/reportcontent.h"
#include "analysis/review/notesfile.h"
#include "analysis/run/run.h"

#include <string>

namespace tachograph {

/// Everything there is to say about one run: identity, verdict, key figures, timelines, findings with evidence and
/// things to try, what the reviewer noted, what every detector said, the bill, where the time went, attempts, events,
/// series, settings, issues, sources. `content` leaves parts of it out.
Document runDocument(const Run& run, const Diagnosis& diagnosis, const TimeAccount& account, const std::string& version,
                     const ReviewOfRun* review = nullptr, const ReportContent& content = {});

/// The tables of the document that the picture shows too, so that both say the same.
Table outcomeTable(const Diagnosis& diagnosis);
Table settingsTable(const Settings& settings);
Table issueTable(const Issues& issues);

} // namespace tachograph
