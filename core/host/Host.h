// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SlimOptional.h"
#include "core/base/Units.h"
#include "core/host/Fact.h"
#include "core/host/InstalledLibrary.h"
#include "core/host/Network.h"
#include "core/host/Shared.h"
#include "core/host/SharedList.h"
#include "core/host/Sparse.h"
#include "core/host/ToolReport.h"
#include "core/pci/Address.h"
#include "core/pci/Capabilities.h"
#include "core/pci/Link.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// None has this domain: where a kernel counts its own, it begins at 0x10000.
template<> struct fabricscope::NoneOf<std::pair<std::uint32_t, std::uint8_t>> {
    static constexpr std::pair<std::uint32_t, std::uint8_t> value{0xFFFFFFFF, 0xFF};
};

namespace fabricscope::host {

using pci::Address;

/// The only way anything names a host: the target as the user named it, with ids that distinguish hosts.
struct HostId {
    std::string target;
    std::string machineId; ///< /etc/machine-id, empty where unreadable
    std::string bootId;    ///< /proc/sys/kernel/random/boot_id, empty where unreadable
    friend auto operator<=>(const HostId &, const HostId &) = default;
};

/// The only way anything names a device.
struct DeviceKey {
    HostId host;
    Address address;
    friend auto operator<=>(const DeviceKey &, const DeviceKey &) = default;
};

/// A line of /sys/bus/pci/devices/*/resource that is in use. Index 0 to 5 are BARs, 6 the ROM, 7 to 12 SR-IOV
/// BARs, above that bridge windows.
struct Bar {
    std::uint8_t index = 0;
    ByteCount size;
    std::uint64_t flags =
        0; ///< include/linux/ioport.h: 0x100 I/O, 0x200 memory, 0x2000 prefetchable, 0x100000 64-bit
    friend bool operator==(const Bar &, const Bar &) = default;
};

/// Domain and bus of a pciDDDD:BB.
using RootBus = std::pair<std::uint32_t, std::uint8_t>;

/// Facts that only few functions of a host have: bridges, physical functions, and functions named by a
/// source.
struct RareFacts {
    Fact<std::uint8_t> secondaryBus, subordinateBus; ///< bridges
    Fact<std::uint32_t> sriovNumVfs, sriovTotalVfs;
    /// Current bandwidth of the link, if the source states nothing else about it (hwloc XML): its speed and
    /// width then stay unknown.
    Fact<GigabytesPerSecond> linkBandwidth;
    Fact<std::string> slotLabel; ///< firmware label, or the physical slot's name
    Fact<std::string> name;      ///< device name where the source itself names it (lspci text, hwloc XML)
    Fact<std::uint64_t> aerCorrectable, aerNonFatal, aerFatal; ///< TOTAL_ERR_* of aer_dev_*
};

/// One PCI function as sysfs and its config space show it (reference:
/// Documentation/ABI/testing/sysfs-bus-pci). A host may have thousands, nearly all of them virtual functions;
/// rare facts are therefore stored separately.
struct PciFunction {
    Address address;
    /// Parent function in /sys/devices; unknown for functions on a root bus.
    SlimOptional<Address> parent;
    /// Root bus above the function: domain and bus of its pciDDDD:BB directory; unknown if the source has
    /// no tree.
    SlimOptional<RootBus> rootBus;

