#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/importers/pointrows.h"
#include "analysis/importers/tensorboardrecords.h"
#include "analysis/run/runbuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tachograph {

/// Makes one run of the event files of one folder, given in the order in which they were written.
class TensorboardReader {
  public:
    TensorboardReader(std::string name, std::string path);

    /// False when canceled. `restarted`: another process wrote this file than the one before.
    bool readFile(Source& source, bool restarted, const Job& job);
    /// An error when the job was canceled or no record at all was readable. The reader is of no use afterwards.
    Result<RunBuilder> finish(const Job& job);

  private:
    /// What is known of the values of one name since their first, which alone carries it.
    struct Tag {
        std::uint32_t series = notYet;
        std::string plugin;
        bool scalar = false; ///< data class "scalar"
    };
    static constexpr std::uint32_t notYet = 0xFFFFFFFEu;
    /// The frame of the values of one event.
    struct Moment {
        std::int64_t step = 0;
        double time = RowInfo::none;
        std::uint64_t place = 0;
    };
    struct PendingEvent {
        Event event;
        std::size_t pointsBefore = 0;
    };

    void readEvent(const TensorboardRecords::Record& record);
    void readSummary(std::string_view summary, const Moment& moment);
    void readValue(std::string_view value, const Moment& moment);
    void readMetadata(std::string_view metadata, Tag& tag);
    void readHyperparameters(std::string_view content);
    void readSessionLog(std::string_view message, const Moment& moment);
    void readText(std::string_view name, std::string_view text);
    void addScalar(std::string_view name, Tag& tag, double value, const Moment& moment);
    void addEvent(EventKind kind, std::string text, const Moment& moment);
    void addDamage(const TensorboardRecords::Record& record);
    void leaveOut(std::string_view kind);
    void addSummaryOfReading();

    RunBuilder m_builder;
    PointRows m_points;
    std::unordered_map<std::string, Tag> m_tags;
    std::map<std::string, std::size_t> m_leftOut; // kind of value -> how many
    std::vector<PendingEvent> m_events;
    Settings m_config;
    std::string m_fileName, m_scratch;
    std::size_t m_records = 0, m_firstPointOfFile = 0, m_strangeSteps = 0, m_damagedMessages = 0;
    bool m_singlePrecision = false, m_tornEnd = false;
};

} // namespace tachograph
