// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/PciTree.h"

#include "app/demo/sysfs/ConfigSpaceBuilder.h"
#include "app/demo/sysfs/SysfsPaths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::app::demo {

namespace {

/// As the kernel prints link speeds (drivers/pci/probe.c, pci_speed_string).
constexpr std::array<std::string_view, 7> kSpeeds{"Unknown",       "2.5 GT/s PCIe",  "5.0 GT/s PCIe",
                                                  "8.0 GT/s PCIe", "16.0 GT/s PCIe", "32.0 GT/s PCIe",
                                                  "64.0 GT/s PCIe"};

constexpr std::array<std::string_view, 8> kCorrectable{"RxErr",   "BadTLP",      "BadDLLP",    "Rollover",
                                                       "Timeout", "NonFatalErr", "CorrIntErr", "HeaderOF"};
constexpr std::array<std::string_view, 18> kUncorrectable{"Undefined",     "DLP",
                                                          "SDES",          "TLP",
                                                          "FCP",           "CmpltTO",
                                                          "CmpltAbrt",     "UnxCmplt",
                                                          "RxOF",          "MalfTLP",
                                                          "ECRC",          "UnsupReq",
                                                          "ACSViol",       "UncorrIntErr",
                                                          "BlockedTLP",    "AtomicOpBlocked",
                                                          "TLPBlockedErr", "PoisonTLPBlocked"};

// include/linux/ioport.h and drivers/pci/probe.c: memory, size-aligned or start-aligned, prefetchable,
// 64-bit.
constexpr std::uint64_t kMemory32 = 0x40200, kMemory64 = 0x140204, kPrefetchable32 = 0x42208,
                        kPrefetchable64 = 0x14220c, kWindow = 0x200, kWindowPrefetchable = 0x102201;
constexpr std::size_t kIovBar = 7, kBridgeWindow = 13, kDeviceLines = 13, kBridgeLines = 17;

struct ResourceLine {
    std::uint64_t first = 0, last = 0, flags = 0;
};

std::uint64_t flagsOf(const DemoBar &bar) {
    if (bar.prefetchable)
        return bar.wide ? kPrefetchable64 : kPrefetchable32;
    return bar.wide ? kMemory64 : kMemory32;
}

std::string resourceText(const DemoFunction &function) {
    std::vector<ResourceLine> lines(function.isBridge() ? kBridgeLines : kDeviceLines);
    for (const DemoBar &bar : function.bars)
        lines[bar.index] = {bar.address, bar.address + bar.size - 1, flagsOf(bar)};
    for (const DemoBar &bar : function.vfBars)
        lines[kIovBar + bar.index] = {bar.address, bar.address + bar.size * function.totalVfs - 1,
                                      flagsOf(bar)};
    if (function.isBridge()) {
        if (!function.memory.empty())
            lines[kBridgeWindow + 1] = {function.memory.first, function.memory.last, kWindow};
        if (!function.prefetchable.empty())
            lines[kBridgeWindow + 2] = {function.prefetchable.first, function.prefetchable.last,
                                        kWindowPrefetchable};
    }
    std::string text;
    for (const ResourceLine &line : lines)
        text += fmt::format("0x{:016x} 0x{:016x} 0x{:016x}\n", line.first, line.last, line.flags);
    return text;
}

std::string modalias(const DemoFunction &function) {
    return fmt::format("pci:v{:08X}d{:08X}sv{:08X}sd{:08X}bc{:02X}sc{:02X}i{:02X}", function.vendor,
                       function.device, function.subsystemVendor, function.subsystemDevice,
                       function.classCode >> 16, (function.classCode >> 8) & 0xFF, function.classCode & 0xFF);
}

template<class Names>
std::string errorCounters(const Names &names, std::string_view total, std::string_view counted,
                          std::uint32_t count) {
    std::string text;
    for (const std::string_view name : names)
        text += fmt::format("{} {}\n", name, name == counted ? count : 0);
    return text + fmt::format("{} {}\n", total, count);
}

void writeIdentity(TreeWriter &out, const DemoHost &host, const DemoFunction &function,
                   const std::string &at) {
    out.line(at + "/vendor", fmt::format("0x{:04x}", function.vendor));
    out.line(at + "/device", fmt::format("0x{:04x}", function.device));
    out.line(at + "/subsystem_vendor", fmt::format("0x{:04x}", function.subsystemVendor));
    out.line(at + "/subsystem_device", fmt::format("0x{:04x}", function.subsystemDevice));
    out.line(at + "/class", fmt::format("0x{:06x}", function.classCode));
    out.line(at + "/revision", fmt::format("0x{:02x}", function.revision));
    out.line(at + "/modalias", modalias(function));
    out.file(at + "/resource", resourceText(function));
    out.line(at + "/irq", "0");
    out.line(at + "/enable", function.driver.empty() ? "0" : "1");
    out.line(at + "/msi_bus", "1");
    out.line(at + "/power_state", "D0");
    out.line(at + "/d3cold_allowed", "1");
    out.line(at + "/ari_enabled", function.hasAri && function.parent ? "1" : "0");
    const int node = function.numa.value_or(-1);
    out.line(at + "/numa_node", std::to_string(node));
    out.line(at + "/local_cpulist", cpusOfNode(host, node));
    out.line(at + "/local_cpus", cpuMask(cpusOfNode(host, node), cpuCount(host)));
    if (!function.label.empty())
        out.line(at + "/label", function.label);
    if (!function.resetMethod.empty())
        out.line(at + "/reset_method", function.resetMethod);
}

void writeLinkState(TreeWriter &out, const DemoFunction &function, const std::string &at) {
    if (!function.port || function.port == pci::PortType::RootComplexEndpoint)
        return;
    const DemoLink top = function.maxLink.value_or(DemoLink{});
    const DemoLink now = function.physfn ? DemoLink{0, 0} : function.link.value_or(DemoLink{1, 0});
    out.line(at + "/max_link_speed", kSpeeds[top.generation]);
    out.line(at + "/max_link_width", std::to_string(top.width));
    out.line(at + "/current_link_speed", kSpeeds[now.generation]);
    out.line(at + "/current_link_width", std::to_string(now.width));
    if (function.hasAer && !function.physfn) {
        out.file(at + "/aer_dev_correctable",
                 errorCounters(kCorrectable, "TOTAL_ERR_COR", "RxErr", function.correctableErrors));
        out.file(at + "/aer_dev_nonfatal", errorCounters(kUncorrectable, "TOTAL_ERR_NONFATAL", "", 0));
        out.file(at + "/aer_dev_fatal", errorCounters(kUncorrectable, "TOTAL_ERR_FATAL", "", 0));
    }
}

void writeSriov(TreeWriter &out, const DemoHost &host, const DemoFunction &function, const std::string &at) {
    if (function.physfn)
        out.link(at + "/physfn", functionPath(host, host.functions.at(*function.physfn)));
    if (function.totalVfs == 0)
        return;
    const auto routing = [](const Address &a) {
        return (a.bus << 8) | (a.device << 3) | a.function;
    };
    const int offset =
        function.virtfns.empty() ? 0 : routing(function.virtfns[0]) - routing(function.address);
    out.line(at + "/sriov_totalvfs", std::to_string(function.totalVfs));
    out.line(at + "/sriov_numvfs", std::to_string(function.virtfns.size()));
    out.line(at + "/sriov_offset", std::to_string(offset));
    out.line(at + "/sriov_stride", "1");
    out.line(at + "/sriov_vf_device", fmt::format("{:x}", function.vfDevice));
    out.line(at + "/sriov_drivers_autoprobe", "0");
    for (std::size_t i = 0; i < function.virtfns.size(); ++i)
        out.link(fmt::format("{}/virtfn{}", at, i),
                 functionPath(host, host.functions.at(function.virtfns[i])));
}

void writeFunction(TreeWriter &out, const DemoHost &host, const DemoFunction &function,
                   std::size_t configBytes) {
    const std::string at = functionPath(host, function);
    const std::string name = function.address.toString();
    writeIdentity(out, host, function, at);
    writeLinkState(out, function, at);
    writeSriov(out, host, function, at);
    const auto config = buildConfigSpace(host, function);
    out.file(at + "/config",
             {reinterpret_cast<const char *>(config.data()), std::min(config.size(), configBytes)});
    if (function.isBridge()) {
        out.line(at + "/secondary_bus_number", std::to_string(*function.secondary));
        out.line(at + "/subordinate_bus_number",
                 std::to_string(function.subordinate.value_or(*function.secondary)));
    }
    if (function.slot && function.secondary) {
        const Address below{function.address.domain, *function.secondary, 0, 0};
        const std::string text = below.toString();
        out.line(fmt::format("sys/bus/pci/slots/{}/address", *function.slot),
                 text.substr(0, text.rfind('.')));
    }
    out.link(at + "/subsystem", "sys/bus/pci");
    out.link("sys/bus/pci/devices/" + name, at);
    if (!function.driver.empty()) {
        out.link(at + "/driver", "sys/bus/pci/drivers/" + function.driver);
        out.link("sys/bus/pci/drivers/" + function.driver + '/' + name, at);
    }
    if (function.iommuGroup) {
        const std::string group = fmt::format("sys/kernel/iommu_groups/{}", *function.iommuGroup);
        out.link(at + "/iommu_group", group);
        out.link(group + "/devices/" + name, at);
    }
}

void writeIommu(TreeWriter &out, const DemoHost &host) {
    if (host.iommuType.empty())
        return;
    std::vector<unsigned> groups;
    unsigned unit = 0;
    for (const auto &[address, function] : host.functions) {
        constexpr std::uint32_t kIommuClass = 0x080600;
        if (function.classCode == kIommuClass) {
            const std::string at = fmt::format("{}/iommu/ivhd{}", functionPath(host, function), unit);
            out.line(at + "/amd-iommu/cap", "190b640f");
            out.line(at + "/amd-iommu/features", "246577efa2254afa:10");
            out.link(fmt::format("sys/class/iommu/ivhd{}", unit++), at);
        }
        if (function.iommuGroup)
            groups.push_back(*function.iommuGroup);
    }
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    for (const unsigned group : groups) {
        const std::string at = fmt::format("sys/kernel/iommu_groups/{}", group);
        out.line(at + "/type", host.iommuType);
        out.file(at + "/reserved_regions", "0x00000000fee00000 0x00000000feefffff msi\n"
                                           "0x000000fd00000000 0x000000ffffffffff reserved\n");
    }
}

} // namespace

void writePciTree(TreeWriter &out, const DemoHost &host, std::size_t configBytes) {
    out.directory("sys/bus/pci/devices");
    out.directory("sys/bus/pci/slots");
    out.directory("sys/kernel/iommu_groups");
    out.directory("sys/class/iommu");
    for (const auto &[address, function] : host.functions)
        writeFunction(out, host, function, configBytes);
    writeIommu(out, host);
}

} // namespace fabricscope::app::demo
