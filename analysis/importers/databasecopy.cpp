#include "analysis/importers/databasecopy.h"

#include "analysis/core/source.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include <stdlib.h>

namespace tachograph {

namespace fs = std::filesystem;

namespace {

constexpr std::array logEndings = {"-wal", "-journal"};

std::uintmax_t sizeOf(const std::string& path) {
    std::error_code problem;
    const auto size = fs::is_regular_file(path, problem) ? fs::file_size(path, problem) : 0;
    return problem ? 0 : size;
}

/// Sizes and times of the database and its logs: equal before and after a copy when nobody wrote meanwhile.
std::vector<std::pair<std::uintmax_t, fs::file_time_type>> stateOf(const std::string& database) {
    std::vector<std::pair<std::uintmax_t, fs::file_time_type>> state;
    for (const char* ending : {"", "-wal", "-journal"}) {
        std::error_code problem;
        const auto time = fs::last_write_time(database + ending, problem);
        state.emplace_back(sizeOf(database + ending), problem ? fs::file_time_type{} : time);
    }
    return state;
}

bool copyFile(const std::string& from, const std::string& to, const Job& job) {
    auto source = Source::openFile(from);
    std::ofstream target(to, std::ios::binary | std::ios::trunc);
    if (!source || !target)
        return false;
    std::vector<char> buffer(std::size_t{1} << 20);
    while (const std::size_t got = source->read(buffer)) {
        if (job.canceled() || !target.write(buffer.data(), static_cast<std::streamsize>(got)))
            return false;
    }
    return !source->failed() && target.flush().good();
}

} // namespace

bool DatabaseCopy::hasLog(const std::string& database) {
    return sizeOf(database + "-wal") > 0 || sizeOf(database + "-journal") > 0;
}

DatabaseCopy::DatabaseCopy(std::string folder) : m_folder(std::move(folder)), m_path(m_folder + "/copy.db") {}

DatabaseCopy::~DatabaseCopy() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

std::unique_ptr<DatabaseCopy> DatabaseCopy::make(const std::string& database, const Job& job, std::string& why) {
    std::error_code problem;
    const fs::path place = fs::temp_directory_path(problem);
    const auto needed = sizeOf(database) + sizeOf(database + "-wal") + sizeOf(database + "-journal");
    const auto room = problem ? fs::space_info{} : fs::space(place, problem);
    if (problem || room.available < needed + needed / 4) {
        why = "there is no room for a copy in " + place.string();
        return nullptr;
    }
    std::string folder = (place / "tachograph-XXXXXX").string();
    if (!::mkdtemp(folder.data())) {
        why = "no copy can be made in " + place.string();
        return nullptr;
    }
    std::unique_ptr<DatabaseCopy> copy(new DatabaseCopy(folder));
    constexpr int tries = 3;
    for (int i = 0; i < tries; ++i) {
        const auto before = stateOf(database);
        bool whole = copyFile(database, copy->m_path, job);
        for (const char* ending : logEndings) {
            fs::remove(copy->m_path + ending, problem);
            if (sizeOf(database + ending) > 0)
                whole = copyFile(database + ending, copy->m_path + ending, job) && whole;
        }
        if (!whole) {
            why = "copying it failed";
            return nullptr;
        }
        copy->m_mixed = stateOf(database) != before;
        if (!copy->m_mixed)
            break;
    }
    return copy;
}

} // namespace tachograph
