// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"

namespace fabricscope::formats {

/// A reader adds the facts of one section to the builder: it accepts any bytes, never fails, and uses no
/// memory beyond the facts. The forms are described in resources/collector/SECTIONS.md.
using Reader = void (*)(const SectionText &text, HostBuilder &builder);

// PciReader.cpp, PciTreeReader.cpp, ConfigReader.cpp
void readPciDevices(const SectionText &text, HostBuilder &builder);
void readPci(const SectionText &text, HostBuilder &builder); ///< also pci-touch
void readPciLinks(const SectionText &text, HostBuilder &builder);
void readPciSlots(const SectionText &text, HostBuilder &builder);
void readPciConfig(const SectionText &text, HostBuilder &builder);

// lspci/TreeReader.cpp, lspci/MachineReader.cpp, lspci/TextReader.cpp
void readLspciTree(const SectionText &text, HostBuilder &builder);
void readLspciMachine(const SectionText &text, HostBuilder &builder);
void readLspciText(const SectionText &text, HostBuilder &builder); ///< also lspci-hex
void readLspci(const SectionText &text, HostBuilder &builder);

// IommuReader.cpp
void readIommu(const SectionText &text, HostBuilder &builder);
void readIommuDevices(const SectionText &text, HostBuilder &builder);
void readIommuUnits(const SectionText &text, HostBuilder &builder);

// NumaReader.cpp
void readNuma(const SectionText &text, HostBuilder &builder);
void readCpu(const SectionText &text, HostBuilder &builder);
void readCpuInfo(const SectionText &text, HostBuilder &builder);
void readMemInfo(const SectionText &text, HostBuilder &builder);

// IdentityReader.cpp
void readIdentity(const SectionText &text, HostBuilder &builder);
void readUser(const SectionText &text, HostBuilder &builder);
void readDmi(const SectionText &text, HostBuilder &builder); ///< also dmi-root
void readLimits(const SectionText &text, HostBuilder &builder);
void readDetectVirt(const SectionText &text, HostBuilder &builder);

// NetReader.cpp
void readNet(const SectionText &text, HostBuilder &builder); ///< also net-touch
void readNetLinks(const SectionText &text, HostBuilder &builder);

// RouteReader.cpp
void readRoutes(const SectionText &text, HostBuilder &builder);

// RdmaReader.cpp
void readRdma(const SectionText &text, HostBuilder &builder); ///< also rdma-touch
void readRdmaLinks(const SectionText &text, HostBuilder &builder);

// DrmReader.cpp, KfdReader.cpp, NvidiaReader.cpp
void readDrmLinks(const SectionText &text, HostBuilder &builder);
void readDrm(const SectionText &text, HostBuilder &builder);
void readKfd(const SectionText &text, HostBuilder &builder);
void readNvidia(const SectionText &text, HostBuilder &builder);

// tools/nvidia/NvidiaSmiReader.cpp, NvidiaTopoReader.cpp, AmdSmiReader.cpp, AmdTopologyReader.cpp,
// RocmSmiReader.cpp
void readNvidiaSmi(const SectionText &text, HostBuilder &builder);      ///< -q -x
void readNvidiaSmiQuery(const SectionText &text, HostBuilder &builder); ///< -q
void readNvidiaSmiTable(const SectionText &text, HostBuilder &builder);
void readNvidiaNvlink(const SectionText &text, HostBuilder &builder);
void readNvidiaTopo(const SectionText &text, HostBuilder &builder);
void readNvidiaP2p(const SectionText &text, HostBuilder &builder);       ///< topo -p2p
void readAmdSmiPartition(const SectionText &text, HostBuilder &builder); ///< tools/AmdPartitions.cpp
void readAmdError(const SectionText &text, HostBuilder &builder);        ///< tools/AmdMessages.cpp
void readNvidiaError(const SectionText &text, HostBuilder &builder);     ///< what is printed instead of these
void readAmdSmiTopology(const SectionText &text, HostBuilder &builder);
void readAmdSmiMonitor(const SectionText &text, HostBuilder &builder); ///< tools/AmdMonitorReader.cpp
void readAmdSmiStatic(const SectionText &text, HostBuilder &builder);  ///< also amd-smi list
void readRocmSmi(const SectionText &text, HostBuilder &builder);
void readAmdSmiXgmi(const SectionText &text, HostBuilder &builder);   ///< tools/AmdXgmiReader.cpp
void readAmdSmiMetric(const SectionText &text, HostBuilder &builder); ///< tools/AmdMetricReader.cpp

// tools/RdmaTools.cpp, CpuTools.cpp, IpTools.cpp, LldpReader.cpp; kernel/KernelLogReader.cpp
void readRdmaTool(const SectionText &text, HostBuilder &builder);
void readIbvDevinfo(const SectionText &text, HostBuilder &builder);
void readIbstat(const SectionText &text, HostBuilder &builder);
void readIbdev2netdev(const SectionText &text, HostBuilder &builder);
/// `ls -l` of /sys/class/infiniband or /sys/class/net: devices with their place in the PCI tree; a place that
/// is known stays.
void readClassLinks(const SectionText &text, HostBuilder &builder);
void readNumactl(const SectionText &text, HostBuilder &builder); ///< -H and --show
void readLscpu(const SectionText &text, HostBuilder &builder);
void readIpAddr(const SectionText &text, HostBuilder &builder); ///< also ip link
void readLldp(const SectionText &text, HostBuilder &builder);
void readKernelLog(const SectionText &text, HostBuilder &builder);

// tools/HostTexts.cpp
void readCommandLine(const SectionText &text, HostBuilder &builder);
void readKernelVersion(const SectionText &text, HostBuilder &builder);
void readOsReleaseText(const SectionText &text, HostBuilder &builder);
void readDmidecode(const SectionText &text, HostBuilder &builder);
void readNvidiaInformation(const SectionText &text, HostBuilder &builder);

// tools/nvidia/NvidiaLists.cpp, AmdSmiTables.cpp
void readNvidiaList(const SectionText &text, HostBuilder &builder);  ///< nvidia-smi -L
void readNvidiaQuery(const SectionText &text, HostBuilder &builder); ///< --query-gpu=... --format=csv
void readAmdSmiTable(const SectionText &text, HostBuilder &builder); ///< amd-smi without a command
void readAmdSmiVersion(const SectionText &text, HostBuilder &builder);
void readAmdSmiBadPages(const SectionText &text, HostBuilder &builder);

// tools/NicTools.cpp
void readIbstatList(const SectionText &text, HostBuilder &builder); ///< ibstat -l
void readShowGids(const SectionText &text, HostBuilder &builder);
void readEthtoolDriver(const SectionText &text, HostBuilder &builder);     ///< ethtool -i
void readEthtoolStatistics(const SectionText &text, HostBuilder &builder); ///< ethtool -S
void readRdmaStatistic(const SectionText &text, HostBuilder &builder);

// tools/RdmaLists.cpp
void readIbvDevices(const SectionText &text, HostBuilder &builder);
void readIbstatus(const SectionText &text, HostBuilder &builder);

// ModuleReader.cpp
void readNvme(const SectionText &text, HostBuilder &builder);
void readModules(const SectionText &text, HostBuilder &builder);
void readModuleParams(const SectionText &text, HostBuilder &builder);

// NcclReader.cpp
void readNcclConf(const SectionText &text, HostBuilder &builder);
void readNcclTopo(const SectionText &text, HostBuilder &builder);

// LibraryReader.cpp
void readLibraries(const SectionText &text, HostBuilder &builder);

// hwloc/HwlocReader.cpp
void readHwlocXml(const SectionText &text, HostBuilder &builder);

// hwloc/LstopoReader.cpp
void readLstopo(const SectionText &text, HostBuilder &builder); ///< what lstopo prints in a terminal

// VmmReader.cpp, vmm/DescriptorReader.cpp, vmm/ChRemoteReader.cpp, vmm/VirshReader.cpp, vmm/StartReader.cpp
void readVmm(const SectionText &text, HostBuilder &builder);
void readVmmFds(const SectionText &text, HostBuilder &builder);
void readChRemote(const SectionText &text, HostBuilder &builder); ///< vm.info of one VM
void readVirsh(const SectionText &text, HostBuilder &builder);
void readVmmStart(const SectionText &text, HostBuilder &builder);

// vmm/VirtualLinks.cpp
void readVirtualLinks(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
