// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::formats {

/// A line that states that an earlier one no longer holds: its words, and rule and variant of that one;
/// empty: those that the line would have as a fault.
struct KernelEnding {
    std::string_view has, alsoHas;
    host::KernelMessage::Kind kind;
    std::string_view ended;
};
inline constexpr KernelEnding kKernelEndings[] = {
    {"Port module event", "Cable plugged", host::KernelMessage::Kind::NicFault, "kernel.nic unplugged "},
    {"NIC Link is ", " Up", host::KernelMessage::Kind::NicFault, "kernel.nic link_down "},
    {"NIC Link is ", " up", host::KernelMessage::Kind::NicFault, "kernel.nic link_down "},
    {": Link up", "", host::KernelMessage::Kind::NicFault, "kernel.nic link_down "},
    {": Link up", "", host::KernelMessage::Kind::NicFault, "kernel.nic unplugged "},
    {": Link is up", "", host::KernelMessage::Kind::NicFault, "kernel.nic link_down "},
    {"link status definitely up", "", host::KernelMessage::Kind::NicFault, "kernel.nic link_down "},
    {"active interface up", "", host::KernelMessage::Kind::NicFault, "kernel.nic bond_down "},
    {"the new active one", "", host::KernelMessage::Kind::NicFault, "kernel.nic bond_down "},
    {"ionic ", "FW running", host::KernelMessage::Kind::NicFault, "kernel.nic stopped "},
    {"ionic ", ": FW Up", host::KernelMessage::Kind::NicFault, "kernel.nic stopped "},
    {"ionic ", "FW running", host::KernelMessage::Kind::NicFault, "kernel.nic  "}, // its heartbeat
    {"ionic ", ": FW Up", host::KernelMessage::Kind::NicFault, "kernel.nic  "},
    {"health recovery succeeded", "", host::KernelMessage::Kind::NicFault, "kernel.nic not_recovered "},
    {"GPU reset(", ") succeeded", host::KernelMessage::Kind::GpuFault, "kernel.gpu_fault reset_failed "},
    {"NIC Link is ", " Up", host::KernelMessage::Kind::NicFault, "kernel.nic unplugged "},
    {"Slot(", "Link Up", host::KernelMessage::Kind::LinkChange, "kernel.slot  "},
    {"Slot(", "Link Up", host::KernelMessage::Kind::LinkChange, "kernel.slot no_link "},
    {"Slot(", "Link Up", host::KernelMessage::Kind::LinkChange, "kernel.slot not_present "},
    {"Slot(", "Card present", host::KernelMessage::Kind::LinkChange, "kernel.slot not_present "},
    {"available PCIe bandwidth (", "", host::KernelMessage::Kind::LinkLimited, "kernel.link_limited  "},
    {"BAR ", ": assigned", host::KernelMessage::Kind::Driver, {}},
};

} // namespace fabricscope::formats
