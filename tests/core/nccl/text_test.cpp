// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// NCCL files as text: the positions of their elements, and diffs.
#include "core/nccl/file/ElementRanges.h"
#include "core/nccl/file/UnifiedDiff.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fabricscope::nccl {
namespace {

using testing::HasSubstr;

std::string textOf(std::string_view text, const XmlNode &node, const Version &version) {
    const auto ranges = elementRanges(text, version);
    const auto found = ranges.find({node.line, node.column});
    return found == ranges.end()
               ? std::string("?")
               : std::string(text.substr(found->second.begin, found->second.end - found->second.begin));
}

TEST(ElementRanges, AreWhatTheReaderReads) {
    const Version &version = *assumedVersion(Flavor::Rccl);
    const std::string text = "<!-- <pci> --><system version=\"2\">\r\n"
                             "  <cpu numaid=\"0\" arch=\"x86_64\"> <!-- </cpu> -->\n"
                             "    <pci busid=\"a>b\"><nic><net name=\"n\"/></nic></pci><pci busid=\"c\"/>\n"
                             "    <unknown><inside/></unknown>\n"
                             "  </cpu>\n</system>\n";
    const auto tree = readXml(text, version);
    ASSERT_TRUE(tree);
    std::vector<std::string> found;
    for (const XmlNode &node : tree->nodes)
        found.push_back(textOf(text, node, version));
    ASSERT_EQ(found.size(), 6u);
    EXPECT_THAT(found[0], testing::StartsWith("<system"));
    EXPECT_THAT(found[0], testing::EndsWith("</system>"));
    EXPECT_THAT(found[1], testing::StartsWith("<cpu numaid"));
    EXPECT_EQ(found[2], "<pci busid=\"a>b\"><nic><net name=\"n\"/></nic></pci>");
    EXPECT_EQ(found[3], "<nic><net name=\"n\"/></nic>");
    EXPECT_EQ(found[4], "<net name=\"n\"/>");
    EXPECT_EQ(found[5], "<pci busid=\"c\"/>");
    for (std::size_t size = 0; size < text.size(); ++size) // damaged text: the result is within the text
        for (const auto &[place, range] : elementRanges(std::string_view(text).substr(0, size), version)) {
            EXPECT_LT(range.begin, range.end);
            EXPECT_LE(range.end, size);
        }
}

/// The result of `patch`.
std::string patched(const std::string &from, const std::string &diff) {
    const auto lineAt = [](const std::string &text, std::size_t at) {
        const auto newline = text.find('\n', at);
        return text.substr(at, newline == std::string::npos ? newline : newline + 1 - at);
    };
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < from.size(); at += lines.back().size())
        lines.push_back(lineAt(from, at));
    std::string result;
    std::size_t next = 0;
    std::string line;
    for (std::size_t at = 0; at < diff.size(); at += line.size()) {
        line = lineAt(diff, at);
        if (line.starts_with("---") || line.starts_with("+++"))
            continue;
        if (line.starts_with("@@")) {
            const std::size_t count =
                line.find(',') < line.find(" +") ? std::stoul(line.substr(line.find(',') + 1)) : 1;
            const std::size_t begin = std::stoul(line.substr(4)) - (count == 0 ? 0 : 1);
            while (next < begin)
                result += lines.at(next++);
        } else if (line.starts_with("\\")) {
            result.pop_back();
        } else if (line.starts_with("+")) {
            result += line.substr(1);
        } else {
            const std::string without = diff.compare(at + line.size(), 1, "\\") == 0
                                            ? line.substr(1, line.size() - 2)
                                            : line.substr(1);
            EXPECT_EQ(lines.at(next), without);
            ++next;
            if (line.starts_with(" "))
                result += line.substr(1);
        }
    }
    while (next < lines.size())
        result += lines.at(next++);
    return result;
}

TEST(UnifiedDiff, MakesOneTextOutOfTheOther) {
    std::string numbers;
    for (int i = 0; i < 40; ++i)
        numbers += fmt::format("line {}\n", i);
    std::string changed = numbers;
    changed.replace(changed.find("line 3\n"), 7, "three\nand more\n");
    changed.erase(changed.find("line 30\n"), 8);
    const std::string diff = unifiedDiff(numbers, changed, "/etc/x");
    EXPECT_THAT(diff, testing::StartsWith("--- /etc/x\n+++ /etc/x\n@@ -1,7 +1,8 @@\n line 0\n"));
    EXPECT_THAT(diff, HasSubstr("\n-line 3\n+three\n+and more\n line 4\n"));
    EXPECT_THAT(diff, HasSubstr("@@ -28,7 +29,6 @@\n"));
    EXPECT_EQ(patched(numbers, diff), changed);
    EXPECT_EQ(unifiedDiff(numbers, numbers, "x"), "");
    EXPECT_EQ(unifiedDiff("", "", "x"), "");
    EXPECT_EQ(unifiedDiff("a\n", "a\nb\n", "x"), "--- x\n+++ x\n@@ -1 +1,2 @@\n a\n+b\n");
    EXPECT_EQ(unifiedDiff("", "b\n", "x"), "--- x\n+++ x\n@@ -0,0 +1 @@\n+b\n");
}

TEST(UnifiedDiff, IsRightForAnyTwoTexts) {
    std::uint32_t seed = 1;
    const auto random = [&](unsigned below) {
        seed = seed * 1664525U + 1013904223U;
        return (seed >> 16) % below;
    };
    for (int round = 0; round < 400; ++round) {
        std::string from, to;
        for (unsigned i = 0; i < random(30); ++i) {
            const std::string line = fmt::format("{}\n", random(6));
            const unsigned what = random(6);
            from += what == 0 ? "" : line;
            to += what == 1 ? "" : what == 2 ? "new\n" : line;
        }
        const std::string diff = unifiedDiff(from, to, "x");
        EXPECT_EQ(patched(from, diff), to) << diff;
        EXPECT_EQ(diff.empty(), from == to);
    }
    std::string one, other;
    for (std::size_t i = 0; i <= kMaxDiffLines; ++i) {
        one += fmt::format("{}\n", i);
        other += fmt::format("-{}\n", i);
    }
    EXPECT_EQ(unifiedDiff(one, other, "x"), "") << "too much for one";
}

} // namespace
} // namespace fabricscope::nccl
