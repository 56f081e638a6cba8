// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "core/present/checks/CheckDetail.h"
#include "core/present/checks/ChecksList.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::present {

namespace {

using checks::Answer;
using checks::Check;
using checks::Group;
using checks::HostReport;
using checks::Status;
using findings::Finding;
using findings::Severity;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr Check kLanes{.id = "pcie.width", .title = "Lanes of PCIe links", .group = Group::Pcie};
constexpr Check kGroups{.id = "iommu.groups", .title = "IOMMU groups", .group = Group::Iommu};
constexpr Check kPorts{.id = "rdma.ports", .title = "Ports", .group = Group::Rdma};

Finding narrow(const char *device, Severity severity) {
    Finding finding("link.narrow");
    finding.severity = severity;
    finding.device = device;
    finding.set("lanes", std::size_t{8}).set("of", std::size_t{16});
    finding.evidence = {{"lspci", "LnkSta: Speed 32GT/s, Width x8\nmore", {}}};
    return finding;
}

Answer failed(std::vector<Finding> findings) {
    Answer answer;
    answer.status = Status::Failed;
    answer.findings = std::move(findings);
    return answer;
}

Answer answered(Status status, std::string text) {
    Answer answer;
    answer.status = status;
    answer.text = std::move(text);
    return answer;
}

std::shared_ptr<const HostReport> reportOf(std::vector<checks::CheckResult> results) {
    auto report = std::make_shared<HostReport>();
    report->results = std::move(results);
    return report;
}

/// One host with a warning and a note of one check, one passed and one unknown; one with an error and one
/// that does not apply; one that was not read.
std::vector<CheckedHost> threeHosts() {
    return {{1, "alpha", "rack 1",
             reportOf({{&kLanes, failed({narrow("GPU1", Severity::Warning), narrow("GPU2", Severity::Note)})},
                       {&kGroups, answered(Status::Passed, "each GPU has a group")},
                       {&kPorts, answered(Status::Unknown, "rdma: not installed")}})},
            {2, "beta", "rack 1",
             reportOf({{&kLanes, failed({narrow("GPU7", Severity::Error)})},
                       {&kGroups, answered(Status::NotApplicable, "a VM has no groups")}})},
            {3, "gamma", "rack 2", nullptr, "no connection"}};
}

std::vector<std::string> titles(const ChecksList &list, const std::vector<CheckedHost> &hosts) {
    std::vector<std::string> texts;
    for (const ChecksRow &row : list.rows)
        texts.push_back(row.result ? textOf(row, hosts).target + ' ' + textOf(row, hosts).rule : row.heading);
    return texts;
}

} // namespace

TEST(ChecksList, HasTheOpenFindingsOfAllHostsTheWorstFirst) {
    const auto hosts = threeHosts();
    const ChecksList list = checksList(hosts, ChecksFilter::Open, ChecksGrouping::FleetGroup);
    EXPECT_THAT(titles(list, hosts), ElementsAre("beta link.narrow", "alpha link.narrow"));
    EXPECT_THAT(list.notChecked, ElementsAre("gamma: no connection"));
}

TEST(ChecksList, CountsTheRowsOfEachFilterWhicheverIsShown) {
    const auto hosts = threeHosts();
    for (std::size_t each = 0; each < kChecksFilters; ++each) {
        const auto filter = static_cast<ChecksFilter>(each);
        const ChecksList list = checksList(hosts, filter, ChecksGrouping::Topic);
        EXPECT_THAT(list.counts, ElementsAre(2U, 1U, 1U, 1U, 1U, 0U, 1U, 1U));
        std::size_t rows = 0;
        for (const ChecksRow &row : list.rows)
            rows += row.result ? 1 : 0;
        EXPECT_EQ(rows, list.counts[each]) << titleOf(filter);
    }
}

