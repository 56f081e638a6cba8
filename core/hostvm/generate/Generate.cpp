// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/Generate.h"

#include "core/affinity/Assignment.h"
#include "core/affinity/Sentences.h"
#include "core/base/Text.h"
#include "core/hostvm/generate/FileElements.h"
#include "core/hostvm/generate/RoundTripCheck.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::hostvm {

namespace {

using affinity::Fabric;
using nccl::XmlTree;
using topology::PathWord;

constexpr std::size_t kMaxSwitches = 0xFF; ///< ids from ffff:ff:01.0, as usual in such files

class FileGenerator {
public:
    FileGenerator(const GuestOnHost &guest, const GenerateOptions &options)
        : m_guest(guest), m_decided(nccl::decideFor(guest.guest.host(), guest.guest, options.library, {})) {
        m_made.version = m_decided.options.version;
        m_made.library = m_decided.library;
        m_made.fabric = guestFabric(guest, host::gpuTable(guest.guest.host()));
        m_made.settings = settingsFor(m_decided, options.path);
        m_environment = withSettings(m_decided.options.environment, m_made.settings);
        m_nets = nccl::pluginNets(m_decided.machine, m_environment, *m_made.version).nets;
    }

    Generated run() {
        if (!canStart()) {
            m_made.settings.clear();
            return std::move(m_made);
        }
        group();
        addNicNotes();
        write();
        if (m_made.text.empty())
            m_made.settings.clear();
        return std::move(m_made);
    }

private:
    void addNote(std::string sentence) { m_made.notes.push_back(std::move(sentence)); }

    [[nodiscard]] const Fabric &fabric() const { return m_made.fabric; }
    [[nodiscard]] std::string gpuName(std::size_t gpu) const {
        return fmt::format("{} ({})", fabric().gpus[gpu].name, fabric().gpus[gpu].busIdText);
    }
    [[nodiscard]] std::string nicName(std::size_t nic) const {
        return fmt::format("{} ({})", fabric().nics[nic].name, fabric().nics[nic].busIdText);
    }

    bool canStart() {
        if (fabric().gpus.empty())
            addNote("the guest has no GPU: nothing to pair");
        else if (fabric().guest && m_guest.onHost == nullptr)
            addNote("no host is known for this VM: its flat buses show no pairs (specify the host)");
        else if (fabric().guest && m_guest.guestMapping.matches.empty())
            addNote("no guest device is matched to a host device: pairs are not guessed");
        else
            return true;
        return false;
    }

    [[nodiscard]] Confidence confidenceOf(const std::optional<pci::Address> &device) const {
        const Match *match = device ? m_guest.guestMapping.ofGuest(*device) : nullptr;
        return match != nullptr ? match->confidence : Confidence::Certain; // the guest's own switches
    }

    /// Groups GPUs and NICs that are connected by shared devices.
    void group() {
        const auto ideal = affinity::idealNics(fabric());
        std::map<std::size_t, std::size_t> groupOfNic;
        std::vector<SwitchGroup> groups;
        for (std::size_t gpu = 0; gpu < fabric().gpus.size(); ++gpu) {
            SwitchGroup own;
            own.gpus = {gpu};
            std::optional<std::size_t> joined;
            for (const std::size_t nic : nicsBelowSwitch(gpu, ideal[gpu]))
                if (const auto known = groupOfNic.find(nic); known != groupOfNic.end())
                    joined = known->second;
                else
                    own.nics.push_back(nic);
            if (own.nics.empty() && !joined) {
                addUnpairedGpu(gpu, ideal[gpu]);
                continue;
            }
            if (!joined) {
                joined = groups.size();
                groups.emplace_back();
            }
            SwitchGroup &group = groups[*joined];
            group.gpus.push_back(gpu);
            for (const std::size_t nic : own.nics) {
                group.nics.push_back(nic);
                groupOfNic.emplace(nic, *joined);
            }
        }
        addSpare(groups);
        for (SwitchGroup &one : groups)
            take(std::move(one));
    }

    /// Adds NICs that no GPU needs to the GPU with the fewest NICs below the same switch: a GPU may use
    /// several.
    void addSpare(std::vector<SwitchGroup> &groups) const {
        std::set<std::size_t> placed;
        for (const SwitchGroup &group : groups)
            placed.insert(group.nics.begin(), group.nics.end());
        for (std::size_t nic = 0; nic < fabric().nics.size(); ++nic) {
            if (placed.contains(nic) || !fabric().nics[nic].isCandidate())
                continue;
            SwitchGroup *best = nullptr;
            PathWord nearest = PathWord::Unknown;
            for (SwitchGroup &group : groups) {
                const PathWord word = fabric().reach(group.gpus.front(), nic).word;
                if (topology::isBelowSwitch(word) &&
                    (best == nullptr || word < nearest ||
                     (word == nearest && group.nics.size() < best->nics.size()))) {
                    best = &group;
                    nearest = word;
                }
            }
            if (best != nullptr)
                best->nics.push_back(nic);
        }
    }

