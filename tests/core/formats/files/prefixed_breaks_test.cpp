// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts with a prefix on each line and lines that a terminal broke, in both orders, give the facts of the
// text as it was printed; whole texts, with anything in front of them and behind, stay as they are.
#include "core/capture/Wrapping.h"
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/Corpus.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/KindTexts.h"
#include "tests/core/formats/files/PastedTexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t feed = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, feed));
        text.remove_prefix(std::min(feed + 1, text.size()));
    }
    return lines;
}

std::string textOf(const Lines &lines) {
    std::string text;
    for (const std::string &line : lines)
        text += line + '\n';
    return text;
}

struct Prefix {
    const char *name;
    std::string (*make)(std::size_t number);
};
constexpr Prefix kPrefixes[] = {
    {"quote",
     [](std::size_t) {
         return std::string("> ");
     }},
    {"margin",
     [](std::size_t) {
         return std::string("| ");
     }},
    {"pod",
     [](std::size_t) {
         return std::string("[pod/trainer-0/worker] ");
     }},
    {"podAndTime",
     [](std::size_t number) {
         return fmt::format("[pod/trainer-0/worker] 2026-11-30T09:12:44.{:06}Z ", number * 7919 % 1'000'000);
     }},
    {"rank",
     [](std::size_t) {
         return std::string("[1,0]<stdout>:");
     }},
    {"task",
     [](std::size_t) {
         return std::string("3: ");
     }},
    {"host",
     [](std::size_t) {
         return std::string("node-a14: ");
     }},
    {"compose",
     [](std::size_t) {
         return std::string("worker-1  | ");
     }},
    {"time",
     [](std::size_t number) {
         return fmt::format("2026-11-30T09:12:44.{:06}Z ", number * 7919 % 1'000'000);
     }},
    {"number",
     [](std::size_t number) {
         return fmt::format("{}:", number);
     }},
    {"journal",
     [](std::size_t) {
         return std::string("Nov 30 09:12:44 node-a14 collect[4711]: ");
     }},
};

Lines prefixed(Lines lines, const Prefix &prefix) {
    std::size_t number = 0;
    for (std::string &line : lines)
        line.insert(0, prefix.make(++number));
    return lines;
}

/// As a terminal of so many columns shows them.
Lines broken(const Lines &lines, std::size_t width) {
    Lines out;
    for (std::string line : lines) {
        for (; line.size() > width; line.erase(0, width))
            out.push_back(line.substr(0, width));
        out.push_back(line);
    }
    return out;
}

/// As a mail breaks them, between words.
Lines brokenInMail(const Lines &lines, std::size_t width) {
    Lines out;
    for (std::string line : lines) {
        while (line.size() > width) {
            const std::size_t blank = line.rfind(' ', width);
            if (blank == std::string::npos || blank < width / 2)
                break;
            out.push_back(line.substr(0, blank));
            line.erase(0, blank + 1);
        }
        out.push_back(line);
    }
    return out;
}

Lines factsIn(const std::string &text) {
    const auto capture = importPieces({{"pasted.txt", text}});
    return capture ? hostFacts(readHost(*capture)) : Lines{};
}

class EachPastedText : public testing::TestWithParam<PastedText> {};

TEST_P(EachPastedText, GivesItsFactsBehindAPrefixWhereATerminalBrokeIt) {
    const Lines lines = linesOf(GetParam().text);
    const Lines facts = factsIn(GetParam().text);
    ASSERT_NE(facts, hostFacts(host::Host{}));
    std::size_t all = 0, kept = 0;
    std::string lost;
    for (const Prefix &prefix : kPrefixes)
        for (const std::size_t width : {80U, 100U, 120U, 132U})
            for (const bool isPrefixFirst : {false, true}) {
                const std::string text = textOf(isPrefixFirst ? broken(prefixed(lines, prefix), width)
                                                              : prefixed(broken(lines, width), prefix));
                ++all;
                if (factsIn(text) == facts)
                    ++kept;
                else
                    lost += fmt::format("{} {} {}\n", prefix.name, width,
                                        isPrefixFirst ? "behind the prefix" : "before it");
            }
    RecordProperty("kept", static_cast<int>(kept));
    // Of a line whose rest may be a remark too, the rest is not used.
    constexpr std::size_t kLeast = 60;
    EXPECT_GE(kept * 100, all * kLeast) << kept << " of " << all << ", lost:\n" << lost;
}

