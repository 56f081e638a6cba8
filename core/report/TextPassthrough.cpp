// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextPassthrough.h"

#include "core/report/TextTable.h"
#include "core/stitch/Passthrough.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::report {

namespace {

/// By severity.
constexpr std::array<std::string_view, 3> kGlyphs = {"·", "▲", "✕"};

std::string vfsOf(const stitch::PassedDevice &device) {
    return device.vfsPossible ? fmt::format("{} of {}", device.vfs.value_or(0), *device.vfsPossible)
                              : std::string();
}

std::string known(const std::optional<bool> &value, const char *yes, const char *no) {
    return value ? (*value ? yes : no) : "unknown";
}

void addDevice(TextTable &table, const stitch::PassedDevice &device) {
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
    const stitch::Passthrough state = stitch::passthroughOf(topology);
    if (state.isNone())
        return {};
    TextTable table({"", "NAME", "DRIVER", "HELD BY", "GROUP", "ALONE", "ATS", "RESET", "VFS"});
    table.addLine("Handed to VMs, or could be");
    for (const stitch::PassedDevice &device : state.devices)
        addDevice(table, device);
    std::string text = "\n" + table.toString(options.width);
    for (const stitch::PassedRemark &remark : state.remarks) {
        text += fmt::format("  {} {}", kGlyphs[static_cast<std::size_t>(remark.severity)],
                            wrapped(remark.sentence, options.width, 4));
        for (const std::string &command : remark.commands)
            text += fmt::format("      {}\n", command);
    }
    return text;
}

} // namespace fabricscope::report
