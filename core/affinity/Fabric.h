// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/UpstreamPaths.h"
#include "core/host/GpuIndex.h"
#include "core/host/NicIndex.h"
#include "core/nccl/Decision.h"
#include "core/topology/HardwarePath.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::affinity {

struct Gpu {
    std::string name;      ///< "GPU2"
    std::string busIdText; ///< as shown; in an NCCL file it may not be an address
    std::optional<pci::Address> bdf;
    std::optional<topology::NodeId> node; ///< in the topology; absent if only an NCCL file is known
    std::optional<NumaNode> numa;
    std::optional<std::size_t> library; ///< index in Decisions::gpus
    std::optional<pci::LinkRate> link;  ///< its own link: current width, highest speed that both ends support
    std::optional<host::GpuEntry> numbers; ///< its other names and numbers
    std::string onHypervisor;              ///< its BDF on the hypervisor, if known
};

struct Nic {
    std::string name;   ///< "ionic_3", "enp6s0", or its BDF
    std::string netdev; ///< empty if there is none
    std::string busIdText;
    std::optional<pci::Address> bdf;
    std::optional<topology::NodeId> node;
    std::optional<NumaNode> numa;
    std::optional<std::size_t> library; ///< index in Decisions::nics: of its first port present there
    std::vector<std::size_t> ports;     ///< likewise: of all its ports present there
    std::optional<pci::LinkRate> link;  ///< its own link, as for a GPU
    host::NicEntry::State state = host::NicEntry::State::Unknown;
    std::optional<GigabitsPerSecond> rate;
    bool frontEnd = false;  ///< for management, storage or internet: not a candidate
    bool isVirtual = false; ///< a virtual function whose physical function is here too: not a candidate
    bool unused = false; ///< down, and another port of its card is active: neither an error nor a candidate
    /// Down, like all of its card, while another fabric NIC is active: not a candidate until it is brought
    /// up.
    bool down = false;
    bool rdma = false; ///< it has an RDMA device
    /// Subnets of its addresses and GIDs, "10.202.0.0/24", then switches found by LLDP, "switch leaf-1
    /// (...)".
    std::vector<std::string> rails;
    std::string onHypervisor; ///< likewise

    /// Whether it takes part in the best assignment.
    [[nodiscard]] bool isCandidate() const { return !frontEnd && !isVirtual && !unused && !down; }
};

/// The GPUs and NICs of a host and the distances between them in hardware: the subject of the judgement.
struct Fabric {
    std::vector<Gpu> gpus;
    std::vector<Nic> nics;
    std::vector<topology::Reach> gpuNic; ///< by GPU, then NIC
    std::vector<topology::Reach> gpuGpu; ///< by GPU, then GPU
    bool guest = false;
    bool gpusListed = true; ///< false: no source lists PCI devices, there may be GPUs
    bool nicsListed = true; ///< false: the sources list GPUs only, there may be NICs
    /// The source of the distances, if not the host itself: "mi355x-02, whose VM vm-02a this is"; "the file
    /// itself: no machine is known".
    std::string source;
    bool claimOnly = false;      ///< distances are those of an NCCL file, not of hardware
    UpstreamPaths upstreamPaths; ///< empty where no topology is known
    /// Bandwidth in GB/s that the library assumes between two CPUs of this kind, which hardware does not
    /// report: the upper bound of a path across NUMA nodes. Absent if no library was requested.
    std::optional<double> crossing;
    std::vector<std::string> unplacedNics; ///< RDMA devices that the sources name, and do not place
    std::vector<std::string> nicsOfVms;    ///< left out: passed through to VMs, while the host uses all GPUs
    std::vector<std::string> notes;        ///< what was left out, and why

    /// Limits: what exceeds them is left out, with a note. The best assignment takes GPUs x NICs x GPUs at
    /// worst.
    static constexpr std::size_t kMaxGpus = 256;
    static constexpr std::size_t kMaxNics = 1024;

    [[nodiscard]] const topology::Reach &reach(std::size_t gpu, std::size_t nic) const {
        return gpuNic[gpu * nics.size() + nic];
    }
    [[nodiscard]] std::optional<std::size_t> gpuAt(const pci::Address &address) const;
    [[nodiscard]] std::optional<std::size_t> nicAt(const pci::Address &address) const;
    /// By RDMA device, net device or BDF.
    [[nodiscard]] std::optional<std::size_t> nicNamed(std::string_view name) const;
};

[[nodiscard]] Fabric fabricOf(const topology::Topology &topology, const host::GpuTable &gpus);
/// The fabric of an NCCL file alone: its devices, with the distances that the library finds in it.
[[nodiscard]] Fabric fabricOf(const nccl::Decisions &decisions);
/// Sets `library` of GPUs and NICs, by address, then name, and `ports` of NICs.
void joinLibrary(Fabric &fabric, const nccl::Decisions &decisions);

/// A VM's devices on its hypervisor, as found by core/hostvm.
struct OnHypervisor {
    std::vector<std::pair<pci::Address, pci::Address>> devices; ///< the guest's address, and the host's
    std::string how; ///< "vm-03a: 16 devices by their guest addresses"; made safe
};

/// Replaces the distances of these devices by those of the hypervisor's hardware. Returns false, and changes
/// nothing, if no GPU or NIC is among them.
bool applyHypervisor(Fabric &guest, const OnHypervisor &known, const topology::Topology &hypervisor);

} // namespace fabricscope::affinity
