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
    finding.set("current", "Gen5 x8").set("possible", "Gen5 x16");
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
    EXPECT_EQ(title(finding),
              "the link runs at Gen5 x8 although both ends support Gen5 x16: lanes are missing");
    EXPECT_EQ(remedy(finding), "Reseat GPU5, or its riser and cables");
    EXPECT_EQ(sentence(finding), "");
    finding.device.clear();
    EXPECT_EQ(remedy(finding), "Reseat the device, or its riser and cables");
}

TEST(Finding, StatesItsCostWhereThatIsKnown) {
    Finding finding = narrowLink();
    EXPECT_EQ(cost(finding), "");
    EXPECT_EQ(statement(finding), "GPU5: the link runs at Gen5 x8 although both ends support Gen5 x16: lanes "
                                  "are missing.");
    finding.set("bandwidth", "31.5 GB/s").set("possible_bandwidth", "63 GB/s");
    EXPECT_EQ(cost(finding), "31.5 GB/s instead of 63 GB/s each way");
    EXPECT_EQ(statement(finding), "GPU5: the link runs at Gen5 x8 although both ends support Gen5 x16: lanes "
                                  "are missing, 31.5 GB/s instead of 63 GB/s each way.");
}

TEST(Finding, NamesWhatToDoBeforeTheCommands) {
    Finding finding = narrowLink();
    finding.commands = {"lspci -vv"};
    EXPECT_THAT(steps(finding), ElementsAre("Reseat GPU5, or its riser and cables", "lspci -vv"));
    finding.rule = "device.dead";
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

TEST(Sentence, BeginsWithACapitalAndEndsWithAFullStop) {
    EXPECT_EQ(asSentence("a link is down"), "A link is down.");
    EXPECT_EQ(asSentence("Done."), "Done.");
    EXPECT_EQ(asSentence(""), "");
}

} // namespace
} // namespace fabricscope::findings
