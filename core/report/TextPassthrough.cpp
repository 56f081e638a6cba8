// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextPassthrough.h"

#include "core/hostvm/Passthrough.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::report {

namespace {

/// By severity.
constexpr std::array<std::string_view, 3> kGlyphs = {"·", "▲", "✕"};

std::string vfsOf(const hostvm::PassthroughDevice &device) {
    return device.vfsPossible ? fmt::format("{} of {}", device.vfs.value_or(0), *device.vfsPossible)
                              : std::string();
}

std::string known(const std::optional<bool> &value, const char *yes, const char *no) {
    return value ? (*value ? yes : no) : "unknown";
}

void addDevice(TextTable &table, const hostvm::PassthroughDevice &device) {
    table.addRow({"    " + device.address.toString(), device.name,
                  device.driver.empty() ? "unknown" : device.driver, device.owner,
                  device.group ? fmt::format("{}", *device.group) : "unknown",
                  known(device.isolated(), "yes", "no"), known(device.ats, "on", "off"),
                  !device.resetMethods           ? "unknown"
                  : device.resetMethods->empty() ? "none"
                                                 : *device.resetMethods,
                  vfsOf(device)});
}

} // namespace

std::string passthroughText(const topology::Topology &topology, const TextOptions &options) {
    const hostvm::Passthrough state = hostvm::passthroughOf(topology);
    if (state.isNone())
        return {};
    TextTable table({"", "NAME", "DRIVER", "HELD BY", "GROUP", "ALONE", "ATS", "RESET", "VFS"});
    table.addLine("Passed to VMs, or assignable");
    for (const hostvm::PassthroughDevice &device : state.devices)
        addDevice(table, device);
    std::string text = "\n" + table.toString(options.width);
    for (const auto &[finding, devices] : state.findings) {
        text += fmt::format("  {} {}", kGlyphs[static_cast<std::size_t>(finding.severity)],
                            wrapped(findings::claim(finding), options.width, 4));
        for (const std::string &command : finding.commands)
            text += fmt::format("      {}\n", command);
    }
    return text;
}

} // namespace fabricscope::report
