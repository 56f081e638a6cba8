// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/Seen.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/host/SoftwareRdma.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::site::seen {

namespace {

using checks::Gpu;
using checks::Port;
using host::Fact;
using topology::Node;

constexpr std::size_t kLongest = 128;
constexpr std::string_view kHugePages = "vm.nr_hugepages";

Seen ofGpu(const Gpu &gpu) {
    return {gpu.node->name, gpu.function->address.toString(), {}, {}, {}};
}

Seen ofPort(const Port &port) {
    std::string name = HostText(port.device->name).line(64);
    if (port.device->ports.size() > 1)
        name += fmt::format("/{}", port.port->number);
    return {std::move(name), port.address(), {}, {}, {}};
}

void setText(Seen &seen, const Context &context, const Fact<std::string> &fact, std::string_view source) {
    if (!fact || trimmed(*fact).empty())
        return;
    seen.text = HostText(trimmed(*fact)).line(kLongest);
    seen.evidence = context.quotes.of(fact.evidence(), source, *fact);
}

void setNumber(Seen &seen, double number, std::string_view source, std::string text) {
    seen.number = number;
    seen.evidence = findings::Evidence{std::string(source), std::move(text), {.address = seen.address}};
}

std::vector<Seen> ofHost(const Context &context, const Fact<std::string> &fact, std::string_view source) {
    Seen seen;
    setText(seen, context, fact, source);
    return {std::move(seen)};
}

/// The version that /sys/module states; modules of the kernel itself have none.
const Fact<std::string> &moduleVersion(const Context &context, const std::string &driver) {
    static const Fact<std::string> kUnknown;
    std::string module = driver;
    std::replace(module.begin(), module.end(), '-', '_');
    const auto at = context.host.modules.find(module);
    if (at == context.host.modules.end())
        return kUnknown;
    const auto version = at->second.find("version");
    return version == at->second.end() ? kUnknown : version->second;
}

/// One port of each RDMA device.
std::vector<const Port *> devices(const Context &context) {
    std::vector<const Port *> first;
    for (const Port &port : context.ports)
        if (first.empty() || first.back()->device != port.device)
            first.push_back(&port);
    return first;
}

const Node *nodeOf(const Context &context, const host::PciFunction *function) {
    const auto id = function != nullptr ? context.topology.find(function->address) : std::nullopt;
    return id ? &context.topology.node(*id) : nullptr;
}

const topology::Link *linkOf(const Context &context, const Port &port) {
    const Node *node = nodeOf(context, port.function);
    return node != nullptr && node->link && node->function ? &*node->link : nullptr;
}

void setWidth(Seen &seen, const topology::Link *link) {
    if (link != nullptr && link->width)
        setNumber(seen, *link->width, "PCIe link of " + seen.device, fmt::format("x{}", *link->width));
}

void setSpeed(Seen &seen, pci::LinkSpeed speed) {
    setNumber(seen, speed.generation(), "PCIe link of " + seen.device,
              fmt::format("Gen{}", speed.generation()));
}

std::vector<const Port *> activePorts(const Context &context, bool isRoce) {
    std::vector<const Port *> ports;
    for (const Port &port : context.ports)
        if (port.isActive() && (!isRoce || port.isEthernet()))
            ports.push_back(&port);
    return ports;
}

/// Whether a tool lists all GPUs: it numbers them from 0 on, and does so only where none is left out.
bool areNumbered(const Context &context) {
    std::set<int> numbers;
    for (const Gpu &gpu : context.gpus)
        if (gpu.facts != nullptr && gpu.facts->smiIndex)
            numbers.insert(*gpu.facts->smiIndex);
    return !numbers.empty() && numbers.size() == context.gpus.size() && *numbers.begin() == 0 &&
           *numbers.rbegin() == static_cast<int>(numbers.size()) - 1;
}

bool hasTypes(const Port &port) {
    return std::any_of(port.port->gids.begin(), port.port->gids.end(),
                       [](const auto &gid) { return !gid.type.empty(); });
}

} // namespace

