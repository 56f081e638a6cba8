// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Areas.h"
#include "core/checks/Context.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;
using host::PciFunction;

/// The GPUs of the host itself and the NICs of its fabric, each function once.
std::vector<const PciFunction *> fabricFunctions(const Context &context) {
    std::vector<const PciFunction *> functions;
    for (const Gpu *gpu : context.ownGpus())
        functions.push_back(gpu->function);
    for (const Port &port : context.ports)
        if (std::find(functions.begin(), functions.end(), port.function) == functions.end())
            functions.push_back(port.function);
    return functions;
}

const pci::Express *expressOf(const PciFunction &function) {
    return function.config && !function.config->dead && function.config->express ? &*function.config->express
                                                                                 : nullptr;
}

/// The function and the ports above it, up to the root port. The tree of a damaged source may have cycles.
std::vector<const PciFunction *> pathOf(const Context &context, const PciFunction &function) {
    constexpr std::size_t kDeepest = 64;
    std::vector<const PciFunction *> path;
    for (const PciFunction *at = &function; at != nullptr && path.size() < kDeepest;
         at = at->parent ? context.host.function(*at->parent) : nullptr)
        path.push_back(at);
    return path;
}

/// Devices with one value of something.
struct Devices {
    std::vector<std::string> names;
    const PciFunction *first = nullptr;
    void add(const Context &context, const PciFunction &function) {
        names.push_back(context.nameOf(function));
        first = first != nullptr ? first : &function;
    }
};

Finding about(std::string_view rule, const Devices &devices) {
    Finding finding(rule);
    finding.set("devices", listed(devices.names)).set("count", devices.names.size());
    finding.place.address = devices.first->address.toString();
    return finding;
}

std::string registersText(const pci::Express &express) {
    return fmt::format("DevCap MaxPayload {}, DevCtl MaxPayload {}, MaxReadReq {}",
                       express.maxPayloadSupported.value_or(0), express.maxPayload.value_or(0),
                       express.maxReadRequest.value_or(0));
}

/// As lspci names them: the bytes of a dump are no evidence for a reader.
void addRegisters(Finding &finding, const pci::Express &express) {
    finding.evidence.push_back(
        {"config space of " + finding.place.address, registersText(express), finding.place});
}

constexpr std::string_view kReadAsRoot = "collect with --sudo";

/// Whether a device's payloads are smaller than all of its path supports; 256 bytes are enough (AMD's guide
/// asks for 256 or 512).
Answer payload(const Context &context) {
    constexpr std::uint16_t kEnough = 256;
    std::map<std::pair<std::uint16_t, std::uint16_t>, Devices> small; // current, possible
    std::size_t known = 0, all = 0;
    for (const PciFunction *function : fabricFunctions(context)) {
        ++all;
        const pci::Express *express = expressOf(*function);
        std::optional<std::uint16_t> possible;
        bool isWhole = express != nullptr && express->maxPayload.has_value();
        for (const PciFunction *at : pathOf(context, *function)) {
            const pci::Express *each = expressOf(*at);
            isWhole = isWhole && each != nullptr && each->maxPayloadSupported.has_value();
            if (isWhole)
                possible = std::min(possible.value_or(kEnough), *each->maxPayloadSupported);
        }
        if (!isWhole)
            continue;
        ++known;
        if (*express->maxPayload < *possible)
            small[{*express->maxPayload, *possible}].add(context, *function);
    }
    std::vector<Finding> findings;
    for (const auto &[sizes, devices] : small) {
        Finding finding = about("pcie.payload", devices);
        finding.set("actual", sizes.first).set("expected", sizes.second);
        addRegisters(finding, *expressOf(*devices.first));
        findings.push_back(std::move(finding));
    }
    if (!findings.empty())
        return found(std::move(findings));
    if (known < all)
        return unknown(fmt::format("the registers of {} of {} devices, or of ports above them, were not read",
                                   all - known, all),
                       std::string(kReadAsRoot));
    return passed(
        fmt::format("payloads of {} devices are as large as their paths support, or 256 bytes", all));
}

/// Links of which one end is not visible, and which run below what the other one supports: whether they
/// should is not known.
Answer oneEnded(const Context &context, bool isNarrow, std::string seen) {
    std::size_t count = 0;
    for (const topology::Node &node : context.topology.nodes())
        for (const Finding &finding : node.findings)
            count +=
                finding.rule == "link.one_end" && finding.variant.starts_with("narrow") == isNarrow ? 1 : 0;
    if (count == 0)
        return passed(std::move(seen));
    return unknown(
        fmt::format("the other end of {} links that run below their maximum is not visible", count),
        context.machine == Machine::Guest ? "a capture of the hypervisor"
                                          : "lspci -vvv of the ports above, or the board's manual");
}

Answer width(const Context &context) {
    return oneEnded(context, true, "no link lacks lanes");
}

Answer speed(const Context &context) {
    return oneEnded(context, false, "no link is slower than both ends support, but for idle GPUs");
}

/// For NICs: GPUs read little over PCIe.
Answer readRequest(const Context &context) {
    constexpr std::uint16_t kRecommended = 4096;
    std::map<std::uint16_t, Devices> small;
    std::set<const PciFunction *> known;
    for (const Port &port : context.ports)
        if (const pci::Express *express = expressOf(*port.function);
            express != nullptr && express->maxReadRequest && known.insert(port.function).second &&
            *express->maxReadRequest < kRecommended)
            small[*express->maxReadRequest].add(context, *port.function);
    if (known.empty())
        return unknown("DevCtl of the NICs was not read", std::string(kReadAsRoot));
    std::vector<Finding> findings;
    for (const auto &[size, devices] : small) {
        Finding finding = about("pcie.read_request", devices);
        finding.set("actual", size).set("expected", kRecommended);
        addRegisters(finding, *expressOf(*devices.first));
        findings.push_back(std::move(finding));
    }
    return found(std::move(findings), fmt::format("MaxReadReq of {} NICs was read", known.size()));
}

