// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "tests/core/layout/Soundness.h"
#include "tests/support/samples/SampleHostVm.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricscope::layout {

using draw::Ribbon;
using present::differenceOf;
using present::examineHostVm;
using present::HostVmCheck;
using present::HostVmExamination;
using present::HostVmFileLine;
using present::hunkCount;
using present::kMaxFileLines;
using present::linesOf;
using present::SeenByGuest;
using present::seenByGuest;

namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(HostVmFileText, NumbersItsLines) {
    const auto lines = linesOf("<a>\r\n  <b/>\n</a>");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].text, "<a>");
    EXPECT_EQ(lines[2].number, 3U);
    EXPECT_THAT(linesOf(""), IsEmpty());
    EXPECT_EQ(linesOf(std::string(kMaxFileLines + 100, '\n')).back().kind, HostVmFileLine::Kind::Gap);
    EXPECT_EQ(linesOf("a\x1b[31mb").front().text.find('\x1b'), std::string::npos);
}

TEST(HostVmFileText, ADifferenceHasTheNumbersOfBothFiles) {
    using Kind = HostVmFileLine::Kind;
    std::string before, after;
    for (int line = 1; line <= 30; ++line) {
        before += fmt::format("line {}\n", line);
        after += line == 5 || line == 25 ? fmt::format("other {}\n", line) : fmt::format("line {}\n", line);
    }
    const auto lines = differenceOf(before, after);
    ASSERT_EQ(lines.size(), 2 * 8 + 1U); // each with three lines of context, and the gap
    EXPECT_EQ(lines[0].number, 2U);
    EXPECT_EQ(lines[3].kind, Kind::Removed);
    EXPECT_EQ(lines[3].number, 5U);
    EXPECT_EQ(lines[4].kind, Kind::Added);
    EXPECT_EQ(lines[4].text, "other 5");
    EXPECT_EQ(lines[8].kind, Kind::Gap);
    EXPECT_EQ(hunkCount(lines), 2U);
    EXPECT_EQ(hunkCount(linesOf(before)), 0U);
    EXPECT_THAT(differenceOf(before, before), IsEmpty());
}

TEST(HostVmExamination, OfNothingIsNothing) {
    const auto examination = examineHostVm({});
    EXPECT_EQ(examination->table.sentence(), "No VM selected.");
    EXPECT_EQ(seenByGuest(*examination), nullptr);
    EXPECT_THAT(examination->checks, IsEmpty());
}

TEST(HostVmExamination, OfAGuestAloneNothingHasPassedThatIsNotKnown) {
    const auto examination =
        examineHostVm({nullptr,
                       samples::topologyOf(samples::flatVm()),
                       "",
                       {},
                       nullptr,
                       hostvm::InstalledFile{"/etc/topo.xml", "<system version=\"2\">\n</system>\n"}});
    EXPECT_TRUE(examination->verification.has_value());
    EXPECT_EQ(examination->path, "/etc/topo.xml");
    const auto pairs = std::find_if(examination->checks.begin(), examination->checks.end(),
                                    [](const HostVmCheck &check) { return check.value == "unknown"; });
    ASSERT_NE(pairs, examination->checks.end());
    EXPECT_TRUE(pairs->severity.has_value());
    const auto nearest =
        std::find_if(examination->checks.begin(), examination->checks.end(),
                     [](const HostVmCheck &check) { return check.text == "GPU and NIC in one switch, PIX"; });
    ASSERT_NE(nearest, examination->checks.end());
    EXPECT_TRUE(nearest->severity.has_value()); // the file has no pair
    // The sum of the checks is the number of findings.
    std::size_t counted = 0;
    for (const HostVmCheck &check : examination->checks)
        counted += check.findings;
    EXPECT_GT(counted, 0U);
    EXPECT_EQ(counted, examination->verification->findings.size());
}

/// mi355xServer() below flatVm(), each device matched manually, with this file.
std::shared_ptr<const HostVmExamination> examined(const std::optional<std::string> &text) {
    hostvm::Question question;
    question.host = samples::topologyOf(samples::mi355xServer());
    question.guest = samples::topologyOf(samples::flatVm());
    for (const hostvm::Match &match : samples::mappedGuest().hostVm.matches)
        question.overrides.push_back({match.guest, match.onHost});
    if (text)
        question.file = hostvm::InstalledFile{"/etc/topo.xml", *text};
    return examineHostVm(question);
}

std::map<std::string, std::string> valuesOf(const HostVmExamination &examination) {
    std::map<std::string, std::string> values;
    for (const HostVmCheck &check : examination.checks)
        values.emplace(check.text, check.value);
    return values;
}

TEST(HostVmExamination, PassedChecksShowWhatWasFound) {
    const std::string right = examined(std::nullopt)->generated.text;
    const auto examination = examined(right);
    const auto values = valuesOf(*examination);
    EXPECT_EQ(values.at("Pairs follow the host's switches"), "8 of 8");
    EXPECT_EQ(values.at("GPU and NIC in one switch, PIX"), "8 pairs");
    EXPECT_EQ(values.at("All bus IDs exist in the guest"), "16 of 16");
    EXPECT_THAT(values.at("Device IDs match"), testing::StartsWith("1002:75a0"));
    EXPECT_EQ(values.at("All GPUs and NICs present"), "8 GPUs, 8 NICs");
    EXPECT_EQ(values.at("NUMA split follows the host"), "4 + 4 GPUs");
    EXPECT_EQ(values.at("Link speed and width"), "32.0 GT/s PCIe, x16 and x8"); // GPU5's link
    EXPECT_EQ(values.at("NIC speed, port, GDR"), "400000, gdr=1");
    EXPECT_EQ(values.at("Well formed, nothing ignored"), "8 synthetic switches");
}

