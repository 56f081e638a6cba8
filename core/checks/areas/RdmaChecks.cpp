// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/checks/areas/SettingJudges.h"
#include "core/checks/versions/Pairs.h"
#include "core/host/NicIndex.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;

std::string nameOf(const Port &port) {
    return port.device->ports.size() > 1
               ? fmt::format("{}/{}", HostText(port.device->name).line(64), port.port->number)
               : HostText(port.device->name).line(64);
}

Finding about(std::string_view rule, std::string_view variant, const std::vector<const Port *> &ports) {
    std::vector<std::string> names;
    for (const Port *port : ports)
        names.push_back(nameOf(*port));
    Finding finding(rule, variant);
    finding.set("devices", listed(names)).set("count", names.size());
    finding.place.address = ports.front()->address();
    return finding;
}

/// Active ports of RoCE: those that carry traffic.
std::vector<const Port *> roce(const Context &context) {
    std::vector<const Port *> ports;
    for (const Port &port : context.ports)
        if (port.isEthernet() && port.isActive())
            ports.push_back(&port);
    return ports;
}

std::string_view withoutInfiniBand(const Context &context) {
    const bool isThere = std::any_of(context.ports.begin(), context.ports.end(), [](const Port &port) {
        return port.port->linkLayer && *port.port->linkLayer == "InfiniBand";
    });
    if (isThere)
        return "";
    if (context.ports.empty() && !context.knowsRdma())
        return kUnlistedRdma;
    const bool isOpen = std::any_of(context.ports.begin(), context.ports.end(),
                                    [](const Port &port) { return !port.port->linkLayer; });
    return isOpen ? kUnlistedPorts : "no InfiniBand port of the fabric";
}

bool hasDriver(const Context &context, std::string_view beginning) {
    return std::any_of(context.ports.begin(), context.ports.end(), [&](const Port &port) {
        return port.function != nullptr && port.function->driver &&
               port.function->driver->starts_with(beginning);
    });
}

/// `why` is that no NIC has the driver.
std::string_view withoutDriver(const Context &context, std::string_view beginning, std::string_view why) {
    if (hasDriver(context, beginning))
        return "";
    if (context.ports.empty() && !context.knowsRdma())
        return kUnlistedRdma;
    const bool isOpen = std::any_of(context.ports.begin(), context.ports.end(),
                                    [](const Port &port) { return port.function == nullptr; });
    return isOpen ? kUnlistedDrivers : why;
}

std::string_view withoutBroadcom(const Context &context) {
    return withoutDriver(context, "bnxt", "no Broadcom NIC in the fabric");
}

std::string_view withoutIonic(const Context &context) {
    return withoutDriver(context, "ionic", "no AMD Pollara or Pensando NIC in the fabric");
}

std::string_view withoutMellanox(const Context &context) {
    return withoutDriver(context, "mlx5", "no ConnectX NIC in the fabric");
}

/// With RoCE LAG one RDMA device serves the functions of a bond.
bool isInBond(const Context &context, const host::PciFunction &function) {
    const auto &nets = context.host.netInterfaces;
    return std::any_of(nets.begin(), nets.end(), [&](const host::NetInterface &net) {
        return net.device == function.address && net.master;
    });
}

/// A NIC whose model has RDMA elsewhere on this host. VFs and functions without a driver, and those held for
/// VMs, are meant to have none.
Answer devices(const Context &context) {
    using Model = std::tuple<std::uint16_t, std::uint16_t, std::string>;
    std::set<pci::Address> with;
    for (const host::RdmaDevice &device : context.host.rdmaDevices)
        if (device.device)
            with.insert(*device.device);
    std::map<Model, std::vector<const host::PciFunction *>> without;
    std::map<Model, std::size_t> others;
    for (const host::PciFunction &function : context.host.functions) {
        if (function.physfn || !function.driver || !function.vendor || !function.device ||
            function.classCode.valueOr(0) >> 16 != 0x02 || isInBond(context, function))
            continue;
        const Model model{*function.vendor, *function.device, *function.driver};
        if (with.contains(function.address))
            ++others[model];
        else
            without[model].push_back(&function);
    }
    std::vector<Finding> findings;
    for (const auto &[model, functions] : without) {
        if (!others.contains(model))
            continue;
        std::vector<std::string> names;
        for (const host::PciFunction *function : functions)
            names.push_back(context.nameOf(*function));
        Finding finding("rdma.no_device");
        finding.set("devices", listed(names)).set("count", names.size()).set("others", others[model]);
        finding.set("actual", "no RDMA device").set("expected", "one for each NIC");
        finding.place.address = functions.front()->address.toString();
        finding.evidence.push_back(
            {"/sys/class/infiniband", "no device of " + finding.place.address, finding.place});
        findings.push_back(std::move(finding));
    }
    if (findings.empty() && with.empty())
        return unknown("to which NICs the RDMA devices belong is not in this source",
                       "ls -l /sys/class/infiniband/*/device, or ibdev2netdev -v");
    return found(std::move(findings),
                 fmt::format("{} an RDMA device", plural(with.size(), "NIC has", "NICs have")));
}