std::vector<Seen> gpuCount(const Context &context) {
    Seen seen;
    if (!context.knowsGpus() && !areNumbered(context))
        return {std::move(seen)};
    std::string names;
    for (const Gpu &gpu : context.gpus)
        names += (names.empty() ? "" : ", ") +
                 fmt::format("{} {}", gpu.node->name, gpu.function->address.toString());
    setNumber(seen, static_cast<double>(context.gpus.size()), "PCI functions of GPUs for computing",
              names.empty() ? "none" : HostText(names).line(512));
    std::vector<Seen> all = {std::move(seen)};
    // Fewer than expected is a fault in any case; as many as expected is not, beside one that is silent.
    for (const std::string &silent : context.silentGpus)
        all.push_back({silent, {}, {}, {}, {}});
    return all;
}

std::vector<Seen> gpuModel(const Context &context) {
    std::vector<Seen> all;
    for (const Gpu &gpu : context.gpus) {
        Seen &seen = all.emplace_back(ofGpu(gpu));
        if (gpu.node->model)
            seen.text = HostText(*gpu.node->model).line(kLongest);
        if (gpu.facts != nullptr && gpu.facts->model && seen.text.find(*gpu.facts->model) == seen.text.npos)
            seen.text += (seen.text.empty() ? "" : ", ") + HostText(*gpu.facts->model).line(kLongest);
        if (!seen.text.empty())
            seen.evidence = findings::Evidence{"model of " + seen.device,
                                               fmt::format("{} [{:04x}:{:04x}]", seen.text,
                                                           gpu.function->vendor.valueOr(0),
                                                           gpu.function->device.valueOr(0)),
                                               {.address = seen.address}};
    }
    return all;
}

std::vector<Seen> gpuVbios(const Context &context) {
    std::vector<Seen> all;
    for (const Gpu &gpu : context.gpus) {
        Seen &seen = all.emplace_back(ofGpu(gpu));
        if (gpu.facts != nullptr)
            setText(seen, context, gpu.facts->vbios, "VBIOS of " + seen.device);
    }
    return all;
}

std::vector<Seen> gpuDriver(const Context &context) {
    std::set<std::string> drivers;
    for (const Gpu *gpu : context.ownGpus())
        if (gpu->function->driver)
            drivers.insert(*gpu->function->driver);
    std::vector<Seen> all;
    for (const std::string &driver : drivers) {
        Seen &seen = all.emplace_back();
        setText(seen, context, moduleVersion(context, driver), "version of module " + driver);
        for (const host::ToolFact &fact : context.host.toolFacts) {
            if (seen.isKnown() || !fact.device.empty() ||
                (fact.name != "driver_version" && fact.name != "Driver version"))
                continue;
            seen.text = HostText(fact.value).line(kLongest);
            seen.evidence = context.quotes.of(fact.evidence, fact.tool, fact.value);
        }
    }
    return all;
}

std::vector<Seen> gpuSpeed(const Context &context) {
    std::vector<Seen> all;
    for (const Gpu &gpu : context.gpus) {
        Seen &seen = all.emplace_back(ofGpu(gpu));
        if (!gpu.node->link || !gpu.node->link->speed)
            continue;
        const topology::Link &link = *gpu.node->link;
        // The value is what the link can do: GPUs lower their speed at idle. Where that is not known, a
        // lowered speed decides nothing.
        if (link.maxSpeed)
            setSpeed(seen, std::max(*link.speed, *link.maxSpeed));
    }
    return all;
}

std::vector<Seen> gpuWidth(const Context &context) {
    std::vector<Seen> all;
    for (const Gpu &gpu : context.gpus)
        setWidth(all.emplace_back(ofGpu(gpu)), gpu.node->link ? &*gpu.node->link : nullptr);
    return all;
}

std::vector<Seen> nicCount(const Context &context) {
    Seen seen;
    std::set<const host::RdmaDevice *> software;
    for (const host::SoftwareRdma &each : host::softwareRdma(context.host))
        software.insert(each.device);
    for (const host::RdmaDevice &device : context.host.rdmaDevices)
        if (!software.contains(&device) && (!device.device || device.ports.empty()))
            return {std::move(seen)}; // of which function, or with which ports, is not known
    std::string names;
    std::size_t count = 0;
    for (const Port *port : devices(context)) {
        ++count;
        names += (names.empty() ? "" : ", ") +
                 fmt::format("{} {}", HostText(port->device->name).line(64), port->address());
    }
    setNumber(seen, static_cast<double>(count), "RDMA devices of the fabric",
              names.empty() ? "none" : HostText(names).line(512));
    return {std::move(seen)};
}

