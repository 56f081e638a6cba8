// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostBuilder.h"

#include "core/formats/Bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope::formats {

using host::PciFunction;

PciFunction *HostBuilder::function(const Address &address) {
    if (PciFunction *known = m_functions.find(address.key()))
        return known;
    return m_functions.add([&](PciFunction &made) { made.address = address; });
}

PciFunction *HostBuilder::functionNamed(std::string_view bdf) {
    const auto address = Address::parse(bdf);
    return address ? function(*address) : nullptr;
}

host::NumaNodeFacts *HostBuilder::numaNode(unsigned number) {
    const int key = static_cast<int>(number);
    if (host::NumaNodeFacts *known = m_numaNodes.find(key))
        return known;
    return m_numaNodes.add([&](host::NumaNodeFacts &made) { made.node = NumaNode{key}; });
}

host::IommuGroupFacts *HostBuilder::newIommuGroup(unsigned number) {
    if (number >= HostLimits::kIommuGroups) {
        m_groupsCut = true;
        return nullptr;
    }
    if (m_iommuGroups.empty()) { // most functions have a separate group
        m_iommuGroups.reserve(m_functions.size());
        m_groupSlots.reserve(m_functions.size());
    }
    if (number >= m_groupSlots.size())
        m_groupSlots.resize(
            std::min(std::max<std::size_t>(number + 1, m_groupSlots.size() * 2), HostLimits::kIommuGroups),
            kNoGroup);
    m_groupSlots[number] = static_cast<std::uint32_t>(m_iommuGroups.size());
    host::IommuGroupFacts &made = m_iommuGroups.emplace_back();
    made.group = IommuGroup{number};
    return &made;
}

host::NetInterface *HostBuilder::netInterface(std::string_view name) {
    std::string clean = shown(name, 64);
    if (host::NetInterface *known = m_netInterfaces.find(clean))
        return known;
    return m_netInterfaces.add([&](host::NetInterface &made) { made.name = std::move(clean); });
}

host::RdmaDevice *HostBuilder::rdmaDevice(std::string_view name) {
    std::string clean = shown(name, 64);
    if (host::RdmaDevice *known = m_rdmaDevices.find(clean))
        return known;
    return m_rdmaDevices.add([&](host::RdmaDevice &made) { made.name = std::move(clean); });
}

host::RdmaPort *HostBuilder::rdmaPort(host::RdmaDevice &device, int number) {
    auto at = std::lower_bound(device.ports.begin(), device.ports.end(), number,
                               [](const host::RdmaPort &port, int n) { return port.number < n; });
    if (at != device.ports.end() && at->number == number)
        return &*at;
    if (device.ports.size() >= HostLimits::kRdmaPorts)
        return nullptr;
    host::RdmaPort made;
    made.number = number;
    return &*device.ports.insert(at, std::move(made));
}

host::GpuFacts *HostBuilder::gpu(const Address &address) {
    if (host::GpuFacts *known = m_gpus.find(address.key()))
        return known;
    return m_gpus.add([&](host::GpuFacts &made) { made.address = address; });
}

void HostBuilder::gpuLink(host::GpuLink link) {
    if (link.to < link.from)
        std::swap(link.from, link.to);
    const std::pair pair{link.from.key(), link.to.key()};
    if (link.from != link.to && (m_gpuLinks.size() < HostLimits::kGpuLinks || m_gpuLinks.contains(pair)))
        m_gpuLinks.insert_or_assign(pair, link);
}

bool HostBuilder::hasGpuLink(const Address &from, const Address &to) const {
    return m_gpuLinks.contains({std::min(from, to).key(), std::max(from, to).key()});
}

host::VmProcess *HostBuilder::vm(std::uint32_t pid) {
    if (host::VmProcess *known = m_vms.find(pid))
        return known;
    return m_vms.add([&](host::VmProcess &made) { made.pid = pid; });
}

void HostBuilder::moduleParameter(std::string_view module, std::string_view name, std::string_view value,
                                  host::EvidenceRef evidence) {
    if (m_moduleParameters >= HostLimits::kNames || name.empty())
        return;
    if (m_lastModule == nullptr || m_lastModule->first != module)
        m_lastModule = &*host.modules.try_emplace(shown(module, 64)).first;
    auto &parameters = m_lastModule->second;
    const std::size_t before = parameters.size();
    parameters.insert_or_assign(parameters.end(), shown(name, 64),
                                textFact(value, evidence)); // sorted, mostly
    m_moduleParameters += parameters.size() - before;
}

void HostBuilder::virtualFunction(const Address &physical, unsigned number, const Address &virtualFunction) {
    if (m_virtualFunctions.empty()) // if there are any, nearly all are
        m_virtualFunctions.reserve(m_functions.size());
    if (m_virtualFunctions.size() < HostLimits::kFunctions)
        m_virtualFunctions.push_back({physical.key(), number, virtualFunction});
}

void HostBuilder::nestedRoot(const host::NestedRoot &root) {
    auto &roots = host.nestedRoots;
    if (roots.size() < HostLimits::kFew && std::find(roots.begin(), roots.end(), root) == roots.end())
        roots.push_back(root);
}

void HostBuilder::warn(const SectionText &text, std::string_view line, std::string_view what) {
    if (m_warnedSection != text.index) {
        m_warnedSection = text.index;
        m_warningsOfSection = 0;
    }
    if (++m_warningsOfSection > HostLimits::kWarningsOfSection) {
        ++m_warningsDropped;
        return;
    }
    const auto before = text.bytes.substr(0, static_cast<std::size_t>(line.data() - text.bytes.data()));
    const char *const end = before.data() + before.size();
    std::size_t number = 1;
    for (const char *at = before.data(); (at = lineEnd(at, end)) != end; ++at)
        ++number;
    warn(fmt::format("{}: line {}: {}", shown(text.meta.name, 64), number, what));
}

