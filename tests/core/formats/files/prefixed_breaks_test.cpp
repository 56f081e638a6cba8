// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts with a prefix on each line and lines that a terminal or a mail broke, in both orders, give the facts
// of the text as it was printed; where they do not, they name no device that it does not name.
#include "core/capture/Wrapping.h"
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/PastedTexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
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
     [](std::size_t number) {
         return fmt::format("2026-11-30T09:12:44.{:06}Z pod/trainer-0 ", number * 7919 % 1'000'000);
     }},
    {"number",
     [](std::size_t number) {
         return fmt::format("{}:", number);
     }},
    {"block",
     [](std::size_t) {
         return std::string("    ");
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
            if (blank == std::string::npos || blank == 0)
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

std::set<std::string> devicesIn(const std::string &text) {
    const auto capture = importPieces({{"pasted.txt", text}});
    std::set<std::string> devices;
    if (!capture)
        return devices;
    const host::Host host = readHost(*capture);
    for (const auto &message : host.kernelMessages)
        devices.insert(message.device ? message.device->toString() + " " + std::to_string(int(message.kind))
                                      : "");
    for (const auto &fault : host.toolFaults)
        devices.insert(fault.device + " " + std::string(fault.kind));
    return devices;
}

class EachPastedText : public testing::TestWithParam<PastedText> {};

TEST_P(EachPastedText, GivesItsFactsBehindAPrefixWhereATerminalBrokeIt) {
    const Lines lines = linesOf(GetParam().text);
    const Lines facts = factsIn(GetParam().text);
    ASSERT_NE(facts, hostFacts(host::Host{}));
    const auto devices = devicesIn(GetParam().text);
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
                    lost += fmt::format("{} {} {}\n", prefix.name, width, isPrefixFirst);
                for (const std::string &device : devicesIn(text))
                    EXPECT_TRUE(devices.contains(device)) << device << " in\n" << text;
            }
    EXPECT_GE(kept * 100, all * 95) << lost;
}

TEST_P(EachPastedText, NamesNoOtherDeviceWhereAMailBrokeIt) {
    const Lines lines = linesOf(GetParam().text);
    const auto devices = devicesIn(GetParam().text);
    for (const std::size_t width : {72U, 78U})
        for (const bool isPrefixFirst : {false, true}) {
            const std::string text =
                textOf(isPrefixFirst ? brokenInMail(prefixed(lines, kPrefixes[0]), width)
                                     : prefixed(brokenInMail(lines, width), kPrefixes[0]));
            for (const std::string &device : devicesIn(text))
                EXPECT_TRUE(devices.contains(device)) << device << " in\n" << text;
            if (std::string_view(GetParam().name).starts_with("KernelLog")) {
                EXPECT_EQ(factsIn(text), factsIn(GetParam().text)) << text;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(PrefixedBreaks, EachPastedText, testing::ValuesIn(kPastedTexts),
                         [](const auto &each) { return std::string(each.param.name); });

TEST(PrefixedBreaks, OfLinesAroundThoseThatGrepFound) {
    const std::string plain = "[   41.100000] pci 0000:4f:00.0: enabling device\n"
                              "[   41.200000] NVRM: Xid (PCI:0000:4f:00): 79, GPU has fallen off the bus\n"
                              "[   41.300000] nvidia 0000:4f:00.0: probe\n";
    const Lines facts = factsIn(plain);
    ASSERT_NE(facts, hostFacts(host::Host{}));
    for (const std::string file : {"", "logs/kern.log"}) {
        Lines lines = linesOf(plain);
        const std::string colon = file.empty() ? "" : file + ":", hyphen = file.empty() ? "" : file + "-";
        lines[0].insert(0, hyphen + "11-");
        lines[1].insert(0, colon + "12:");
        lines[2].insert(0, hyphen + "13-");
        EXPECT_EQ(factsIn(textOf(lines)), facts) << textOf(lines);
    }
}

TEST(PrefixedBreaks, OfAReportThatIsCutBeforeItsDeviceAreOfNoDevice) {
    EXPECT_TRUE(devicesIn("[  101.204511] pcieport 0000:40:01.1: AER: Multiple Uncorrected (Fatal) error "
                          "message received\n[  101.300000] NVRM: loading\n")
                    .empty());
    EXPECT_TRUE(devicesIn("[  101.204511] pcieport 0000:40:01.1: AER: Corrected error message received from\n"
                          "[  101.300000] NVRM: loading\n")
                    .empty());
    EXPECT_FALSE(
        devicesIn("[  101.204511] pcieport 0000:40:01.1: AER: Corrected error received: id=00e0\n").empty());
}

TEST(PrefixedBreaks, AreStoredAndReadAgain) {
    capture::Wrapping wrapping{LearnedPrefix(*prefixForm("quote"), nullptr), {}, false, 80};
    EXPECT_EQ(wrapping.toString(), "quote width=80");
    EXPECT_EQ(capture::Wrapping::parse("quote width=80"), wrapping);
    wrapping.isMail = true;
    wrapping.breaks = {{12, false, true}};
    EXPECT_EQ(wrapping.toString(), "quote mail=80 breaks=~12");
    EXPECT_EQ(capture::Wrapping::parse("quote mail=80 breaks=~12"), wrapping);
    EXPECT_FALSE(capture::Wrapping::parse("width=80")) << "only behind a prefix";
    EXPECT_FALSE(capture::Wrapping::parse("quote width=7"));
    EXPECT_FALSE(capture::Wrapping::parse("quote width=99999999999"));
}

TEST(PrefixedBreaks, StayWhereALineWithoutThePrefixIsSomebodysRemark) {
    const std::string text = "> link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
                             "this is the good one\n"
                             "> link mlx5_1/1 state DOWN physical_state DISABLED netdev ens1f1np1\n";
    const capture::Capture capture = imported({{"pasted.txt", text}});
    for (const auto &section : capture.sections)
        EXPECT_EQ(section.meta().wrapping.find("width="), std::string::npos) << section.meta().wrapping;
}

} // namespace
} // namespace fabricscope::formats
