// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/checks/Claims.h"
#include "core/findings/Rules.h"
#include "core/findings/rules/Areas.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace fabricscope::checks {
namespace {

TEST(CheckTable, HasOneRowPerCheckInTheOrderOfGroups) {
    std::set<std::string_view> ids;
    Group last = Group::Pcie;
    for (const Check *check : allChecks()) {
        EXPECT_TRUE(ids.insert(check->id).second) << check->id;
        EXPECT_EQ(findCheck(check->id), check);
        EXPECT_TRUE(check->id.starts_with(std::string(toString(check->group)) + ".")) << check->id;
        EXPECT_FALSE(check->title.empty()) << check->id;
        EXPECT_FALSE(check->title.ends_with('.')) << check->id;
        EXPECT_GE(check->group, last) << check->id;
        last = check->group;
    }
    EXPECT_EQ(findCheck("pcie.none"), nullptr);
}

TEST(CheckTable, StatesWhatWasSeenOrWhatWouldDecide) {
    for (const Check *check : allChecks()) {
        const bool isElsewhere = check->needs.front() == Need::Elsewhere;
        EXPECT_EQ(check->decides.empty(), !isElsewhere) << check->id;
        EXPECT_EQ(check->seen.empty(), isElsewhere || check->judge != nullptr) << check->id;
    }
}

/// The rules of a check that judges have its id: their texts are in one table.
TEST(CheckTable, OfAReadinessRuleHasACheck) {
    for (const auto &area : {findings::areas::readiness(), findings::areas::versions()})
        for (const findings::Rule &rule : area)
            EXPECT_NE(findCheck(rule.id), nullptr) << rule.id;
}

bool isRuleOrVariant(std::string_view claim) {
    const bool isBeginning = claim.ends_with('*');
    if (isBeginning)
        claim.remove_suffix(1);
    for (const findings::Rule *rule : findings::allRules()) {
        const std::string whole = std::string(rule->id) + "/" + std::string(rule->variant);
        if (isBeginning ? whole.starts_with(claim) : whole == claim || rule->id == claim)
            return true;
    }
    return false;
}

TEST(CheckTable, ClaimsRulesThatExistEachOnce) {
    std::set<std::string_view> claims;
    for (const Check *check : allChecks())
        for (std::string_view rest = check->claims; !rest.empty();) {
            const std::string_view claim = takeUntil(rest, ' ');
            EXPECT_TRUE(isRuleOrVariant(claim)) << check->id << ": " << claim;
            EXPECT_TRUE(claims.insert(claim).second) << check->id << ": " << claim;
        }
}

/// What the tree, the pairs and the passthrough of a host may report answers a check.
TEST(CheckTable, ClaimsEachRuleOfFindingsAboutHosts) {
    using findings::Rule;
    namespace areas = findings::areas;
    for (const auto &area : {areas::links(), areas::tree(), areas::faults(), areas::kernelLog(),
                             areas::kernelGpu(), areas::kernelSystem(), areas::toolReports(),
                             areas::gpuReports(), areas::nicReports(), areas::pairs(), areas::passthrough()})
        for (const Rule &rule : area)
            EXPECT_TRUE(claimedBy(rule.id, rule.variant)) << rule.id << " " << rule.variant;
    EXPECT_FALSE(claimedBy("run.ended", ""));
}

/// "device.fault" alone is a claim of the faults of GPUs, which one of a NIC is not.
TEST(CheckTable, ClaimsEachFaultOfATool) {
    const auto isClaimed = [](const findings::Rule &rule) {
        const std::string whole = std::string(rule.id) + "/" + std::string(rule.variant);
        for (const Check *check : allChecks())
            for (std::string_view rest = check->claims; !rest.empty();) {
                const std::string_view claim = takeUntil(rest, ' ');
                if (claim.find('/') != claim.npos &&
                    (claim == whole ||
                     (claim.ends_with('*') && whole.starts_with(claim.substr(0, claim.size() - 1)))))
                    return true;
            }
        return false;
    };
    for (const findings::Rule *rule : findings::allRules())
        if (rule->id == "device.fault" && !rule->variant.empty()) {
            EXPECT_TRUE(isClaimed(*rule)) << rule->variant;
        }
    for (const findings::Rule &rule : findings::areas::nicReports()) {
        const auto index = claimedBy(rule.id, rule.variant);
        ASSERT_TRUE(index) << rule.variant;
        EXPECT_NE(allChecks()[*index]->group, Group::Gpu) << rule.variant;
    }
}

TEST(CheckTable, PrefersTheClaimOfAVariant) {
    const auto idOf = [](std::string_view rule, std::string_view variant) {
        const auto index = claimedBy(rule, variant);
        return index ? allChecks()[*index]->id : std::string_view();
    };
    EXPECT_EQ(idOf("link.one_end", "narrow"), "pcie.width");
    EXPECT_EQ(idOf("link.one_end", "narrow_gpu"), "pcie.width");
    EXPECT_EQ(idOf("link.one_end", "host"), "pcie.speed");
    EXPECT_EQ(idOf("device.fault", "ecc_uncorrected"), "gpu.memory");
    EXPECT_EQ(idOf("device.fault", "xgmi_down"), "gpu.links");
    EXPECT_EQ(idOf("port.down", "subnet"), "rdma.subnet_manager");
    EXPECT_EQ(idOf("port.down", ""), "rdma.ports");
    EXPECT_EQ(idOf("kernel.xid", "79"), "pcie.present");
    EXPECT_EQ(idOf("kernel.xid", "31"), "gpu.faults");
    EXPECT_EQ(idOf("kernel.driver", "rdma"), "rdma.no_device");
    EXPECT_EQ(idOf("kernel.driver", "peermem"), "gpu.peer_memory");
    EXPECT_EQ(idOf("passthrough.group_shared", ""), "iommu.groups");
    EXPECT_EQ(idOf("passthrough.no_vfs", ""), "iommu.vfio");
}

} // namespace
} // namespace fabricscope::checks
