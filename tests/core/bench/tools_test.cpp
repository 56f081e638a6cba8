// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Command.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/plan/ToolSupport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <set>

namespace fabricscope::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Tools, EachRowIsCompleteAndHasAKeyOfItsOwn) {
    std::set<std::string_view> keys;
    for (const Tool &tool : tools()) {
        SCOPED_TRACE(tool.key);
        EXPECT_TRUE(keys.insert(tool.key).second);
        EXPECT_FALSE(tool.tests.empty());
        EXPECT_TRUE(tool.needs.ends_with('.'));
        EXPECT_TRUE(tool.key == "custom" || !tool.recipe.empty());
        for (const auto &test : tool.tests)
            EXPECT_TRUE(test.meaning.ends_with('.')) << test.name;
        std::set<std::string_view> flags;
        for (const Option &option : tool.options) {
            EXPECT_TRUE(flags.insert(option.flag).second) << option.flag;
            EXPECT_EQ(option.flag.ends_with('='), option.form == OptionForm::Variable) << option.flag;
            EXPECT_TRUE(option.meaning.ends_with('.')) << option.flag;
        }
    }
    EXPECT_GE(keys.size(), 14U);
    EXPECT_EQ(toolOf("no-such-tool"), nullptr);
}

TEST(Tools, PresetsUseOptionsThatTheirToolKnows) {
    for (const Tool &tool : tools())
        for (const Preset &preset : tool.presets) {
            SCOPED_TRACE(std::string(tool.key) + ' ' + std::string(preset.name));
            EXPECT_NE(tool.test(preset.test), nullptr);
            for (const std::string &word : splitWords(preset.words))
                if (word.starts_with('-') && word.size() == 2) {
                    EXPECT_NE(tool.option(word), nullptr) << word;
                }
        }
}

TEST(Tools, StressPresetsGoFromTenMinutesToNineHours) {
    const Tool *rvs = toolOf("rvs");
    ASSERT_NE(rvs, nullptr);
    EXPECT_EQ(rvs->presets.front().name, "10 minutes");
    EXPECT_THAT(std::string(rvs->presets[3].words), HasSubstr("-n 54")); // ten minutes each
}

TEST(ShellLine, QuotesWhatAShellWouldTakeForItsOwn) {
    const Command command{{"ib_write_bw", "--use_rocm=0", "it's", "$(reboot)", "a b", "", "x\ny"},
                          {{"NCCL_IB_HCA", "=mlx5_0"}, {"EMPTY", ""}, {"TWO", "a;b"}},
                          "/home/my user"};
    EXPECT_EQ(shellLine(command), "cd '/home/my user' && NCCL_IB_HCA==mlx5_0 EMPTY= TWO='a;b' ib_write_bw "
                                  "--use_rocm=0 'it'\\''s' '$(reboot)' 'a b' '' 'x\ny'");
}

TEST(ShellLine, KeepsAProgramFromBeingAWordOfTheShell) {
    EXPECT_EQ(shellLine({{"if", "x"}, {}, {}}), "'if' x");
    EXPECT_EQ(shellLine({{"A=b", "A=b"}, {}, {}}), "'A=b' A=b");
}

/// Splits the line with a real shell: each word on its own line, ended by a mark.
TEST(ShellLine, MeansTheSameWordsToARealShell) {
    const std::vector<std::string> words = {"a'b", "*", "~",    "#x",    "$HOME", "\\",
                                            "\"",  "!", "a\tb", "{1,2}", "-n"};
    Command command{{"printf", "%s|\\n"}, {}, {}};
    std::string expected;
    for (const std::string &word : words) {
        command.words.push_back(word);
        expected += word + "|\n";
    }
    const std::string line = shellLine(command);
    const std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen(line.c_str(), "r"), pclose);
    ASSERT_NE(pipe, nullptr);
    std::array<char, 4096> buffer{};
    const std::size_t length = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    EXPECT_EQ(std::string(buffer.data(), length), expected);
}

