// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::fleet {

namespace {

using host::Host;

/// Firmware and kernels reserve a little memory; a DIMM is more than that.
constexpr double kMemoryTolerance = 0.01;

template<const host::Fact<std::string> Host::*kFact> Value text(const HostView &view) {
    return valueOf(view.host().*kFact);
}

Value iommu(const HostView &view) {
    const bool on = view.hasGroups() || !view.host().iommuUnits.empty() || !view.host().iommuGroups.empty();
    return on || (view.capture() != nullptr && view.groupsRead()) ? Value{on ? "on" : "off", {}} : Value{};
}

Severity ofIommu(const HostView &, const HostView &) {
    return Severity::Warning;
}

Severity ofMemory(const HostView &before, const HostView &after) {
    return *after.host().memory < *before.host().memory ? Severity::Error : Severity::Note;
}

/// The facts compared for the host as a whole. To add a fact, add a line.
constexpr FactRow<HostView> kHostFacts[] = {
    {"host.name", Category::Setting, Severity::Note, "host name", "the host name is {1} (was {0})",
     text<&Host::hostname>},
    {"host.vendor", Category::Hardware, Severity::Note, "vendor", "the vendor is {1} (was {0})",
     text<&Host::vendor>},
    {"host.product", Category::Hardware, Severity::Note, "product", "the product is {1} (was {0})",
     text<&Host::product>},
    {"host.board", Category::Hardware, Severity::Note, "board", "the board is {1} (was {0})",
     text<&Host::board>},
    {"host.product_serial", Category::Hardware, Severity::Note, "serial number of the host",
     "the host's serial number is {1} (was {0})", text<&Host::productSerial>},
    {"host.board_serial", Category::Hardware, Severity::Warning, "serial number of the board",
     "the board's serial number is {1} (was {0})", text<&Host::boardSerial>},
    {"host.cpu", Category::Hardware, Severity::Warning, "CPU model", "the CPUs are {1} (was {0})",
     text<&Host::cpuModel>},
    {"host.sockets", Category::Hardware, Severity::Error, "number of CPU sockets",
     "CPU sockets: {1} (was {0})",
     [](const HostView &v) {
         return valueOf(v.host().cpuPackages);
     }},
    {"host.cores", Category::Hardware, Severity::Warning, "number of CPU cores", "CPU cores: {1} (was {0})",
     [](const HostView &v) {
         return valueOf(v.host().cpuCores);
     }},
    {"host.threads", Category::Hardware, Severity::Warning, "number of CPUs", "CPUs: {1} (was {0})",
     [](const HostView &v) {
         return valueOf(v.host().cpuThreads);
     }},
    {"host.architecture", Category::Hardware, Severity::Warning, "architecture",
     "the architecture is {1} (was {0})", text<&Host::architecture>},
    {"host.memory", Category::Hardware, Severity::Warning, "memory", "{1} of memory (was {0})",
     [](const HostView &v) { return valueOf(v.host().memory); }, ofMemory, kMemoryTolerance},
    {"firmware.bios", Category::Firmware, Severity::Warning, "BIOS", "BIOS {1} (was {0})", text<&Host::bios>},
    {"host.virtualization", Category::Hardware, Severity::Warning, "virtualization",
     "virtualization is {1} (was {0})", text<&Host::virtualization>},
    {"kernel.version", Category::Kernel, Severity::Warning, "kernel", "kernel {1} (was {0})",
     text<&Host::kernel>},
    {"kernel.os", Category::Kernel, Severity::Note, "operating system", "{1} (was {0})", text<&Host::osName>},
    {"setting.smt", Category::Setting, Severity::Warning, "SMT", "SMT is {1} (was {0})", text<&Host::smt>},
    {"setting.numa_balancing", Category::Setting, Severity::Warning, "NUMA balancing",
     "NUMA balancing is {1} (was {0})", text<&Host::numaBalancing>},
    {"setting.cpus_online", Category::Setting, Severity::Warning, "CPUs online",
     "the CPUs online are {1} (was {0})", text<&Host::cpusOnline>},
    {"iommu.state", Category::Iommu, Severity::Warning, "IOMMU", "the IOMMU is {1} (was {0})", iommu,
     ofIommu},
};

using NumaFacts = host::NumaNodeFacts;

/// The facts compared for each memory node. To add a fact, add a line.
constexpr FactRow<NumaFacts> kNumaFacts[] = {
    {"numa.cpus", Category::Numa, Severity::Warning, "CPUs of a NUMA node", "its CPUs are {1} (was {0})",
     [](const NumaFacts &n) {
         return valueOf(n.cpus);
     }},
    {"numa.memory", Category::Numa, Severity::Warning, "memory of a NUMA node",
     "it has {1} of memory (was {0})", [](const NumaFacts &n) { return valueOf(n.memory); },
     [](const NumaFacts &before, const NumaFacts &after) {
         return *after.memory < *before.memory ? Severity::Error : Severity::Note;
     },
     kMemoryTolerance},
    {"numa.distances", Category::Numa, Severity::Warning, "distances of a NUMA node",
     "its distances are {1} (was {0})",
     [](const NumaFacts &n) {
         return n.distances ? Value{fmt::format("{}", fmt::join(*n.distances, " ")), n.distances.evidence()}
                            : Value{};
     }},
};

struct Guest {
    std::string name;
    const host::VmProcess *process;
};

/// VMs by name or id; several with the same name are distinguished by their order.
std::map<std::string, const host::VmProcess *> guestsOf(const HostView &view) {
    std::map<std::string, const host::VmProcess *> guests;
    std::map<std::string, std::size_t> times;
    for (const host::VmProcess &vm : view.host().vms) {
        std::string name = clean(!vm.name.empty() ? vm.name : !vm.uuid.empty() ? vm.uuid : vm.vmm);
        if (const std::size_t number = ++times[name]; number > 1)
            name += fmt::format(" ({})", number);
        guests.emplace(std::move(name), &vm);
    }
    return guests;
}

/// The owner of each function: the first VM that lists it.
std::vector<std::string> ownersOf(const HostView &view) {
    std::vector<std::string> owners(view.size());
    for (const auto &[name, vm] : guestsOf(view))
        for (const Address &address : vm->devices)
            if (const Position at = view.find(address); at != kNoPosition && owners[at].empty())
                owners[at] = name;
    return owners;
}

void addGuest(const Work &work, const std::string &name, const host::VmProcess &vm, bool isBefore) {
    const auto devices = std::set<Address>(vm.devices.begin(), vm.devices.end());
    Difference difference;
    difference.rule = isBefore ? "vm.removed" : "vm.added";
    difference.category = Category::Vm;
    difference.change = isBefore ? Change::Removed : Change::Added;
    difference.severity = Severity::Warning;
    difference.subject = "VM " + name;
    difference.what = isBefore ? "no longer runs" : "runs now";
    if (!devices.empty())
        difference.what += fmt::format("; it {} {} device{}", isBefore ? "held" : "holds", devices.size(),
                                       devices.size() == 1 ? "" : "s");
    (isBefore ? difference.before : difference.after) = {name, std::nullopt, vm.evidence};
    const HostView &view = isBefore ? work.before : work.after;
    for (const Address &address : devices)
        if (const Position at = view.find(address); at != kNoPosition) {
            const Position there = isBefore ? work.matching.toAfter(at) : work.matching.toBefore(at);
            const auto partner =
                there == kNoPosition
                    ? std::nullopt
                    : std::optional((isBefore ? work.after : work.before).function(there).address);
            difference.devices.push_back(isBefore ? DevicePair{address, partner}
                                                  : DevicePair{partner, address});
        }
    work.collector.add(std::move(difference));
}

} // namespace