void HostBuilder::warnOfValue(const SectionText &text, std::string_view line) {
    const std::size_t folder = line.find('/'); // before it, a PCI address has colons
    const std::size_t end = line.find(':', folder == std::string_view::npos ? 0 : folder);
    warn(text, line, fmt::format("invalid value of {}", shown(line.substr(0, end), 128)));
}

void HostBuilder::warn(std::string what) {
    if (host.warnings.size() < HostLimits::kWarnings)
        host.warnings.push_back(std::move(what));
    else
        ++m_warningsDropped;
}

void HostBuilder::warnOfOtherDevice(const host::PciFunction &known, const host::PciFunction &other) {
    const auto id = [](const host::PciFunction &function) {
        return fmt::format("{:04x}:{}", function.vendor.valueOr(0),
                           function.device ? fmt::format("{:04x}", *function.device) : "?");
    };
    if (m_otherDevices++ == 0)
        m_otherDevice =
            fmt::format("{} is {} in one and {} in another", known.address.toString(), id(known), id(other));
}

void HostBuilder::warnOfOtherDevices() {
    if (m_otherDevices == 0)
        return;
    const std::string more = m_otherDevices == 1 ? "" : fmt::format(" (and {} more)", m_otherDevices - 1);
    warn(fmt::format("the files contradict each other: {}{}; are they all of this host?", m_otherDevice,
                     more));
}

// virtfnN links arrive sorted as text: 0, 1, 10, 11, 2.
void HostBuilder::assignVirtualFunctions() {
    const auto less = [](const VirtualFunction &a, const VirtualFunction &b) {
        if (a.physical != b.physical)
            return a.physical < b.physical;
        return a.number != b.number ? a.number < b.number : a.address < b.address;
    };
    if (!std::is_sorted(m_virtualFunctions.begin(), m_virtualFunctions.end(), less))
        std::sort(m_virtualFunctions.begin(), m_virtualFunctions.end(), less);
    for (auto begin = m_virtualFunctions.begin(), end = begin; begin != m_virtualFunctions.end();
         begin = end) {
        end = std::find_if(begin, m_virtualFunctions.end(),
                           [&](const VirtualFunction &v) { return v.physical != begin->physical; });
        PciFunction *physical = m_functions.find(begin->physical);
        if (physical == nullptr)
            continue;
        std::vector<Address> all;
        all.reserve(static_cast<std::size_t>(end - begin));
        for (auto v = begin; v != end; ++v)
            if (all.empty() || all.back() != v->address)
                all.push_back(v->address);
        physical->virtfns = std::move(all);
    }
}

void HostBuilder::storeGpuLinks() {
    host.gpuLinks.reserve(m_gpuLinks.size());
    for (auto &[pair, link] : m_gpuLinks)
        host.gpuLinks.push_back(link);
}

void HostBuilder::warnOfCuts() {
    struct Cut {
        bool happened;
        std::size_t limit;
        const char *what;
    };
    const Cut cuts[] = {
        {m_functions.wasCut(), HostLimits::kFunctions, "PCI functions"},
        {m_numaNodes.wasCut(), HostLimits::kNumaNodes, "NUMA nodes"},
        {m_groupsCut, HostLimits::kIommuGroups, "IOMMU groups"},
        {m_netInterfaces.wasCut(), HostLimits::kNetInterfaces, "net interfaces"},
        {m_rdmaDevices.wasCut(), HostLimits::kRdmaDevices, "RDMA devices"},
        {m_gpus.wasCut(), HostLimits::kGpus, "GPUs"},
        {m_gpuLinks.size() >= HostLimits::kGpuLinks, HostLimits::kGpuLinks, "GPU links"},
        {m_vms.wasCut(), HostLimits::kVms, "virtual machines"},
    };
    for (const Cut &cut : cuts)
        if (cut.happened)
            host.warnings.push_back(fmt::format("only the first {} {} are used", cut.limit, cut.what));
    if (m_warningsDropped > 0)
        host.warnings.push_back(fmt::format("{} more lines could not be parsed", m_warningsDropped));
}

host::Host HostBuilder::finish() {
    assignVirtualFunctions();
    // Also if only KFD's files are available: GPUs are functions in any case.
    for (const host::GpuFacts &gpu : m_gpus.items())
        function(gpu.address);
    host.functions = m_functions.take();
    for (host::PciFunction &each : host.functions) {
        // 0 lanes: a link that is down. Virtual functions, and what was read in part, state no speed, either.
        const bool isStated = each.currentSpeed && each.maxWidth && !each.physfn;
        if (each.currentWidth.valueOr(1) == 0 && !isStated)
            each.currentWidth = {};
    }
    host.numaNodes = m_numaNodes.take();
    const auto byNumber = [](const host::IommuGroupFacts &a, const host::IommuGroupFacts &b) {
        return a.group < b.group;
    };
    host.iommuGroups = std::move(m_iommuGroups);
    if (!std::is_sorted(host.iommuGroups.begin(), host.iommuGroups.end(), byNumber))
        std::sort(host.iommuGroups.begin(), host.iommuGroups.end(), byNumber);
    host.netInterfaces = m_netInterfaces.take();
    host.rdmaDevices = m_rdmaDevices.take();
    host.gpus = m_gpus.take();
    host.vms = m_vms.take();
    storeGpuLinks();
    warnOfOtherDevices();
    warnOfCuts();
    return std::move(host);
}

} // namespace fabricscope::formats
