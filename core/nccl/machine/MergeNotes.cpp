// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/MergeNotes.h"

#include "core/base/HostText.h"
#include "core/nccl/Version.h"
#include "core/pci/Address.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::nccl {

namespace {

constexpr double kMegabits = 1000; // of a gigabit

std::string shown(std::string_view text) {
    return HostText(text).plain(64);
}

/// The device of this machine for an entry of the file.
struct Entry {
    enum class Kind : std::uint8_t { None, Gpu, Nic, Other };
    Kind kind = Kind::None;
    bool exact = false; ///< the library finds it
    std::string busId;  ///< as the machine has it
};

class Notes {
public:
    Notes(const XmlTree *file, const Machine &machine, std::span<const PluginNet> nets,
          std::span<const FusedNic> fused, const Version &version)
        : m_file(file), m_machine(machine), m_nets(nets), m_fused(fused), m_version(version) {
        for (const MachineGpu &gpu : machine.gpus)
            m_gpus.emplace(gpu.busId, &gpu);
        for (const PluginNet &net : nets) {
            m_netsByName.emplace(net.name, &net);
            m_nicBusIds.insert(machine.nets[net.machineNet].busId);
            m_lookups.insert(net.lookup);
        }
    }

    std::vector<MergeNote> run() {
        if (m_file && m_file->system() >= 0)
            checkFile();
        checkMachine();
        std::stable_sort(m_notes.begin(), m_notes.end(), [](const MergeNote &a, const MergeNote &b) {
            constexpr std::uint32_t kLast = 0xFFFFFFFF;
            return (a.line == 0 ? kLast : a.line) < (b.line == 0 ? kLast : b.line);
        });
        return std::move(m_notes);
    }

private:
    void note(MergeNoteKind kind, std::uint32_t line, std::string_view what) {
        if (m_notes.size() < kMaxMergeNotes)
            m_notes.push_back({kind, line, HostText(what).plain(1024)}); // busids may be anything, too
    }

    [[nodiscard]] const XmlNode &node(int index) const {
        return m_file->nodes[static_cast<std::size_t>(index)];
    }

    void checkFile() {
        for (const XmlNode &element : m_file->nodes)
            if (const auto name = element.value("name"); name && element.name == "net")
                m_namedNets.emplace(*name);
        for (std::size_t i = 0; i < m_file->nodes.size(); ++i) {
            const XmlNode &element = m_file->nodes[i];
            if (element.value("keep") == "1")
                note(MergeNoteKind::KeepInFile, element.line,
                     fmt::format("keep=\"1\" preserves this {} and its content on every machine",
                                 shown(element.name)));
            if (element.name == "cpu")
                checkCpu(element);
            else if (element.name == "pci")
                checkPci(element);
            else if (element.name == "gpu")
                checkGpu(element);
            else if (element.name == "net")
                checkNet(element);
        }
        if (!m_gpuSeen && !m_nicSeen && m_anyPci)
            note(MergeNoteKind::FileWithoutEffect, node(m_file->system()).line,
                 "the file has no GPU or NIC of this machine: apart from `cpu` entries it silently has no "
                 "effect");
        else
            findMissing();
    }

    void checkCpu(const XmlNode &element) {
        const auto numaId = element.value("numaid");
        if (numaId && !m_machine.cpuMaps.empty() && !m_machine.cpuMaps.contains(std::string(*numaId)))
            note(MergeNoteKind::CpuUnknown, element.line,
                 fmt::format("numaid=\"{}\" is not a NUMA node of this machine", shown(*numaId)));
        const auto differs = [&](std::string_view name, const std::string &machine) {
            const auto value = element.value(name);
            return value && !machine.empty() && *value != machine;
        };
        const std::string family = m_machine.cpuFamily ? std::to_string(*m_machine.cpuFamily) : "";
        const std::string model = m_machine.cpuModel ? std::to_string(*m_machine.cpuModel) : "";
        if (differs("vendor", m_machine.cpuVendor) || differs("familyid", family) ||
            differs("modelid", model))
            note(MergeNoteKind::CpuReplaced, element.line,
                 fmt::format("the file has {} family {} model {}, the machine {} {} {}: the file sets the "
                             "speed between sockets",
                             shown(element.value("vendor").value_or("?")),
                             shown(element.value("familyid").value_or("?")),
                             shown(element.value("modelid").value_or("?")), shown(m_machine.cpuVendor),
                             family, model));
    }

