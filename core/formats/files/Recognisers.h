// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

// Each is next to the reader of its kind, since both depend on the same format. They read only the sample, in
// time linear in its length.
bool isHwlocXml(const FileSample &sample);  ///< hwloc/HwlocReader.cpp
bool isNcclTopo(const FileSample &sample);  ///< NcclReader.cpp
bool isLspciTree(const FileSample &sample); ///< this one and the next three: lspci/Recognise.cpp
bool isLspciMachine(const FileSample &sample);
bool isLspciHex(const FileSample &sample);
bool isLspciText(const FileSample &sample);

// tools/Recognise.cpp
bool isNvidiaSmiXml(const FileSample &sample);
bool isNvidiaSmiQuery(const FileSample &sample);
bool isNvidiaSmiTable(const FileSample &sample);
bool isNvidiaTopo(const FileSample &sample);
bool isNvidiaNvlink(const FileSample &sample);
bool isRocmSmi(const FileSample &sample);
bool isAmdSmiTopology(const FileSample &sample);
bool isAmdSmiMonitor(const FileSample &sample);
bool isAmdSmiStatic(const FileSample &sample); ///< also amd-smi list
bool isIbvDevinfo(const FileSample &sample);
bool isIbstat(const FileSample &sample);
bool isIbdev2netdev(const FileSample &sample);
bool isRdmaTool(const FileSample &sample);
bool isNumactl(const FileSample &sample);
bool isLscpu(const FileSample &sample);
bool isIpAddr(const FileSample &sample);    ///< also ip link
bool isKernelLog(const FileSample &sample); ///< kernel/KernelLogKind.cpp
bool isCpuInfo(const FileSample &sample);
bool isMemInfo(const FileSample &sample);
bool isCommandLine(const FileSample &sample);
bool isKernelVersion(const FileSample &sample); ///< also uname -a
bool isOsRelease(const FileSample &sample);
bool isDmidecode(const FileSample &sample);
bool isNvidiaInformation(const FileSample &sample);

bool isIbvDevices(const FileSample &sample); ///< this one and the next: tools/RdmaLists.cpp
bool isIbstatus(const FileSample &sample);
bool isLstopo(const FileSample &sample);       ///< hwloc/LstopoReader.cpp
bool isAmdSmiXgmi(const FileSample &sample);   ///< tools/AmdXgmiReader.cpp
bool isAmdSmiMetric(const FileSample &sample); ///< tools/AmdMetricReader.cpp
bool isClassLinks(const FileSample &sample);   ///< tools/ClassLinks.cpp

bool isNvidiaList(const FileSample &sample);       ///< tools/nvidia/NvidiaLists.cpp
bool isNvidiaQuery(const FileSample &sample);      ///< tools/nvidia/NvidiaQueryReader.cpp
bool isAmdSmiMonitorCsv(const FileSample &sample); ///< tools/AmdMonitorReader.cpp
bool isAmdSmiPartition(const FileSample &sample);  ///< tools/AmdPartitions.cpp
bool isAmdMessage(const FileSample &sample);       ///< tools/AmdMessages.cpp
bool isNvidiaMessage(const FileSample &sample);    ///< tools/nvidia/NvidiaMessages.cpp
bool isNvidiaP2p(const FileSample &sample);        ///< tools/nvidia/NvidiaP2pReader.cpp
bool isAmdSmiTable(const FileSample &sample);      ///< this one and the next two: tools/AmdSmiTables.cpp
bool isAmdSmiVersion(const FileSample &sample);
bool isAmdSmiBadPages(const FileSample &sample);
bool isDomainXml(const FileSample &sample);  ///< vmm/VirshReader.cpp
bool isVmmCommand(const FileSample &sample); ///< vmm/CommandLines.cpp
bool isIbstatList(const FileSample &sample); ///< this one and those below: tools/NicTools.cpp
bool isShowGids(const FileSample &sample);
bool isEthtoolDriver(const FileSample &sample);
bool isEthtoolStatistics(const FileSample &sample);
bool isRdmaStatistic(const FileSample &sample);

} // namespace fabricscope::formats
