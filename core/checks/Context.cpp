// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Context.h"

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Text.h"
#include "core/capture/Capture.h"
#include "core/findings/WorstFirst.h"
#include "core/host/NicIndex.h"
#include "core/host/PortInterface.h"
#include "core/host/SoftwareRdma.h"
#include "core/topology/Classes.h"
#include "core/topology/Links.h"
#include "core/topology/NodeNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::checks {

namespace {

constexpr std::size_t kMaxQuote = 512;
constexpr std::uint16_t kNvidia = 0x10de, kAmd = 0x1002;

std::optional<Kernel> kernelOf(const host::Host &host) {
    std::string_view rest = host.kernel ? std::string_view(*host.kernel) : std::string_view{};
    const auto major = parseInteger<std::uint16_t>(takeUntil(rest, '.'));
    const auto minor = parseInteger<std::uint16_t>(rest.substr(0, rest.find_first_not_of("0123456789")));
    return major && minor ? std::optional(Kernel{*major, *minor}) : std::nullopt;
}

bool isHeldForVm(const topology::Node &node, const host::PciFunction &function) {
    return node.owner || (function.driver && topology::isVfioDriver(*function.driver));
}

/// 3D controllers and processing accelerators; display controllers only of makers of computing GPUs.
bool isComputeGpu(const host::PciFunction &function) {
    const std::uint32_t code = function.classCode.valueOr(0) >> 8;
    const std::uint16_t vendor = function.vendor.valueOr(0);
    return code == 0x0302 || code == 0x0380 || code >> 8 == 0x12 ||
           (code == 0x0300 && (vendor == kNvidia || vendor == kAmd));
}

/// Whether a NIC is built for 100 Gb/s, by what its PCIe link can carry; InfiniBand's are of a fabric.
bool isFast(const host::PciFunction &function) {
    constexpr double kFast = 100, kBitsOfByte = 8;
    constexpr std::uint32_t kInfiniBand = 0x0207;
    const topology::LinkEnd own = topology::linkEndOf(function);
    return function.classCode.valueOr(0) >> 8 == kInfiniBand ||
           (own.maxSpeed && own.maxWidth &&
            pci::LinkRate{*own.maxSpeed, *own.maxWidth}.bandwidth().value * kBitsOfByte >= kFast);
}

bool isVirtualHere(const host::Host &host, const host::PciFunction &function) {
    return function.physfn && host.function(*function.physfn) != nullptr;
}

} // namespace

findings::Evidence Quotes::of(const host::EvidenceRef &ref, std::string_view source,
                              std::string_view text) const {
    if (m_capture == nullptr || !ref.exists() || ref.section >= m_capture->sections.size())
        return {std::string(source), HostText(text).line(kMaxQuote)};
    const capture::Section &section = m_capture->sections[ref.section];
    std::string_view quoted = bytesOf(ref.section);
    if (ref.offset >= quoted.size())
        return {std::string(source), HostText(text).line(kMaxQuote)};
    quoted = quoted.substr(ref.offset, ref.length);
    return {
        HostText(section.meta().origin.empty() ? section.meta().name : section.meta().origin).line(kMaxQuote),
        HostText(trimmed(takeUntil(quoted, '\n'))).line(kMaxQuote)};
}

std::string_view Quotes::bytesOf(std::size_t section) const {
    if (m_capture == nullptr || section >= m_capture->sections.size())
        return {};
    auto at = m_bytes.find(section);
    if (at == m_bytes.end())
        at = m_bytes.emplace(section, m_capture->sections[section].bytes()).first;
    return at->second;
}

bool Port::isActive() const {
    return host::stateOf(*port) == host::NicEntry::State::Active;
}

std::string Port::address() const {
    return function != nullptr ? function->address.toString() : std::string();
}

bool Port::isEthernet() const {
    return port->linkLayer && *port->linkLayer == "Ethernet";
}

Context::Context(const Subject &of)
    : subject(of)
    , topology(*of.topology)
    , host(of.topology->host())
    , kernel(kernelOf(host))
    , upstream(host)
    , quotes(of.capture)
    , isCollected(capture::isFromCollector(of.capture)) {
    findGpus();
    machine = machineOf();
    findPorts();
    findNics();
}

void Context::findGpus() {
    for (const topology::Node &node : topology.nodes()) {
        if (node.kind != topology::NodeKind::Gpu || !node.function)
            continue;
        const host::PciFunction &function = host.functions[*node.function];
        // Tools of GPUs list no classes, and GPUs for computing only.
        const bool isListed = !function.classCode && node.gpu;
        if ((!isListed && !isComputeGpu(function)) || isVirtualHere(host, function))
            continue;
        if (node.dead) {
            silentGpus.push_back(node.name);
            continue;
        }
        gpus.push_back(
            {&node, &function, node.gpu ? &host.gpus[*node.gpu] : nullptr, isHeldForVm(node, function)});
    }
}