    /// The device of this machine for a busid, in any spelling.
    [[nodiscard]] Entry entryOf(std::string_view busId) const {
        Entry entry;
        entry.busId = std::string(busId);
        auto kind = [&](const std::string &text) {
            if (m_gpus.contains(text))
                return Entry::Kind::Gpu;
            if (m_nicBusIds.contains(text) || m_lookups.contains(text))
                return Entry::Kind::Nic;
            return m_machine.findFolder(text) ? Entry::Kind::Other : Entry::Kind::None;
        };
        entry.kind = kind(entry.busId);
        entry.exact = entry.kind != Entry::Kind::None;
        if (!entry.exact)
            if (const auto address = pci::Address::parse(busId)) {
                entry.busId = address->toString();
                entry.kind = kind(entry.busId);
            }
        return entry;
    }

    void checkPci(const XmlNode &element) {
        const std::string_view busId = element.value("busid").value_or("");
        m_anyPci = true;
        if (const auto [at, added] = m_lineOf.try_emplace(std::string(busId), element.line); !added) {
            note(MergeNoteKind::DuplicateBusId, element.line,
                 fmt::format("{} is already in line {}: the library finds the first", shown(busId),
                             at->second));
            return;
        }
        const Entry entry = entryOf(busId);
        const bool isSwitch = std::any_of(element.children.begin(), element.children.end(),
                                          [&](int child) { return node(child).name == "pci"; });
        checkLink(element, entry, isSwitch);
        if (entry.kind != Entry::Kind::None && !entry.exact)
            note(MergeNoteKind::Spelling, element.line,
                 fmt::format("the library compares text: write {}, not {}", entry.busId, shown(busId)));
        else if (isSwitch)
            checkSwitch(element, entry);
        else if (entry.kind == Entry::Kind::None)
            note(MergeNoteKind::NoSuchDevice, element.line,
                 fmt::format("{} is not on this machine: the entry is silently ignored", shown(busId)));
        else
            checkLeaf(element, entry);
    }

    void checkSwitch(const XmlNode &element, const Entry &entry) {
        if (!entry.exact)
            return;
        const auto function = m_machine.findFolder(entry.busId);
        if (!function)
            return; // a NIC is looked up there, though no function is
        const std::string &real = m_machine.functions[*function].classCode;
        if (const auto claimed = element.value("class"); claimed && !real.empty() && *claimed != real)
            note(MergeNoteKind::SwitchIsReal, element.line,
                 fmt::format("{} exists on this machine: its class becomes {}, not the file's; an invented "
                             "switch needs an impossible address (ffff:ff:NN.0)",
                             entry.busId, shown(real)));
    }

    void checkLeaf(const XmlNode &element, const Entry &entry) {
        const bool gpu = entry.kind == Entry::Kind::Gpu;
        const bool nic = entry.kind == Entry::Kind::Nic;
        m_gpuSeen = m_gpuSeen || gpu;
        m_nicSeen = m_nicSeen || (nic && m_lookups.contains(entry.busId));
        if (!gpu && !nic)
            return;
        if (nic && !m_lookups.contains(entry.busId))
            noteCollapsed(element.line, entry.busId);
        if (element.parent >= 0 && node(element.parent).name == "cpu")
            note(MergeNoteKind::AtRoot, element.line,
                 fmt::format("{} {} is directly below `cpu`: everything else on that CPU is at PHB, without "
                             "GPUDirect RDMA by default",
                             gpu ? "GPU" : "NIC", entry.busId));
    }

    void noteCollapsed(std::uint32_t line, const std::string &busId) {
        const auto net = std::find_if(m_nets.begin(), m_nets.end(), [&](const PluginNet &one) {
            return m_machine.nets[one.machineNet].busId == busId;
        });
        if (net == m_nets.end() || m_namedNets.contains(net->name))
            return; // by name it is found anywhere
        note(MergeNoteKind::NicCollapsed, line,
             net->isPci
                 ? fmt::format(
                       "NCCL_IB_MERGE_VFS is on: {} ({}) is looked up as {}, the first device of its bus; "
                       "that one is at the root complex, so the distances are wrong; set NCCL_IB_MERGE_VFS=0",
                       busId, shown(net->name), net->lookup)
                 : fmt::format("NCCL_IB_MERGE_VFS is on: {} ({}) is looked up as {}, which does not exist: "
                               "it becomes a virtual NIC of the first CPU; set NCCL_IB_MERGE_VFS=0",
                               busId, shown(net->name), net->lookup));
    }

