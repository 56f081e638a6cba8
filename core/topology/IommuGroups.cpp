// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/IommuGroups.h"

#include "core/base/HostText.h"

namespace fabricscope::topology {

std::map<std::uint32_t, GroupMembers> iommuGroups(const host::Host &host) {
    constexpr std::size_t kMaxTypeBytes = 64;
    std::map<std::uint32_t, GroupMembers> groups;
    for (const host::IommuGroupFacts &facts : host.iommuGroups) {
        GroupMembers &group = groups[facts.group.value];
        if (facts.type)
            group.type = HostText(*facts.type).plain(kMaxTypeBytes);
    }
    for (const host::PciFunction &function : host.functions)
        if (function.iommuGroup)
            groups[function.iommuGroup->value].devices.insert(function.address);
    return groups;
}

} // namespace fabricscope::topology
