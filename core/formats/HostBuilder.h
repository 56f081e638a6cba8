// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/FactStore.h"
#include "core/formats/SectionText.h"
#include "core/host/Host.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

using pci::Address;

/// Limits on the contents of one host. What exceeds them is left out, with a warning.
struct HostLimits {
    static constexpr std::size_t kFunctions = 65536;
    static constexpr std::size_t kNumaNodes = 4096;
    static constexpr std::size_t kIommuGroups = 65536; ///< also the exclusive upper bound of their numbers
    static constexpr std::size_t kNetInterfaces = 16384;
    static constexpr std::size_t kRdmaDevices = 8192;
    static constexpr std::size_t kRdmaPorts = 256; ///< per device
    static constexpr std::size_t kGids = 1024;     ///< per port
    static constexpr std::size_t kGpus = 4096;
    static constexpr std::size_t kGpuLinks = 65536;
    static constexpr std::size_t kVms = 4096;
    static constexpr std::size_t kNames = 16384; ///< module parameters, settings, and other small lists, each
    static constexpr std::size_t kFew = 256;     ///< lists that are searched linearly: addresses, IOMMU units
    static constexpr std::size_t kMatrices = 64;
    static constexpr std::size_t kMatrixCells = std::size_t{1} << 18; ///< of all matrices of a host
    static constexpr std::size_t kKernelMessages = 1024;
    static constexpr std::size_t kToolFaults = 1024;
    static constexpr std::size_t kToolFacts = 4096;
    static constexpr std::size_t kWarningsOfSection = 8;
    static constexpr std::size_t kWarnings = 256;
    static constexpr std::size_t kCpuNumber = std::size_t{1} << 20;
};

/// Collects the facts found by readers. Facts set later replace earlier ones of the same name: sections are
/// read in the order safe, touch, tools, root.
class HostBuilder {
public:
    /// Data from one section that only another section's reader can assign.
    struct Notes {
        std::map<std::string, Address, std::less<>> drmCards; ///< "card0", "renderD128" -> function
        std::vector<Address> nvidiaGpus;                      ///< in nvidia-smi's order
        std::map<unsigned, double> nvlinkRates; ///< GB/s of one NVLink, by nvidia-smi's number of the GPU
        std::optional<bool> dmesgRestricted;
        bool kernelLogRead = false; ///< by root, complete
        bool vfioFdsRead = false;
        std::optional<bool> cpuReportsHypervisor;
        host::EvidenceRef cpuEvidence;
        host::Fact<double> uptime;  ///< seconds
        unsigned numaNodeCount = 0; ///< as lscpu counts them; 0: not stated
    };

    host::Host host; ///< single facts are set here directly; finish() adds the lists below
    Notes notes;

    /// Finds or creates it; nullptr if the limit is reached (with a warning). The pointer is valid until
    /// another one is created.
    host::PciFunction *function(const Address &address);
    /// Only finds it.
    host::PciFunction *knownFunction(const Address &address) { return m_functions.find(address.key()); }
    /// By the text of its address; nullptr if it is not an address.
    host::PciFunction *functionNamed(std::string_view bdf);
    void reserveFunctions(std::size_t count) { m_functions.reserve(count); }

    host::NumaNodeFacts *numaNode(unsigned number);
    [[nodiscard]] std::vector<host::NumaNodeFacts> &numaNodes() { return m_numaNodes.items(); }
    /// Finds or creates it; nullptr if the limit is reached.
    host::IommuGroupFacts *iommuGroup(unsigned number) {
        return number < m_groupSlots.size() && m_groupSlots[number] != kNoGroup
                   ? &m_iommuGroups[m_groupSlots[number]]
                   : newIommuGroup(number);
    }
    host::NetInterface *netInterface(std::string_view name);
    host::RdmaDevice *rdmaDevice(std::string_view name);
    [[nodiscard]] std::vector<host::RdmaDevice> &rdmaDevices() { return m_rdmaDevices.items(); }
    host::RdmaPort *rdmaPort(host::RdmaDevice &device, int number);
    host::GpuFacts *gpu(const Address &address);
    [[nodiscard]] std::vector<host::GpuFacts> &gpus() { return m_gpus.items(); }
    /// The later of two sources for one pair takes precedence; from and to are put in order.
    void gpuLink(host::GpuLink link);
    [[nodiscard]] bool hasGpuLink(const Address &from, const Address &to) const;
    host::VmProcess *vm(std::uint32_t pid);
    /// One whose process ID is not known, 0; nullptr if the limit is reached.
    host::VmProcess *newVm() {
        return m_vms.add([](host::VmProcess &) {});
    }
    host::VmProcess *knownVm(std::uint32_t pid) { return m_vms.find(pid); }
    [[nodiscard]] std::vector<host::VmProcess> &vms() { return m_vms.items(); }
    void moduleParameter(std::string_view module, std::string_view name, std::string_view value,
                         host::EvidenceRef evidence);
    void virtualFunction(const Address &physical, unsigned number, const Address &virtualFunction);
    void nestedRoot(const host::NestedRoot &root);