TEST(HostVmExamination, ListsFailedChecksFirstWithTheirProblemCounts) {
    std::string text = examined(std::nullopt)->generated.text;
    const auto replace = [&](std::string_view from, std::string_view to) {
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    };
    replace("device=\"0x75a0\"", "device=\"0x75a3\"");
    replace("speed=\"400000\"", "speed=\"100000\"");
    const auto examination = examined(text);
    const auto values = valuesOf(*examination);
    EXPECT_EQ(values.at("Device IDs match"), "1 warning");
    EXPECT_EQ(values.at("NIC speed, port, GDR"), "1 warning");
    EXPECT_EQ(values.at("Pairs follow the host's switches"), "8 of 8");
    EXPECT_EQ(hunkCount(examination->difference), 2U) << "it comes with the answer";
    bool passed = false;
    for (const HostVmCheck &check : examination->checks) {
        EXPECT_EQ(check.severity.has_value(), check.findings > 0) << check.text;
        EXPECT_FALSE(passed && check.severity) << check.text;
        passed = !check.severity;
    }
}

/// "As seen by": the guest's addresses next to the host's, in boxes wide enough for both.
TEST(SeenByGuest, IsShownOnlyInTheBoxesOfItsDevices) {
    samples::MappedGuest made = samples::mappedGuest({}, 3);
    const HostVmExamination examination = made.examination();
    TopologyOptions options;
    options.seenBy = seenByGuest(examination);
    ASSERT_NE(options.seenBy, nullptr);
    EXPECT_EQ(options.seenBy->onHost.size(), 6U);
    const Picture picture{made.host, layoutTopology(*made.host, options)};
    for (const char *address : {"02:00:01.0", "02:00:02.0", "02:00:03.0", "02:00:09.0", "02:00:0b.0"})
        EXPECT_TRUE(picture.hasText(address)) << address;
    EXPECT_FALSE(picture.hasText("02:00:04.0"));
    EXPECT_THAT(picture.area(samples::deviceNamed(*made.host, "GPU1").toString())->label,
                HasSubstr("GPU1 0002:00:02.0 in vm-03a"));
    expectSoundPicture(picture);
}

/// The pairs of the guest, even wrong ones, replace those suggested by the hardware.
TEST(SeenByGuest, DrawsThePairsOfTheGuestBetweenTheHostsDevices) {
    samples::MappedGuest made = samples::mappedGuest({}, 3);
    const HostVmExamination examination = made.examination();
    const auto guestPair = [&](const std::string &gpu, const std::string &nic) {
        affinity::Judgement judgement;
        affinity::Gpu one;
        one.name = gpu;
        one.bdf = samples::deviceNamed(*made.guest, gpu);
        affinity::Nic other;
        other.name = nic;
        other.bdf = samples::deviceNamed(*made.guest, nic);
        judgement.fabric.gpus = {one};
        judgement.fabric.nics = {other};
        judgement.fabric.gpuNic = {topology::Reach{}};
        affinity::Pair pair;
        pair.nic = 0;
        pair.basis = affinity::Basis::Library;
        pair.kind = affinity::Kind::Mispaired;
        pair.mispaired = true;
        pair.severity = findings::Severity::Error;
        pair.reach.word = topology::PathWord::Node;
        judgement.pairs = {pair};
        return judgement;
    };
    const affinity::Judgement wrong = guestPair("GPU1", "ionic_2");
    const affinity::Judgement own = affinity::examine(*made.host, {}).judgement;
    TopologyOptions options;
    options.judgement = &own;
    options.seenBy = seenByGuest(examination, &wrong);
    const auto between = [&](const TopologyOptions &asked) {
        std::vector<std::string> found;
        for (const Ribbon &ribbon : layoutTopology(*made.host, asked).ribbons)
            if (ribbon.kind == Ribbon::Kind::Assigned || ribbon.kind == Ribbon::Kind::Finding)
                found.push_back(made.host->node(ribbon.from).name + " " + made.host->node(ribbon.to).name);
        return found;
    };
    EXPECT_THAT(between(options),
                testing::ElementsAre("GPU1 ionic_2")); // at the box of the physical function
    EXPECT_TRUE((Picture{made.host, layoutTopology(*made.host, options)}.hasText("NODE, mispaired")));
    // In the picture of another host, its nodes have no meaning.
    const auto other = samples::topologyOf(samples::flatVm());
    options.judgement = nullptr;
    EXPECT_THAT(layoutTopology(*other, options).ribbons, IsEmpty());
    options.judgement = &own;
    // With a guest that was not judged, the pairs of the host stay.
    options.seenBy = seenByGuest(examination);
    EXPECT_THAT(between(options), testing::Contains("GPU1 ionic_1"));
}

} // namespace
} // namespace fabricscope::layout
