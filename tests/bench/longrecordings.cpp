#include "tests/bench/longrecordings.h"

#include "analysis/numerics/normaldraws.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace tachograph::tests {

namespace {

constexpr std::size_t stallEvery = 5000;

/// Level and relative noise of one series.
struct Level {
    double value = 1;
    double noise = 0.1;
    bool creeps = false;
    bool stalls = false;
};

constexpr std::array<Level, 16> levels = {{{0, 0},                  // timestamp, see Steps
                                           {2.0, 0.05, true, true}, // step_time_s
                                           {1.2, 0.05, true},
                                           {0.7, 0.05},
                                           {640, 0.1, true},
                                           {1900, 0.1, true},
                                           {9100, 0.05},
                                           {0.4, 0.3},
                                           {0.2, 0.2},
                                           {1.9, 0.2},
                                           {0.8, 0.3},
                                           {1e-6, 0.01},
                                           {0.003, 0.5},
                                           {0.31, 0.1},
                                           {0.07, 0.2},
                                           {61.5, 0.01}}};

/// The values of the steps one after the other.
class Steps {
  public:
    Steps(std::size_t count, std::uint64_t seed) : m_count(count), m_draws(seed) {}

    void next() {
        constexpr double memory = 0.5;
        ++m_step;
        const double progress = static_cast<double>(m_step) / static_cast<double>(m_count);
        for (std::size_t i = 1; i < levels.size(); ++i) {
            m_noise[i] = memory * m_noise[i] + std::sqrt(1 - memory * memory) * m_draws.normal();
            m_values[i] = levels[i].value * std::exp(levels[i].noise * m_noise[i]);
            m_values[i] *= levels[i].creeps ? 1 + 0.5 * progress : 1.0;
            m_values[i] *= levels[i].stalls && stalls() ? 9.0 : 1.0;
        }
        m_time += m_values[1];
        m_values[0] = std::round(m_time * 100) / 100;
    }

    [[nodiscard]] std::size_t step() const { return m_step; }
    [[nodiscard]] bool stalls() const { return m_step % stallEvery == 0; }
    [[nodiscard]] double time() const { return m_time; }
    [[nodiscard]] double value(std::size_t series) const { return m_values[series]; }

  private:
    std::size_t m_count, m_step = 0;
    numerics::NormalDraws m_draws;
    double m_time = 1'780'000'000.0;
    std::array<double, 16> m_values{}, m_noise{};
};

void put(std::string& text, double value, int digits) {
    std::array<char, 40> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    text.append(buffer.data(), end.ptr);
}

void putFixed(std::string& text, double value, int digits) {
    std::array<char, 60> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
    text.append(buffer.data(), end.ptr);
}

constexpr int valueDigits = 7, timeDigits = 12;

void putJson(std::string& text, const Steps& steps) {
    const auto& keys = longRecordingKeys();
    text += "{\"step\": " + std::to_string(steps.step());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        text.append(", \"").append(keys[i]).append("\": ");
        put(text, steps.value(i), i == 0 ? timeDigits : valueDigits);
    }
    text += "}\n";
    if (steps.stalls())
        text += "{\"event\": \"checkpoint\", \"step\": " + std::to_string(steps.step()) + "}\n";
}

void putCsv(std::string& text, const Steps& steps) {
    text += std::to_string(steps.step());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        text += ',';
        put(text, steps.value(i), i == 0 ? timeDigits : valueDigits);
    }
    text += '\n';
}

/// Like the lines of a run under Ray: a prefix in colours, half of the values in np.float64().
void putVerl(std::string& text, const Steps& steps) {
    constexpr std::array keys = {
        "perf/total_num_tokens", "timing_s/step",       "timing_s/gen",          "timing_s/update_actor",
        "response_length/mean",  "response_length/max", "perf/throughput",       "critic/rewards/mean",
        "actor/pg_loss",         "actor/grad_norm",     "timing_s/old_log_prob", "actor/lr",
        "actor/ppo_kl",          "actor/entropy",       "actor/pg_clipfrac",     "perf/cpu_memory_used_gb"};
    text += "\x1b[36m(TaskRunner pid=657041)\x1b[0m step:" + std::to_string(steps.step());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        text.append(" - ").append(keys[i]).append(i % 2 == 0 ? ":" : ":np.float64(");
        put(text, steps.value(i), 17);
        text += i % 2 == 0 ? "" : ")";
    }
    text += '\n';
}