TEST_P(EachPastedText, GivesItsFactsInSomeMailsThatBrokeIt) {
    const Lines lines = linesOf(GetParam().text);
    const Lines facts = factsIn(GetParam().text);
    std::size_t all = 0, kept = 0;
    for (const std::size_t width : {72U, 76U, 78U})
        for (const bool isPrefixFirst : {false, true}) {
            const std::string text =
                textOf(isPrefixFirst ? brokenInMail(prefixed(lines, kPrefixes[0]), width)
                                     : prefixed(brokenInMail(lines, width), kPrefixes[0]));
            if (brokenInMail(lines, width) == lines || std::string_view(GetParam().name) == "LspciTree" ||
                std::string_view(GetParam().name) == "KernelLogOfGpus")
                continue; // blanks are the tree; each of its words is in one place
            ++all;
            kept += factsIn(text) == facts ? 1 : 0;
        }
    EXPECT_TRUE(all == 0 || kept > 0);
}

INSTANTIATE_TEST_SUITE_P(PrefixedBreaks, EachPastedText, testing::ValuesIn(kPastedTexts),
                         [](const auto &each) { return std::string(each.param.name); });

/// What people write in front of a text and behind it, and what other tools print there.
constexpr const char *kRemarks[] = {
    "this is the one that is slow\n",
    "ok\n",
    "(the others are fine)\n",
    "see above, and the second one: 100 Gb/s\n",
    "0\n",
    "logout\n",
    "$ exit\n",
    "still slow.\nany ideas what to look at next?\nthanks\n",
    "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n",
    "mlx5_2 port 1 ==> ens2f0np0 (Up)\nmlx5_3 port 1 ==> ens3f1np1 (Down)\n",
    "[12345.678901] mlx5_core 0000:42:00.0: Device unhealthy\n",
};