    [[nodiscard]] std::vector<host::PciFunction> &functions() { return m_functions.items(); }

    /// Adds "pci: line 812: not a path:value line". `line` must be within the section's bytes. The number is
    /// limited.
    void warn(const SectionText &text, std::string_view line, std::string_view what);
    /// Of a line FILE:VALUE whose value cannot be read; the message contains the file's name.
    void warnOfValue(const SectionText &text, std::string_view line);
    /// A warning that is not about a line.
    void warn(std::string what);
    /// Another text names another device at an address: of all such addresses there is one warning, since the
    /// texts are probably of two hosts.
    void warnOfOtherDevice(const host::PciFunction &known, const host::PciFunction &other);

    [[nodiscard]] host::Host finish();

private:
    struct FunctionKey {
        std::uint64_t operator()(const host::PciFunction &f) const { return f.address.key(); }
    };
    struct NumaKey {
        int operator()(const host::NumaNodeFacts &n) const { return n.node.value; }
    };
    template<class T> struct NameKey {
        const std::string &operator()(const T &item) const { return item.name; }
    };
    struct GpuKey {
        std::uint64_t operator()(const host::GpuFacts &g) const { return g.address.key(); }
    };
    struct VmKey {
        std::uint32_t operator()(const host::VmProcess &v) const { return v.pid; }
    };
    struct VirtualFunction {
        std::uint64_t physical;
        unsigned number;
        Address address;
    };

    host::IommuGroupFacts *newIommuGroup(unsigned number);
    void assignVirtualFunctions();
    void storeGpuLinks();
    void warnOfCuts();
    void warnOfOtherDevices();

    FactStore<host::PciFunction, std::uint64_t, FunctionKey> m_functions{HostLimits::kFunctions};
    FactStore<host::NumaNodeFacts, int, NumaKey> m_numaNodes{HostLimits::kNumaNodes};
    static constexpr std::uint32_t kNoGroup = 0xFFFFFFFF;
    std::vector<host::IommuGroupFacts> m_iommuGroups;
    std::vector<std::uint32_t> m_groupSlots; ///< by group number: its index in m_iommuGroups
    bool m_groupsCut = false;
    FactStore<host::NetInterface, std::string, NameKey<host::NetInterface>> m_netInterfaces{
        HostLimits::kNetInterfaces};
    FactStore<host::RdmaDevice, std::string, NameKey<host::RdmaDevice>> m_rdmaDevices{
        HostLimits::kRdmaDevices};
    FactStore<host::GpuFacts, std::uint64_t, GpuKey> m_gpus{HostLimits::kGpus};
    FactStore<host::VmProcess, std::uint32_t, VmKey> m_vms{HostLimits::kVms};
    std::map<std::pair<std::uint64_t, std::uint64_t>, host::GpuLink> m_gpuLinks;
    std::vector<VirtualFunction> m_virtualFunctions;
    std::string m_otherDevice; ///< the first
    std::size_t m_otherDevices = 0;
    std::size_t m_moduleParameters = 0;
    decltype(host::Host::modules)::pointer m_lastModule = nullptr; ///< in host.modules
    std::uint16_t m_warnedSection = host::EvidenceRef::kNone;
    std::size_t m_warningsOfSection = 0;
    std::size_t m_warningsDropped = 0;
};

} // namespace fabricscope::formats
