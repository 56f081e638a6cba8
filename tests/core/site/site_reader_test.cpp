// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rules.h"
#include "core/site/Expectation.h"
#include "core/site/NearestName.h"
#include "core/site/Site.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace fabricscope::site {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> problemsOf(const Site &site) {
    std::vector<std::string> texts;
    for (const Problem &problem : site.problems)
        texts.push_back(toString(problem));
    return texts;
}

const Expected *expectedOf(const Site &site, std::string_view key, const std::string &host = "gpu-01") {
    for (const Expected *each : site.of({host}))
        if (each->expectation->key == key)
            return each;
    return nullptr;
}

TEST(SiteReader, ReadsExpectationsHostsAndMutes) {
    const Site site = readSite("[[hosts]]\n"
                               "match = [\"gpu-*\", \"train-*\"]\n"
                               "gpus = 4\n"
                               "[expect]\n"
                               "gpus = 8\n"
                               "nic_firmware = [\"28.39.*\", \"28.40.1000\"]\n"
                               "kernel = \"6.8.*\"\n"
                               "[[mute]]\n"
                               "rule = \"rdma.mtu\"\n"
                               "host = \"gpu-*\"\n"
                               "device = \"mlx5_*\"\n"
                               "reason = \"IPoIB only\"\n"
                               "until = 2026-12-31\n"
                               "[[mute]]\n"
                               "rule = \"link.narrow\"\n"
                               "reason = \"x\"\n");
    EXPECT_THAT(problemsOf(site), IsEmpty());
    // [expect] counts before the other tables, wherever it is.
    ASSERT_NE(expectedOf(site, "gpus"), nullptr);
    EXPECT_EQ(expectedOf(site, "gpus")->number, 4);
    EXPECT_EQ(expectedOf(site, "gpus", "login")->number, 8);
    EXPECT_THAT(expectedOf(site, "nic_firmware")->texts, ElementsAre("28.39.*", "28.40.1000"));
    EXPECT_EQ(expectedOf(site, "mtu"), nullptr);
    ASSERT_EQ(site.mutes.size(), 2U);
    EXPECT_EQ(site.mutes[0].device, "mlx5_*");
    EXPECT_EQ(checks::toString(*site.mutes[0].until), "2026-12-31");
    EXPECT_EQ(site.mutes[1].host, "*");
    EXPECT_FALSE(site.mutes[1].until);
}

TEST(SiteReader, ListsExpectationsInTheOrderOfTheTable) {
    const Site site = readSite("[expect]\nos = \"x\"\nmtu = 9000\ngpus = 8\n");
    std::vector<std::string_view> keys;
    for (const Expected *each : site.of({"any"}))
        keys.push_back(each->expectation->key);
    EXPECT_THAT(keys, ElementsAre("gpus", "mtu", "os"));
}

TEST(SiteReader, NamesUnknownKeysByPlaceWithTheNearestName) {
    const Site site =
        readSite("[expect]\n  gpu = 8\nnics = 8\nfoo = 1\n[mutes]\n[[hosts]]\nmatch=\"a\"\nmatches=\"b\"\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre("2:3: unknown key \"gpu\"; did you mean \"gpus\"?", "4:1: unknown key \"foo\"",
                            "5:2: unknown key \"mutes\"; did you mean \"mute\"?",
                            "8:1: unknown key \"matches\"; did you mean \"match\"?"));
    EXPECT_EQ(expectedOf(site, "nics")->number, 8);
}

