// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/NetworkTexts.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace fabricscope::app::demo {

namespace {

/// As in /proc/net/route: the last byte first.
std::optional<std::uint32_t> wordOf(std::string_view address) {
    std::uint32_t word = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
        const auto value = parseInteger<std::uint8_t>(takeUntil(address, '.'));
        if (!value)
            return std::nullopt;
        word |= std::uint32_t{*value} << (8 * byte);
    }
    return address.empty() ? std::optional(word) : std::nullopt;
}

std::uint32_t maskOf(unsigned bits) {
    std::uint32_t word = 0;
    for (unsigned bit = 0; bit < bits; ++bit)
        word |= std::uint32_t{0x80} >> bit % 8 << bit / 8 * 8;
    return word;
}

std::string row(const DemoNet &net, std::uint32_t destination, std::uint32_t gateway, std::uint32_t mask) {
    constexpr int kWidth = 127; // the kernel pads its lines
    const int flags = gateway != 0 ? 3 : 1;
    return fmt::format("{:<{}}\n",
                       fmt::format("{}\t{:08X}\t{:08X}\t{:04X}\t0\t0\t0\t{:08X}\t0\t0\t0", net.name,
                                   destination, gateway, flags, mask),
                       kWidth);
}

std::string routesOf(const DemoNet &net) {
    constexpr int kLoopback = 772;
    std::string text;
    if (net.operstate != "up" || net.type == kLoopback)
        return text;
    if (const auto gateway = wordOf(net.gateway))
        text += row(net, 0, *gateway, 0);
    for (const std::string &address : net.addresses) {
        std::string_view bits = address;
        const auto word = wordOf(takeUntil(bits, '/'));
        const auto length = parseInteger<unsigned>(bits);
        if (word && length && *length <= 32)
            text += row(net, *word & maskOf(*length), 0, maskOf(*length));
    }
    return text;
}

std::string neighbourOf(const DemoNet &net) {
    if (net.switchName.empty() || net.operstate != "up")
        return {};
    std::string text;
    for (const auto &[key, value] : {std::pair<std::string, std::string>{"via", "LLDP"},
                                     {"rid", "1"},
                                     {"age", "12 days, 04:11:09"},
                                     {"chassis.mac", net.switchMac},
                                     {"chassis.name", net.switchName},
                                     {"chassis.descr", "SONiC Software Version: 4.2.0 (simulated)"},
                                     {"chassis.Bridge.enabled", "on"},
                                     {"chassis.Router.enabled", "on"},
                                     {"port.ifname", net.switchPort},
                                     {"port.ttl", "120"}})
        text += fmt::format("lldp.{}.{}={}\n", net.name, key, value);
    return text;
}

template<class Text> std::string ofEach(const DemoHost &host, const Text &textOf) {
    std::string text;
    for (const DemoNet &net : host.virtualNets)
        text += textOf(net);
    for (const auto &[address, function] : host.functions)
        if (function.net)
            text += textOf(*function.net);
    return text;
}

} // namespace

std::string routeTable(const DemoHost &host) {
    constexpr std::string_view kHead =
        "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT";
    return fmt::format("{:<127}\n", kHead) + ofEach(host, routesOf);
}

std::string lldpNeighbours(const DemoHost &host) {
    return ofEach(host, neighbourOf);
}

} // namespace fabricscope::app::demo
