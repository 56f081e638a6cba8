// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"

namespace fabricscope::formats {

namespace {

/// USER_HZ, which all of Linux's architectures that matter here have at 100 (proc_pid_stat(5)).
constexpr double kTicksPerSecond = 100;
/// Field 22 of /proc/PID/stat, counted behind the program's name, which is field 2 and may hold anything.
constexpr std::size_t kStartTime = 22 - 3;

std::optional<double> startOf(std::string_view stat) {
    const auto name = stat.rfind(')');
    if (name == std::string_view::npos)
        return std::nullopt;
    const auto words = splitWords(stat.substr(name + 1), kStartTime + 1);
    const auto ticks =
        words.size() > kStartTime ? parseInteger<std::uint64_t>(words[kStartTime]) : std::nullopt;
    return ticks ? std::optional(static_cast<double>(*ticks) / kTicksPerSecond) : std::nullopt;
}

} // namespace

// "4711/stat:4711 (cloud-hyperviso) S 1 ...", for processes that are known as VMMs.
void readVmmStart(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        const auto pid =
            parts && parts->file == "stat" ? parseInteger<std::uint32_t>(parts->name) : std::nullopt;
        host::VmProcess *vm = pid ? builder.knownVm(*pid) : nullptr;
        if (!vm)
            continue;
        if (const auto start = startOf(parts->value))
            vm->startedAfterBoot = {*start, text.evidence(lines.line())};
    }
}

} // namespace fabricscope::formats
