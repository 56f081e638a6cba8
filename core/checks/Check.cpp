// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Check.h"

#include "core/checks/Areas.h"

#include <algorithm>
#include <bit>

namespace fabricscope::checks {

namespace {

constexpr std::array<std::string_view, 7> kGroupTitles = {"PCIe",    "IOMMU",  "GPUs", "RDMA",
                                                          "Library", "System", "Site"};
constexpr std::array kAreas = {areas::pcie, areas::iommu,   areas::gpu,
                               areas::rdma, areas::library, areas::system};

} // namespace

std::string_view toString(Group group) {
    return kGroupNames[static_cast<std::size_t>(group)];
}

std::string_view titleOf(Group group) {
    return kGroupTitles[static_cast<std::size_t>(group)];
}

std::string_view toString(Machine machine) {
    constexpr std::array<std::string_view, 4> kNames = {"bare metal", "hypervisor", "VM", "container"};
    return kNames[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint8_t>(machine)))];
}

std::string_view toString(Status status) {
    return kStatusNames[static_cast<std::size_t>(status)];
}

std::string_view toString(Reason reason) {
    constexpr std::array<std::string_view, 6> kNames = {
        "", "no_permission", "tool_absent", "hidden_in_guest", "not_collected", "not_decidable"};
    return kNames[static_cast<std::size_t>(reason)];
}

const std::vector<const Check *> &allChecks() {
    static const std::vector<const Check *> kChecks = [] {
        std::vector<const Check *> checks;
        for (const auto &area : kAreas)
            for (const Check &check : area())
                checks.push_back(&check);
        return checks;
    }();
    return kChecks;
}

const Check *findCheck(std::string_view id) {
    const auto &checks = allChecks();
    const auto at =
        std::find_if(checks.begin(), checks.end(), [id](const Check *check) { return check->id == id; });
    return at == checks.end() ? nullptr : *at;
}

} // namespace fabricscope::checks
