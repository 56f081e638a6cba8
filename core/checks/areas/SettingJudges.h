// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"

/// Checks::judge of rows whose facts are those of core/host/SystemFacts.h.
namespace fabricscope::checks::settings {

[[nodiscard]] Answer sharedMemory(const Context &context);  ///< system.shared_memory
[[nodiscard]] Answer hugePages(const Context &context);     ///< system.huge_pages
[[nodiscard]] Answer governor(const Context &context);      ///< system.governor
[[nodiscard]] Answer clock(const Context &context);         ///< system.clock
[[nodiscard]] Answer freeSpace(const Context &context);     ///< system.disks
[[nodiscard]] Answer dmabufConfig(const Context &context);  ///< gpu.dmabuf_config
[[nodiscard]] Answer deviceAccess(const Context &context);  ///< gpu.access
[[nodiscard]] Answer rdmaAccess(const Context &context);    ///< rdma.access
[[nodiscard]] Answer providers(const Context &context);     ///< rdma.provider
[[nodiscard]] Answer fabricManager(const Context &context); ///< gpu.fabric_manager
[[nodiscard]] Answer sharedSubnets(const Context &context); ///< rdma.shared_subnets
[[nodiscard]] Answer portCounters(const Context &context);  ///< rdma.counters

/// For Scope::unless: no NVSwitch.
[[nodiscard]] std::string_view withoutNvSwitch(const Context &context);

} // namespace fabricscope::checks::settings
