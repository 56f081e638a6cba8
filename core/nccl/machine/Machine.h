// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/nccl/bootstrap/Sockets.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fabricscope::nccl {

/// A PCI function as the library finds it below /sys/bus/pci: texts, since it copies and compares texts. An
/// empty text is a file that is not there.
struct MachineFunction {
    std::string busId;                   ///< the folder's name: "0002:00:01.0"
    std::optional<std::uint32_t> parent; ///< index into Machine::functions; unknown: on a root bus
    std::string classCode;               ///< "0x030200"
    std::string vendor, device, subsystemVendor, subsystemDevice; ///< "0x10de"
    std::string maxLinkSpeed;     ///< "32.0 GT/s PCIe"; "Unknown" and "" are two different answers
    std::string currentLinkSpeed; ///< what NVML's current link generation comes to
    std::string maxLinkWidth;     ///< "16", also "0" and "255"
    std::string numaNode;         ///< "0"; "-1" is the kernel's unknown, and ours where nobody read it
    bool isNumaRead = true;       ///< false: the kernel's answer is not in the host's facts
};

/// NVML's busid of a switch that it does not see.
inline constexpr std::string_view kUnseenSwitch = "fffffff:ffff:ff";

/// NVLink or XGMI out of one GPU, as `nvlink` and `xgmi` elements hold it.
struct MachineLink {
    std::string target;      ///< the peer's busid, lower case, or kUnseenSwitch
    int count = 1;           ///< links
    std::string targetClass; ///< "0x068000" for a switch; empty: by the target's class in /sys
};

/// Whether something that GDR requires is there, and how that is known.
struct Support {
    std::optional<bool> has; ///< unknown: not in the host's facts
    std::string why;         ///< a sentence without a full stop
};

/// One GPU of the job. The order is the order of the ranks: as HIP or CUDA number them.
struct MachineGpu {
    std::string busId;
    int dev = 0;                     ///< NVML's index, or HIP's
    std::optional<int> sm;           ///< NVIDIA: compute capability * 10; AMD: compute units
    std::string gcn;                 ///< AMD: "gfx942"
    std::vector<MachineLink> links;  ///< only the known ones
    std::optional<std::string> name; ///< as shown
};

/// One port of an RDMA device, or a network interface: what a network plugin of the library may list.
struct MachineNet {
    enum class Kind : std::uint8_t { Rdma, Socket };
    Kind kind = Kind::Rdma;
    std::string name;   ///< "mlx5_0", "eth0"
    std::string busId;  ///< of the PCI function it is; empty: no PCI device (virtio, bond, loopback)
    bool usable = true; ///< the port is active
    int port = 1;
    std::optional<std::int64_t> speedMbits; ///< as the plugin finds it; unknown: its own default
    std::optional<std::uint64_t> guid;      ///< system image GUID
    std::string linkLayer;                  ///< "InfiniBand", "Ethernet"
};

/// What the library's own detection would see: all that ncclTopoGetSystem (src/graph/topo.cc) reads of a
/// machine in addition to the topology file.
struct Machine {
    std::vector<MachineFunction> functions;     ///< by busid
    std::vector<MachineGpu> gpus;               ///< by rank
    std::size_t gpusOfVms = 0;                  ///< bound to vfio: assigned to virtual machines
    bool flavorKnown = false;                   ///< they are NVIDIA's or AMD's
    Flavor flavor = Flavor::Nccl;               ///< the library that its GPUs are for
    std::vector<MachineNet> nets;               ///< in the kernel's order, RDMA before sockets
    std::vector<SocketAddress> socketAddresses; ///< in the order of getifaddrs
    std::map<std::string, std::string> cpuMaps; ///< numaid -> cpumap: "0000ffff", groups of 32 bits
    std::string arch;                           ///< "x86_64", "arm64", "ppc64"; empty: unknown
    std::string cpuVendor;                      ///< CPUID leaf 0: "GenuineIntel"; empty: unknown
    std::optional<int> cpuFamily, cpuModel;     ///< as the library computes it: base + (extended << 4)
    Support peerMemory;            ///< nvidia_peermem, or ib_register_peer_memory_client of amdkfd
    Support dmaBuf;                ///< of the kernel and the GPU's driver, before the environment
    std::vector<std::string> gaps; ///< assumptions where facts are missing, as sentences

    /// The function whose folder /sys/class/pci_bus/BUS/../../BUSID leads to: the first 12 characters of
    /// `busId`, in lower case. Unknown: no such folder.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view busId) const;
    /// The same for an exact folder name.
    [[nodiscard]] std::optional<std::uint32_t> findFolder(std::string_view name) const;
    [[nodiscard]] bool isGpu(std::string_view busId) const;
    [[nodiscard]] bool hasDistinctGpus() const { return m_gpuBusIds.size() == gpus.size(); }
    /// Indexes `functions` and `gpus` for these three; of two with one busid the first counts. A function
    /// below itself loses its parent.
    void index();

private:
    void breakCycles();

    std::unordered_map<std::string, std::uint32_t> m_byBusId;
    std::unordered_set<std::string> m_gpuBusIds;
};

/// The family number that CPUID's leaf 1 gives when its parts are put together as the library does it: the
/// kernel's 26 (Turin) is 191, 6 stays 6.
[[nodiscard]] int libraryCpuFamily(int kernelFamily);

/// "0-3,8" as cpumap prints it: hexadecimal groups of 32 bits, highest first, as many as `cpus` needs.
/// Unknown: not a CPU list, or a CPU beyond 65535.
[[nodiscard]] std::optional<std::string> cpuMapOf(std::string_view cpuList, unsigned cpus);

/// From the facts of a host. What is missing stays empty, or is assumed and listed in `gaps`.
[[nodiscard]] Machine machineOf(const host::Host &host, const topology::Topology &topology);

} // namespace fabricscope::nccl
