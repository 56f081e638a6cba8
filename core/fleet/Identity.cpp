// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Identity.h"

#include <algorithm>
#include <array>

namespace fabricscope::fleet {

namespace {

struct IdentityRule {
    std::string_view rule;
    std::string_view what; ///< the sentence between two machines
    Category category = Category::Identity;
};

/// To add a rule, add a line.
constexpr std::array kIdentityRules{
    IdentityRule{"hardware.serial", "different serial number"},
    IdentityRule{"hardware.nvme_serial", "different serial number"},
    IdentityRule{"hardware.gpu_id", "different unique id"},
    IdentityRule{"hardware.node_guid", "different node GUID"},
    IdentityRule{"host.product_serial", "different serial number of the host"},
    IdentityRule{"host.board_serial", "different serial number of the board"},
    IdentityRule{"host.name", "different host name"},
    IdentityRule{"network.mac", "different MAC address"},
    IdentityRule{"network.addresses", "different addresses"},
    IdentityRule{"vm.removed", "runs on the first host only", Category::Vm},
    IdentityRule{"vm.added", "runs on the second host only", Category::Vm},
    IdentityRule{"vm.owner", "is held by a different VM, or by a VM on one host only", Category::Vm},
};

/// Unknown if either side is unknown.
std::optional<bool> differ(std::string_view before, std::string_view after) {
    return before.empty() || after.empty() ? std::nullopt : std::optional(before != after);
}

std::optional<bool> differ(const host::Fact<std::string> &before, const host::Fact<std::string> &after) {
    return before && after ? differ(*before, *after) : std::nullopt;
}

} // namespace

bool areTwoMachines(const host::Host &before, const host::Host &after) {
    for (const std::optional<bool> two :
         {differ(before.id.machineId, after.id.machineId), differ(before.productSerial, after.productSerial),
          differ(before.boardSerial, after.boardSerial)})
        if (two)
            return *two;
    return false;
}

void demoteIdentity(std::vector<Difference> &differences) {
    for (Difference &difference : differences) {
        const auto row = std::find_if(kIdentityRules.begin(), kIdentityRules.end(),
                                      [&](const IdentityRule &one) { return one.rule == difference.rule; });
        if (row == kIdentityRules.end())
            continue;
        difference.category = row->category;
        difference.severity = Severity::Note;
        difference.what = row->what;
    }
}

} // namespace fabricscope::fleet
