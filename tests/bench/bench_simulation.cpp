/// Prints how often the verdict on the step time is right. No arguments: the acceptance and the measured tables.
/// --confidence [runs]: the table that analysis/detectors/confidence.cpp holds. --rates [runs [noise %]]: rates with
/// 95 % intervals beside the textbook rule, as RESULTS.md keeps them; all tables, or the one of a noise. --detectors
/// [runs]: the other detectors, on runs with and without what they look for.
#include "tests/bench/detectorsimulation.h"
#include "tests/bench/simulation.h"

#include <algorithm>
#include <cmath>
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

/// "12 (9-15)": percent with the 95 % interval of Wilson (1927).
std::string withInterval(std::size_t hits, std::size_t runs) {
    constexpr double z = 1.959964;
    const auto n = static_cast<double>(runs);
    const double share = static_cast<double>(hits) / n, scale = 1.0 + z * z / n;
    const double centre = (share + z * z / (2.0 * n)) / scale;
    const double half = z * std::sqrt(share * (1.0 - share) / n + z * z / (4.0 * n * n)) / scale;
    char text[64];
    std::snprintf(text, sizeof text, "%.1f (%.1f-%.1f)", 100.0 * share, 100.0 * std::max(0.0, centre - half),
                  100.0 * std::min(1.0, centre + half));
    return text;
}

void printRow(const char* what, const Plan& plan, std::size_t runs) {
    const Verdicts v = judge(plan, runs);
    std::printf("| %s | %zu | %.2f | %.0f | x%.1f | %s | %.0f | %.0f | %.0f | %.0f |\n", what, plan.steps, plan.phi,
                100.0 * plan.noise, plan.rise, withInterval(v.creep, runs).c_str(), v.percent(v.shift),
                v.percent(v.undecided), v.percent(v.none + v.tooShort),
                100.0 * static_cast<double>(textbookCreeps(plan, runs)) / static_cast<double>(runs));
    std::fflush(stdout);
}

void printHead(const char* title) {
    std::printf(
        "\n## %s\n\n| truth | n | phi | noise %% | rise | CREEP %% (95 %%) | SHIFT | UNDECIDED | NONE | textbook |\n"
        "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|\n",
        title);
}

constexpr std::array lengths{std::size_t{60}, std::size_t{100}, std::size_t{300}, std::size_t{1000}};
constexpr std::array memories{0.0, 0.5, 0.8, 0.95};

void printWeakSpots(std::size_t runs) {
    printHead("Weak spots");
    for (const std::size_t steps : {std::size_t{100}, std::size_t{300}, std::size_t{1000}})
        printRow("linear ramp", {.truth = Truth::linear, .steps = steps, .phi = 0.8, .rise = 1.6}, runs);
    for (const Column& column : columns)
        printRow("half step, half ramp", {.truth = Truth::halfStepHalfRamp, .steps = column.steps, .phi = column.phi},
                 runs);
}

void printAttempts(std::size_t runs) {
    printHead("Twelve preempted attempts of 100 steps, level changes by 10 % at restarts, slow first steps");
    for (const Truth truth : {Truth::flat, Truth::linear})
        for (const double phi : {0.0, 0.5, 0.8})
            printRow(truthName(truth),
                     {.truth = truth, .steps = 1200, .phi = phi, .attempts = 12, .restartNoise = 0.1, .slowStart = 3},
                     runs);
    printRow("flat, every restart 8 % higher",
             {.steps = 1200, .attempts = 12, .restartNoise = 0.05, .restartRise = 0.08}, runs);
}

void printHabits(std::size_t runs) {
    printHead("Habits of trainers and other noise");
    for (const Truth truth : {Truth::flat, Truth::oneStep, Truth::twoSteps, Truth::linear}) {
        const std::string name = truthName(truth);
        for (const NoiseShape shape : {NoiseShape::movingAverage, NoiseShape::heavyTails, NoiseShape::lengthBuckets})
            printRow((name + ", " + noiseName(shape)).c_str(), {.truth = truth, .shape = shape}, runs);
        printRow((name + ", saw-tooth of 8").c_str(), {.truth = truth, .steps = 800, .stalls = false, .sawTooth = 8},
                 runs);
        printRow((name + ", saw-tooth of 4, checkpoints").c_str(), {.truth = truth, .steps = 800, .sawTooth = 4}, runs);
        printRow((name + ", evaluation every 20").c_str(), {.truth = truth, .evaluationEvery = 20}, runs);
        printRow((name + ", one decimal").c_str(), {.truth = truth, .steps = 1000, .noise = 0.02, .printed = 0.1},
                 runs);
    }
}

void printNoise(double noise, std::size_t runs) {
    constexpr std::array truths{Truth::flat, Truth::oneStep, Truth::twoSteps, Truth::linear};
    printHead(("Noise " + std::to_string(std::lround(100.0 * noise)) + " %").c_str());
    for (const Truth truth : truths)
        for (const std::size_t steps : lengths)
            for (const double phi : memories)
                printRow(truthName(truth), {.truth = truth, .steps = steps, .phi = phi, .noise = noise}, runs);
}

void printRates(std::size_t runs) {
    printWeakSpots(runs);
    printAttempts(runs);
    printHabits(runs);
    for (const double noise : {0.1, 0.2, 0.3})
        printNoise(noise, runs);
}

/// Share of verdicts that are the truth, with equal numbers of each truth.
void printConfidence(std::size_t runs) {
    constexpr std::array truths{Truth::flat,       Truth::oneStep, Truth::twoSteps,    Truth::stepAndDrift,
                                Truth::upThenDown, Truth::linear,  Truth::hockeyStick, Truth::staircase};
    for (const double rise : {1.6, 2.0})
        for (const std::size_t steps : {std::size_t{100}, std::size_t{300}, std::size_t{1000}})
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

/// What other detectors find of what was planted, and where nothing was.
void printDetectors(std::size_t runs) {
    std::printf("| detector | planted | instead | found %% (95 %%) | false alarms %% (95 %%) | share right |\n"
                "|---|---|---|---|---|--:|\n");
    for (const DetectorCase& made : detectorCases()) {
        const DetectorRates rates = measure(made, runs);
        std::printf("| `%s` | %s | %s | %s | %s | %.3f |\n", made.code, made.planted, made.absent,
                    withInterval(rates.hits, runs).c_str(), withInterval(rates.falseAlarms, runs).c_str(),
                    rates.shareRight());
        std::fflush(stdout);
    }
}

std::size_t runsOf(int argc, char** argv) {
    constexpr std::size_t usual = 500;
    return argc > 2 ? std::max<std::size_t>(1, std::strtoul(argv[2], nullptr, 10)) : usual;
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "--confidence") == 0) {
        printConfidence(runsOf(argc, argv));
        return EXIT_SUCCESS;
    }
    if (argc > 1 && std::strcmp(argv[1], "--detectors") == 0) {
        printDetectors(runsOf(argc, argv));
        return EXIT_SUCCESS;
    }
    if (argc > 1 && std::strcmp(argv[1], "--rates") == 0) {
        if (argc > 3)
            printNoise(0.01 * std::strtod(argv[3], nullptr), runsOf(argc, argv));
        else
            printRates(runsOf(argc, argv));
        return EXIT_SUCCESS;
    }
    const bool met = printAcceptance();
    printTable("One attempt", {}, 500);
    printTable("Six attempts, level changes by 10 % at restarts", {.attempts = 6, .restartNoise = 0.1}, 200);
    return met ? EXIT_SUCCESS : EXIT_FAILURE;
}