    /// The GPU's own NICs. If those are behind the CPU: the nearest ones below its switches, which it shares.
    /// A file describes distances, and for GPUDirect RDMA a shared NIC is better than staging in host memory.
    [[nodiscard]] std::vector<std::size_t> nicsBelowSwitch(std::size_t gpu,
                                                           const std::vector<std::size_t> &ideal) const {
        std::vector<std::size_t> own;
        for (const std::size_t nic : ideal)
            if (topology::isBelowSwitch(fabric().reach(gpu, nic).word))
                own.push_back(nic);
        std::optional<std::size_t> nearest;
        for (std::size_t nic = 0; own.empty() && nic < fabric().nics.size(); ++nic)
            if (const auto word = fabric().reach(gpu, nic).word;
                fabric().nics[nic].isCandidate() && topology::isBelowSwitch(word) &&
                (!nearest || word < fabric().reach(gpu, *nearest).word))
                nearest = nic;
        if (nearest)
            own.push_back(*nearest);
        return own;
    }

    void addUnpairedGpu(std::size_t gpu, const std::vector<std::size_t> &ideal) {
        if (fabric().guest && fabric().gpus[gpu].onHypervisor.empty()) {
            addNote(
                fmt::format("{} matches no known host device: omitted, and placed by the guest's own buses",
                            gpuName(gpu)));
            return;
        }
        addNote(ideal.empty() ? fmt::format("{} has no NIC: placed directly below its CPU", gpuName(gpu))
                              : fmt::format("{} has no NIC below its switches ({} is at {}): placed directly "
                                            "below its CPU, PHB to all",
                                            gpuName(gpu), fabric().nics[ideal.front()].name,
                                            topology::toString(fabric().reach(gpu, ideal.front()))));
        m_made.atCpu.push_back(gpu);
    }

    void take(SwitchGroup group) {
        std::vector<std::string> guessed;
        const auto weigh = [&](const std::optional<pci::Address> &device, const std::string &name) {
            const Confidence confidence = confidenceOf(device);
            group.confidence = std::max(group.confidence, confidence);
            if (confidence == Confidence::Guess)
                guessed.push_back(name);
        };
        for (const std::size_t gpu : group.gpus)
            weigh(fabric().gpus[gpu].bdf, gpuName(gpu));
        for (const std::size_t nic : group.nics)
            weigh(fabric().nics[nic].bdf, nicName(nic));
        if (!guessed.empty())
            addNote(fmt::format("the host device of {} is a guess: this pair depends on it",
                                fmt::join(guessed, " and ")));
        if (m_made.groups.size() == kMaxSwitches) {
            addNote(fmt::format("{} is omitted: more than {} switches", gpuName(group.gpus.front()),
                                kMaxSwitches));
            return;
        }
        m_made.groups.push_back(std::move(group));
    }

    /// Notes on the NICs that were not used, with the reason.
    void addNicNotes() {
        std::set<std::size_t> placed;
        for (const SwitchGroup &group : m_made.groups)
            placed.insert(group.nics.begin(), group.nics.end());
        for (std::size_t nic = 0; nic < fabric().nics.size(); ++nic) {
            const affinity::Nic &own = fabric().nics[nic];
            const bool listed = !netsOf(m_nets, m_decided.machine, own).empty();
            if (placed.contains(nic)) {
                addGdrNote(own);
                if (!listed)
                    addNote(fmt::format("{} has no active port that the library would use: without `net` its "
                                        "entry has no effect",
                                        nicName(nic)));
            } else if (own.isCandidate() && listed) {
                addNote(own.onHypervisor.empty() && fabric().guest
                            ? fmt::format("{} matches no known host device: omitted", nicName(nic))
                            : fmt::format("{} shares no switch with a GPU: omitted", nicName(nic)));
            }
        }
    }

    /// A `gdr` in the file would override what the guest detects later.
    void addGdrNote(const affinity::Nic &nic) {
        for (const nccl::PluginNet *net : netsOf(m_nets, m_decided.machine, nic))
            if (!net->gdr)
                addNote(fmt::format("{} has no gdr in the file, so the library decides: currently no ({})",
                                    nic.name, net->gdrWhy));
    }

    /// The node reported by the guest; else its only node; else the host's, if both number their nodes alike.
    std::optional<int> numaOf(std::size_t gpu) {
        const affinity::Gpu &own = fabric().gpus[gpu];
        const auto &nodes = m_guest.guest.host().numaNodes;
        if (own.numa)
            return own.numa->value;
        if (nodes.size() == 1)
            return nodes.front().node.value;
        const Match *match = own.bdf ? m_guest.guestMapping.ofGuest(*own.bdf) : nullptr;
        if (match == nullptr || m_guest.onHost == nullptr)
            return std::nullopt;
        const auto &there = m_guest.onHost->host().numaNodes;
        const auto node = m_guest.onHost->find(match->onHost);
        const bool alike = std::equal(nodes.begin(), nodes.end(), there.begin(), there.end(),
                                      [](const auto &a, const auto &b) { return a.node == b.node; });
        if (!alike || nodes.empty() || !node || !m_guest.onHost->node(*node).numa)
            return std::nullopt;
        const int numa = m_guest.onHost->node(*node).numa->value;
        addNote(
            fmt::format("NUMA node of {} unknown in the guest: taken from the host, {}", gpuName(gpu), numa));
        return numa;
    }