/// A muted finding is in its own list only, without the glyph of its severity, with reason and last day.
TEST(ChecksList, HasMutedFindingsApart) {
    checks::CheckResult result{&kLanes, answered(Status::Muted, "RMA 7"), {}};
    result.muted.push_back({narrow("GPU1", Severity::Error), "RMA 7", checks::parseDate("2026-12-31")});
    const std::vector<CheckedHost> hosts = {{1, "alpha", "rack 1", reportOf({std::move(result)})}};
    const ChecksList list = checksList(hosts, ChecksFilter::Muted, ChecksGrouping::FleetGroup);
    EXPECT_THAT(list.counts, ElementsAre(0U, 0U, 0U, 0U, 0U, 1U, 0U, 0U));
    ASSERT_EQ(list.rows.size(), 1U);
    const ChecksRowText text = textOf(list.rows.front(), hosts);
    EXPECT_FALSE(text.severity);
    EXPECT_EQ(text.status, Status::Muted);
    EXPECT_EQ(text.line, "Muted: RMA 7 (until 2026-12-31)");
    EXPECT_EQ(text.rule, "link.narrow");
    ASSERT_NE(findingOf(list.rows.front(), hosts), nullptr);
    EXPECT_EQ(findingOf(list.rows.front(), hosts)->device, "GPU1");
    const CheckDetail detail = detailOf(list.rows.front(), hosts);
    EXPECT_EQ(detail.muted, "RMA 7 (until 2026-12-31)");
    EXPECT_FALSE(detail.severity);
    EXPECT_THAT(markdownOf(detail), HasSubstr("\nMuted: RMA 7 "));
    EXPECT_FALSE(detail.canMute);
    EXPECT_TRUE(detail.canUnmute);
}

TEST(ChecksList, GroupsByHostInTheOrderOfTheHosts) {
    const auto hosts = threeHosts();
    const ChecksList list = checksList(hosts, ChecksFilter::Open, ChecksGrouping::Host);
    EXPECT_THAT(titles(list, hosts), ElementsAre("alpha", "alpha link.narrow", "beta", "beta link.narrow"));
    EXPECT_EQ(list.rows[0].warnings, 1U);
    EXPECT_EQ(list.rows[0].errors, 0U);
    EXPECT_EQ(list.rows[2].errors, 1U);
}

TEST(ChecksList, GroupsByTopicInTheOrderOfTheTable) {
    auto hosts = threeHosts();
    hosts[1].report = reportOf({{&kPorts, failed({narrow("NIC1", Severity::Error)})},
                                {&kLanes, failed({narrow("GPU7", Severity::Error)})}});
    const ChecksList list = checksList(hosts, ChecksFilter::Open, ChecksGrouping::Topic);
    EXPECT_THAT(titles(list, hosts),
                ElementsAre("PCIe", "beta link.narrow", "alpha link.narrow", "RDMA", "beta link.narrow"));
}

TEST(ChecksList, HostsOutsideOfGroupsHaveAGroupOfTheirOwn) {
    auto hosts = threeHosts();
    hosts[1].group.clear();
    const ChecksList list = checksList(hosts, ChecksFilter::Open, ChecksGrouping::FleetGroup);
    EXPECT_THAT(titles(list, hosts),
                ElementsAre("rack 1", "alpha link.narrow", "Other hosts", "beta link.narrow"));
}

TEST(ChecksList, ARowWithoutAFindingHasWhatWasSeenOrWhyItIsUnknown) {
    const auto hosts = threeHosts();
    const auto only = [&](ChecksFilter filter) {
        const ChecksList list = checksList(hosts, filter, ChecksGrouping::FleetGroup);
        EXPECT_EQ(list.rows.size(), 1U);
        return textOf(list.rows.front(), hosts);
    };
    EXPECT_EQ(only(ChecksFilter::Passed).line, "each GPU has a group");
    EXPECT_EQ(only(ChecksFilter::Unknown).line, "rdma: not installed");
    EXPECT_EQ(only(ChecksFilter::NotApplicable).line, "a VM has no groups");
    EXPECT_EQ(only(ChecksFilter::Passed).title, "IOMMU groups");
}

TEST(ChecksList, ARowShowsTheFirstLineOfItsEvidence) {
    const auto hosts = threeHosts();
    const ChecksList list = checksList(hosts, ChecksFilter::Errors, ChecksGrouping::FleetGroup);
    ASSERT_EQ(list.rows.size(), 1U);
    const ChecksRowText text = textOf(list.rows.front(), hosts);
    EXPECT_EQ(text.line, "LnkSta: Speed 32GT/s, Width x8");
    EXPECT_THAT(text.title, HasSubstr("GPU7"));
    EXPECT_EQ(text.severity, Severity::Error);
}

TEST(CheckDetail, OfAFindingHasItsEvidenceAndTheFailedCondition) {
    const auto hosts = threeHosts();
    const ChecksList list = checksList(hosts, ChecksFilter::Errors, ChecksGrouping::FleetGroup);
    const CheckDetail detail = detailOf(list.rows.front(), hosts);
    EXPECT_EQ(detail.subject, "beta, GPU7");
    EXPECT_EQ(detail.evidence.size(), 1U);
    ASSERT_EQ(detail.conditions.size(), 3U);
    EXPECT_EQ(detail.conditions[2].holds, false);
    EXPECT_FALSE(detail.source.empty());
}