/// Boards with different PSIDs legitimately have different firmware.
Answer firmware(const Context &context) {
    using Model = std::pair<std::string, std::string>;
    std::map<Model, std::map<std::string, std::vector<const Port *>>> models;
    std::set<const host::RdmaDevice *> known;
    for (const Port &port : context.ports)
        if (port.device->firmware && port.device->hcaType && known.insert(port.device).second)
            models[{*port.device->hcaType, port.device->boardId.valueOr({})}][*port.device->firmware]
                .push_back(&port);
    std::vector<Finding> findings;
    for (const auto &[model, versions] : models) {
        const auto most =
            std::max_element(versions.begin(), versions.end(), [](const auto &left, const auto &right) {
                return left.second.size() < right.second.size();
            });
        for (auto at = versions.begin(); at != versions.end(); ++at) {
            if (at == most)
                continue;
            Finding finding = about("rdma.firmware", "", at->second);
            finding.set("actual", HostText(at->first).line(64))
                .set("expected", HostText(most->first).line(64));
            for (const Port *port : {at->second.front(), most->second.front()})
                finding.evidence.push_back(context.quotes.of(port->device->firmware.evidence(),
                                                             port->device->name + " fw_ver",
                                                             *port->device->firmware));
            findings.push_back(std::move(finding));
        }
    }
    if (known.empty())
        return unknown("the models of the NICs are not known",
                       "hca_type and fw_ver of /sys/class/infiniband");
    return found(std::move(findings), known.size() == 1
                                          ? std::string("one NIC, with one firmware")
                                          : fmt::format("{} NICs have one firmware per model", known.size()));
}

/// Reached without a finding about a port.
Answer portLinks(const Context &context) {
    std::vector<std::string> unread;
    for (const Port &port : context.ports)
        if (!port.port->state)
            unread.push_back(nameOf(port));
    if (!unread.empty())
        return unknown(fmt::format("the state of {} was not read", listed(unread)), "ibstat, or rdma link");
    const auto unused = std::count_if(context.ports.begin(), context.ports.end(), [](const Port &port) {
        const auto state = host::stateOf(*port.port);
        return state == host::NicEntry::State::Down || state == host::NicEntry::State::Disabled;
    });
    if (unused > 0)
        return passed(fmt::format("{} unused or switched off, no other one is slower than others of its type",
                                  plural(static_cast<std::size_t>(unused), "port is", "ports are")));
    return passed("no port is down or slower than others of its type");
}

void quoteGids(const Port &port, Finding &finding) {
    constexpr std::size_t kMost = 4;
    for (const host::RdmaPort::Gid &gid : port.port->gids)
        if (finding.evidence.size() < kMost)
            finding.evidence.push_back(
                {fmt::format("{} GID {}", nameOf(port), gid.index),
                 fmt::format("{} {}", HostText(gid.gid).line(64), HostText(gid.type).line(32)),
                 finding.place});
}

bool isVersion2(const host::RdmaPort::Gid &gid) {
    return gid.type == "RoCE v2";
}

struct Gids {
    std::vector<const Port *> withoutV2, withoutIpv4;
    std::map<int, std::vector<const Port *>> byIndex; ///< of the first entry with IPv4, else of v2
    std::size_t untyped = 0;
};

Gids sorted(const std::vector<const Port *> &ports) {
    Gids sorted;
    for (const Port *port : ports) {
        const auto &gids = port->port->gids;
        const bool isTyped =
            std::any_of(gids.begin(), gids.end(), [](const auto &gid) { return !gid.type.empty(); });
        if (!isTyped) { // a tool without types, or an unread table
            ++sorted.untyped;
            continue;
        }
        const bool hasIpv4 = std::any_of(gids.begin(), gids.end(), [](const auto &gid) {
            return isVersion2(gid) && bench::isIpv4Gid(gid.gid);
        });
        const bool hasV2 = std::any_of(gids.begin(), gids.end(), isVersion2);
        if (!hasV2)
            sorted.withoutV2.push_back(port);
        else if (!hasIpv4)
            sorted.withoutIpv4.push_back(port);
        if (const bench::GidChoice choice = bench::gidOf(*port->port); choice.index)
            sorted.byIndex[*choice.index].push_back(port);
    }
    return sorted;
}