    int cpu(XmlTree &tree, int numa) {
        const auto [at, added] = m_cpus.try_emplace(numa, 0);
        if (added)
            at->second = addCpu(tree, numa, m_guest, m_decided.machine, m_made.notes);
        return at->second;
    }

    /// The NUMA node to place each GPU below; -1: left out.
    std::vector<int> places() {
        std::vector<int> numa(fabric().gpus.size(), -1);
        const auto find = [&](std::size_t gpu) {
            const auto node = numaOf(gpu);
            if (!node)
                addNote(fmt::format("the NUMA node of {} is unknown: omitted with its NICs", gpuName(gpu)));
            numa[gpu] = node.value_or(-1);
        };
        for (const SwitchGroup &group : m_made.groups)
            find(group.gpus.front());
        for (const std::size_t gpu : m_made.atCpu)
            find(gpu);
        std::erase_if(m_made.groups, [&](const SwitchGroup &group) { return numa[group.gpus.front()] < 0; });
        std::erase_if(m_made.atCpu, [&](std::size_t gpu) { return numa[gpu] < 0; });
        // By NUMA node, then in the order of the GPUs, for readability.
        std::stable_sort(m_made.groups.begin(), m_made.groups.end(), [&](const auto &a, const auto &b) {
            return numa[a.gpus.front()] < numa[b.gpus.front()];
        });
        return numa;
    }

    void write() {
        const std::vector<int> numa = places();
        XmlTree tree;
        tree.add(-1, "system");
        tree.nodes.front().set("version", std::to_string(m_made.version->xmlVersion));
        std::set<int> nodes;
        for (const SwitchGroup &group : m_made.groups)
            nodes.insert(numa[group.gpus.front()]);
        for (const std::size_t gpu : m_made.atCpu)
            nodes.insert(numa[gpu]);
        for (const int node : nodes) // in ascending order
            cpu(tree, node);
        const FileDevices devices{m_made.fabric, m_decided.machine, m_nets, *m_made.version};
        for (std::size_t i = 0; i < m_made.groups.size(); ++i) {
            SwitchGroup &group = m_made.groups[i];
            group.busId = inventedBusId(i + 1);
            if (!addGroup(tree, cpu(tree, numa[group.gpus.front()]), group, devices, hardware()))
                addNote(fmt::format("no link of {} is known: {} has no link_speed, so the library assumes "
                                    "Gen3 (12 GB/s at x16)",
                                    gpuName(group.gpus.front()), group.busId));
        }
        for (const std::size_t gpu : m_made.atCpu)
            addGpu(tree, cpu(tree, numa[gpu]), devices, gpu);
        if (m_made.groups.empty()) {
            addNote("no GPU is known to have a NIC below its switches: a file would pair nothing");
            return;
        }
        keep(tree);
    }

    [[nodiscard]] const topology::Topology &hardware() const {
        return m_guest.onHost != nullptr && !m_guest.guestMapping.matches.empty() ? *m_guest.onHost
                                                                                  : m_guest.guest;
    }

    /// Keeps the file only if the library makes the same pairs of it.
    void keep(const XmlTree &tree) {
        auto text = nccl::writeXml(tree, *m_made.version);
        if (!text) {
            addNote(fmt::format("cannot write the file: {}", text.error().what));
            return;
        }
        nccl::Options options = m_decided.options;
        options.environment = m_environment;
        const RoundTripCheck back{m_made.fabric, m_made.groups, m_decided.machine, options};
        if (const std::string wrong = back.differs(*text); !wrong.empty()) {
            addNote(fmt::format("file not written: {} would read it differently: {}",
                                affinity::libraryName(*m_made.version), wrong));
            return;
        }
        if (back.isOtherLibrary())
            addNote(fmt::format("the file is for the requested {}, which does not run on this guest's GPUs",
                                affinity::libraryName(*m_made.version)));
        m_made.text = std::move(*text);
    }

    const GuestOnHost &m_guest;
    nccl::HostDecisions m_decided;
    nccl::Environment m_environment; ///< including the required settings
    std::vector<nccl::PluginNet> m_nets;
    std::map<int, int> m_cpus; ///< the element of each NUMA node
    Generated m_made;
};

} // namespace

Generated generate(const GuestOnHost &guest, const GenerateOptions &options) {
    return FileGenerator(guest, options).run();
}

} // namespace fabricscope::hostvm