    // For a device of the machine, /sys adds missing values; existing ones are kept.
    void checkLink(const XmlNode &element, const Entry &entry, bool isSwitch) {
        if (entry.kind == Entry::Kind::None && !isSwitch)
            return;
        const auto speed = element.value("link_speed");
        const auto known = [&](std::string_view text) {
            return std::any_of(m_version.linkSpeeds.begin(), m_version.linkSpeeds.end(),
                               [&](const LinkSpeedRow &row) { return text.starts_with(row.text); });
        };
        if (speed && !known(*speed))
            note(MergeNoteKind::LinkUnclear, element.line,
                 fmt::format("link_speed=\"{}\" is unknown to the library: assumed Gen3 (12 GB/s at x16); "
                             "write for example \"32.0 GT/s PCIe\"",
                             shown(*speed)));
        else if (!speed && entry.kind == Entry::Kind::None)
            note(MergeNoteKind::LinkUnclear, element.line,
                 fmt::format("{} has no link_speed: assumed Gen3 (12 GB/s at x16)",
                             shown(element.value("busid").value_or(""))));
    }

    void checkGpu(const XmlNode &element) {
        const auto dev = element.value("dev");
        if (!dev)
            return;
        if (*dev == "-1") {
            note(MergeNoteKind::GpuDropped, element.line, "dev=\"-1\" excludes this GPU from every run");
            return;
        }
        const std::string busId = element.parent >= 0
                                      ? std::string(node(element.parent).value("busid").value_or(""))
                                      : std::string{};
        const auto gpu = m_gpus.find(busId);
        if (gpu != m_gpus.end() && *dev != std::to_string(gpu->second->dev))
            note(MergeNoteKind::GpuDevFromFile, element.line,
                 fmt::format("{} is device {} on this machine; the file's dev=\"{}\" applies", busId,
                             gpu->second->dev, shown(*dev)));
    }

    void checkNet(const XmlNode &element) {
        const std::string name(element.value("name").value_or(""));
        const auto at = m_netsByName.find(name);
        if (at == m_netsByName.end()) {
            note(MergeNoteKind::NetUnknown, element.line,
                 fmt::format(
                     "no NIC that the library would use is called \"{}\": the entry is silently ignored",
                     shown(name)));
            return;
        }
        m_nicSeen = true;
        const PluginNet &net = *at->second;
        const int pci = element.parent >= 0 ? node(element.parent).parent : -1;
        const std::string place =
            pci >= 0 ? std::string(node(pci).value("busid").value_or("")) : std::string{};
        const std::string &real = m_machine.nets[net.machineNet].busId;
        if (!place.empty() && place != real && place != net.lookup)
            note(MergeNoteKind::NetRelocated, element.line,
                 fmt::format(
                     "{} is {} on this machine, but the file's name takes precedence: it is placed at {}",
                     shown(name), real.empty() ? "no PCI device" : real, shown(place)));
        checkNetValues(element, net);
    }

    void checkNetValues(const XmlNode &element, const PluginNet &net) {
        const auto differs = [&](std::string_view attribute, const std::string &machine) {
            const auto value = element.value(attribute);
            return value && *value != machine;
        };
        if (differs("gdr", net.gdr ? "1" : "0"))
            note(MergeNoteKind::NetValueFromFile, element.line,
                 fmt::format("gdr=\"{}\" applies to {}, though the machine has {} ({})",
                             shown(*element.value("gdr")), shown(net.name), net.gdr ? "1" : "0", net.gdrWhy));
        if (differs("speed", std::to_string(net.speedMbits)))
            note(MergeNoteKind::NetValueFromFile, element.line,
                 fmt::format("speed=\"{}\" applies to {}, though its port runs at {} Mb/s",
                             shown(*element.value("speed")), shown(net.name), net.speedMbits));
        if (differs("port", std::to_string(net.port)))
            note(MergeNoteKind::NetValueFromFile, element.line,
                 fmt::format("port=\"{}\" applies to {}, though it is port {}", shown(*element.value("port")),
                             shown(net.name), net.port));
    }

