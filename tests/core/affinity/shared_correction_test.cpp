// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Corrected NCCL files when GPUs share a NIC or have several: each NIC is moved to its place, correct parts
// are not changed, and the list of changes contains nothing else.
#include "core/affinity/Correction.h"
#include "core/affinity/Examine.h"
#include "core/affinity/FilePairs.h"
#include "core/affinity/HomeGroups.h"
#include "core/nccl/Version.h"
#include "tests/core/affinity/FabricBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricscope::affinity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr PathWord P = PathWord::Pix;
constexpr PathWord S = PathWord::Sys;

const nccl::Version &version() {
    return *nccl::findVersion("nccl-2.30");
}

std::string gpuLine(int gpu) {
    return fmt::format("<pci busid=\"0000:{:02x}:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
                       "link_width=\"16\"/>\n",
                       gpu);
}
std::string nicLine(int nic) {
    return fmt::format("<pci busid=\"0000:{:02x}:01.0\" class=\"0x020000\"/>\n", nic);
}

/// A switch with these GPUs and NICs below it, by number.
std::string box(int number, const std::vector<int> &gpus, const std::vector<int> &nics) {
    std::string text = fmt::format("    <pci busid=\"ffff:ee:{:02x}.0\" class=\"0x060400\" link_speed=\"32.0 "
                                   "GT/s PCIe\" link_width=\"16\">\n",
                                   number);
    for (const int gpu : gpus)
        text += "      " + gpuLine(gpu);
    for (const int nic : nics)
        text += "      " + nicLine(nic);
    return text + "    </pci>\n";
}

std::string file(const std::string &inside) {
    return "<system version=\"1\">\n  <cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" "
           "familyid=\"6\" modelid=\"143\">\n" +
           inside + "  </cpu>\n</system>\n";
}

/// The hardware, judged with the pairs that this file states.
Judgement judged(Fabric fabric, const std::string &text) {
    Inputs inputs;
    inputs.fileName = "/etc/topo.xml";
    inputs.file = claimedPairs(*nccl::readXml(text, version()), fabric);
    return judge(std::move(fabric), inputs);
}

std::optional<Correction> corrected(const Fabric &fabric, const std::string &text) {
    return correctedFile(text, "/etc/topo.xml", version(), judged(fabric, text));
}

std::map<std::size_t, std::set<std::size_t>> claimsOf(const Fabric &fabric, const std::string &text) {
    std::map<std::size_t, std::set<std::size_t>> claims;
    for (const StatedPair &pair : claimedPairs(*nccl::readXml(text, version()), fabric))
        claims[pair.gpu].insert(pair.nic);
    return claims;
}

