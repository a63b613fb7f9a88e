#pragma once

#include <string>

namespace tachograph::app {

/// Markdown: a section for every detector of the registry, with meaning, needs, knobs, what to try and related codes.
std::string detectorsReference();

/// Markdown: the table of every importer of the registry.
std::string formatsReference();

} // namespace tachograph::app
