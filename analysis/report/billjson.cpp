#include "analysis/report/billjson.h"

namespace tachograph {

namespace {

using Json = OrderedJson;

Json rangeObject(const StepRange& range) {
    return {{"first", range.first}, {"last", range.last}};
}

Json partList(const std::vector<TimePart>& parts) {
    Json list = Json::array();
    for (const TimePart& part : parts)
        list.push_back({{"id", part.id},
                        {"name", part.name},
                        {"seconds", jsonNumber(part.seconds)},
                        {"before", jsonNumber(part.before)},
                        {"after", jsonNumber(part.after)},
                        {"places", part.places},
                        {"note", part.note}});
    return list;
}

Json changeObject(const EarlyToLate& change) {
    if (!change.notApplicable.empty())
        return {{"reason", change.notApplicable}};
    return {{"early_steps", rangeObject(change.early.range)},
            {"late_steps", rangeObject(change.late.range)},
            {"early_seconds", jsonNumber(change.before)},
            {"late_seconds", jsonNumber(change.after)},
            {"parts", partList(change.parts)}};
}

} // namespace

Json billJson(const TimeAccount& account) {
    if (!account.notApplicable.empty())
        return {{"reason", account.notApplicable}};
    const Bill& bill = account.bill;
    Json object;
    object["steps"] = {{"first", bill.range.first}, {"last", bill.range.last}, {"count", jsonNumber(bill.steps)}};
    object["early"] = {{"seconds", jsonNumber(bill.early.seconds)},
                       {"first", bill.early.steps.first},
                       {"last", bill.early.steps.last},
                       {"count", bill.early.count}};
    object["seconds"] = jsonNumber(bill.seconds);
    object["above_seconds"] = jsonNumber(bill.above);
    object["slower_steps_seconds"] = jsonNumber(bill.slower);
    object["between_attempts_seconds"] = jsonNumber(bill.betweenAttempts);
    object["gpus"] = bill.gpus > 0.0 ? jsonNumber(bill.gpus) : Json();
    object["gpu_hours_above"] = jsonNumber(bill.gpuHours);
    object["cost_above"] = jsonNumber(bill.cost);
    object["parts"] = partList(bill.parts);
    object["whole"] = partList(bill.whole);
    object["bought"] = {{"reward_early", jsonNumber(bill.rewardBefore)},
                        {"reward_late", jsonNumber(bill.rewardAfter)},
                        {"tokens", jsonNumber(bill.tokens)}};
    object["early_to_late"] = changeObject(account.change);
    object["not_logged"] = account.notLogged;
    object["notes"] = account.notes;
    return object;
}

} // namespace tachograph