TEST(SiteReader, NamesValuesOfAWrongTypeAndKeepsTheOthers) {
    const Site site = readSite("[expect]\n"
                               "gpus = \"8\"\n"
                               "mtu = -1\n"
                               "gid_index = nan\n"
                               "kernel = 6.8\n"
                               "bios = []\n"
                               "os = [\"a\", 1]\n"
                               "gpu_model = \"\"\n"
                               "nics = true\n"
                               "port_gbits_per_s = 399.5\n");
    EXPECT_THAT(
        problemsOf(site),
        ElementsAre(HasSubstr("2:8: \"gpus\" must be a whole number from 0 to 1024"),
                    HasSubstr("3:7: \"mtu\" must be a whole number"),
                    HasSubstr("4:13: \"gid_index\" must be a whole number"),
                    HasSubstr("5:10: \"kernel\" must be a text of 1 to 256 bytes; put it in quotation marks"),
                    HasSubstr("6:8: \"bios\" must have 1 to 64 texts"),
                    HasSubstr("7:12: \"os\" must be a text"), HasSubstr("8:13: \"gpu_model\" must be a text"),
                    HasSubstr("9:8: \"nics\" must be a whole number")));
    EXPECT_EQ(site.of({"h"}).size(), 1U);
    EXPECT_EQ(expectedOf(site, "port_gbits_per_s")->number, 399.5);
}

/// A mute that is not understood entirely mutes nothing: it could mute too much.
TEST(SiteReader, LeavesOutMutesWithAFault) {
    const Site site = readSite("[[mute]]\nrule = \"rdma.mtuu\"\nreason = \"a\"\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\n"
                               "[[mute]]\nreason = \"a\"\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\nreason = \"a\"\nuntil = \"2026-12-31\"\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\nreason = \"a\"\nuntil = 2026-02-30\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\nreason = \"a\"\nhosts = \"b\"\n"
                               "[[mute]]\nrule = \"site.gpus\"\nreason = \"good\"\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre("2:8: no check and no rule is named \"rdma.mtuu\"; did you mean \"rdma.mtu\"?",
                            HasSubstr("4:1: this mute has no \"reason\""),
                            HasSubstr("6:1: this mute has no \"rule\""),
                            HasSubstr("11:9: \"until\" must be a date; write until = 2026-12-31"),
                            HasSubstr("15:"),
                            HasSubstr("19:1: unknown key \"hosts\"; did you mean \"host\"?")));
    ASSERT_EQ(site.mutes.size(), 1U);
    EXPECT_EQ(site.mutes.front().reason, "good");
}

TEST(SiteReader, KeepsTheOtherTablesWhereSyntaxIsFaulty) {
    const Site site = readSite("[expect]\n"
                               "gpus = 8\n"
                               "[[hosts]]\n"
                               "match = \"a*\"\n"
                               "gpu_vbios = [\"x\",\n" // never closed
                               "[[hosts]]\n"
                               "match = \"gpu-*\"\n"
                               "nics = 8\n"
                               "[expect]\n" // the second one
                               "mtu = 1500\n"
                               "[[mute]]\n"
                               "rule = rdma.mtu\n" // without quotation marks
                               "[[mute]]\n"
                               "rule = \"rdma.mtu\"\n"
                               "reason = \"kept\"\n");
    ASSERT_EQ(site.problems.size(), 3U) << testing::PrintToString(problemsOf(site));
    EXPECT_EQ(site.problems[0].line, 5U);
    EXPECT_EQ(site.problems[1].line, 9U);
    EXPECT_EQ(site.problems[2].line, 12U);
    EXPECT_EQ(expectedOf(site, "gpus")->number, 8);
    EXPECT_EQ(expectedOf(site, "nics")->number, 8);
    EXPECT_EQ(expectedOf(site, "mtu"), nullptr);
    ASSERT_EQ(site.mutes.size(), 1U);
    EXPECT_EQ(site.mutes.front().reason, "kept");
}

TEST(SiteReader, NamesNumbersThatAKeyCannotHave) {
    const Site site = readSite("[expect]\nnics = 1.5\nroce_version = 7\ngid_index = 70000\nmtu = 9\n"
                               "gpu_link_generation = 0\nnic_link_lanes = 64\nport_gbits_per_s = 399.5\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("2:8: \"nics\" must be a whole number from 0 to 1024"),
                            HasSubstr("3:16: \"roce_version\" must be a whole number from 1 to 2"),
                            HasSubstr("4:13: "), HasSubstr("5:7: "), HasSubstr("6:23: "),
                            HasSubstr("7:18: ")));
    EXPECT_EQ(site.of({"h"}).size(), 1U);
}

