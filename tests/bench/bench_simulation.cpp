/// Prints how often the verdict on the step time is right. No arguments: the acceptance and the measured tables.
/// --confidence: the table that analysis/detectors/confidence.cpp holds.
#include "tests/bench/simulation.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

bool printAcceptance() {
    std::printf("Acceptance: 200 runs each, rise x2, noise 10 %%, phi 0.5, n = 300\n");
    bool met = true;
    for (const Demand& demand : acceptance()) {
        const Verdicts verdicts = judge(demand.plan, 200);
        const double percent = verdicts.percent(verdicts.*demand.verdict);
        const bool ok = demand.atLeast ? percent >= demand.percent : percent <= demand.percent;
        std::printf("  %-28s %5.1f %%  (%s %g %%)  %s\n", demand.what, percent, demand.atLeast ? "at least" : "at most",
                    demand.percent, ok ? "met" : "NOT MET");
        met = met && ok;
    }
    return met;
}

void printCell(const Plan& plan, std::size_t runs) {
    const Verdicts v = judge(plan, runs);
    std::printf(" %4.0f/%3.0f/%3.0f/%3.0f", v.percent(v.creep), v.percent(v.shift), v.percent(v.undecided),
                v.percent(v.none + v.tooShort));
}

struct Column {
    std::size_t steps;
    double phi;
};
constexpr std::array columns{Column{100, 0.0}, Column{100, 0.8}, Column{300, 0.5}, Column{300, 0.8}, Column{1000, 0.8}};

void printTable(const char* title, Plan plan, std::size_t runs) {
    std::printf("\n%s, %zu runs a cell: CREEP/SHIFT/UNDECIDED/NONE in %%\n%-22s", title, runs, "truth");
    for (const Column& column : columns)
        std::printf("  n=%-4zu phi %.1f ", column.steps, column.phi);
    std::printf("\n");
    for (int truth = 0; truth <= static_cast<int>(Truth::randomCreep); ++truth) {
        plan.truth = static_cast<Truth>(truth);
        std::printf("%-22s", truthName(plan.truth));
        for (const Column& column : columns) {
            plan.steps = column.steps;
            plan.phi = column.phi;
            printCell(plan, runs);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
}

/// Share of verdicts that are the truth, with equal numbers of each truth.
void printConfidence(std::size_t runs) {
    constexpr std::array truths{Truth::flat,       Truth::oneStep, Truth::twoSteps,    Truth::stepAndDrift,
                                Truth::upThenDown, Truth::linear,  Truth::hockeyStick, Truth::staircase};
    for (const double rise : {1.6, 2.0})
        for (const std::size_t steps : {100, 300, 1000})
            for (const double phi : {0.0, 0.5, 0.8}) {
                double creep = 0, creepRight = 0, shift = 0, shiftRight = 0;
                for (const Truth truth : truths) {
                    const Verdicts v = judge({.truth = truth, .steps = steps, .phi = phi, .rise = rise}, runs);
                    const bool isCreep = truth >= Truth::linear;
                    const bool isShift = truth >= Truth::oneStep && truth <= Truth::stepAndDrift;
                    creep += static_cast<double>(v.creep);
                    creepRight += isCreep ? static_cast<double>(v.creep) : 0.0;
                    shift += static_cast<double>(v.shift);
                    shiftRight += isShift ? static_cast<double>(v.shift) : 0.0;
                }
                std::printf("    Cell{%.1f, %zu, %.1f, %.3f, %.3f},\n", rise, steps, phi, creepRight / creep,
                            shiftRight / shift);
                std::fflush(stdout);
            }
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "--confidence") == 0) {
        printConfidence(500);
        return EXIT_SUCCESS;
    }
    const bool met = printAcceptance();
    printTable("One attempt", {}, 500);
    printTable("Six attempts, level changes by 10 % at restarts", {.attempts = 6, .restartNoise = 0.1}, 200);
    return met ? EXIT_SUCCESS : EXIT_FAILURE;
}
