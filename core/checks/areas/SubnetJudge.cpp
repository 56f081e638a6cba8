// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/checks/areas/SettingJudges.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace fabricscope::checks::settings {

namespace {

using findings::Finding;
using host::SystemFacts;
using host::ToolFact;

/// "10.1.2.3/24": the network, and the length of its prefix; nothing for other families.
std::optional<std::pair<std::uint32_t, unsigned>> subnetOf(std::string_view address) {
    std::string_view digits = takeUntil(address, '/');
    const auto length = parseInteger<unsigned>(address);
    std::uint32_t word = 0;
    for (int byte = 0; byte < 4; ++byte) {
        const auto value = parseInteger<std::uint8_t>(takeUntil(digits, '.'));
        if (!value)
            return std::nullopt;
        word = word << 8U | *value;
    }
    constexpr unsigned kBits = 32;
    if (!digits.empty() || !length || *length == 0 || *length >= kBits) // /32: no subnet is shared
        return std::nullopt;
    return std::pair(word >> (kBits - *length) << (kBits - *length), *length);
}

/// The kernel uses the greater one of the interface's and that of all (ip-sysctl: arp_ignore, arp_announce,
/// rp_filter).
std::optional<int> effective(const SystemFacts &facts, const std::string &interface, std::string_view name) {
    std::optional<int> greatest;
    for (const std::string &each : {std::string("all"), interface}) {
        const ToolFact *fact = facts.find(host::kSysctl, fmt::format("net.ipv4.conf.{}.{}", each, name));
        const auto value = fact != nullptr ? parseInteger<int>(fact->value) : std::nullopt;
        if (!value)
            return std::nullopt;
        greatest = std::max(greatest.value_or(0), *value);
    }
    return greatest;
}

} // namespace

Answer sharedSubnets(const Context &context) {
    std::map<std::pair<std::uint32_t, unsigned>, std::vector<std::string>> subnets;
    bool anyAddress = false;
    for (const Port &port : context.ports) {
        if (!port.isEthernet() || port.interface == nullptr)
            continue;
        for (const std::string &address : port.interface->addresses)
            if (const auto subnet = subnetOf(address)) {
                anyAddress = true;
                auto &names = subnets[*subnet];
                if (std::find(names.begin(), names.end(), port.interface->name) == names.end())
                    names.push_back(port.interface->name);
            }
    }
    if (!anyAddress)
        return unknown("no IPv4 address of a RoCE port is known", "ip -br addr");
    const SystemFacts facts(context.host);
    bool isShared = false;
    for (const auto &[subnet, names] : subnets) {
        isShared = isShared || names.size() > 1;
        for (const std::string &name : names.size() > 1 ? names : std::vector<std::string>{}) {
            const auto ignore = effective(facts, name, "arp_ignore");
            const auto announce = effective(facts, name, "arp_announce");
            const auto filter = effective(facts, name, "rp_filter");
            if (!ignore || !announce || !filter)
                return unknown(
                    "several RoCE ports are in one subnet, and their ARP settings were not collected",
                    fmt::format("sysctl net.ipv4.conf.{{all,{}}}.arp_ignore, arp_announce, rp_filter",
                                HostText(name).line(32)));
            constexpr int kStrict = 1, kBestLocal = 2;
            if (*ignore >= 1 && *announce >= kBestLocal && *filter != kStrict)
                continue;
            Finding finding("rdma.shared_subnets");
            std::vector<std::string> shown;
            for (const std::string &each : names)
                shown.push_back(HostText(each).line(32));
            finding.set("interfaces", listed(shown)).set("count", shown.size());
            finding.set("actual", fmt::format("arp_ignore {}, arp_announce {}, rp_filter {}", *ignore,
                                              *announce, *filter));
            finding.set("expected", "arp_ignore 1, arp_announce 2, rp_filter 0 or 2");
            if (const ToolFact *fact =
                    facts.find(host::kSysctl, fmt::format("net.ipv4.conf.{}.arp_ignore", name)))
                finding.evidence.push_back(
                    context.quotes.of(fact->evidence, fact->tool, fact->name + " " + fact->value));
            finding.commands = {"printf 'net.ipv4.conf.all.arp_ignore=1\\nnet.ipv4.conf.all.arp_announce=2\\n"
                                "net.ipv4.conf.all.rp_filter=2\\n' | sudo tee /etc/sysctl.d/90-roce.conf",
                                "sudo sysctl --system"};
            return found({std::move(finding)});
        }
    }
    return passed(isShared ? "RoCE ports in one subnet answer only for their own addresses"
                           : "each RoCE port has a subnet of its own");
}

} // namespace fabricscope::checks::settings