    Fact<std::uint16_t> vendor, device, subsystemVendor, subsystemDevice;
    Fact<std::uint32_t> classCode; ///< 24 bits: 0x030200
    Fact<std::uint8_t> revision;
    Fact<pci::LinkSpeed> currentSpeed, maxSpeed;
    Fact<std::uint8_t> currentWidth, maxWidth;
    Fact<IommuGroup> iommuGroup;
    Fact<int> numaNode; ///< as the kernel states; -1 is the kernel's "unknown"
    /// Config space reads all ones: the device fell off the bus (lspci's `rev ff`, header type 7f).
    bool dead = false;
    Fact<std::string> driver;     ///< the driver bound; unknown where the link could not be read or is absent
    Fact<std::string> localCpus;  ///< a CPU list: "0-31,64-95"
    Fact<std::string> powerState; ///< D0, D3hot, D3cold, unknown
    Fact<std::string> resetMethod; ///< "flr bus"
    Fact<Address> physfn;          ///< known: this is a virtual function of that one
    Sparse<RareFacts> rare;
    SharedList<Address> virtfns; ///< in the order of virtfnN
    SharedList<Bar> bars;
    /// Decoded config space; how much was readable is `config->bytesRead` (64 without root).
    Shared<pci::ConfigSpace> config;
    EvidenceRef configEvidence;
};

/// The fact that a pointer to member selects, in PciFunction or in its RareFacts: for tables of facts.
template<class Target, class F> [[nodiscard]] const F &factOf(const Target &target, F Target::*member) {
    return target.*member;
}
template<class Target, class F> [[nodiscard]] F &factOf(Target &target, F Target::*member) {
    return target.*member;
}
template<class F> [[nodiscard]] const F &factOf(const PciFunction &function, F RareFacts::*member) {
    return (*function.rare).*member;
}
template<class F> [[nodiscard]] F &factOf(PciFunction &function, F RareFacts::*member) {
    return function.rare.edit().*member;
}

struct NumaNodeFacts {
    NumaNode node;
    Fact<std::string> cpus;           ///< CPU list, "" for a CPU-less node
    Fact<ByteCount> memory;           ///< MemTotal
    Fact<std::vector<int>> distances; ///< one per online node, in id order
};

/// One network interface of /sys/class/net.
struct NetInterface {
    std::string name;
    std::optional<Address> device; ///< unknown for virtual ones
    Fact<std::string> mac, operstate;
    Fact<bool> carrier;
    Fact<std::int64_t> speedMbits; ///< unknown where down or -1
    Fact<std::int64_t> mtu;
    Fact<int> type;           ///< ARPHRD: 1 Ethernet, 32 InfiniBand
    Fact<std::string> master; ///< the bond or bridge it belongs to
    Fact<int> devPort;        ///< which port of its function, from 0
    Fact<int> index;          ///< the kernel's number: interfaces are listed in this order, from 1
    Fact<std::string> physPortName;
    std::vector<std::string> addresses; ///< with prefix length, where /proc or `ip` gave them
    std::vector<LldpNeighbour> neighbours;
};

struct RdmaPort {
    int number = 1;
    Fact<std::string> state;         ///< "4: ACTIVE" is kept as "ACTIVE"
    Fact<std::string> physicalState; ///< "LinkUp"
    Fact<GigabitsPerSecond> rate;
    Fact<std::string> linkLayer; ///< InfiniBand or Ethernet
    Fact<std::string> netdev;
    struct Gid {
        int index = 0;
        std::string gid;
        std::string type; ///< "IB/RoCE v1", "RoCE v2"
        std::string netdev;
        friend bool operator==(const Gid &, const Gid &) = default;
    };
    std::vector<Gid> gids; ///< those that are not zero
};

struct RdmaDevice {
    std::string name;
    std::optional<Address> device; ///< none for a software device: see SoftwareRdma.h
    Fact<std::string> nodeGuid, sysImageGuid, firmware, hcaType, boardId;
    Fact<std::string> nodeType;    ///< "1: CA" is kept as "CA"
    Fact<std::string> description; ///< node_desc: "rxe"; may contain the host's name there
    Fact<bool> isVirtual;          ///< it is below /sys/devices/virtual: no device is behind it
    std::vector<RdmaPort> ports;
};

/// One node of a GPU in KFD: the whole GPU, or a partition.
struct KfdNodeFacts {
    int node = 0;
    Fact<std::uint64_t> gpuId; ///< RVS names GPUs by it
    Fact<int> renderMinor;
    EvidenceRef evidence;
};

/// A GPU as its driver shows it, in KFD, DRM or NVIDIA's /proc; joined to its function by address.
struct GpuFacts {
    Address address;
    Fact<std::string> model;    ///< marketing name where a tool or NVIDIA's /proc gave one
    Fact<std::string> uniqueId; ///< amdgpu unique_id or NVIDIA UUID
    Fact<std::string> computePartition, memoryPartition; ///< SPX..CPX, NPS1..NPS8
    Fact<std::string> vbios;
    Fact<ByteCount> vram;
    Fact<std::uint64_t> xgmiHive;
    std::vector<int> renderMinors; ///< 128.. ; several where partitioned
    std::vector<int> kfdNodes;     ///< one per partition
    std::vector<KfdNodeFacts> kfd; ///< the same with their numbers, by node
    Fact<int> smiIndex;            ///< number from the vendor's tool: NVML's, amd-smi's
    Fact<int> hipIndex;            ///< as amd-smi states it
    Fact<int> oam;                 ///< the module's place on its board, as amd-smi states it
};

/// What the kernel or a GPU library calls a function: nvme0n1, eth0, mlx5_0, renderD128, nvml0.
struct OsDevice {
    enum class Kind : std::uint8_t { Other, Block, Gpu, Net, Rdma, Dma, Coprocessor, Memory };
    std::string name;
    Kind kind = Kind::Other;
    std::optional<Address> device; ///< unknown for virtual ones
    EvidenceRef evidence;
};

/// A direct GPU-GPU connection: XGMI from KFD's io_links, NVLink from nvidia-smi.
struct GpuLink {
    enum class Kind : std::uint8_t { Xgmi, NvLink };
    Kind kind = Kind::Xgmi;
    Address from, to;                            ///< from < to, each pair once
    std::optional<int> count;                    ///< NVLink: links; XGMI: hops from the weight (15 a hop)
    std::optional<GigabytesPerSecond> bandwidth; ///< one direction, as the source states it
    EvidenceRef evidence;
};

/// A table that a tool prints with its own names for devices (`nvidia-smi topo -m`: GPU0, NIC3), unchanged.
/// Its pairs are in gpuLinks too, but only if another source identifies the functions.
struct DeviceMatrix {
    struct Row {
        std::string name;               ///< "GPU0", "NIC3", or a BDF
        std::optional<Address> address; ///< unknown where no source reported it
        std::string device;             ///< the RDMA device's name, from the NIC legend: "mlx5_0"
        Fact<std::string> cpus;         ///< CPU affinity
        Fact<std::string> numaNodes;    ///< NUMA affinity: "0", "0-1"
        std::vector<std::string>
            cells; ///< one per column: "NV18", "PIX", "XGMI", "15"; "" if the cell was empty
        EvidenceRef evidence;
    };
    std::string tool; ///< "nvidia-smi topo -m"
    std::string what; ///< "Path", "Weight", "Hops", "Link type"
    std::vector<std::string> columns;
    std::vector<Row> rows;
};

/// What the kernel log reports about a device or the host, one entry per kind and device.
struct KernelMessage {
    enum class Kind : std::uint8_t {
        LinkLimited, ///< "8.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x4 link at ..."
        BusError,    ///< AER, DPC, machine checks of the bus
        LinkChange,  ///< hot-plug's Link Down and Link Up
        Iommu,       ///< on, off, its default domain type, its faults
        Acs,         ///< overrides of Access Control Services
        GpuFault,    ///< NVIDIA's Xid and SXid, amdgpu's resets and RAS errors
        DeviceLost,  ///< fallen off the bus, did not answer
        Driver,      ///< a driver that failed to bind or to start a device, peer memory unavailable
        Reset,       ///< a device that is slow to return from a reset: "not ready 1023ms after FLR; waiting"
        NicFault,    ///< a NIC's firmware, module, cable, power and commands
        HardwareError, ///< of the host: memory (EDAC), machine checks, what the firmware reports (APEI)
        System,        ///< of the kernel: panics, oopses, lockups, out of memory, hung tasks, file systems
    };
    Kind kind = Kind::Driver;
    std::optional<Address> device;
    std::string text;        ///< the first such line, without its time
    std::uint32_t count = 1; ///< lines of this kind about this device
    EvidenceRef evidence;    ///< of the first
};

/// A location in a guest: a root bus, and the slot on each bus from there down. The bus numbers below
/// bridges are assigned by the guest's firmware.
struct GuestPlace {
    struct Slot {
        std::uint8_t device = 0, function = 0;
        friend bool operator==(const Slot &, const Slot &) = default;
    };
    std::uint32_t domain = 0;
    std::uint8_t rootBus = 0;
    std::vector<Slot> slots; ///< at least one; the device's own last
    friend bool operator==(const GuestPlace &, const GuestPlace &) = default;
};

/// What one source states about one device that a VMM passes through to its guest, or emulates.
struct VmDevice {
    enum class By : std::uint8_t { CommandLine, Api, Libvirt, Descriptor };
    By by = By::CommandLine;
    std::optional<Address> onHost; ///< unknown: the VMM emulates it
    std::optional<GuestPlace> inGuest;
    std::string id;                       ///< "gpu0", "hostdev0"; empty where unknown
    std::string mac;                      ///< of a NIC; empty where unknown
    std::optional<std::uint32_t> segment; ///< the guest's PCI domain, where the VMM numbers its segments
    EvidenceRef evidence;
    std::string port = {};                  ///< what it is below: "pcie-root-port rp1"; empty: the root bus
    std::optional<NumaNode> guestNode = {}; ///< of the guest, where an expander bus gives one
    friend bool operator==(const VmDevice &, const VmDevice &) = default;
};

/// A virtual CPU, or several, and the host's CPUs that it runs on: "0-3" and "8-11,24-27".
struct VmCpuPin {
    std::string vcpus, hostCpus;
    EvidenceRef evidence;
};

/// A NUMA node of a guest.
struct VmNode {
    unsigned number = 0;
    std::string cpus; ///< "0-15"; empty where unknown
    std::optional<ByteCount> memory;
    std::string hostNodes = {}; ///< the host's nodes with its memory: "0", "0-1"; empty where not stated
    EvidenceRef evidence;
};

/// A process that runs a virtual machine, and the devices its command line or descriptors name; or the
/// definition of a machine, of which no process is known.
struct VmProcess {
    std::uint32_t pid = 0; ///< 0 where unknown
    std::string vmm;       ///< "qemu", "cloud-hypervisor", "firecracker", ...
    std::string name;      ///< the guest's name where given, else empty
    std::string uuid;
    std::vector<Address>
        devices; ///< host devices, each once, in order of first mention: details are in `deviceInfo`
    EvidenceRef evidence;
    std::vector<VmDevice> deviceInfo = {}; ///< in the order of the sources
    std::string apiSocket = {};            ///< its path; empty where none is reported
    Fact<ByteCount> memory = {};
    Fact<double> startedAfterBoot = {}; ///< seconds after the host's kernel started
    bool isDefinition = false;          ///< as libvirt has it; whether it runs is not known
    Fact<unsigned> vcpus = {};
    std::vector<VmCpuPin> pins = {}; ///< in the order of the source
    std::vector<VmNode> nodes = {};
    std::string hostNodes = {}; ///< the host's nodes with all of its memory: "0"; empty where not stated
};

/// A virtual function's link as its physical function's driver reports it: the vf lines of `ip link show`.
struct VirtualLink {
    Address physical;
    std::uint32_t number = 0; ///< N of virtfnN
    std::string mac;          ///< lower case; empty where none is set
    std::string guid;         ///< InfiniBand's node GUID, 16 digits; empty where none is set
    EvidenceRef evidence;
};

/// "[drm] Initialized amdgpu 3.61.0 for 0002:00:01.0 on minor 0": a GPU's driver is ready.
struct DriverReady {
    Address device;
    std::string driver;
    double afterBoot = 0; ///< seconds after the kernel started
    EvidenceRef evidence;
};

/// The group's functions are recorded in the functions themselves: PciFunction::iommuGroup.
struct IommuGroupFacts {
    IommuGroup group;
    Fact<std::string> type; ///< identity, DMA, DMA-FQ, unmanaged, blocked
};

/// A root bus that hangs below a PCI function (VMD): pci10000:00 below 0000:64:05.5.
struct NestedRoot {
    std::uint32_t domain = 0;
    std::uint8_t bus = 0;
    Address below;
    friend bool operator==(const NestedRoot &, const NestedRoot &) = default;
};

/// NAME=VALUE for NCCL or RCCL, from a configuration file or the login environment.
struct NcclSetting {
    std::string source; ///< "env", or the file's path
    std::string name;
    Fact<std::string> value;
};

/// A topology file for NCCL found on the host: unverified, parsed by the code that judges it.
struct NcclFile {
    std::string path;
    EvidenceRef text; ///< the section that holds it
};

/// What could not be read, and what would make it readable: shown where the fact is missing.
struct Missing {
    std::string what;           ///< "ACS and link control of bridges"
    std::string why;            ///< "config space beyond 64 bytes needs root"
    std::string remedy;         ///< the sudoers line, or the package to install
    std::string notInstalled{}; ///< the program that is not installed: "amd-smi"; empty for other reasons
    bool isSudoersLine = false; ///< `remedy` is a line for sudoers, which grants full root access
    friend bool operator==(const Missing &, const Missing &) = default;
};

/// The facts of one host. Vectors are sorted by address, number or name.
struct Host {
    HostId id;
    std::string simulated; ///< from the capture; empty on real hosts
    Fact<std::string> hostname, kernel, commandLine, osName;
    Fact<std::string> vendor, product, board, bios; ///< DMI
    Fact<std::string> cpuModel, virtualization;     ///< "kvm", "none"...; unknown where not reported
    Fact<std::string> cpuVendor;                    ///< as CPUID states it: "AuthenticAMD"
    Fact<int> cpuFamily, cpuModelNumber;            ///< as /proc/cpuinfo prints them, in decimal: 26 is 1Ah
    Fact<std::string> cpusOnline;
    Fact<std::string> smt;           ///< on, off, forceoff, notsupported, notimplemented
    Fact<int> cpuPackages;           ///< sockets
    Fact<int> cpuCores, cpuThreads;  ///< of all packages together; threads are what the kernel calls CPUs
    Fact<std::string> architecture;  ///< as `uname -m` states it
    Fact<std::string> hwlocBackends; ///< what hwloc looked with, where its XML is the source: "Linux NVML"
    Fact<ByteCount> memory;
    Fact<int> uid;                                             ///< of the user that collected
    Fact<std::string> user;                                    ///< that user's name
    Fact<std::string> productUuid, productSerial, boardSerial; ///< DMI; only root may read them
    Fact<std::string> numaBalancing;                           ///< "0" or "1"
    std::vector<PciFunction> functions;
    std::vector<NumaNodeFacts> numaNodes;
    std::vector<NestedRoot> nestedRoots;
    std::vector<IommuGroupFacts> iommuGroups;
    std::vector<std::string> iommuUnits; ///< /sys/class/iommu: dmar0, ivhd0; empty where the IOMMU is off
    std::vector<NetInterface> netInterfaces;
    std::vector<Route> routes;    ///< in the kernel's order, both families
    bool ipv4RoutesKnown = false; ///< the whole main table was read: no route means unreachable
    bool ipv6RoutesKnown = false; ///< likewise
    std::vector<RdmaDevice> rdmaDevices;
    std::vector<GpuFacts> gpus;
    std::vector<GpuLink> gpuLinks;
    std::vector<OsDevice> osDevices;           ///< by name
    std::vector<DeviceMatrix> deviceMatrices;  ///< in the order in which they were read
    std::vector<KernelMessage> kernelMessages; ///< in the order of the log
    std::vector<ToolFault> toolFaults;         ///< in the order in which they were read
    std::vector<ToolFact> toolFacts;           ///< likewise
    std::vector<VmProcess> vms;
    std::vector<VirtualLink> virtualLinks; ///< by physical function and number
    std::vector<DriverReady> driversReady; ///< in the order of the log
    /// When the kernel started: Unix time in seconds by the clock of the collecting machine, the same for all
    /// hosts.
    Fact<double> bootTime;
    std::map<std::string, std::map<std::string, Fact<std::string>>> modules; ///< name -> parameter -> value
    std::map<std::string, Fact<std::string>> nvmeModels;                     ///< by BDF text
    std::map<std::string, Fact<std::string>> nvmeFirmware, nvmeSerials;      ///< likewise
    std::map<std::string, Fact<std::string>>
        limits; ///< of the collecting user's shell, as `ulimit -a` names them
    std::vector<NcclSetting> ncclSettings;
    std::vector<NcclFile> ncclFiles;
    std::vector<InstalledLibrary> libraries; ///< in the order of their FoundBy; each file once
    std::vector<Missing> missing;
    /// Input that a reader could not interpret: "pci: line 812: not a path:value line". Bounded.
    std::vector<std::string> warnings;

    /// nullptr if there is none. Logarithmic.
    [[nodiscard]] const PciFunction *function(const Address &address) const;
    [[nodiscard]] PciFunction *function(const Address &address);
};

} // namespace fabricscope::host
