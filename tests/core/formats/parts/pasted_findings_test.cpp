// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outputs of tools that somebody pasted one behind the other, without a prompt or a title between them: what
// is found in each of them is found in all of them together.
#include "core/formats/HostReader.h"
#include "core/topology/Topology.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/parts/FaultyTexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::formats {
namespace {

using testing::IsEmpty;
using testing::Not;

using Rules = std::set<std::string>;

/// "device.fault.remap_pending" of each finding.
Rules rulesIn(const std::string &text) {
    const auto topology =
        topology::build(std::make_shared<const host::Host>(readHost(imported({{"pasted.txt", text}}))));
    Rules rules;
    for (const topology::Node &node : topology->nodes())
        for (const findings::Finding &finding : node.findings)
            if (finding.rule != "numa.not_told") // which another text may tell
                rules.insert(finding.rule + "." + finding.variant);
    return rules;
}

/// Of the texts alone, each read once.
const Rules &rulesAlone(const FaultyText &faulty) {
    static std::map<std::string, Rules> known;
    const auto [at, isNew] = known.try_emplace(faulty.name);
    if (isNew)
        at->second = rulesIn(faulty.text);
    return at->second;
}

/// Pairs of which one is not found, with the reason.
struct Exception {
    std::string_view first, second, reason;
};
constexpr std::array<Exception, 0> kExceptions{};

bool isException(std::string_view first, std::string_view second) {
    return std::any_of(std::begin(kExceptions), std::end(kExceptions),
                       [&](const Exception &each) { return each.first == first && each.second == second; });
}

/// Those of the parts that are not found in the whole.
std::vector<std::string> missing(const std::string &whole, const std::vector<const FaultyText *> &parts) {
    const Rules found = rulesIn(whole);
    std::vector<std::string> lost;
    for (const FaultyText *part : parts)
        for (const std::string &rule : rulesAlone(*part))
            if (!found.contains(rule))
                lost.push_back(fmt::format("{} of {}", rule, part->name));
    return lost;
}

TEST(PastedTexts, AloneEachHasAFinding) {
    for (const FaultyText &faulty : kFaultyTexts)
        EXPECT_THAT(rulesAlone(faulty), Not(IsEmpty())) << faulty.name;
}

TEST(PastedTexts, OfTwoToolsGiveTheFindingsOfBoth) {
    std::size_t pairs = 0, good = 0;
    for (const char *between : {"", "\n"})
        for (const FaultyText &first : kFaultyTexts)
            for (const FaultyText &second : kFaultyTexts) {
                if (&first == &second)
                    continue;
                ++pairs;
                const auto lost = missing(std::string(first.text) + between + second.text, {&first, &second});
                good += lost.empty() ? 1 : 0;
                if (isException(first.name, second.name))
                    EXPECT_THAT(lost, Not(IsEmpty())) << first.name << ", " << second.name << ": is found";
                else
                    EXPECT_THAT(lost, IsEmpty()) << first.name << ", " << second.name;
            }
    RecordProperty("good", fmt::format("{} of {}", good, pairs));
}

TEST(PastedTexts, OfThreeToolsGiveTheFindingsOfAll) {
    const std::size_t count = std::size(kFaultyTexts);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t step = 1; step < 6; ++step) {
            const FaultyText &a = kFaultyTexts[i], &b = kFaultyTexts[(i + step) % count],
                             &c = kFaultyTexts[(i + step * 3 + 1) % count];
            if (&a == &b || &b == &c || &a == &c || isException(a.name, b.name) ||
                isException(b.name, c.name))
                continue;
            EXPECT_THAT(missing(std::string(a.text) + b.text + c.text, {&a, &b, &c}), IsEmpty())
                << a.name << ", " << b.name << ", " << c.name;
        }
}

TEST(PastedTexts, OfAllToolsGiveTheFindingsOfAll) {
    std::string whole;
    std::vector<const FaultyText *> parts;
    for (const FaultyText &faulty : kFaultyTexts) {
        whole += faulty.text;
        parts.push_back(&faulty);
    }
    EXPECT_THAT(missing(whole, parts), IsEmpty());
}

TEST(PastedTexts, OfOneToolBehindTheOtherHaveAllTheirLineBreaks) {
    const auto capture = imported(
        {{"pasted.txt",
          "LINK TYPE TABLE:\n             0000:05:00.0 0000:26:00.0\n0000:05:00.0 SELF         XGMI\n"
          "0000:26:00.0 XGMI         SELF\n\n"
          "LINK METRIC TABLE:\n       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0\n"
          "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n Read                      N/A     1259 KB\n"
          " Write                     N/A     1074 KB\n"
          "XGMI LINK STATUS:\nbdf   link_status\nGPU0  0000:05:00.0  U  U  D\n"}});
    EXPECT_THAT(capture.notes, IsEmpty());
    ASSERT_EQ(capture.sections.size(), 2U);
    EXPECT_EQ(capture.sections[0].meta().name, "tool-amd-smi-topology");
    EXPECT_EQ(capture.sections[1].meta().name, "tool-amd-smi-xgmi");
}

TEST(PastedTexts, ThatOtherCommandsReadAreNoted) {
    const std::string lspci = "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n";
    const std::string benchmark =
        "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor)\n"
        "#       size         count      type   redop    root     time   algbw   busbw\n"
        "           8             2     float     sum      -1    30.56    0.00    0.00\n";
    const auto capture = imported({{"pasted.txt", lspci + benchmark}});
    ASSERT_EQ(capture.sections.size(), 1U);
    EXPECT_EQ(capture.sections[0].content().view(), lspci) << "without the lines of the benchmark";
    EXPECT_THAT(capture.notes, testing::ElementsAre(testing::HasSubstr(
                                   "pasted.txt: a part of it is the output of a benchmark")));
}

} // namespace
} // namespace fabricscope::formats