Answer gid(const Context &context) {
    const auto ports = roce(context);
    const Gids gids = sorted(ports);
    std::vector<Finding> findings;
    if (!gids.withoutV2.empty()) {
        Finding finding = about("rdma.gid", "", gids.withoutV2);
        finding.set("actual", "no RoCE v2 GID").set("expected", "RoCE v2");
        quoteGids(*gids.withoutV2.front(), finding);
        findings.push_back(std::move(finding));
    }
    if (!gids.withoutIpv4.empty()) {
        Finding finding = about("rdma.gid", "no_ipv4", gids.withoutIpv4);
        quoteGids(*gids.withoutIpv4.front(), finding);
        findings.push_back(std::move(finding));
    }
    if (gids.byIndex.size() > 1) {
        std::string indices;
        std::vector<const Port *> all;
        for (const auto &[index, members] : gids.byIndex) {
            indices +=
                fmt::format("{}{} at {}", indices.empty() ? "" : ", ", index, nameOf(*members.front()));
            all.insert(all.end(), members.begin(), members.end());
        }
        Finding finding = about("rdma.gid", "index", all);
        finding.set("actual", indices);
        for (const auto &[index, members] : gids.byIndex)
            quoteGids(*members.front(), finding);
        findings.push_back(std::move(finding));
    }
    const bool isWhole = gids.untyped == 0;
    Answer answer =
        found(std::move(findings), fmt::format("{} a RoCE v2 address",
                                               plural(ports.size(), "active port has", "active ports have")));
    if (!isWhole && answer.status == Status::Passed) {
        Answer open = unknown(fmt::format("the types of GIDs of {} were not read",
                                          ofAll(gids.untyped, ports.size(), "port", "ports")),
                              "show_gids, or gid_attrs/types of /sys/class/infiniband");
        open.findings = std::move(answer.findings);
        return open;
    }
    return answer;
}

/// As iboe_get_mtu() of the kernel: the largest InfiniBand MTU that fits with all headers.
std::uint32_t payloadOf(std::int64_t mtu) {
    constexpr std::int64_t kHeaders = 96;
    for (const std::uint32_t size : {4096U, 2048U, 1024U, 512U})
        if (mtu - kHeaders >= static_cast<std::int64_t>(size))
            return size;
    return 256;
}

Answer mtu(const Context &context) {
    std::map<std::int64_t, std::vector<const Port *>> sizes;
    std::size_t unread = 0;
    const auto ports = roce(context);
    for (const Port *port : ports)
        if (port->interface != nullptr && port->interface->mtu)
            sizes[*port->interface->mtu].push_back(port);
        else
            ++unread;
    // Of equally many, the larger size is the one that is wanted.
    const auto most = std::max_element(sizes.begin(), sizes.end(), [](const auto &left, const auto &right) {
        return std::pair(left.second.size(), left.first) < std::pair(right.second.size(), right.first);
    });
    constexpr std::uint32_t kLargest = 4096;
    std::vector<Finding> findings;
    for (auto at = sizes.begin(); at != sizes.end(); ++at) {
        const bool isSmall = payloadOf(at->first) < kLargest;
        if (!isSmall && at == most)
            continue;
        Finding finding = about("rdma.mtu", isSmall ? "" : "differs", at->second);
        finding.set("actual", std::to_string(at->first));
        finding.set("expected", isSmall ? std::string("9000") : std::to_string(most->first));
        finding.set("payload", payloadOf(at->first));
        const host::NetInterface &interface = *at->second.front()->interface;
        finding.evidence.push_back(
            context.quotes.of(interface.mtu.evidence(), interface.name + " mtu", std::to_string(at->first)));
        findings.push_back(std::move(finding));
    }
    if (!findings.empty())
        return found(std::move(findings));
    if (unread > 0)
        return unknown(fmt::format("the interface of {} is not known",
                                   ofAll(unread, ports.size(), "active port", "active ports")),
                       "rdma link, ip link");
    return passed(
        fmt::format("MTU {} at {}", most->first, plural(ports.size(), "active port", "active ports")));
}

