#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// One value of a JSON object. The views are good until the record reads again.
struct JsonField {
    enum class Kind : std::uint8_t { number, text, boolean, null, array };
    std::string_view key; ///< as recorded; keys of nested objects are joined with '/'
    Kind kind = Kind::null;
    double number = 0;           ///< of numbers (NaN and infinities included); 0 or 1 of booleans
    std::string_view text;       ///< of texts without quotes and escapes; of arrays as written
    const char* place = nullptr; ///< in the object: the value's first byte, an opening quote included
};

/// Reads one JSON object at a time into a flat list of its values, in the order they are written. simdjson does the
/// bulk; what it refuses (NaN, Infinity, 1e999, single quotes, invalid UTF-8) goes through JsonScanner. The memory is
/// reused from object to object; the object may be nested and long without bound, the list is not.
class JsonRecord {
  public:
    static constexpr std::size_t mostFields = 20'000; ///< further ones are counted in fieldsLeftOut()
    static constexpr std::size_t longestKey = 512;    ///< bytes of a joined key; fields with longer ones are left out
    static constexpr int deepest = 16;                ///< nested objects; what lies deeper is left out

    explicit JsonRecord(char separator = '/');
    ~JsonRecord();
    JsonRecord(const JsonRecord&) = delete;
    JsonRecord& operator=(const JsonRecord&) = delete;

    /// False when `object` is not one complete JSON object; fields() is empty then and problem() says why.
    /// `object` must be followed by LineReader::padding readable bytes.
    bool read(std::string_view object);

    [[nodiscard]] const std::vector<JsonField>& fields() const { return m_fields; }
    [[nodiscard]] std::size_t fieldsLeftOut() const { return m_leftOut; }
    /// "is not JSON", "ends in the middle", "is not a JSON object".
    [[nodiscard]] const char* problem() const { return m_problem; }

    /// nullptr when the object has no such key.
    [[nodiscard]] const JsonField* find(std::string_view key) const;

  private:
    struct Strict;  // holds simdjson's parser
    struct Lenient; // one pass of JsonScanner
    bool readLenient(std::string_view object);
    JsonField* append(std::string_view prefix, std::string_view key);
    std::string& keptText();
    std::string_view keep(std::string_view text);

    char m_separator;
    std::unique_ptr<Strict> m_strict;
    std::vector<JsonField> m_fields;
    std::vector<std::unique_ptr<std::string>> m_kept; // texts that are not in the input as they are; reused
    std::size_t m_keptUsed = 0;
    std::string m_scratch; // the last text with escapes, until it is kept
    std::size_t m_leftOut = 0;
    const char* m_problem = "";
};

} // namespace tachograph
