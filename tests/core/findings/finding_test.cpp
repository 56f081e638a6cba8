// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"

#include <gmock/gmock.h>

namespace fabricscope::findings {
namespace {

using testing::ElementsAre;

Finding narrowLink() {
    Finding finding("link.narrow");
    finding.device = "GPU5";
    finding.set("lanes", 8).set("possible_lanes", 16);
    return finding;
}

TEST(Finding, HasTheSeverityOfItsRule) {
    EXPECT_EQ(Finding("link.slow").severity, Severity::Warning);
    EXPECT_EQ(Finding("link.slow", "idle").severity, Severity::Note);
    EXPECT_EQ(Finding("device.dead").severity, Severity::Error);
}

TEST(Finding, OfNoRuleEndsTheProgram) {
    EXPECT_DEATH(Finding("link.unheard_of"), "no rule \"link.unheard_of\"");
    EXPECT_DEATH(Finding("link.narrow", "idle"), "variant \"idle\"");
}

TEST(Finding, IsTextOnlyWhereItIsShown) {
    Finding finding = narrowLink();
    EXPECT_EQ(title(finding), "the link has 8 of 16 lanes");
    EXPECT_EQ(headline(finding), "the link of GPU5 has 8 of 16 lanes");
    EXPECT_EQ(remedy(finding), "Reseat GPU5, or its riser and cables");
    EXPECT_EQ(sentence(finding), "");
    finding.device.clear();
    EXPECT_EQ(remedy(finding), "Reseat the device, or its riser and cables");
}

TEST(Finding, StatesItsCostWhereThatIsKnown) {
    Finding finding = narrowLink();
    EXPECT_EQ(cost(finding), "");
    EXPECT_EQ(titleWithCost(finding), "the link has 8 of 16 lanes");
    EXPECT_EQ(statement(finding), "The link of GPU5 has 8 of 16 lanes.");
    finding.set("bandwidth", "31.5 GB/s").set("possible_bandwidth", "63 GB/s");
    EXPECT_EQ(cost(finding), "31.5 GB/s instead of 63 GB/s");
    EXPECT_EQ(titleWithCost(finding), "the link has 8 of 16 lanes: 31.5 GB/s instead of 63 GB/s");
    EXPECT_EQ(claim(finding), "The link of GPU5 has 8 of 16 lanes: 31.5 GB/s instead of 63 GB/s.");
}

TEST(Finding, IsOfItsDeviceAlthoughTheRuleDoesNotNameIt) {
    Finding finding("tree.orphan");
    finding.device = "GPU5";
    finding.set("parent", "00:01.0");
    EXPECT_EQ(title(finding), "its parent 00:01.0 was not read: shown at its root bus");
    EXPECT_EQ(headline(finding), "GPU5: its parent 00:01.0 was not read: shown at its root bus");
}

TEST(Finding, NamesWhatToDoBeforeTheCommands) {
    Finding finding = narrowLink();
    finding.commands = {"lspci -vv"};
    EXPECT_THAT(steps(finding), ElementsAre("Reseat GPU5, or its riser and cables", "lspci -vv"));
    finding.rule = "tree.orphan";
    EXPECT_THAT(steps(finding), ElementsAre("lspci -vv"));
}

TEST(Finding, KeepsTheLastValueOfAName) {
    Finding finding("link.down");
    finding.set("port", "00:01.0").set("port", "00:02.0");
    ASSERT_NE(finding.argument("port"), nullptr);
    EXPECT_EQ(*finding.argument("port"), "00:02.0");
    EXPECT_EQ(finding.argument("ports"), nullptr);
    EXPECT_EQ(title(finding), "the port above, 00:02.0, reports the link down");
}

TEST(Finding, ShowsNothingOfAHostAsItCame) {
    Finding finding("link.down");
    finding.device = "GPU\x1b[31m";
    finding.set("port", "a\nb\x1b]0;{device}[" + std::string(5000, 'x'));
    const std::string text = statement(finding);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_LT(text.size(), 2000u);
    EXPECT_NE(text.find("{device}["), std::string::npos) << "a value is no template";
}

TEST(Sentence, BeginsWithACapitalUnlessThatIsAName) {
    Finding finding("tree.duplicate");
    finding.set("address", "a1:00.0");
    EXPECT_EQ(capitalized("the source lists a1:00.0", finding), "The source lists a1:00.0");
    EXPECT_EQ(capitalized("a1:00.0 is listed twice", finding), "a1:00.0 is listed twice");
    EXPECT_EQ(capitalized("", finding), "");
}

TEST(Sentence, EndsWithOneFullStop) {
    EXPECT_EQ(withFullStop("A link is down"), "A link is down.");
    EXPECT_EQ(withFullStop("Done."), "Done.");
    EXPECT_EQ(withFullStop(""), "");
}

} // namespace
} // namespace fabricscope::findings