TEST(SiteReader, RefusesPatternsOfAShell) {
    const Site site = readSite("[expect]\nkernel = \"6.?\"\ngpu_vbios = [\"113-*\", \"[0-9]*\"]\n"
                               "gpu_model = \"MI300X [a]\"\n"
                               "[[hosts]]\nmatch = \"gpu-[01-08]\"\ngpus = 8\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\nhost = \"gpu-?\"\nreason = \"r\"\n"
                               "[[mute]]\nrule = \"rdma.mtu\"\ndevice = \"mlx5_[0-3]\"\nreason = \"r\"\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("2:10: \"kernel\" has \"?\""),
                            HasSubstr("3:13: \"gpu_vbios\" has \"[\""), HasSubstr("6:9: \"match\" has \"[\""),
                            HasSubstr("10:8: \"host\" has \"?\""), HasSubstr("14:10: \"device\" has \"[\"")));
    EXPECT_THAT(site.mutes, IsEmpty());
    EXPECT_EQ(site.of({"gpu-01"}).size(), 1U) << "gpu_model is no pattern";
}

/// Names of models have brackets, but no question mark: it would match none of them.
TEST(SiteReader, RefusesSignsThatNoNameOfAModelHas) {
    for (const char *value : {"\"H?00\"", "[\"H200\", \"H?00\"]"}) {
        const Site site = readSite(std::string("[expect]\ngpus = 8\nnic_model = ") + value + "\n");
        EXPECT_THAT(problemsOf(site), ElementsAre(HasSubstr("3:13: \"nic_model\" has \"?\""))) << value;
        EXPECT_EQ(expectedOf(site, "nic_model"), nullptr);
        EXPECT_EQ(expectedOf(site, "gpus")->number, 8);
    }
}

/// A value that is not closed: each line that is left out is named, and the other tables stay.
TEST(SiteReader, NamesTheLinesThatAnUnclosedValueTakesAlong) {
    for (const char *open : {"\"\"\"a", "'''a", "[\"a\",", "[[\"a\"]", "{ a = 1,", "\"\"\"\n[x]"}) {
        const Site site = readSite(std::string("[expect]\ngpus = 8\nkernel = ") + open +
                                   "\nnics = 8\n[[hosts]]\nmatch = \"b*\"\nmtu = 9000\n");
        const bool isWhole = expectedOf(site, "gpus") != nullptr;
        std::string problems;
        for (const std::string &problem : problemsOf(site))
            problems += problem + "\n";
        EXPECT_FALSE(problems.empty()) << open;
        if (!isWhole) {
            EXPECT_THAT(problems, HasSubstr("lines 1 to ")) << open;
        }
        EXPECT_THAT(problems, HasSubstr("left out")) << open;
        EXPECT_FALSE(site.of({"b1"}).empty()) << open << problems;
    }
}

TEST(SiteReader, KeepsTheOtherLinesOfATable) {
    const Site site = readSite("[expect]\ngpus = 8\nkernel = 6.8.0\nmtu = 9000\nos = \"a\nnics = 8\n"
                               "[[hosts]]\nmatch = \"gpu-*\"\ngpus = = 4\nmtu = 4200\n");
    EXPECT_EQ(expectedOf(site, "gpus")->number, 8);
    EXPECT_EQ(expectedOf(site, "nics")->number, 8);
    EXPECT_EQ(expectedOf(site, "mtu")->number, 4200);
    EXPECT_EQ(expectedOf(site, "mtu", "login")->number, 9000);
    EXPECT_EQ(expectedOf(site, "kernel"), nullptr);
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("line 3 is left out"), HasSubstr("line 5 is left out"),
                            HasSubstr("line 9 is left out")));
}

