// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines about virtual functions in `ip link show`, below the interface of their physical one:
//     vf 0     link/ether 04:90:81:37:30:c8 brd ff:ff:ff:ff:ff:ff, spoof checking on, link-state auto
//     vf 1 MAC 04:90:81:37:31:48, spoof checking on                          (iproute2 before 5.0)
//     vf 0     link/infiniband 80:00:... , NODE_GUID 06:90:81:ff:fe:37:30:c8, ...
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>
#include <tuple>

namespace fabricscope::formats {

namespace {

bool isZero(std::string_view text) {
    return text.find_first_not_of("0:") == std::string_view::npos;
}

std::string guidOf(std::string_view text) {
    constexpr std::size_t kDigits = 16;
    std::string digits;
    for (const char c : text)
        if (c != ':')
            digits += c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool isGuid = digits.size() == kDigits &&
                        digits.find_first_not_of("0123456789abcdef") == std::string::npos && !isZero(digits);
    return isGuid ? digits : std::string();
}

/// What follows "vf".
std::optional<host::VirtualLink> linkOf(std::string_view rest) {
    const auto number = parseInteger<std::uint32_t>(takeWord(rest));
    if (!number)
        return std::nullopt;
    host::VirtualLink link;
    link.number = *number;
    for (std::string_view word = takeWord(rest); !word.empty(); word = takeWord(rest)) {
        if (word != "link/ether" && word != "MAC" && word != "NODE_GUID")
            continue;
        std::string_view value = takeWord(rest);
        value = value.substr(0, value.find(','));
        if (word == "NODE_GUID")
            link.guid = guidOf(value);
        else if (!isZero(value))
            link.mac = macOf(value);
    }
    return link.mac.empty() && link.guid.empty() ? std::nullopt : std::optional(std::move(link));
}

/// "2: enp6s0: <BROADCAST,...>": the name; empty where the line begins no interface.
std::string_view interfaceOf(std::string_view line) {
    const std::string_view index = takeWord(line);
    if (index.size() < 2 || index.back() != ':' || !parseInteger<int>(index.substr(0, index.size() - 1)))
        return {};
    const std::string_view name = takeWord(line);
    return name.substr(0, name.find_first_of("@:"));
}

} // namespace

void readVirtualLinks(const SectionText &text, HostBuilder &builder) {
    auto &links = builder.host.virtualLinks;
    std::optional<Address> physical;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view rest = lines.line().text;
        if (const std::string_view name = interfaceOf(rest); !name.empty()) {
            const host::NetInterface *interface = builder.netInterface(name);
            physical = interface ? interface->device : std::nullopt;
            continue;
        }
        if (!physical || takeWord(rest) != "vf" || links.size() >= HostLimits::kNetInterfaces)
            continue;
        if (auto link = linkOf(rest)) {
            link->physical = *physical;
            link->evidence = text.evidence(lines.line().source);
            links.push_back(std::move(*link));
        }
    }
    const auto key = [](const host::VirtualLink &link) {
        return std::tie(link.physical, link.number);
    };
    std::stable_sort(links.begin(), links.end(),
                     [&](const auto &a, const auto &b) { return key(a) < key(b); });
}

} // namespace fabricscope::formats