TEST(CheckDetail, OfAnUnknownCheckNamesWhatWouldDecideIt) {
    auto hosts = threeHosts();
    Answer answer = answered(Status::Unknown, "rdma: not installed");
    answer.decides = "install rdma-core";
    hosts[0].report = reportOf({{&kPorts, answer}});
    const ChecksList list = checksList(hosts, ChecksFilter::Unknown, ChecksGrouping::FleetGroup);
    ASSERT_EQ(list.rows.size(), 1U);
    EXPECT_THAT(detailOf(list.rows.front(), hosts).remedy, HasSubstr("install rdma-core"));
}

TEST(CheckDetail, MarkdownKeepsTextsOfAHostInTheirBlocksAndLines) {
    CheckDetail detail;
    detail.title = "GPU1 *bold*";
    detail.subject = "host](http://x)";
    detail.rule = "link.narrow";
    detail.evidence = {{"dmesg", "```\n# heading", {}}};
    detail.commands = {"setpci -s 1:0.0 68.w=5000"};
    detail.simulated = "demo";
    const std::string text = markdownOf(detail);
    EXPECT_THAT(text, HasSubstr("````\n```\n# heading\n````\n"));
    EXPECT_THAT(text, Not(HasSubstr("GPU1 *bold*")));
    EXPECT_THAT(text, HasSubstr("(simulated)"));
    EXPECT_THAT(text, HasSubstr("```\nsetpci -s 1:0.0 68.w=5000\n```\n"));
}

TEST(CheckDetail, InMarkdownOnlyCommandsAreInBlocks) {
    CheckDetail detail;
    detail.title = "T";
    detail.commands = {"export NCCL_DMABUF_ENABLE=1", "sudo modprobe nvidia-peermem",
                       "Restart the NCCL job; no reboot", "ibstat mlx5_0"};
    const std::string text = markdownOf(detail);
    EXPECT_THAT(text, HasSubstr("```\nexport NCCL_DMABUF_ENABLE=1\nsudo modprobe nvidia-peermem\n```\n"));
    EXPECT_THAT(text, HasSubstr("\nRestart the NCCL job; no reboot.\n"));
    EXPECT_THAT(text, HasSubstr("```\nibstat mlx5_0\n```\n"));
}

/// A pair's title is a few words, and its reason is below it.
TEST(ChecksList, APairIsTitledInAFewWords) {
    auto judgement = std::make_shared<affinity::Judgement>();
    judgement->fabric.gpus.resize(1);
    judgement->fabric.gpus[0].name = "GPU2";
    judgement->fabric.nics.resize(2);
    judgement->fabric.nics[0].name = "mlx5_0";
    judgement->fabric.nics[1].name = "mlx5_1";
    affinity::Pair &pair = judgement->pairs.emplace_back();
    pair.nic = 1;
    pair.idealNics = {0};
    pair.kind = affinity::Kind::Mispaired;
    pair.mispaired = true;
    pair.severity = Severity::Error;
    judgement->leadingByGpu = {pair.basis};
    const std::string reason = "NCCL 2.21 will use mlx5_1 for GPU2, distance NODE, and what follows from it.";
    Finding finding("pair.mispaired");
    finding.device = "GPU2";
    finding.set("reason", reason);
    std::vector<CheckedHost> hosts = {{1, "alpha", "rack 1", reportOf({{&kPorts, failed({finding})}})}};
    const ChecksRow row = checksList(hosts, ChecksFilter::Open, ChecksGrouping::Host).rows.front();
    EXPECT_THAT(textOf(row, hosts).title, HasSubstr("distance NODE"));
    hosts.front().judgement = judgement;
    const std::string title = textOf(row, hosts).title;
    EXPECT_THAT(title, HasSubstr("GPU2"));
    EXPECT_THAT(title, HasSubstr("mlx5_1"));
    EXPECT_THAT(title, Not(HasSubstr("distance")));
    EXPECT_LT(title.size(), 50U);
    EXPECT_EQ(detailOf(row, hosts).title, title);
    EXPECT_THAT(detailOf(row, hosts).why, HasSubstr(reason));
}

} // namespace fabricscope::present
