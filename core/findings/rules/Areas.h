// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Rules.h"

#include <span>

/// The table of rules, one file per area. To add a rule, add a row to one of them; to add an area, add a
/// file, and a line here and in Rules.cpp.
namespace fabricscope::findings::areas {

[[nodiscard]] std::span<const Rule> links();     ///< PCIe links, and what a switch does with traffic
[[nodiscard]] std::span<const Rule> tree();      ///< the host's tree, its NUMA nodes and owners
[[nodiscard]] std::span<const Rule> faults();    ///< ports that are down, and what the kernel logged
[[nodiscard]] std::span<const Rule> kernelLog(); ///< what drivers and the kernel log beyond that
[[nodiscard]] std::span<const Rule> kernelGpu(); ///< what drivers of GPUs log
[[nodiscard]] std::span<const Rule>
kernelSystem(); ///< what the kernel logs of itself: panics, lockups, memory
[[nodiscard]] std::span<const Rule> toolReports(); ///< errors that tools of GPUs and NICs count
[[nodiscard]] std::span<const Rule> gpuReports();  ///< what tools state about GPUs compared with each other
[[nodiscard]] std::span<const Rule> nicReports();  ///< what tools state about ports of NICs
[[nodiscard]] std::span<const Rule> pairs();       ///< GPUs and their NICs, and the library's bootstrap
[[nodiscard]] std::span<const Rule> passthrough(); ///< devices that a host passes to VMs
[[nodiscard]] std::span<const Rule> topoFile();    ///< an NCCL topology file for a guest
[[nodiscard]] std::span<const Rule> preparation(); ///< before a run: environment, devices, the tool's build
[[nodiscard]] std::span<const Rule> settings();    ///< likewise: settings of the system, rights, services
[[nodiscard]] std::span<const Rule> readiness();   ///< settings of a host: checks of core/checks
[[nodiscard]] std::span<const Rule> versions(); ///< versions that do not fit each other: core/checks/versions
[[nodiscard]] std::span<const Rule> site();     ///< what a site expects of its hosts: checks of core/site
[[nodiscard]] std::span<const Rule> results();  ///< what a run measured
[[nodiscard]] std::span<const Rule> logs();     ///< lines of tools, launchers and libraries
[[nodiscard]] std::span<const Rule> telemetry(); ///< what the devices' counters show during a run

} // namespace fabricscope::findings::areas