Answer relaxedOrdering(const Context &context) {
    Devices off;
    std::size_t known = 0;
    const auto functions = fabricFunctions(context);
    for (const PciFunction *function : functions) {
        const pci::Express *express = expressOf(*function);
        if (express == nullptr || !express->relaxedOrdering)
            continue;
        ++known;
        if (!*express->relaxedOrdering)
            off.add(context, *function);
    }
    if (off.first != nullptr) {
        Finding finding = about("pcie.relaxed_ordering", off);
        finding.set("actual", "RlxdOrd-").set("expected", "RlxdOrd+");
        finding.evidence.push_back(
            {"config space of " + finding.place.address, "DevCtl: RlxdOrd-", finding.place});
        return found({std::move(finding)});
    }
    if (known < functions.size())
        return unknown(fmt::format("DevCtl of {} of {} devices was not read", functions.size() - known,
                                   functions.size()),
                       std::string(kReadAsRoot));
    return passed(fmt::format("RlxdOrd+ at {} GPUs and NICs", known));
}

/// Reached where no path is known to be redirected. ACS that does not redirect (SrcValid+ alone), and
/// redirection above devices that are passed to VMs, are no fault.
Answer acs(const Context &context) {
    std::set<const PciFunction *> ports;
    for (const PciFunction *function : fabricFunctions(context)) {
        const auto path = pathOf(context, *function);
        ports.insert(path.begin() + 1, path.end());
    }
    const auto isUnread = [](const PciFunction *port) {
        constexpr std::uint16_t kBeyondHeader = 256;
        return !port->config || port->config->dead || port->config->bytesRead <= kBeyondHeader;
    };
    const auto unread = static_cast<std::size_t>(std::count_if(ports.begin(), ports.end(), isUnread));
    if (ports.empty())
        return unknown("no port above the GPUs and NICs is visible", "a capture of the hypervisor");
    if (unread > 0)
        return unknown(fmt::format("the ACS control of {} of {} ports was not read", unread, ports.size()),
                       std::string(kReadAsRoot));
    return passed(
        fmt::format("none of {} ports redirects traffic between paired GPUs and NICs", ports.size()));
}

constexpr Check kChecks[] = {
    {.id = "pcie.present",
     .title = "Devices that respond",
     .group = Group::Pcie,
     .needs = {Need::Functions},
     .claims = "device.dead kernel.device_lost kernel.reset passthrough.fell_off passthrough.reset_failed "
               "passthrough.reset_slow device.fault/lost",
     .seen = "no device fell off the bus"},
    {.id = "pcie.width",
     .title = "Lanes of PCIe links",
     .group = Group::Pcie,
     .needs = {Need::Functions, Need::Links},
     .claims = "link.narrow link.down link.one_end/narrow* link.below_port kernel.link_limited",
     .judge = width},
    {.id = "pcie.speed",
     .title = "Speed of PCIe links",
     .group = Group::Pcie,
     .needs = {Need::Functions, Need::Links},
     .claims = "link.slow link.one_end",
     .judge = speed},
    {.id = "pcie.errors",
     .title = "Errors of PCIe",
     .group = Group::Pcie,
     .needs = {Need::Registers, Need::Log},
     .claims = "kernel.bus_error device.fault/registers device.fault/registers_nonfatal "
               "device.fault/registers_corrected device.fault/replays* device.fault/replay_rollovers",
     .seen = "neither registers nor the kernel log have errors of the bus"},
    {.id = "pcie.error_growth",
     .title = "Growth of PCIe error counters",
     .group = Group::Pcie,
     .scope = {.unless = withoutFabric},
     .needs = {Need::Elsewhere},
     .decides = "the counters (aer_dev_*) before and after a run under load"},
    {.id = "pcie.bars",
     .title = "Addresses of BARs",
     .group = Group::Pcie,
     .needs = {Need::Log},
     .claims = "kernel.bar device.fault/bar_unassigned",
     .seen = "the kernel log has no BAR without an address; pci=realloc is not needed"},
    {.id = "pcie.slots",
     .title = "Slots and hot-plug",
     .group = Group::Pcie,
     .needs = {Need::Log},
     .claims = "kernel.slot",
     .seen = "the kernel log has no fault of a slot"},
    {.id = "pcie.tree",
     .title = "Structure of the PCI tree",
     .group = Group::Pcie,
     .needs = {Need::Functions},
     .claims = "tree.*",
     .seen = "each function is below its bridge"},
    {.id = "pcie.acs",
     .title = "ACS redirection between GPUs and NICs",
     .group = Group::Pcie,
     .scope = {.machines = kNoContainers, .unless = withoutFabric},
     .needs = {Need::Config},
     .claims = "way.acs_redirect",
     .judge = acs},
    {.id = "pcie.payload",
     .title = "Payload size on the paths of GPUs and NICs",
     .group = Group::Pcie,
     .scope = {.machines = kHosts, .unless = withoutFabric},
     .needs = {Need::Config},
     .judge = payload},
    {.id = "pcie.read_request",
     .title = "Read request size of NICs",
     .group = Group::Pcie,
     .scope = {.machines = kHosts, .unless = withoutGpuRdma},
     .needs = {Need::Config},
     .judge = readRequest},
    {.id = "pcie.relaxed_ordering",
     .title = "Relaxed ordering",
     .group = Group::Pcie,
     .scope = {.machines = kHosts, .unless = withoutFabric},
     .needs = {Need::Config},
     .judge = relaxedOrdering},
};

} // namespace

std::span<const Check> pcie() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
