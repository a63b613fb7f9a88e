#include "analysis/importers/settingsfile.h"

#include "analysis/core/linereader.h"
#include "analysis/core/source.h"
#include "analysis/core/text.h"
#include "analysis/importers/jsonrecord.h"

#include <yaml-cpp/yaml.h>

#include <exception>

namespace tachograph {

namespace {

constexpr std::size_t mostSettings = 10'000;
constexpr std::size_t mostNodes = 100'000;
constexpr int deepest = 32;

/// A list as written, on one line, without the blanks of indentation.
std::string onOneLine(std::string_view list) {
    std::string line;
    for (const char c : list) {
        const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ' && line.back() != '[' && line.back() != '{')
            line += ' ';
        if ((c == ']' || c == '}') && line.size() > 1 && line[line.size() - 2] == ' ')
            line.erase(line.size() - 2, 1);
    }
    return plainText(trimmed(line)); // the last value of an object is followed by the blanks before its brace
}

Result<Settings> settingsFromJson(std::string_view text, const std::string& name) {
    JsonRecord record('.');
    std::string padded(text);
    padded.append(LineReader::padding, '\0');
    if (!record.read(std::string_view(padded).substr(0, text.size())))
        return Error{name + ": it " + record.problem() + ". Correct it, or name another file with --config."};
    Settings settings;
    for (const JsonField& field : record.fields()) {
        if (settings.size() >= mostSettings)
            break;
        std::string& value = settings[std::string(field.key)];
        if (field.kind == JsonField::Kind::boolean)
            value = field.number != 0.0 ? "true" : "false";
        else if (field.kind == JsonField::Kind::null)
            value = "null";
        else if (field.kind == JsonField::Kind::array)
            value = onOneLine(field.text);
        else
            value = plainText(trimmed(field.text));
    }
    return settings;
}

/// Walks a YAML tree with bounds on depth and on nodes visited, aliases counted each time.
class YamlFlattener {
  public:
    /// False when a bound was met.
    bool add(const YAML::Node& node, const std::string& key, int depth) {
        if (++m_nodes > mostNodes || depth > deepest || m_settings.size() >= mostSettings)
            return false;
        if (node.IsMap()) {
            for (const auto& item : node) {
                const std::string name = item.first.IsScalar() ? item.first.Scalar() : std::string("?");
                if (!add(item.second, key.empty() ? name : key + "." + name, depth + 1))
                    return false;
            }
            return true;
        }
        if (key.empty())
            return true;
        if (node.IsSequence()) {
            std::string list;
            if (!addToList(node, list, depth))
                return false;
            m_settings[key] = plainText(list);
        } else {
            m_settings[key] = node.IsScalar() ? plainText(node.Scalar()) : std::string("null");
        }
        return true;
    }

    Settings take() { return std::move(m_settings); }

  private:
    bool addToList(const YAML::Node& node, std::string& list, int depth) {
        if (++m_nodes > mostNodes || depth > deepest)
            return false;
        if (node.IsScalar()) {
            list += node.Scalar();
            return list.size() < largestSettingsFile;
        }
        list += node.IsMap() ? '{' : '[';
        bool first = true;
        for (const auto& item : node) {
            list += first ? "" : ", ";
            first = false;
            if (node.IsMap())
                list += (item.first.IsScalar() ? item.first.Scalar() : std::string("?")) + ": ";
            if (!addToList(node.IsMap() ? YAML::Node(item.second) : YAML::Node(item), list, depth + 1))
                return false;
        }
        list += node.IsMap() ? '}' : ']';
        return true;
    }

    Settings m_settings;
    std::size_t m_nodes = 0;
};

Result<Settings> settingsFromYaml(std::string_view text, const std::string& name) {
    try {
        const YAML::Node document = YAML::Load(std::string(text));
        if (!document.IsMap())
            return Error{name + ": it holds no settings (\"key: value\" lines). Name another file with --config."};
        YamlFlattener flattener;
        if (!flattener.add(document, {}, 0))
            return Error{name + ": it unfolds into too many settings. Name a smaller file with --config."};
        return flattener.take();
    } catch (const std::exception& problem) {
        return Error{name + ": it is not YAML (" + plainText(problem.what(), 200) +
                     "). Correct it, or name another file with --config."};
    }
}

/// W&B wraps every setting: "lr.value" and "lr.desc" stand for "lr".
Settings unwrapped(Settings settings) {
    bool wrapped = false;
    for (const auto& [key, value] : settings)
        wrapped = wrapped || key == "wandb_version" || key.starts_with("_wandb.value.");
    if (!wrapped)
        return settings;
    Settings plain;
    for (auto& [key, value] : settings) {
        const std::size_t point = key.find('.');
        if (point == std::string::npos || key.starts_with("_wandb.")) {
            plain[key] = std::move(value);
            continue;
        }
        const std::string name = key.substr(0, point);
        const std::string rest = key.substr(point + 1);
        if (rest == "value")
            plain[name] = std::move(value);
        else if (rest.starts_with("value."))
            plain[name + rest.substr(5)] = std::move(value);
        else if (rest != "desc")
            plain[key] = std::move(value);
    }
    plain.erase("wandb_version");
    return plain;
}

} // namespace

Result<Settings> parseSettings(std::string_view text, const std::string& name) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (text.size() > largestSettingsFile)
        return Error{name + ": it is larger than 4 MiB. Name a smaller file with --config."};
    text = trimmed(text);
    auto settings = text.starts_with('{') ? settingsFromJson(text, name) : settingsFromYaml(text, name);
    if (!settings)
        return settings;
    return unwrapped(std::move(settings).value());
}

Result<Settings> readSettingsFile(const std::string& path) {
    auto source = Source::openFile(path);
    if (!source)
        return source.error();
    return parseSettings(source->head(largestSettingsFile + 1), path);
}

} // namespace tachograph
