// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kEthtool = "ethtool(8)";
constexpr std::string_view kIp = "ip-link(8); Linux, Documentation/networking/operstates.rst";
constexpr std::string_view kPorts = "ibstat(8), ibv_devinfo(1), rdma-link(8), ip-link(8), ethtool(8)";
constexpr std::string_view kCounters =
    "Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst; "
    "include/uapi/linux/if_link.h: rx_crc_errors";

constexpr std::array kRules = {
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]tools differ about the port's state: {detail}",
         .remedy = "Look at the port again with both tools: its link may go up and down, or the texts are of "
                   "different times",
         .source = kPorts,
         .variant = "port_sources"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the link is slow: {detail}",
         .remedy =
             "Check the cable or module, and the speed of the port at the switch; compare with what the "
             "other end advertises (ethtool INTERFACE)",
         .source = kEthtool,
         .variant = "speed_below"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the link is slow, and the other end advertises no more: {detail}",
         .remedy =
             "Set a higher speed at the port of the switch; if it is set: check the cable or module, and "
             "what the switch's port supports",
         .source = kEthtool,
         .variant = "speed_partner"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the link runs at half duplex",
         .cost = "it sends and receives in turns, with collisions",
         .remedy = "Enable autonegotiation at both ends, or set full duplex at both (ethtool -s INTERFACE "
                   "autoneg on)",
         .source = kEthtool,
         .variant = "half_duplex"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // such a port is often for management
         .title = "[{at}: ]the link is slower than the port allows: {detail}",
         .remedy = "If it is meant to be faster: check the cable or module, and the port at the switch",
         .source = kEthtool,
         .variant = "speed_lower"},
    Rule{.id = "device.fault",
         .severity = Severity::Note, // of a port that nobody cabled that is normal
         .title = "[{at}: ]the interface is up, but has no carrier",
         .remedy = "If the port is used: check the cable, the module and the other end",
         .source = kIp,
         .variant = "no_carrier"},
    Rule{.id = "device.fault",
         .severity = Severity::Note,
         .title = "[{at}: ]RDMA uses packets of {detail} bytes",
         .remedy = "Set the MTU of its interface, and of the switches, to 4200 bytes or more (9000 is usual)",
         .source =
             "ibv_devinfo(1): active_mtu, max_mtu; RoCE: the largest that fits into the interface's MTU",
         .variant = "mtu_small"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "[{at}: ]the port received {count} {count:damaged frame|damaged frames} ({detail})",
         .remedy =
             "Check whether they increase; then clean or replace the cable and the transceivers of both "
             "ends",
         .source = kCounters,
         .variant = "counters_crc"},
    Rule{.id = "device.fault",
         .severity = Severity::Warning,
         .title = "the service {at} failed[ ({detail})]",
         .remedy =
             "Look for the cause: systemctl status and journalctl -u with its name; without its drivers "
             "the NICs have no RDMA devices",
         .source = "systemctl(1): status",
         .variant = "nic_service_failed"},
};

} // namespace

std::span<const Rule> nicReports() {
    return kRules;
}

} // namespace fabricscope::findings::areas
