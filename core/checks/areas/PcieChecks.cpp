// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Plural.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/topology/EmulatedBridge.h"
#include "core/topology/Links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;
using host::PciFunction;

const pci::Express *expressOf(const PciFunction &function) {
    return function.config && !function.config->dead && function.config->express ? &*function.config->express
                                                                                 : nullptr;
}

/// The function and the ports above it, up to the root port.
std::vector<const PciFunction *> pathOf(const Context &context, const PciFunction &function) {
    constexpr std::size_t kDeepest = 64;
    std::vector<const PciFunction *> path;
    for (const PciFunction *at = &function; at != nullptr && path.size() < kDeepest;
         at = context.upstream.above(*at))
        path.push_back(at);
    return path;
}

/// Where a GPU does not respond: what the others have does not make it a pass.
std::optional<Answer> silentGpus(const Context &context) {
    if (context.silentGpus.empty())
        return std::nullopt;
    return unknown(fmt::format("{} {} not respond", listed(context.silentGpus),
                               context.silentGpus.size() == 1 ? "does" : "do"),
                   "the same, after a reboot of the host");
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
    for (const PciFunction *function : context.fabricFunctions()) {
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
        return unknown(fmt::format("the registers of {}, or of ports above, were not read",
                                   ofAll(all - known, all, "device", "devices")),
                       std::string(kReadAsRoot));
    if (auto answer = silentGpus(context))
        return *std::move(answer);
    return passed(fmt::format("payloads of {} are as large as {}, or 256 bytes",
                              plural(all, "device", "devices"),
                              all == 1 ? "its path supports" : "their paths support"));
}

enum class LinkValue : std::uint8_t { Lanes, Speed };

bool isKnown(const topology::Link &link, LinkValue value) {
    return value == LinkValue::Lanes ? link.width && link.maxWidth : link.speed && link.maxSpeed;
}

/// The links of the tree, by what is known of them.
struct Links {
    std::size_t ofBothEnds = 0, ofOneEnd = 0; ///< values are known
    std::size_t belowOneEnd = 0; ///< below what the visible end supports: whether they should is not known
    std::size_t idle = 0;        ///< GPUs lower the speed
    std::size_t differing = 0;   ///< of two ends that report different speeds
    std::vector<std::string> unread; ///< GPUs and NICs of the fabric
};

/// Whether it is known what the device and the port above support; an emulated port has no link of its own.
bool hasBothEnds(const Context &context, const topology::Node &node) {
    const PciFunction &function = context.host.functions[*node.function];
    const PciFunction *above = context.upstream.above(function);
    if (above == nullptr || topology::isEmulatedBridge(*above))
        return false;
    const topology::LinkEnd end = topology::linkEndOf(*above), own = topology::linkEndOf(function);
    return end.maxSpeed && end.maxWidth && own.maxSpeed && own.maxWidth;
}

Links linksOf(const Context &context, LinkValue value) {
    Links links;
    std::set<std::uint64_t> counted; // functions of one device share its link
    for (const topology::Node &node : context.topology.nodes()) {
        for (const Finding &finding : node.findings) {
            links.belowOneEnd += finding.rule == "link.one_end" &&
                                 finding.variant.starts_with("narrow") == (value == LinkValue::Lanes);
            links.idle += finding.rule == "link.slow" && finding.severity == findings::Severity::Note;
            links.differing += finding.rule == "link.ends" && finding.variant == "speed";
        }
        constexpr unsigned kFunctionBits = 3;
        if (node.bdf && node.function && node.link && !node.dead && isKnown(*node.link, value) &&
            counted.insert(node.bdf->key() >> kFunctionBits).second)
            ++(hasBothEnds(context, node) ? links.ofBothEnds : links.ofOneEnd);
    }
    for (const PciFunction *function : context.fabricFunctions()) {
        const auto id = context.topology.find(function->address);
        if (function->physfn || !id) // a virtual function shares the link of its PF
            continue;
        const topology::Node &node = context.topology.node(*id);
        if (!node.link || !isKnown(*node.link, value))
            links.unread.push_back(context.nameOf(*function));
    }
    return links;
}

std::string_view otherEnd(const Context &context) {
    return context.machine == Machine::Guest ? "a capture of the hypervisor"
                                             : "lspci -vvv of the ports above, or the board's manual";
}

/// "12 links have as many lanes as both ends support; of 2 more only one end is visible, and they have as
/// many as it supports". A link at the maximum of one end cannot do better, whatever the other one supports.
std::string seenText(const Links &links, std::string_view one, std::string_view many, std::string_view all) {
    std::string text;
    if (links.ofBothEnds > 0)
        text = fmt::format("{} {} {} both ends support", plural(links.ofBothEnds, "link", "links"),
                           links.ofBothEnds == 1 ? one : many, all);
    if (links.ofOneEnd > 0 && text.empty())
        text = fmt::format("{} {} {} the visible end supports; the other end is not visible",
                           plural(links.ofOneEnd, "link", "links"), links.ofOneEnd == 1 ? one : many, all);
    else if (links.ofOneEnd > 0)
        text += fmt::format("; {} {} {} the only visible end supports",
                            plural(links.ofOneEnd, "link", "links"), links.ofOneEnd == 1 ? one : many, all);
    return text;
}

/// Nothing where the links that are known decide.
std::optional<Answer> undecided(const Context &context, const Links &links) {
    if (links.belowOneEnd > 0)
        return unknown(fmt::format("the other end of {} below {} maximum is not visible",
                                   plural(links.belowOneEnd, "link that runs", "links that run"),
                                   links.belowOneEnd == 1 ? "its" : "their"),
                       std::string(otherEnd(context)));
    if (!links.unread.empty())
        return unknown(fmt::format("the {} of {} {} not read", links.unread.size() == 1 ? "link" : "links",
                                   listed(links.unread), links.unread.size() == 1 ? "was" : "were"),
                       context.machine == Machine::Guest ? "a capture of the hypervisor"
                                                         : "lspci -vv as root");
    if (links.ofBothEnds + links.ofOneEnd == 0)
        return unknown("no link below a port was read", "lspci -vv as root");
    return std::nullopt;
}

Answer width(const Context &context) {
    const Links links = linksOf(context, LinkValue::Lanes);
    if (auto answer = undecided(context, links))
        return *std::move(answer);
    return passed(seenText(links, "has", "have", "all lanes that"));
}

/// GPUs lower the speed of their links while they are idle: a note.
Answer speed(const Context &context) {
    const Links links = linksOf(context, LinkValue::Speed);
    if (auto answer = undecided(context, links))
        return *std::move(answer);
    if (links.differing > 0)
        return unknown(fmt::format("the two ends of {} report different speeds",
                                   plural(links.differing, "link", "links")),
                       "lspci -vv as root, under load");
    Links full = links;
    full.ofBothEnds -= std::min(full.ofBothEnds, links.idle);
    std::string text = seenText(full, "runs", "run", "as fast as");
    if (links.idle > 0)
        text += fmt::format("{}{} below {} maximum while the GPU is idle", text.empty() ? "" : "; ",
                            plural(links.idle, "link runs", "links run"), links.idle == 1 ? "its" : "their");
    return passed(std::move(text));
}

/// For NICs: GPUs read little over PCIe.
Answer readRequest(const Context &context) {
    constexpr std::uint16_t kRecommended = 4096;
    std::map<std::uint16_t, Devices> small;
    std::size_t known = 0;
    for (const PciFunction *nic : context.nics) {
        const pci::Express *express = expressOf(*nic);
        if (express == nullptr || !express->maxReadRequest)
            continue;
        ++known;
        if (*express->maxReadRequest < kRecommended)
            small[*express->maxReadRequest].add(context, *nic);
    }
    const std::size_t all = context.nics.size();
    if (known == 0)
        return unknown("DevCtl of the NICs was not read", std::string(kReadAsRoot));
    std::vector<Finding> findings;
    for (const auto &[size, devices] : small) {
        Finding finding = about("pcie.read_request", devices);
        finding.set("actual", size).set("expected", kRecommended);
        addRegisters(finding, *expressOf(*devices.first));
        findings.push_back(std::move(finding));
    }
    Answer answer =
        found(std::move(findings), fmt::format("MaxReadReq of {} was read", plural(known, "NIC", "NICs")));
    if (answer.status != Status::Passed || known == all)
        return answer;
    Answer open = unknown(fmt::format("DevCtl of {} was not read", ofAll(all - known, all, "NIC", "NICs")),
                          std::string(kReadAsRoot));
    open.findings = std::move(answer.findings);
    return open;
}

Answer relaxedOrdering(const Context &context) {
    Devices off;
    std::size_t known = 0;
    const auto functions = context.fabricFunctions();
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
        return unknown(fmt::format("DevCtl of {} was not read",
                                   ofAll(functions.size() - known, functions.size(), "device", "devices")),
                       std::string(kReadAsRoot));
    if (auto answer = silentGpus(context))
        return *std::move(answer);
    return passed("RlxdOrd+ at " + plural(known, "GPU or NIC", "GPUs and NICs"));
}

/// Reached where no path is known to be redirected. ACS that does not redirect (SrcValid+ alone), and
/// redirection above devices that are passed to VMs, are no fault.
Answer acs(const Context &context) {
    std::set<const PciFunction *> ports;
    for (const PciFunction *function : context.fabricFunctions()) {
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
        return unknown(
            fmt::format("the ACS control of {} was not read", ofAll(unread, ports.size(), "port", "ports")),
            std::string(kReadAsRoot));
    if (auto answer = silentGpus(context))
        return *std::move(answer);
    return passed(fmt::format("none of {} redirects traffic between paired GPUs and NICs",
                              plural(ports.size(), "port", "ports")));
}

constexpr Check kChecks[] = {
    {.id = "pcie.present",
     .title = "Devices that respond",
     .group = Group::Pcie,
     .needs = {Need::Functions, Need::Log}, // what left the bus may not be listed
     .claims = "device.dead kernel.device_lost kernel.xid/79 kernel.reset passthrough.fell_off "
               "passthrough.reset_failed passthrough.reset_slow device.fault/lost",
     .contradictedBy = "kernel.bus_error/contained kernel.bus_error/not_recovered kernel.slot link.down "
                       "kernel.iommu/no_answer device.fault/unreadable kernel.nvme/removed "
                       "kernel.nvme/not_ready kernel.gpu_fault/fatal kernel.gpu_fault/nbif",
     .seen = "no device fell off the bus"},
    {.id = "pcie.width",
     .title = "Lanes of PCIe links",
     .group = Group::Pcie,
     .needs = {Need::Functions, Need::Links},
     .claims = "link.narrow link.down link.ends link.one_end/narrow* link.below_port kernel.link_limited",
     .contradictedBy = "device.dead",
     .judge = width},
    {.id = "pcie.speed",
     .title = "Speed of PCIe links",
     .group = Group::Pcie,
     .needs = {Need::Functions, Need::Links},
     .claims = "link.slow link.one_end link.ends/speed",
     .contradictedBy = "kernel.link_limited device.dead link.down link.ends/",
     .judge = speed},
    {.id = "pcie.errors",
     .title = "Errors of PCIe",
     .group = Group::Pcie,
     .needs = {Need::Registers, Need::Log},
     .claims = "kernel.bus_error device.fault/registers device.fault/registers_nonfatal "
               "device.fault/registers_corrected device.fault/replays* device.fault/replay_rollovers",
     .contradictedBy = "device.dead kernel.device_lost kernel.xid/79 passthrough.fell_off device.fault/lost "
                       "kernel.slot link.down",
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
     .scope = {.machines = kHosts, .unless = withoutGpuNics},
     .needs = {Need::Config},
     .judge = readRequest},
    {.id = "pcie.relaxed_ordering",
     .title = "Relaxed ordering of GPUs and NICs",
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