std::vector<std::string> wholeTexts() {
    std::vector<std::string> texts;
    for (const KindText &each : kKindTexts)
        texts.emplace_back(each.text);
    for (const PastedText &each : kPastedTexts)
        texts.emplace_back(each.text);
    std::error_code error;
    for (const auto &file : std::filesystem::directory_iterator(test::kCorpus / "texts", error)) {
        constexpr std::uintmax_t kMost = 4096; // all forms of a text are read
        if (file.path().extension() != ".txt" || file.file_size() > kMost)
            continue;
        std::ifstream stream(file.path());
        texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return texts;
}

/// The wrappings that hold the width of a terminal or a mail.
std::string widthsIn(const std::string &text) {
    const auto capture = importPieces({{"pasted.txt", text}});
    std::string widths;
    if (capture)
        for (const auto &section : capture->sections)
            if (const std::string &wrapping = section.meta().wrapping;
                wrapping.find("width=") != std::string::npos || wrapping.find("mail=") != std::string::npos ||
                wrapping.find('~') != std::string::npos)
                widths += section.meta().wrapping + "\n";
    return widths;
}

TEST(PrefixedBreaks, AreInNoWholeText) {
    std::size_t number = 0;
    for (const std::string &text : wholeTexts()) {
        const Lines lines = linesOf(text);
        ASSERT_EQ(widthsIn(text), "") << text;
        for (const Prefix &prefix : kPrefixes)
            if (++number % 3 == 0) { // of eleven, another third for each text
                ASSERT_EQ(widthsIn(textOf(prefixed(lines, prefix))), "") << prefix.name << ":\n" << text;
            }
    }
}

TEST(PrefixedBreaks, AreInNoWholeTextWithARemark) {
    std::size_t number = 0;
    for (const std::string &text : wholeTexts())
        for (std::size_t i = 0; i < 3; ++i) {
            const Prefix &prefix = kPrefixes[number % std::size(kPrefixes)];
            const Lines lines = prefixed(linesOf(text), prefix);
            const std::string whole = textOf(lines), remark = kRemarks[number++ % std::size(kRemarks)];
            ASSERT_EQ(widthsIn(whole + remark), "") << whole << remark;
            ASSERT_EQ(widthsIn(remark + whole), "") << remark << whole;
            ASSERT_EQ(widthsIn(remark + whole + remark), "") << remark << whole << remark;
        }
}

TEST(PrefixedBreaks, AreInNoWholeTextWithARemarkBelowEachOfItsWidestLines) {
    std::size_t number = 0;
    for (const std::string &text : wholeTexts())
        for (std::size_t i = 0; i < 3; ++i) {
            const Prefix &prefix = kPrefixes[(number + i) % std::size(kPrefixes)];
            Lines lines;
            std::size_t widest = 0;
            const Lines whole = prefixed(linesOf(text), prefix);
            for (const std::string &line : whole)
                widest = std::max(widest, line.size());
            for (const std::string &line : whole) {
                lines.push_back(line);
                if (line.size() == widest && lines.size() < 400)
                    lines.push_back(kRemarks[number++ % 3]);
            }
            for (std::string &line : lines)
                line.erase(line.find_last_not_of('\n') + 1);
            ASSERT_EQ(widthsIn(textOf(lines)), "") << textOf(lines);
        }
}

TEST(PrefixedBreaks, OfSeveralHostsAreOfTheLineAbove) {
    const Lines log = linesOf(kPastedTexts[0].text);
    Lines lines;
    for (const std::string &line : log) {
        lines.push_back("node-a14: " + line);
        lines.push_back("node-a15: " + line);
    }
    EXPECT_EQ(factsIn(textOf(broken(lines, 80))), factsIn(kPastedTexts[0].text));
}

TEST(PrefixedBreaks, EvidenceLiesInTheFileAsItWasGiven) {
    const Prefix &pod = kPrefixes[2];
    const std::string text = textOf(broken(prefixed(linesOf(kPastedTexts[0].text), pod), 80));
    const capture::Capture capture = imported({{"pasted.txt", text}});
    const host::Host host = readHost(capture);
    ASSERT_FALSE(host.kernelMessages.empty());
    ASSERT_EQ(capture.sections.size(), 1U);
    const std::string bytes = capture.sections[0].bytes();
    EXPECT_EQ(bytes, text);
    const auto evidence = host.kernelMessages[0].evidence;
    EXPECT_THAT(bytes.substr(evidence.offset, evidence.length), testing::StartsWith("[  101.204511]"));
    EXPECT_THAT(bytes.substr(evidence.offset, evidence.length), testing::EndsWith("0000:41:00.0"));
}

TEST(PrefixedBreaks, OfLinesAroundThoseThatGrepFound) {
    const std::string plain = "[   41.100000] pci 0000:4f:00.0: enabling device\n"
                              "[   41.200000] NVRM: Xid (PCI:0000:4f:00): 79, GPU has fallen off the bus\n"
                              "[   41.300000] nvidia 0000:4f:00.0: probe\n"
                              "[   52.100000] mlx5_core 0000:9a:00.0: probe\n"
                              "[   52.200000] NVRM: Xid (PCI:0000:5f:00): 79, GPU has fallen off the bus\n"
                              "[   52.300000] mlx5_core 0000:9a:00.0: Device unhealthy\n";
    const Lines facts = factsIn(plain);
    ASSERT_NE(facts, hostFacts(host::Host{}));
    for (const std::string file : {"", "logs/kern.log", "node-07-2.txt"})
        for (const bool hasGroups : {false, true}) {
            Lines lines = linesOf(plain);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const std::string mark = i % 3 == 1 ? ":" : "-";
                lines[i].insert(0, fmt::format("{}{}{}{}", file, file.empty() ? "" : mark, i * 2 + 9, mark));
            }
            if (hasGroups)
                lines.insert(lines.begin() + 3, "--");
            EXPECT_EQ(factsIn(textOf(lines)), facts) << textOf(lines);
        }
}

TEST(PrefixedBreaks, AreStoredAndReadAgain) {
    const capture::Wrapping wrapping{LearnedPrefix(*prefixForm("quote"), nullptr), {}, false, 80};
    EXPECT_EQ(wrapping.toString(), "quote width=80");
    EXPECT_EQ(capture::Wrapping::parse("quote width=80"), wrapping);
    capture::Wrapping mail{LearnedPrefix(*prefixForm("quote"), nullptr), {}, false, 78, true};
    mail.breaks = {{12, false, true}};
    EXPECT_EQ(mail.toString(), "quote mail=78 breaks=~12");
    EXPECT_EQ(capture::Wrapping::parse("quote mail=78 breaks=~12"), mail);
    EXPECT_FALSE(capture::Wrapping::parse("width=80")) << "only behind a prefix";
    EXPECT_FALSE(capture::Wrapping::parse("quote width=7"));
    EXPECT_FALSE(capture::Wrapping::parse("quote width=99999999999"));
}

} // namespace
} // namespace fabricscope::formats