void Context::findPorts() {
    std::set<const host::RdmaDevice *> software;
    for (const host::SoftwareRdma &each : host::softwareRdma(host))
        software.insert(each.device);
    for (const host::RdmaDevice &device : host.rdmaDevices) {
        const host::PciFunction *function = device.device ? host.function(*device.device) : nullptr;
        const auto node = device.device ? topology.find(*device.device) : std::nullopt;
        if (software.contains(&device) || (function != nullptr && (!node || isVirtualHere(host, *function))))
            continue;
        bool isFrontEnd = function != nullptr && topology.node(*node).frontEnd;
        if (function != nullptr && subject.examination != nullptr)
            if (const auto nic = subject.examination->judgement.fabric.nicAt(*device.device))
                isFrontEnd = subject.examination->judgement.fabric.nics[*nic].frontEnd;
        if (isFrontEnd)
            continue;
        for (const host::RdmaPort &port : device.ports)
            ports.push_back({&device, &port, function, host::interfaceOf(host, port)});
    }
}

void Context::findNics() {
    const auto add = [this](const host::PciFunction *function) {
        if (std::find(nics.begin(), nics.end(), function) == nics.end())
            nics.push_back(function);
    };
    bool areUnplaced = !knowsRdma();
    for (const Port &port : ports) {
        areUnplaced = areUnplaced || port.function == nullptr;
        if (port.function != nullptr)
            add(port.function);
    }
    for (const topology::Node &node : topology.nodes())
        if (areUnplaced && node.kind == topology::NodeKind::Nic && node.function && !node.physfn &&
            !node.frontEnd && !node.dead && !node.owner && isFast(host.functions[*node.function]))
            add(&host.functions[*node.function]);
}

Machine Context::machineOf() const {
    if (subject.isContainer)
        return Machine::Container;
    const bool isGuest =
        host.virtualization ? *host.virtualization != "none" : topology::hasEmulatedDevices(host);
    if (isGuest)
        return Machine::Guest;
    const bool holds = !host.vms.empty() ||
                       std::any_of(host.functions.begin(), host.functions.end(), [](const auto &function) {
                           return function.driver && topology::isVfioDriver(*function.driver);
                       });
    return holds ? Machine::Hypervisor : Machine::BareMetal;
}

std::vector<const Gpu *> Context::ownGpus() const {
    std::vector<const Gpu *> own;
    for (const Gpu &gpu : gpus)
        if (!gpu.isHeld)
            own.push_back(&gpu);
    return own;
}

std::vector<const host::PciFunction *> Context::fabricFunctions() const {
    std::vector<const host::PciFunction *> functions;
    for (const Gpu *gpu : ownGpus())
        functions.push_back(gpu->function);
    functions.insert(functions.end(), nics.begin(), nics.end());
    return functions;
}

bool Context::hasFabric() const {
    const std::size_t own = ownGpus().size();
    return own > 1 || (own == 1 && (!ports.empty() || !nics.empty()));
}

bool Context::hasGpu(std::uint16_t vendor) const {
    return std::any_of(gpus.begin(), gpus.end(), [vendor](const Gpu &gpu) {
        return gpu.function->vendor && *gpu.function->vendor == vendor;
    });
}

bool Context::knowsGpus() const {
    const auto &functions = host.functions;
    return isCollected || (!functions.empty() && std::all_of(functions.begin(), functions.end(),
                                                             [](const host::PciFunction &function) {
                                                                 return function.classCode.known();
                                                             }));
}

bool Context::knowsRdma() const {
    if (isCollected || !host.rdmaDevices.empty())
        return true;
    return knowsGpus() &&
           std::none_of(topology.nodes().begin(), topology.nodes().end(), [](const auto &node) {
               return node.kind == topology::NodeKind::Nic && !node.frontEnd && !node.physfn;
           });
}

bool Context::knowsMachine() const {
    // A VM shows a host bridge of its emulated chipset, or none: that of a CPU is of a real machine. Without
    // drivers it may be a hypervisor.
    const auto &functions = host.functions;
    const bool isReal = std::any_of(functions.begin(), functions.end(), [](const host::PciFunction &each) {
        constexpr std::uint32_t kHostBridge = 0x0600;
        return each.classCode.valueOr(0) >> 8 == kHostBridge;
    });
    const bool hasDrivers = std::any_of(functions.begin(), functions.end(),
                                        [](const host::PciFunction &each) { return each.driver.known(); });
    return machine != Machine::BareMetal || host.virtualization || isCollected || (isReal && hasDrivers);
}

