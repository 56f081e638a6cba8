// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"
#include "core/base/ShellQuote.h"
#include "core/base/Text.h"
#include "resources/Resources.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::app {

namespace {

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

/// Without comments and indentation, to be shorter for the host's shell; no script has here-documents.
std::string stripped(std::string_view script) {
    std::string text;
    text.reserve(script.size());
    while (!script.empty()) {
        std::string_view line = takeUntil(script, '\n');
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (!line.empty() && line.front() != '#')
            text.append(line).append("\n");
    }
    return text;
}

} // namespace

namespace {

/// Only the functions: without the last line, which calls them.
std::string definitionsOf(capture::Part part) {
    std::string text = stripped(resources::find(scriptName(part)));
    text.erase(text.rfind('\n', text.size() - 2) + 1);
    return text;
}

} // namespace

HostScript hostScript(const std::string &nonce) {
    using capture::Part;
    HostScript script{collectorScript(Part::Safe, nonce), {}};
    for (const Part part : {Part::Touch, Part::Tools, Part::Root})
        script.rest += definitionsOf(part);
    // Both in the background: the end of a child would interrupt an open() of the shell itself.
    script.rest += "{\nif fs_is_root; then\nFS_ARGS=no-config\nfs_root_part\nFS_ARGS=\nfi\nfs_tools\n"
                   "} </dev/null >&2 2>/dev/null &\n"
                   "fs_touch </dev/null 2>/dev/null &\n"
                   "wait\n";
    return script;
}

std::string collectorScript(capture::Part part, const std::string &nonce, const std::string &arguments,
                            ScriptForm form) {
    const std::string_view common = resources::find("collector/common.sh");
    const std::string_view script = resources::find(scriptName(part));
    const std::string values = fmt::format("FS_NONCE={} FS_ARGS={}\n", shellQuoted(nonce).value_or(""),
                                           shellQuoted(arguments).value_or(""));
    if (form == ScriptForm::Readable)
        return fmt::format("{}{}{}", values, common, script);
    return values + stripped(common) + stripped(script);
}

} // namespace fabricscope::app
