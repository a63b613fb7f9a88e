#pragma once

#include "tests/support/database.h"

#include <string>
#include <vector>

namespace tachograph::tests {

struct MlflowRun {
    std::string name;
    int steps = 10;
    double secondsPerStep = 2.0; ///< also the distance of the time stamps
};

/// The bytes of an mlflow.db with these runs, a day apart from 1 Nov 2026, 08:00 UTC on, each with step_time_s.
inline std::string mlflowBytes(const std::vector<MlflowRun>& runs) {
    std::string sql = mlflowTables;
    long start = 1793520000000; // ms
    int number = 0;
    for (const MlflowRun& run : runs) {
        const std::string id = "'uuid" + std::to_string(++number) + "'";
        sql += "INSERT INTO runs VALUES (" + id + ", '" + run.name + "', 'FINISHED', " + std::to_string(start) + ", " +
               std::to_string(start + 1000) + ", 'active', 1);";
        for (int step = 0; step < run.steps; ++step)
            sql += "INSERT INTO metrics VALUES ('step_time_s', " + std::to_string(run.secondsPerStep) + ", " +
                   std::to_string(start + static_cast<long>(1000 * run.secondsPerStep * step)) + ", " + id + ", " +
                   std::to_string(step) + ", 0);";
        start += 86'400'000;
    }
    return databaseBytes(sql);
}

} // namespace tachograph::tests