std::optional<std::string> Context::argument(std::string_view name) const {
    std::optional<std::string> value;
    std::string_view rest = host.commandLine ? std::string_view(*host.commandLine) : std::string_view{};
    while (!rest.empty()) {
        std::string_view word = trimmed(takeUntil(rest, ' '));
        if (word == "--") // what follows is for init
            break;
        const std::string_view key = takeUntil(word, '=');
        if (key == name)
            value = std::string(word);
    }
    return value;
}

findings::Evidence Context::commandLine() const {
    return {"/proc/cmdline", HostText(host.commandLine.valueOr({})).line(kMaxQuote)};
}

std::string Context::nameOf(const host::PciFunction &function) const {
    const auto node = topology.find(function.address);
    if (!node || topology.node(*node).kind == topology::NodeKind::Switch)
        return function.address.toString();
    return topology::sentenceName(topology.node(*node));
}

std::string ofAll(std::size_t count, std::size_t all, std::string_view one, std::string_view many) {
    return fmt::format("{} of {}", count, plural(all, one, many));
}

std::string listed(std::span<const std::string> names) {
    constexpr std::size_t kMost = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

Answer passed(std::string text) {
    return {.status = Status::Passed, .text = std::move(text)};
}

Answer notApplicable(std::string why) {
    return {.status = Status::NotApplicable, .text = std::move(why)};
}

Answer unknown(std::string why, std::string decides) {
    return {.status = Status::Unknown,
            .text = std::move(why),
            .decides = std::move(decides),
            .reason = Reason::NotDecidable};
}

Answer found(std::vector<findings::Finding> findings, std::string seen) {
    findings::sortWorstFirst(findings);
    const bool isFailed = !findings.empty() && findings.front().severity > findings::Severity::Note;
    return {.status = isFailed ? Status::Failed : Status::Passed,
            .text = isFailed ? std::string() : std::move(seen),
            .findings = std::move(findings)};
}

std::string_view withoutFabric(const Context &context) {
    if (context.hasFabric())
        return "";
    const std::size_t own = context.ownGpus().size();
    if (own == 0 && context.gpus.empty() && !context.silentGpus.empty())
        return kSilentGpus;
    if (own == context.gpus.size() && !context.knowsGpus())
        return context.gpus.empty() ? kUnlistedGpus : kMoreGpus;
    if (own == 1 && !context.knowsRdma())
        return kUnlistedRdma;
    return "no GPUs that exchange data with each other or with RDMA";
}

std::string_view withoutGpus(const Context &context) {
    if (!context.gpus.empty())
        return "";
    if (!context.silentGpus.empty())
        return kSilentGpus;
    return context.knowsGpus() ? "no GPU for computing" : kUnlistedGpus;
}

std::string_view withoutRdma(const Context &context) {
    if (!context.ports.empty())
        return "";
    return context.knowsRdma() ? "no RDMA device of the fabric" : kUnlistedRdma;
}

std::string_view withoutGpuRdma(const Context &context) {
    if (context.ownGpus().empty())
        return context.gpus.empty() ? withoutGpus(context) : "the GPUs are held for VMs";
    return withoutRdma(context);
}

std::string_view withoutGpuNics(const Context &context) {
    const bool isOfNics = !context.ownGpus().empty() && !context.nics.empty();
    return isOfNics ? "" : withoutGpuRdma(context);
}

std::string_view withoutActive(const Context &context) {
    const auto &ports = context.ports;
    if (std::any_of(ports.begin(), ports.end(), [](const Port &port) { return port.isActive(); }))
        return "";
    if (ports.empty() && !context.knowsRdma())
        return kUnlistedRdma;
    const bool isOpen =
        std::any_of(ports.begin(), ports.end(), [](const Port &port) { return !port.port->state; });
    return isOpen ? kUnlistedPorts : "no active port of the fabric";
}

std::string_view withoutRoce(const Context &context) {
    const auto &ports = context.ports;
    if (std::any_of(ports.begin(), ports.end(),
                    [](const Port &port) { return port.isActive() && port.isEthernet(); }))
        return "";
    if (ports.empty() && !context.knowsRdma())
        return kUnlistedRdma;
    const bool isOpen = std::any_of(ports.begin(), ports.end(), [](const Port &port) {
        return (port.isActive() && !port.port->linkLayer) ||
               (!port.port->state && (!port.port->linkLayer || port.isEthernet()));
    });
    return isOpen ? kUnlistedPorts : "no active RoCE port of the fabric";
}

} // namespace fabricscope::checks