/// A line that is no key is left out alone, wherever the value before it ends.
TEST(SiteReader, KeepsTheOtherKeysNextToALineThatIsNoKey) {
    for (const char *line : {"gpus 8", "gpus: 8", "nonsense", "\"quoted\"", "}", "mtu"}) {
        const Site site = readSite(std::string("[expect]\ngpus = 8\nkernel = [\n  \"6.8.*\",\n]\n") + line +
                                   "\nnics = 8\n[[hosts]]\nmatch = \"b*\"\n" + line + "\nnics = 4\n");
        EXPECT_EQ(site.problems.size(), 2U) << line << testing::PrintToString(problemsOf(site));
        ASSERT_NE(expectedOf(site, "nics"), nullptr) << line;
        EXPECT_EQ(expectedOf(site, "gpus")->number, 8) << line;
        EXPECT_EQ(expectedOf(site, "nics")->number, 8) << line;
        EXPECT_EQ(expectedOf(site, "nics", "b1")->number, 4) << line;
        EXPECT_THAT(expectedOf(site, "kernel")->texts, ElementsAre("6.8.*")) << line;
        EXPECT_EQ(site.problems[0].line, 6U) << line;
        EXPECT_THAT(site.problems[0].hint, HasSubstr("line 6 is left out")) << line;
        EXPECT_EQ(site.problems[1].line, 10U) << line;
    }
}

/// A table without "match" that a fault already explains.
TEST(SiteReader, NamesAMistakeOnce) {
    for (const char *line : {"match = gpu-*", "match \"gpu-*\"", "mtach = \"gpu-*\"", "match = \"gpu-*"}) {
        const Site site = readSite(std::string("[expect]\ngpus = 8\n[[hosts]]\n") + line +
                                   "\ngpus = 4\n[[hosts]]\nmatch = \"b*\"\ngpus = 2\n");
        ASSERT_EQ(site.problems.size(), 1U) << line << testing::PrintToString(problemsOf(site));
        EXPECT_EQ(site.problems[0].line, 4U) << line;
        EXPECT_THAT(site.problems[0].hint, HasSubstr("the table is left out")) << line;
        EXPECT_EQ(expectedOf(site, "gpus")->number, 8) << line;
        EXPECT_EQ(expectedOf(site, "gpus", "b1")->number, 2) << line;
    }
    EXPECT_EQ(readSite("[[hosts]]\nmtu = 9\ngpus = 4\n").problems.size(), 2U) << "two mistakes";
}

/// With fewer keys it would mute more, and a longer value would be another one.
TEST(SiteReader, LeavesOutAMuteOrALongValueAsAWhole) {
    const Site site = readSite("[[mute]]\nrule = \"rdma.mtu\"\ndevice = mlx5_0\nreason = \"r\"\n"
                               "[expect]\nkernel = [\n\"6.8.*\",\n6.9.*,\n]\n");
    EXPECT_THAT(site.mutes, IsEmpty());
    EXPECT_EQ(expectedOf(site, "kernel"), nullptr);
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("lines 1 to 4 are left out"), HasSubstr("lines 6 to 9 are left out")));
}

TEST(SiteReader, ReadsManyFaultsInTimeThatGrowsWithTheFile) {
    std::string text = "[expect]\n";
    for (int i = 0; i < 60000; ++i)
        text += "k = = 1\n";
    const Site site = readSite(text);
    EXPECT_LE(site.problems.size(), SiteLimits::kProblems);
    EXPECT_FALSE(site.problems.empty());
}