std::vector<Seen> nicModel(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : devices(context)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        if (const Node *node = nodeOf(context, port->function); node != nullptr && node->model)
            seen.text = HostText(*node->model).line(kLongest);
        if (port->device->hcaType && seen.text.find(*port->device->hcaType) == seen.text.npos)
            seen.text += (seen.text.empty() ? "" : ", ") + HostText(*port->device->hcaType).line(kLongest);
        if (!seen.text.empty())
            seen.evidence =
                findings::Evidence{"model of " + seen.device, seen.text, {.address = seen.address}};
    }
    return all;
}

std::vector<Seen> nicFirmware(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : devices(context)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        setText(seen, context, port->device->firmware, seen.device + " fw_ver");
    }
    return all;
}

std::vector<Seen> nicDriver(const Context &context) {
    std::set<std::string> drivers;
    for (const Port *port : devices(context))
        if (port->function != nullptr && port->function->driver)
            drivers.insert(*port->function->driver);
    std::vector<Seen> all;
    for (const std::string &driver : drivers)
        setText(all.emplace_back(), context, moduleVersion(context, driver), "version of module " + driver);
    return all;
}

std::vector<Seen> nicSpeed(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : devices(context)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        if (const topology::Link *link = linkOf(context, *port); link != nullptr && link->speed)
            setSpeed(seen, *link->speed);
    }
    return all;
}

std::vector<Seen> nicWidth(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : devices(context))
        setWidth(all.emplace_back(ofPort(*port)), linkOf(context, *port));
    return all;
}

std::vector<Seen> portRate(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : activePorts(context, false)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        if (const auto &rate = port->port->rate) {
            seen.number = rate->value;
            seen.evidence = context.quotes.of(rate.evidence(), seen.device + " rate",
                                              fmt::format("{:g} Gb/s", rate->value));
        }
    }
    return all;
}

std::vector<Seen> mtu(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : activePorts(context, true)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        if (port->interface == nullptr || !port->interface->mtu)
            continue;
        seen.number = static_cast<double>(*port->interface->mtu);
        seen.evidence = context.quotes.of(port->interface->mtu.evidence(), port->interface->name + " mtu",
                                          std::to_string(*port->interface->mtu));
    }
    return all;
}

std::vector<Seen> gidIndex(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : activePorts(context, true)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        if (!hasTypes(*port))
            continue;
        const bench::GidChoice choice = bench::gidOf(*port->port);
        for (const host::RdmaPort::Gid &gid : port->port->gids)
            if (choice.index == gid.index)
                setNumber(seen, gid.index, fmt::format("{} GID {}", seen.device, gid.index),
                          fmt::format("{} {}", HostText(gid.gid).line(64), HostText(gid.type).line(32)));
    }
    return all;
}

std::vector<Seen> roceVersion(const Context &context) {
    std::vector<Seen> all;
    for (const Port *port : activePorts(context, true)) {
        Seen &seen = all.emplace_back(ofPort(*port));
        for (const host::RdmaPort::Gid &gid : port->port->gids) {
            const double version = gid.type == "RoCE v2" ? 2 : gid.type == "IB/RoCE v1" ? 1 : 0;
            if (version > seen.number.value_or(0))
                setNumber(seen, version, fmt::format("{} GID {}", seen.device, gid.index),
                          fmt::format("{} {}", HostText(gid.gid).line(64), HostText(gid.type).line(32)));
        }
    }
    return all;
}

std::vector<Seen> kernel(const Context &context) {
    return ofHost(context, context.host.kernel, "kernel");
}

std::vector<Seen> bios(const Context &context) {
    return ofHost(context, context.host.bios, "BIOS");
}

std::vector<Seen> system(const Context &context) {
    return ofHost(context, context.host.osName, "operating system");
}

std::vector<Seen> hugePages(const Context &context) {
    Seen seen;
    const host::SystemFacts facts(context.host);
    const host::ToolFact *fact = facts.find(host::kSysctl, kHugePages);
    if (fact != nullptr)
        if (const auto number = parseInteger<std::uint64_t>(trimmed(fact->value))) {
            seen.number = static_cast<double>(*number);
            seen.evidence = context.quotes.of(fact->evidence, fact->name, fact->value);
        }
    return {std::move(seen)};
}

} // namespace fabricscope::site::seen