    void findMissing() {
        if (!m_anyPci)
            return;
        for (const MachineGpu &gpu : m_machine.gpus)
            if (!m_lineOf.contains(gpu.busId))
                note(MergeNoteKind::NotInFile, 0,
                     fmt::format("GPU {} is not in the file: placed by /sys, at PHB or farther from the GPUs "
                                 "and NICs of the file",
                                 gpu.busId));
        for (const PluginNet &net : m_nets)
            if (!m_lineOf.contains(net.lookup) && !m_namedNets.contains(net.name) && !net.collapsed)
                note(MergeNoteKind::NotInFile, 0,
                     fmt::format("NIC {} ({}) is not in the file: placed by /sys, and the GPU next to it "
                                 "uses another GPU's NIC",
                                 shown(net.name), net.lookup.empty() ? "no PCI device" : net.lookup));
    }

    void checkMachine() {
        std::set<std::string_view> noted;
        for (const PluginNet &net : m_nets) {
            const std::string &busId = m_machine.nets[net.machineNet].busId;
            if (net.collapsed && !m_lineOf.contains(busId) && !m_namedNets.contains(net.name))
                noteCollapsed(0, busId);
            const auto function = m_machine.findFolder(net.lookup);
            if (function && noted.insert(net.lookup).second)
                noteNuma("NIC", net.lookup, m_machine.functions[*function]);
        }
        for (const MachineGpu &gpu : m_machine.gpus) {
            const auto function = m_machine.findFolder(gpu.busId);
            if (function)
                noteNuma("GPU", gpu.busId, m_machine.functions[*function]);
        }
        noteFusion();
        for (const std::string &gap : m_machine.gaps)
            note(MergeNoteKind::Assumed, 0, gap);
    }

    void noteFusion() {
        for (const FusedNic &nic : m_fused) {
            std::vector<std::string> names;
            for (const std::size_t net : nic.nets)
                names.push_back(shown(m_nets[net].name));
            note(MergeNoteKind::NicsFused, 0,
                 fmt::format("the library fuses {} ({}): {} of {} Gb/s; here each is shown and judged "
                             "separately; NCCL_NET_MERGE_LEVEL=LOC keeps them apart",
                             fmt::join(names, ", "), nic.why, fmt::join(names, "+"),
                             static_cast<double>(nic.speedMbits) / kMegabits));
        }
    }

    void noteNuma(std::string_view what, const std::string &busId, const MachineFunction &function) {
        if (function.numaNode != "-1" || (m_file && m_lineOf.contains(busId)))
            return; // in a file, its place there counts
        if (!function.isNumaRead) {
            // Where no function has one, the gaps of the machine state it once.
            if (m_isNumaRead)
                note(MergeNoteKind::NumaUnknown, 0,
                     fmt::format("the NUMA node of {} {} is unknown here: {}", what, busId, numaRule()));
            return;
        }
        note(MergeNoteKind::NumaUnknown, 0,
             fmt::format("{} {} has numa_node -1: {}", what, busId, numaRule()));
    }

    /// What the library does with a device whose numa_node is -1.
    [[nodiscard]] std::string_view numaRule() const {
        return m_version.negativeNumaBecomesZero ? "assumed node 0"
                                                 : "it gets a separate CPU, at SYS from all others";
    }

    const XmlTree *m_file;
    const Machine &m_machine;
    std::span<const PluginNet> m_nets;
    std::span<const FusedNic> m_fused;
    const Version &m_version;
    std::map<std::string, const MachineGpu *, std::less<>> m_gpus;
    std::map<std::string, const PluginNet *, std::less<>> m_netsByName;
    std::set<std::string, std::less<>> m_nicBusIds, m_lookups, m_namedNets;
    std::map<std::string, std::uint32_t, std::less<>> m_lineOf; ///< of each busid in the file
    std::vector<MergeNote> m_notes;
    bool m_isNumaRead = std::any_of(m_machine.functions.begin(), m_machine.functions.end(),
                                    [](const MachineFunction &each) { return each.isNumaRead; });
    bool m_gpuSeen = false, m_nicSeen = false, m_anyPci = false;
};

} // namespace

std::vector<MergeNote> mergeNotes(const XmlTree *file, const Machine &machine,
                                  std::span<const PluginNet> nets, std::span<const FusedNic> fused,
                                  const Version &version) {
    return Notes(file, machine, nets, fused, version).run();
}

} // namespace fabricscope::nccl
