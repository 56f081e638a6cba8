// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"

namespace fabricscope::formats {

/// A reader puts what one section says into the builder: any bytes, no failure, no memory beyond the facts.
/// The forms are described in resources/collector/SECTIONS.md.
using Reader = void (*)(const SectionText &text, HostBuilder &builder);

// PciReader.cpp, PciTreeReader.cpp, ConfigReader.cpp
void readPciDevices(const SectionText &text, HostBuilder &builder);
void readPci(const SectionText &text, HostBuilder &builder); ///< also pci-touch
void readPciLinks(const SectionText &text, HostBuilder &builder);
void readPciSlots(const SectionText &text, HostBuilder &builder);
void readPciConfig(const SectionText &text, HostBuilder &builder);

// LspciReader.cpp
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
void readIpAddr(const SectionText &text, HostBuilder &builder);

// RdmaReader.cpp
void readRdma(const SectionText &text, HostBuilder &builder); ///< also rdma-touch
void readRdmaLinks(const SectionText &text, HostBuilder &builder);
void readRdmaTool(const SectionText &text, HostBuilder &builder);

// DrmReader.cpp, KfdReader.cpp, NvidiaReader.cpp, SmiReader.cpp, GpuMatrixReader.cpp
void readDrmLinks(const SectionText &text, HostBuilder &builder);
void readDrm(const SectionText &text, HostBuilder &builder);
void readKfd(const SectionText &text, HostBuilder &builder);
void readNvidia(const SectionText &text, HostBuilder &builder);
void readNvidiaSmi(const SectionText &text, HostBuilder &builder);
void readNvidiaNvlink(const SectionText &text, HostBuilder &builder);
void readNvidiaTopo(const SectionText &text, HostBuilder &builder);
void readAmdSmiTopology(const SectionText &text, HostBuilder &builder);
void readAmdSmiStatic(const SectionText &text, HostBuilder &builder);

// ModuleReader.cpp
void readNvme(const SectionText &text, HostBuilder &builder);
void readModules(const SectionText &text, HostBuilder &builder);
void readModuleParams(const SectionText &text, HostBuilder &builder);

// NcclReader.cpp
void readNcclConf(const SectionText &text, HostBuilder &builder);
void readNcclTopo(const SectionText &text, HostBuilder &builder);

// VmmReader.cpp
void readVmm(const SectionText &text, HostBuilder &builder);
void readVmmFds(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