TEST(SiteReader, SuggestsNamesOfTablesAndKeys) {
    const Site site = readSite("gpsu = 8\n[hots]\n[expect]\nnic_fw = \"1\"\ngpsu = 8\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("1:1: unknown key \"gpsu\"; write gpus below [expect]"),
                            HasSubstr("\"hots\"; did you mean \"hosts\"?"),
                            HasSubstr("\"nic_fw\"; did you mean \"nic_firmware\"?"),
                            HasSubstr("\"gpsu\"; did you mean \"gpus\"?")));
}

/// What a report prints in [ ] may be muted.
TEST(SiteReader, AcceptsEachIdAsARuleOfAMute) {
    std::vector<std::string> ids;
    for (const checks::Check *check : checks::allChecks())
        ids.emplace_back(check->id);
    for (const findings::Rule *rule : findings::allRules())
        ids.emplace_back(rule->id);
    for (const Expectation &each : allExpectations())
        ids.emplace_back(each.check.id);
    for (const std::string &id : ids) {
        const Site site = readSite("[[mute]]\nrule = \"" + id + "\"\nreason = \"r\"\n");
        EXPECT_THAT(problemsOf(site), IsEmpty()) << id;
        ASSERT_EQ(site.muteLines.size(), site.mutes.size());
    }
}

TEST(SiteReader, BoundsWhatItReads) {
    EXPECT_THAT(problemsOf(readSite(std::string(SiteLimits::kBytes + 1, '\n'))),
                ElementsAre("the file is larger than 1 MiB; it is left out"));
    std::string dotted = "[expect]\ngpus = 8\n[a";
    for (int i = 0; i < 100000; ++i)
        dotted += ".a";
    const Site site = readSite(dotted + "]\n[[mute]]\nrule=\"rdma.mtu\"\nreason=\"r\"\n");
    EXPECT_THAT(problemsOf(site),
                ElementsAre(HasSubstr("3:1: the line has more than 4096 bytes or 64 dots")));
    EXPECT_EQ(expectedOf(site, "gpus")->number, 8);
    EXPECT_EQ(site.mutes.size(), 1U);
    EXPECT_THAT(problemsOf(readSite("[expect]\nos = " + std::string(1000, '[') + std::string(1000, ']'))),
                ElementsAre(HasSubstr("2:")));
    std::string many;
    for (int i = 0; i < 2000; ++i)
        many += "k" + std::to_string(i) + " = 1\n";
    const Site bad = readSite(many);
    EXPECT_EQ(bad.problems.size(), SiteLimits::kProblems);
    EXPECT_EQ(toString(bad.problems.back()), "1937 more errors");
}

TEST(SiteReader, ReadsNothingFromWhatIsNoToml) {
    EXPECT_THAT(problemsOf(readSite("")), IsEmpty());
    EXPECT_THAT(problemsOf(readSite("# a comment\n")), IsEmpty());
    EXPECT_FALSE(readSite("{\"expect\": {}}").problems.empty());
    EXPECT_FALSE(readSite(std::string_view("\x7f"
                                           "ELF\0\1\xff\xfe",
                                           8))
                     .problems.empty());
    EXPECT_THAT(problemsOf(readSite("expect = 1\nhosts = {a=1}\nmute = [1]\n")),
                ElementsAre(HasSubstr("1:10: \"expect\" must be a table"),
                            HasSubstr("2:9: \"hosts\" must be a list"),
                            HasSubstr("3:9: \"mute\" must be a list of tables")));
}

TEST(NearestName, IsTheOneWithTheFewestChanges) {
    EXPECT_EQ(nearestName("gpus_", {"nics", "gpus", "mtu"}), "gpus");
    EXPECT_EQ(nearestName("rdma.mut", {"rdma.mtu", "rdma.gid"}), "rdma.mtu");
    EXPECT_EQ(nearestName("xyz", {"gpus", "mtu"}), "");
    EXPECT_EQ(nearestName(std::string(65, 'g'), {"gpus"}), "");
    EXPECT_EQ(nearestName("", {"gpus"}), "");
}

} // namespace
} // namespace fabricscope::site
