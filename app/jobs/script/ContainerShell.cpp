// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/ContainerShell.h"

#include "core/base/ShellQuote.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fabricscope::app {

namespace {

using workspace::Runtime;

/// Folders of container runtimes that are not in the PATH of a login without a profile.
constexpr std::string_view kMorePath = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/sbin:/snap/bin:"
                                       "/var/lib/rancher/rke2/bin";

bool sudoHelps(Runtime runtime) {
    return runtime == Runtime::Docker || runtime == Runtime::Crictl;
}

/// All bytes as \0ooo, which `printf %b` decodes.
std::string octal(std::string_view text) {
    std::string digits;
    digits.reserve(text.size() * 5);
    for (const char c : text)
        digits += fmt::format("\\0{:03o}", static_cast<unsigned char>(c));
    return digits;
}

} // namespace

std::string containerShell(const workspace::Container &container, bool sudo, std::string_view line) {
    std::vector<std::string> parts = workspace::execArguments(container);
    if (!line.empty() && parts.back() == "-s") {
        parts.back() = "-c";
        parts.emplace_back(line);
    }
    std::string words;
    for (const std::string &word : parts)
        words += (words.empty() ? "" : " ") + shellQuoted(word).value_or("''");
    // The first word is the runtime; sudo gets its full path, since sudo has its own PATH.
    const std::string tool = std::string(workspace::toString(container.runtime));
    std::string script = fmt::format("PATH=\"$PATH:{}\"; export PATH\n", kMorePath);
    script += fmt::format("fs_tool=$(command -v {}) || {{ echo 'fabricscope: no runtime' >&2; exit 127; }}\n",
                          tool);
    const std::string behind = words.substr(words.find(' ') + 1);
    if (sudo && sudoHelps(container.runtime))
        script += fmt::format("[ \"$(id -u)\" = 0 ] || ! sudo -n true </dev/null 2>/dev/null || "
                              "exec sudo -n \"$fs_tool\" {}\n",
                              behind);
    script += fmt::format("exec \"$fs_tool\" {}\n", behind);
    return fmt::format("exec /bin/sh -c 'eval \"$(printf %b \"$1\")\"' sh '{}'", octal(script));
}

std::string shownShell(const workspace::Container &container) {
    return fmt::format("{}", fmt::join(workspace::execArguments(container), " "));
}

} // namespace fabricscope::app
