// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace fabricscope::topology {

struct GroupMembers {
    std::optional<std::string> type; ///< as the host states it, safe to show
    std::set<pci::Address> devices;
};

/// By group number: those of the host's table, with the functions that name them, and those that only
/// functions name.
[[nodiscard]] std::map<std::uint32_t, GroupMembers> iommuGroups(const host::Host &host);

} // namespace fabricscope::topology