constexpr Check kChecks[] = {
    {.id = "rdma.ports",
     .title = "Links of RDMA ports",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .needs = {Need::Ports},
     .claims = "port.down port.slow device.fault/port_narrow device.fault/no_link device.fault/no_carrier "
               "device.fault/speed_* device.fault/half_duplex device.fault/port_sources "
               "device.fault/mtu_small",
     .contradictedBy =
         "device.dead kernel.device_lost kernel.nic/flapping kernel.nic/bond_down port.down/subnet",
     .judge = portLinks},
    {.id = "rdma.subnet_manager",
     .title = "Subnet manager",
     .group = Group::Rdma,
     .scope = {.unless = withoutInfiniBand},
     .needs = {Need::Ports},
     .claims = "port.down/subnet device.fault/lid_shared",
     .seen = "no port waits for a subnet manager"},
    {.id = "rdma.nic_faults",
     .title = "Faults of NICs since boot",
     .group = Group::Rdma,
     .needs = {Need::Log},
     .claims = "kernel.nic kernel.driver/queue_pair device.fault/link_downs device.fault/module_hot "
               "device.fault/module_alarm device.fault/nic_service_failed",
     .contradictedBy =
         "device.dead kernel.device_lost kernel.reset kernel.driver/ kernel.driver/rdma kernel.bar "
         "kernel.iommu "
         "kernel.bus_error",
     .seen = "the kernel log has no fault of a NIC"},
    {.id = "rdma.counters",
     .title = "Error counters of NICs",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .claims = "device.fault/counters*",
     .judge = settings::portCounters},
    {.id = "rdma.no_device",
     .title = "RDMA devices of NICs",
     .group = Group::Rdma,
     .needs = {Need::Functions, Need::Drivers, Need::Rdma},
     .claims = "kernel.driver/rdma",
     .contradictedBy = "device.dead kernel.device_lost",
     .judge = devices},
    {.id = "rdma.firmware",
     .title = "Firmware of NICs",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .needs = {Need::Firmware},
     .judge = firmware},
    {.id = "rdma.gid",
     .title = "RoCE v2 addresses",
     .group = Group::Rdma,
     .scope = {.unless = withoutRoce},
     .needs = {Need::Gids},
     .judge = gid},
    {.id = "rdma.mtu",
     .title = "MTU of RoCE ports",
     .group = Group::Rdma,
     .scope = {.unless = withoutRoce},
     .needs = {Need::Mtu},
     .judge = mtu},
    {.id = "rdma.lossless",
     .title = "PFC, ECN and DSCP of RoCE ports",
     .group = Group::Rdma,
     .scope = {.unless = withoutRoce},
     .needs = {Need::Elsewhere},
     .decides = "mlnx_qos, niccli or nicctl of each NIC, and the configuration of the switch"},
    {.id = "rdma.access",
     .title = "Access to RDMA devices",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .judge = settings::rdmaAccess},
    {.id = "rdma.provider",
     .title = "Provider libraries of NICs",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .judge = settings::providers},
    {.id = "rdma.versions",
     .title = "Versions of NIC drivers, firmware and libraries",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .judge = versions::rdmaVersions},
    {.id = "rdma.shared_subnets",
     .title = "Ports in one subnet",
     .group = Group::Rdma,
     .scope = {.unless = withoutRdma},
     .judge = settings::sharedSubnets},
    {.id = "rdma.routes",
     .title = "Routes between RoCE ports of hosts",
     .group = Group::Rdma,
     .scope = {.unless = withoutRoce},
     .needs = {Need::Elsewhere},
     .decides = "ping -I INTERFACE from each port to its peer; with one subnet for several ports also "
                "net.ipv4.conf.*.arp_ignore and rp_filter"},
    {.id = "rdma.mellanox_settings",
     .title = "Firmware settings of ConnectX NICs",
     .group = Group::Rdma,
     .scope = {.machines = kHosts, .unless = withoutMellanox},
     .needs = {Need::Elsewhere},
     .decides = "mlxconfig q: ATS_ENABLED, MAX_ACC_OUT_READ, PCI_WR_ORDERING"},
    {.id = "rdma.broadcom_settings",
     .title = "Firmware settings and provider library of Broadcom NICs",
     .group = Group::Rdma,
     .scope = {.unless = withoutBroadcom},
     .needs = {Need::Elsewhere},
     .decides = "niccli: support_rdma and performance_profile; the version of libbnxt_re against the driver"},
    {.id = "rdma.ionic_settings",
     .title = "Settings and network plugin for AMD AI NICs",
     .group = Group::Rdma,
     .scope = {.unless = withoutIonic},
     .needs = {Need::Elsewhere},
     .decides = "nicctl show, IONIC_LOCKFREE in the environment of jobs, and librccl-anp.so"},
    {.id = "rdma.tools",
     .title = "GPU support of perftest",
     .group = Group::Rdma,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Elsewhere},
     .decides = "ib_write_bw --help has --use_rocm or --use_cuda, and the options for DMA-BUF"},
};

} // namespace

std::span<const Check> rdma() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