std::size_t countOf(const std::string &text, const std::string &part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// GPU0 and GPU1 below one switch with NIC0, GPU2 and GPU3 likewise with NIC1.
Fabric twoShared() {
    return buildFabric({{P, S}, {P, S}, {S, P}, {S, P}});
}

TEST(SharedCorrection, GpusThatShareANicAreOneGroup) {
    const auto shared = homeGroups(judge(twoShared(), {}));
    ASSERT_EQ(shared.size(), 2U);
    EXPECT_THAT(shared[0].gpus, ElementsAre(0U, 1U));
    EXPECT_THAT(shared[0].nics, ElementsAre(0U));
    EXPECT_THAT(shared[1].gpus, ElementsAre(2U, 3U));
    const auto several = homeGroups(judge(buildFabric({{P, P, S, S}, {S, S, P, P}}), {}));
    ASSERT_EQ(several.size(), 2U);
    EXPECT_THAT(several[0].nics, ElementsAre(0U, 1U));
    EXPECT_THAT(homeGroups(judge(buildFabric({{PathWord::Phb}}), {})), testing::IsEmpty())
        << "only what switches alone join";
}

TEST(SharedCorrection, SwappedNicsOfSharersChangePlacesAndNoSwitchIsMade) {
    const Fabric fabric = twoShared();
    const auto correction = corrected(fabric, file(box(1, {0, 1}, {1}) + box(2, {2, 3}, {0})));
    ASSERT_TRUE(correction);
    const auto claims = claimsOf(fabric, correction->text);
    for (const std::size_t gpu : {0U, 1U, 2U, 3U})
        EXPECT_EQ(claims.at(gpu), std::set<std::size_t>{gpu / 2}) << correction->text;
    EXPECT_THAT(correction->text, Not(HasSubstr("ffff:ff:")));
    EXPECT_THAT(correction->changes,
                ElementsAre("ionic_0 (0000:00:01.0) moves to GPU0 (0000:00:00.0) and GPU1 (0000:01:00.0)",
                            "ionic_1 (0000:01:01.0) moves to GPU2 (0000:02:00.0) and GPU3 (0000:03:00.0)"));
}

TEST(SharedCorrection, TheSecondGpuComesToTheNicThatItShares) {
    // A third NIC is far from all GPUs; in the file it is next to GPU3, and GPU1 is alone below the CPU.
    const Fabric fabric = buildFabric({{P, S, S}, {P, S, S}, {S, P, S}, {S, P, S}});
    const auto correction =
        corrected(fabric, file(box(1, {0}, {0}) + "    " + gpuLine(1) + box(2, {2}, {1}) + box(3, {3}, {2})));
    ASSERT_TRUE(correction);
    const auto claims = claimsOf(fabric, correction->text);
    EXPECT_EQ(claims.at(1), std::set<std::size_t>{0}) << correction->text;
    EXPECT_EQ(claims.at(3), std::set<std::size_t>{1}) << correction->text;
    EXPECT_EQ(claims.at(0), std::set<std::size_t>{0});
    EXPECT_THAT(correction->text, Not(HasSubstr("ffff:ff:"))) << "no switch is needed";
    for (const int gpu : {0, 1, 2, 3})
        EXPECT_EQ(countOf(correction->text, gpuLine(gpu)), 1U);
    EXPECT_THAT(correction->changes, ElementsAre("GPU1 (0000:01:00.0) moves to GPU0 (0000:00:00.0)",
                                                 "GPU3 (0000:03:00.0) moves to GPU2 (0000:02:00.0)"));
}

TEST(SharedCorrection, OnlyWhatNeedsItGetsASwitchOfItsOwn) {
    // GPU0 and GPU1 have their own NICs, but in the file both pairs and the NIC of GPU2 are in one switch.
    const Fabric fabric = buildFabric({{P, S, S}, {S, P, S}, {S, S, P}});
    const auto correction = corrected(fabric, file(box(1, {0, 1}, {0, 1}) + box(2, {2}, {2})));
    ASSERT_TRUE(correction);
    const auto claims = claimsOf(fabric, correction->text);
    for (const std::size_t gpu : {0U, 1U, 2U})
        EXPECT_EQ(claims.at(gpu), std::set<std::size_t>{gpu}) << correction->text;
    EXPECT_THAT(correction->text, HasSubstr(box(2, {2}, {2}))) << "what is right stands as it stood";
    EXPECT_LE(countOf(correction->text, "ffff:ff:"), 2U);
    for (const std::string &change : correction->changes) {
        EXPECT_THAT(change, Not(HasSubstr("ionic_2")));
        EXPECT_THAT(change, HasSubstr("its own switch")) << "its NIC stood beside it before";
    }
}

TEST(SharedCorrection, ANewSwitchHoldsAllThatShareIt) {
    const Fabric fabric = twoShared();
    const auto correction = corrected(
        fabric, file("    " + gpuLine(0) + "    " + gpuLine(1) + "    " + nicLine(0) + box(1, {2, 3}, {1})));
    ASSERT_FALSE(correction) << "flat below the CPU claims nothing, and nothing is wrong by it";
    const auto swapped = corrected(
        fabric, file("    " + gpuLine(0) + "    " + gpuLine(1) + "    " + nicLine(1) + box(1, {2, 3}, {0})));
    ASSERT_TRUE(swapped);
    const auto claims = claimsOf(fabric, swapped->text);
    for (const std::size_t gpu : {0U, 1U, 2U, 3U})
        EXPECT_EQ(claims.at(gpu), std::set<std::size_t>{gpu / 2}) << swapped->text;
    EXPECT_EQ(countOf(swapped->text, "ffff:ff:"), 1U) << swapped->text;
    EXPECT_THAT(swapped->changes,
                testing::Contains("GPU0 (0000:00:00.0) and GPU1 (0000:01:00.0) get their own switch, "
                                  "ffff:ff:01.0"));
}

TEST(SharedCorrection, SeveralNicsOfAGpuComeTogether) {
    const Fabric fabric = buildFabric({{P, P, S, S}, {S, S, P, P}});
    const auto correction = corrected(fabric, file(box(1, {0}, {0, 2}) + box(2, {1}, {1, 3})));
    ASSERT_TRUE(correction);
    const auto claims = claimsOf(fabric, correction->text);
    EXPECT_EQ(claims.at(0), (std::set<std::size_t>{0, 1})) << correction->text;
    EXPECT_EQ(claims.at(1), (std::set<std::size_t>{2, 3}));
    EXPECT_THAT(correction->changes, ElementsAre("ionic_1 (0000:01:01.0) moves to GPU0 (0000:00:00.0)",
                                                 "ionic_2 (0000:02:01.0) moves to GPU1 (0000:01:00.0)"))
        << "those that were right are not named";
}

TEST(SharedCorrection, ANewFileHasOneSwitchForAllThatShare) {
    Fabric fabric = twoShared();
    for (Gpu &gpu : fabric.gpus) {
        gpu.numa = NumaNode{0};
        gpu.link = pci::LinkRate{*pci::LinkSpeed::fromCode(5), 16};
    }
    Inputs inputs;
    inputs.file = {{0, 1, 0}, {2, 0, 0}}; // any wrong pairs
    const auto correction = newFile("/etc/new.xml", {}, version(), judge(fabric, inputs));
    ASSERT_TRUE(correction);
    EXPECT_EQ(countOf(correction->text, "0x060400"), 2U) << correction->text;
    const auto claims = claimsOf(fabric, correction->text);
    for (const std::size_t gpu : {0U, 1U, 2U, 3U})
        EXPECT_EQ(claims.at(gpu), std::set<std::size_t>{gpu / 2}) << correction->text;
    fabric.gpus[1].numa = NumaNode{1};
    EXPECT_FALSE(newFile("/etc/new.xml", {}, version(), judge(fabric, inputs)))
        << "below one switch, and on two nodes: one of the two is wrong";
}

} // namespace
} // namespace fabricscope::affinity
