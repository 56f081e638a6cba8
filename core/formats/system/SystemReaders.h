// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"

/// Readers of what readiness checks need of a system. What they find are tool facts with the names of
/// core/host/SystemFacts.h.
namespace fabricscope::formats {

// SettingsReader.cpp
void readSettings(const SectionText &text, HostBuilder &builder);
void readDeviceNodes(const SectionText &text, HostBuilder &builder);

// KernelBuildReader.cpp
void readKernelConfig(const SectionText &text, HostBuilder &builder);
void readKernelSymbols(const SectionText &text, HostBuilder &builder);

// CounterReader.cpp
void readNetCounters(const SectionText &text, HostBuilder &builder);
void readRdmaCounters(const SectionText &text, HostBuilder &builder);
void readVerbs(const SectionText &text, HostBuilder &builder);

// VersionReader.cpp
void readProviderLibraries(const SectionText &text, HostBuilder &builder);
void readVersions(const SectionText &text, HostBuilder &builder);
void readOfedInfo(const SectionText &text, HostBuilder &builder);      ///< ofed_info -s
void readFabricManager(const SectionText &text, HostBuilder &builder); ///< nv-fabricmanager -v
void readImex(const SectionText &text, HostBuilder &builder);          ///< nvidia-imex --version
void readUcxInfo(const SectionText &text, HostBuilder &builder);       ///< ucx_info -v
void readMpirun(const SectionText &text, HostBuilder &builder);        ///< mpirun --version

// StateReader.cpp
void readSystemctl(const SectionText &text, HostBuilder &builder); ///< systemctl show
void readDf(const SectionText &text, HostBuilder &builder);        ///< df -Pk /dev/shm /tmp
void readDate(const SectionText &text, HostBuilder &builder);      ///< date +%s

/// "!FILE", a file that exists and may not be read: a fact of this tool with the value kNotReadable. False
/// for other lines.
bool readDenied(const SectionText &text, std::string_view line, std::string_view tool, HostBuilder &builder);

} // namespace fabricscope::formats
