#include "analysis/importers/wandbconfig.h"

#include "analysis/core/text.h"
#include "analysis/importers/settingsfile.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/wandbitem.h"
#include "analysis/importers/wirereader.h"

namespace tachograph {

void WandbConfig::read(std::string_view message, std::uint64_t place) {
    WireReader reader(message);
    while (const auto field = reader.next())
        if (field->is(1, WireField::Type::bytes))
            readItem(field->bytes, place);
}

void WandbConfig::readItem(std::string_view message, std::uint64_t place) {
    const auto item = WandbItem::from(message);
    if (!item)
        return;
    const std::string key = plainText(item->key, 300);
    std::string_view json = trimmed(item->json.substr(0, largestSettingsFile));
    if (json.starts_with('{')) {
        if (auto settings = parseSettings(json, key))
            for (auto& [inner, value] : *settings)
                set(key + "." + inner, std::move(value), place);
        return;
    }
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"')
        json = json.substr(1, json.size() - 2);
    set(key, plainText(json), place);
}

void WandbConfig::set(const std::string& key, std::string value, std::uint64_t place) {
    const auto known = m_now.find(key);
    if (known == m_now.end() && m_now.size() >= mostSettings)
        return;
    m_first.emplace(key, value);
    if (known == m_now.end()) {
        m_now.emplace(key, std::move(value));
        return;
    }
    if (known->second == value)
        return;
    if (m_builder.rowCount() == 0) {
        m_first[key] = value;
    } else if (!key.starts_with("_wandb.") && m_changes++ < mostChanges) {
        Event event;
        event.kind = EventKind::config;
        event.text = key + ": " + known->second + " \u2192 " + value;
        event.place = place;
        m_builder.addEvent(std::move(event));
    }
    known->second = std::move(value);
}

void WandbConfig::finish() {
    Settings environment;
    moveEnvironment(m_first, environment);
    for (const auto& [key, value] : m_first)
        m_builder.setConfig(key, value);
    for (const auto& [key, value] : environment)
        m_builder.setEnvironment(key, value);
}

} // namespace tachograph