constexpr std::string_view kHelp = "Options:\n  -d, --ib-dev=<dev>  Use IB device\n"
                                   "      --use_rocm=<rocm device id> Use selected ROCm device\n"
                                   "      --use_rocm_dmabuf Use ROCm DMA-BUF\n      --report_gbits\n";
constexpr std::string_view kLibraries =
    "\tlinux-vdso.so.1 (0x00007ffd5d5f2000)\n\tlibrccl.so.1 => /opt/rocm/lib/librccl.so.1 (0x00007f1)\n"
    "\tlibamdhip64.so.6 => /opt/rocm/lib/libamdhip64.so.6 (0x00007f2)\n\tlibmpi.so.40 => not found\n";

TEST(ToolSupport, ReadsWhatHelpNames) {
    ToolSupport support;
    addProbe(support, Probe::Kind::Version, "Version: 6.06\n");
    addProbe(support, Probe::Kind::Help, kHelp);
    EXPECT_EQ(support.version, "6.06");
    EXPECT_EQ(support.rocm, true);
    EXPECT_EQ(support.rocmDmabuf, true);
    EXPECT_EQ(support.cuda, false);
    EXPECT_FALSE(support.mpi.has_value());
    EXPECT_TRUE(support.hasFlag("--report_gbits"));
}

TEST(ToolSupport, ReadsWhatAProgramIsLinkedWith) {
    ToolSupport support;
    addProbe(support, Probe::Kind::Libraries, kLibraries);
    EXPECT_EQ(support.rocm, true);
    EXPECT_EQ(support.cuda, false);
    EXPECT_EQ(support.mpi, true);
    EXPECT_EQ(support.collectiveLibrary, "/opt/rocm/lib/librccl.so.1");
    EXPECT_THAT(support.missingLibraries, ElementsAre("libmpi.so.40"));
}

TEST(ToolSupport, KnowsNothingOfAScript) {
    ToolSupport support;
    addProbe(support, Probe::Kind::Libraries, "\tnot a dynamic executable\n");
    addProbe(support, Probe::Kind::Help, "");
    EXPECT_EQ(support, ToolSupport{});
}

TEST(ToolSupport, ReportsMissingFeaturesWithBuildCommands) {
    ToolSupport support;
    addProbe(support, Probe::Kind::Help, "  --use_cuda=<n>\n");
    const Tool &perftest = *toolOf("perftest");
    ToolRequirements requirements;
    requirements.rocm = requirements.dmabuf = true;
    const auto findings = lacksOf(perftest, support, requirements);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].rule, "tool.no_rocm");
    EXPECT_EQ(findings[1].rule, "tool.no_dmabuf");
    EXPECT_THAT(findings[0].commands, testing::Contains(HasSubstr("--enable-rocm-dmabuf")));
    requirements = {};
    requirements.mpi = true; // unknown: no message
    EXPECT_TRUE(lacksOf(perftest, support, requirements).empty());
}

TEST(ToolSupport, DistinguishesStreamFromTheOneOfImageMagick) {
    ToolSupport support;
    addProbe(support, Probe::Kind::Libraries, "\tlibMagickCore-6.Q16.so.6 => /usr/lib/x (0x1)\n");
    const auto findings = lacksOf(*toolOf("stream"), support, {});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "tool.impostor");
}

TEST(ToolSupport, ProbesCarryTheProgramAsAWordNotAsCode) {
    const auto probes = probesOf(*toolOf("perftest"), "/opt/my tools/ib_write_bw;reboot");
    ASSERT_EQ(probes.size(), 3U);
    EXPECT_THAT(probes[0].command.words, ElementsAre("/opt/my tools/ib_write_bw;reboot", "--version"));
    EXPECT_EQ(probes[2].command.words.back(), "/opt/my tools/ib_write_bw;reboot");
    EXPECT_THAT(probes[2].command.words[2], Not(HasSubstr("reboot")));
}

TEST(BenchText, FormatSizesWithUnits) {
    EXPECT_EQ(sizeText(8), "8");
    EXPECT_EQ(sizeText(65536), "64K");
    EXPECT_EQ(sizeText(17179869184.0), "16G");
}

} // namespace
} // namespace fabricscope::bench