void compareHosts(const Work &work) {
    work.collector.compare(std::span<const FactRow<HostView>>(kHostFacts), work.before, work.after,
                           [] { return Subject{}; });
}

void compareNumaNodes(const Work &work) {
    std::map<int, std::pair<const NumaFacts *, const NumaFacts *>> nodes;
    for (const NumaFacts &node : work.before.host().numaNodes)
        nodes[node.node.value].first = &node;
    for (const NumaFacts &node : work.after.host().numaNodes)
        nodes[node.node.value].second = &node;
    const bool unknownBefore = work.before.host().numaNodes.empty();
    if (unknownBefore != work.after.host().numaNodes.empty())
        return work.collector.addUnknown("numa.nodes", Category::Numa, "NUMA nodes", unknownBefore, {});
    for (const auto &[number, node] : nodes) {
        const std::string name = fmt::format("NUMA {}", number);
        if (node.first != nullptr && node.second != nullptr) {
            work.collector.compare(std::span<const FactRow<NumaFacts>>(kNumaFacts), *node.first, *node.second,
                                   [&] {
                                       return Subject{name, {}};
                                   });
            continue;
        }
        const bool gone = node.second == nullptr;
        const NumaFacts &facts = gone ? *node.first : *node.second;
        const End there{name, std::nullopt, facts.cpus.evidence()};
        work.collector.add({gone ? "numa.removed" : "numa.added",
                            Category::Numa,
                            gone ? Change::Removed : Change::Added,
                            gone ? Severity::Error : Severity::Warning,
                            name,
                            gone ? "this node is gone" : "this node is new",
                            gone ? there : End{},
                            gone ? End{} : there,
                            {}});
    }
}

void compareVms(const Work &work) {
    const auto before = guestsOf(work.before);
    const auto after = guestsOf(work.after);
    const bool readBefore = !before.empty() || work.before.looked("vmm");
    const bool readAfter = !after.empty() || work.after.looked("vmm");
    if (readBefore != readAfter)
        return work.collector.addUnknown("vm.running", Category::Vm, "VMs", !readBefore, {});
    for (const auto &[name, vm] : before)
        if (!after.contains(name))
            addGuest(work, name, *vm, true);
    for (const auto &[name, vm] : after)
        if (!before.contains(name))
            addGuest(work, name, *vm, false);
    const auto ownersBefore = ownersOf(work.before);
    const auto ownersAfter = ownersOf(work.after);
    for (Position position = 0; position < work.before.size(); ++position) {
        if (work.matching.toAfter(position) == kNoPosition)
            continue;
        const std::string &old = ownersBefore[position];
        const std::string &now = ownersAfter[work.matching.toAfter(position)];
        const bool covered = (old.empty() || !after.contains(old)) && (now.empty() || !before.contains(now));
        if (old == now || covered) // a VM that was added or removed covers all its devices
            continue;
        const Subject subject = work.subject(position);
        const auto holder = [](const std::string &owner) {
            return owner.empty() ? std::string("no VM") : "VM " + owner;
        };
        work.collector.add(
            {"vm.owner",
             Category::Vm,
             Change::Changed,
             Severity::Warning,
             subject.name,
             fmt::format("{} holds it (was {})", holder(now), holder(old)),
             {holder(old), subject.device.before,
              old.empty() ? host::EvidenceRef{} : before.at(old)->evidence},
             {holder(now), subject.device.after, now.empty() ? host::EvidenceRef{} : after.at(now)->evidence},
             {}});
    }
}

} // namespace fabricscope::fleet
