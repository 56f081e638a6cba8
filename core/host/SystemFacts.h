// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>
#include <vector>

namespace fabricscope::host {

/// ToolFact::tool of facts about the system that readiness checks need. Their names and values:
inline constexpr std::string_view kSysctl = "sysctl"; ///< "vm.swappiness": "60", as sysctl(8) names them
/// "transparent_hugepage": "madvise", "cpufreq.governor": "performance", "cpuidle.state2": "C2" or
/// "C2, disabled", "swap": "0 kB", "load average": "0.1 0.2 0.3", "memory_peers": the clients' names.
inline constexpr std::string_view kKernelFiles = "/proc and /sys";
inline constexpr std::string_view kKernelConfig = "kernel config";   ///< "CONFIG_NUMA": "y", "m", "n", a text
inline constexpr std::string_view kKernelSymbols = "kernel symbols"; ///< kPresent or kAbsent
inline constexpr std::string_view kDeviceFiles = "/dev";             ///< "kfd": "rw crw-rw---- root render"
/// "libmlx5-rdmav34.so": the name of the file behind it, "libmlx5.so.1.24.44.0"; kPresent where it is no
/// link.
inline constexpr std::string_view kProviderLibraries = "provider libraries";
inline constexpr std::string_view kVerbsAbi = "verbs ABI"; ///< by RDMA device: "abi_version": "1"
inline constexpr std::string_view kServices = "systemctl"; ///< "irqbalance": "active", "inactive", "masked"
inline constexpr std::string_view kFileSystems = "df"; ///< "/dev/shm size", "/tmp available": "24683620 kB"
/// "clock offset": "0 s", whole seconds that the host is ahead of the collecting machine. Below 2 s it is 0:
/// less cannot be told from the time that the answer took.
inline constexpr std::string_view kClock = "date";
/// By port, "mlx5_0/1", or interface: those that are not 0, and kCountersAtZero: how many are.
inline constexpr std::string_view kPortCounters = "port counters";
inline constexpr std::string_view kInterfaceCounters = "interface counters";
inline constexpr std::string_view kVersions = "versions"; ///< "CUDA": "13.0.1", "Open MPI": "4.1.6"

/// Of kVersions: which of NVIDIA's kernel modules is loaded.
inline constexpr std::string_view kNvidiaModule = "NVIDIA kernel module", kOpenModule = "open",
                                  kProprietaryModule = "proprietary";

inline constexpr std::string_view kPresent = "present", kAbsent = "absent";
/// Value of a file that exists and that the collecting user may not read.
inline constexpr std::string_view kNotReadable = "not readable";
inline constexpr std::string_view kCountersAtZero = "counters at 0";

/// Whether the fact is one of those above.
[[nodiscard]] bool isSystemFact(const ToolFact &fact);

/// Facts about the system of one host, by tool and name. The host must outlive it.
class SystemFacts {
public:
    explicit SystemFacts(const Host &host);
    /// The first one; nullptr if there is none. `device` empty: of the host.
    [[nodiscard]] const ToolFact *find(std::string_view tool, std::string_view name,
                                       std::string_view device = {}) const;
    /// In the order in which they were read.
    [[nodiscard]] std::vector<const ToolFact *> of(std::string_view tool) const;
    [[nodiscard]] bool has(std::string_view tool) const;

private:
    std::vector<const ToolFact *> m_facts;
};

} // namespace fabricscope::host
