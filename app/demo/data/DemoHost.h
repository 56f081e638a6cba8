// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"
#include "core/pci/Capabilities.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app::demo {

using pci::Address;

/// A link as "5x16" in the data: generation and lanes.
struct DemoLink {
    std::uint8_t generation = 1;
    std::uint8_t width = 1;
};

/// A BAR as "512G pref64" in the data. `address` is given by assignWindows().
struct DemoBar {
    std::uint8_t index = 0;
    std::uint64_t size = 0; ///< a power of two
    bool prefetchable = false;
    bool wide = false; ///< 64-bit
    std::uint64_t address = 0;
};

/// First and last byte that a bridge forwards; empty if last < first.
struct DemoWindow {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
    [[nodiscard]] bool empty() const { return last < first; }
};

/// A network interface, on a function or (without one) virtual.
struct DemoNet {
    std::string name, mac, operstate = "up", master, physPortName;
    std::string via; ///< "virtio2": the folder between the function and net/
    std::uint32_t mtu = 1500;
    std::int64_t speedMbits = -1;
    int devPort = 0;
    bool carrier = true;
    bool bridge = false;
    int type = 1;                                  ///< ARPHRD
    std::vector<std::string> addresses;            ///< with prefix length
    std::string gateway;                           ///< of the default route over it; empty: none
    std::string switchName, switchMac, switchPort; ///< at the other end of its cable; empty: unknown
};

struct DemoRdma {
    std::string name, firmware, hcaType, boardId, state = "4: ACTIVE", physState = "5: LinkUp",
                                                  rate = "400 Gb/sec (4X NDR)", netdev;
};

struct DemoNvme {
    std::string name, model, serial, firmware;
};

/// What amdgpu and KFD report about a GPU.
struct DemoGpu {
    int card = 0;         ///< drm cardN; the render node is 128 + N
    int hip = 0, oam = 0; ///< as amd-smi lists them
    std::uint64_t uniqueId = 0;
};

/// One PCI function, as the data describe it.
struct DemoFunction {
    Address address;
    std::optional<Address> parent; ///< unset: on its root bus
    std::uint16_t vendor = 0, device = 0, subsystemVendor = 0, subsystemDevice = 0;
    std::uint32_t classCode = 0;
    std::uint8_t revision = 0;
    std::optional<pci::PortType> port; ///< unset: a conventional function
    std::optional<DemoLink> maxLink, link;
    std::string driver;
    std::optional<unsigned> iommuGroup;
    std::optional<int> numa; ///< default: the root's
    std::optional<std::uint8_t> secondary, subordinate;
    std::vector<DemoBar> bars, vfBars;
    DemoWindow memory, prefetchable; ///< bridges
    std::uint64_t vfAddress = 0;
    std::uint8_t acsSupported = 0, acsEnabled = 0;
    bool hasAer = false, hasAri = false, hasAts = false, atsEnabled = false, hasPasid = false,
         hasRebar = false;
    bool functionLevelReset = false, relaxedOrdering = true, extendedTags = true;
    std::uint16_t maxPayloadSupported = 512, maxPayload = 256, readRequest = 512;
    std::optional<std::uint64_t> serialNumber;
    std::optional<unsigned> slot;
    std::optional<Address> physfn;
    std::vector<Address> virtfns;
    std::uint16_t totalVfs = 0, vfDevice = 0;
    std::uint32_t correctableErrors = 0;
    std::string label, resetMethod;
    std::string vfMac; ///< of a virtual function, as its PF's driver reports it
    std::optional<DemoNet> net;
    std::optional<DemoRdma> rdma;
    std::optional<DemoNvme> nvme;
    std::optional<DemoGpu> gpu;

    [[nodiscard]] bool isBridge() const { return secondary.has_value(); }
};

struct DemoRoot {
    std::uint32_t domain = 0;
    std::uint8_t bus = 0;
    int numa = -1; ///< -1: not reported by the firmware
    bool virtio = false;
};

struct DemoNumaNode {
    int id = 0;
    std::string cpus;
    std::uint64_t memoryKb = 0;
    std::vector<int> distances;
};

struct DemoCpu {
    std::string vendor, model;
    int family = 0, modelNumber = 0, stepping = 0;
    int sockets = 1, coresPerSocket = 1, threads = 1;
    double mhz = 0;
    std::string flags;
};

struct DemoModule {
    std::uint64_t size = 16384;
    std::string version;
    std::vector<std::string> usedBy;
    std::map<std::string, std::string> parameters;
};

/// What KFD reports about this GPU model.
struct DemoGpuModel {
    std::string marketName, vbios, gfx, partNumber;
    std::uint32_t gfxTarget = 0, computeUnits = 0, xcc = 0, engineClockMhz = 0;
    std::uint64_t vramBytes = 0;
    std::uint32_t xgmiMbytes = 0; ///< one link, one direction, MB/s
    std::uint32_t pcieMbytes = 0;
    std::uint64_t hive = 0;
    std::string driverVersion, rocmVersion, toolVersion;
};

struct DemoPair {
    std::string gpu, nic;
    int numa = 0;
};

enum class DemoSudo : std::uint8_t { None, NoPassword, Password };

struct DemoUser {
    std::string name = "ops";
    int uid = 1000;
    DemoSudo sudo = DemoSudo::None;
    std::string sudoPassword; ///< for DemoSudo::Password; not a secret, it is in the data
};

/// A simulated host: everything its tree is made from.
struct DemoHost {
    std::string name, description;
    std::string hypervisor; ///< the demo host that this one is a VM of; empty for machines
    /// Of a VM: what the links of its devices carry on the hypervisor, Gb/s; see PcieLinks.h.
    std::map<Address, int> passedThroughLinks;
    DemoUser user;
    std::string machineId, bootId, kernelRelease, kernelVersion, commandLine, uptime;
    std::vector<std::pair<std::string, std::string>> osRelease, dmi, dmiRoot;
    std::string virtualization; ///< what systemd-detect-virt prints
    DemoCpu cpu;
    std::vector<DemoNumaNode> numaNodes;
    std::string iommuType; ///< of every group; empty: no IOMMU
    std::map<std::pair<std::uint32_t, std::uint8_t>, DemoRoot> roots;
    std::map<Address, DemoFunction> functions;
    std::vector<DemoNet> virtualNets;
    std::map<std::string, DemoModule> modules;
    std::vector<std::pair<unsigned, std::vector<std::string>>> processes; ///< pid, arguments
    std::map<unsigned, double> processStarts;                             ///< by pid: seconds after boot
    std::map<std::string, std::string> environment;                       ///< of a login
    std::vector<std::string> dmesg;
    std::map<std::string, std::string> files; ///< any others, by path
    std::string numaBalancing = "0";
    std::optional<DemoGpuModel> gpuModel;
    std::string ncclPath;
    std::vector<DemoPair> ncclPairs;
};

/// The sentence by which every simulated host identifies itself (/etc/fabricscope-simulated).
[[nodiscard]] std::string simulatedSentence(const DemoHost &host);

} // namespace fabricscope::app::demo
