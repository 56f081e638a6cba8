// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/CollectJob.h"
#include "resources/Resources.h"

#include <fmt/format.h>

namespace fabricscope::app {

namespace {

// Values go through single quotes; a quote in one ends, escapes and begins them again.
std::string shellQuoted(std::string_view value) {
    std::string text = "'";
    for (const char c : value) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

std::string_view scriptName(capture::Part part) {
    switch (part) {
    case capture::Part::Touch:
        return "collector/touch.sh";
    case capture::Part::Tools:
        return "collector/tools.sh";
    case capture::Part::Root:
        return "collector/root.sh";
    case capture::Part::Safe:
    case capture::Part::Import:
        break;
    }
    return "collector/safe.sh";
}

} // namespace

std::string collectorScript(capture::Part part, const std::string &nonce, const std::string &arguments) {
    return fmt::format("FS_NONCE={} FS_ARGS={}\n{}{}", shellQuoted(nonce), shellQuoted(arguments),
                       resources::find("collector/common.sh"), resources::find(scriptName(part)));
}

} // namespace fabricscope::app
