#include "analysis/importers/jsonnumbers.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"

#include <cmath>

namespace tachograph {

bool JsonNumbers::read(std::string_view json,
                       const std::function<void(std::string_view key, std::optional<double> value)>& take) {
    m_padded.assign(json);
    m_padded.append(LineReader::padding, '\0');
    if (!m_record.read(std::string_view(m_padded).substr(0, json.size())))
        return false;
    for (const JsonField& field : m_record.fields()) {
        if (field.kind == JsonField::Kind::number || field.kind == JsonField::Kind::boolean) {
            take(field.key, field.number);
        } else if (field.kind == JsonField::Kind::null) {
            take(field.key, std::nullopt);
        } else if (field.kind == JsonField::Kind::text) {
            const auto number = parseNumber(field.text);
            if (number && !std::isfinite(*number))
                take(field.key, number);
        }
    }
    return true;
}

} // namespace tachograph
