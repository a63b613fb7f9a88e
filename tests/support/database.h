#pragma once

#include <string>
#include <string_view>

namespace tachograph::tests {

/// The bytes of a SQLite database that these statements make, in pages of 512 bytes. Aborts on a wrong statement.
std::string databaseBytes(std::string_view sql);

/// The tables of the three trackers, as their sources make them.
inline constexpr const char* mlflowTables =
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);"
    "CREATE TABLE experiments (experiment_id INTEGER NOT NULL, name VARCHAR(256) NOT NULL);"
    "CREATE TABLE runs (run_uuid VARCHAR(32) NOT NULL, name VARCHAR(250), status VARCHAR(9), start_time BIGINT,"
    " end_time BIGINT, lifecycle_stage VARCHAR(20), experiment_id INTEGER, PRIMARY KEY (run_uuid));"
    "CREATE TABLE metrics (\"key\" VARCHAR(250) NOT NULL, value FLOAT NOT NULL, timestamp BIGINT NOT NULL,"
    " run_uuid VARCHAR(32) NOT NULL, step BIGINT DEFAULT '0' NOT NULL, is_nan BOOLEAN DEFAULT '0' NOT NULL);"
    "CREATE TABLE params (\"key\" VARCHAR(250) NOT NULL, value VARCHAR(8000) NOT NULL, run_uuid VARCHAR(32) NOT NULL);"
    "CREATE TABLE tags (\"key\" VARCHAR(250) NOT NULL, value VARCHAR(8000), run_uuid VARCHAR(32) NOT NULL);";
inline constexpr const char* trackioTables =
    "CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, timestamp TEXT NOT NULL,"
    " run_name TEXT NOT NULL, step INTEGER NOT NULL, metrics TEXT NOT NULL);"
    "CREATE TABLE configs (id INTEGER PRIMARY KEY, run_id TEXT, run_name TEXT, config TEXT, created_at TEXT);"
    "CREATE TABLE system_metrics (id INTEGER PRIMARY KEY, run_id TEXT, timestamp TEXT, run_name TEXT, metrics TEXT);"
    "CREATE TABLE alerts (id INTEGER PRIMARY KEY, run_id TEXT, timestamp TEXT, run_name TEXT, title TEXT, text TEXT,"
    " level TEXT DEFAULT 'warn', step INTEGER, alert_id TEXT);";
inline constexpr const char* rlwatchTables =
    "CREATE TABLE schema_version (version INTEGER);"
    "CREATE TABLE runs (run_id TEXT PRIMARY KEY, framework TEXT, started_at REAL, config_json TEXT);"
    "CREATE TABLE metrics (id INTEGER PRIMARY KEY, run_id TEXT, step INTEGER, timestamp REAL, entropy REAL,"
    " kl_divergence REAL, reward_mean REAL, reward_std REAL, reward_min REAL, reward_max REAL, advantage_std REAL,"
    " loss REAL, learning_rate REAL, clip_fraction REAL, grad_norm REAL, extra_json TEXT);"
    "CREATE TABLE alerts (id INTEGER PRIMARY KEY, run_id TEXT, step INTEGER, timestamp REAL, detector TEXT,"
    " severity TEXT, message TEXT, metric_values_json TEXT, recommendation TEXT);";

} // namespace tachograph::tests