/// "2026-06-01 12:13:20,120"
void putStamp(std::string& text, double time) {
    const auto milliseconds = static_cast<long long>(time * 1000);
    const std::chrono::year_month_day date(
        std::chrono::sys_days(std::chrono::days(static_cast<int>(milliseconds / 86'400'000))));
    const long long tick = milliseconds % 86'400'000;
    std::array<char, 60> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%d-%02u-%02u %02lld:%02lld:%02lld,%03lld", int(date.year()),
                  unsigned(date.month()), unsigned(date.day()), tick / 3'600'000, tick / 60'000 % 60, tick / 1000 % 60,
                  tick % 1000);
    text += buffer.data();
}

void putTitan(std::string& text, const Steps& steps) {
    text += "[rank0]:[titan] ";
    putStamp(text, steps.time());
    text += " - root - INFO - \x1b[31mstep: " + std::to_string(steps.step()) + "  \x1b[32mloss: ";
    putFixed(text, steps.value(10), 5);
    text += "  \x1b[38;2;180;60;0mgrad_norm: ";
    putFixed(text, steps.value(9), 4);
    text += "  \x1b[38;2;54;234;195mmemory: 29.11GiB(92.83%)  \x1b[34mtps: ";
    put(text, std::round(steps.value(6)), 8);
    text += "  \x1b[36mtflops: ";
    putFixed(text, steps.value(15), 2);
    text += "  \x1b[35mmfu: 22.10%\x1b[39m\n";
}

void putMegatron(std::string& text, const Steps& steps) {
    text += " iteration " + std::to_string(steps.step()) +
            "/  600000 | consumed samples: " + std::to_string(16 * steps.step()) +
            " | elapsed time per iteration (ms): ";
    putFixed(text, 1000 * steps.value(1), 1);
    text += " | learning rate: 2.000E-07 | global batch size:    16 | lm loss: ";
    putFixed(text, steps.value(10), 6);
    text += " | loss scale: 1.0 | grad norm: ";
    putFixed(text, steps.value(9), 3);
    text += " | num zeros: 0.0 | actual seqlen:  2048 | number of skipped iterations:   0 | number of nan iterations:  "
            " 0 | samples per second: ";
    putFixed(text, 16 / steps.value(1), 3);
    text += " | tokens per gpu per second (tgs): ";
    putFixed(text, steps.value(6), 3);
    text += " | TFLOPs: 7.97 |\n";
}

} // namespace

const char* recordingKindName(RecordingKind kind) {
    constexpr std::array names = {"jsonl", "csv", "verl", "titan", "megatron"};
    return names[static_cast<std::size_t>(kind)];
}

const std::vector<std::string>& longRecordingKeys() {
    static const std::vector<std::string> keys = {"timestamp",
                                                  "step_time_s",
                                                  "generation_time_s",
                                                  "optimization_time_s",
                                                  "completion_len_mean",
                                                  "completion_len_p95",
                                                  "tokens_per_s",
                                                  "reward_mean",
                                                  "reward_std",
                                                  "grad_norm",
                                                  "loss",
                                                  "learning_rate",
                                                  "kl",
                                                  "entropy",
                                                  "clip_ratio",
                                                  "gpu_memory_gib"};
    return keys;
}

bool writeLongRecording(const std::string& path, RecordingKind kind, std::size_t steps, std::uint64_t seed) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    constexpr std::array writers = {putJson, putCsv, putVerl, putTitan, putMegatron};
    Steps values(steps, seed);
    std::string text;
    if (kind == RecordingKind::csv) {
        text = "step";
        for (const std::string& key : longRecordingKeys())
            text += "," + key;
        text += '\n';
    }
    for (std::size_t i = 0; i < steps && file; ++i) {
        values.next();
        writers[static_cast<std::size_t>(kind)](text, values);
        if (text.size() > (std::size_t{1} << 20) || i + 1 == steps) {
            file.write(text.data(), static_cast<std::streamsize>(text.size()));
            text.clear();
        }
    }
    file.close();
    return file.good();
}

std::string longRecording(const std::string& folder, RecordingKind kind, std::size_t steps) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    const bool console = kind != RecordingKind::jsonl && kind != RecordingKind::csv;
    const std::string path = folder + "/" + (console ? std::string(recordingKindName(kind)) + "-" : "long-") +
                             std::to_string(steps) + "." + (console ? "log" : recordingKindName(kind));
    if (fs::exists(path, ignored))
        return path;
    // A run that was interrupted must not leave half a recording under the final name.
    const std::string unfinished = path + ".part";
    if (!writeLongRecording(unfinished, kind, steps))
        return {};
    fs::rename(unfinished, path, ignored);
    return ignored ? std::string() : path;
}

} // namespace tachograph::tests
