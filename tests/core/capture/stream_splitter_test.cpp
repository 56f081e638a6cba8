// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/StreamSplitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::capture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Everything reported by a splitter, in comparable form.
struct SplitterLog {
    std::vector<Section> sections;
    std::vector<std::string> notes;
    int done = 0;

    StreamSplitter::Events events() {
        return {[this](Section section) { sections.push_back(std::move(section)); },
                [this](std::string note) { notes.push_back(std::move(note)); },
                [this] {
                    ++done;
                }};
    }
    [[nodiscard]] std::vector<std::string> sectionTexts() const {
        std::vector<std::string> out;
        for (const Section &section : sections)
            out.push_back(section.meta().name + "|" + section.meta().origin + "|" +
                          std::string(toString(section.meta().part)) + "|" +
                          std::to_string(section.meta().exitStatus.value_or(-1)) + "|" +
                          std::string(toString(section.meta().damage)) + "|" + section.bytes());
        out.insert(out.end(), notes.begin(), notes.end());
        return out;
    }
};

const std::string kStream = "Welcome to gpu-07\n"
                            "@@fabricscope N begin safe 1\n"
                            "@@fabricscope N section pci /sys/bus/pci/devices\n"
                            "0000:00:00.0/class:0x060000\n"
                            "@@fabricscope M end 7\n"
                            "\n"
                            "@@fabricscope N end 0\n"
                            "@@fabricscope N note grep is missing\n"
                            "@@fabricscope N section user id\n"
                            "uid=0\nno line feed"
                            "\n@@fabricscope N end 3\n"
                            "@@fabricscope N done\n";

TEST(StreamSplitter, StopsBehindTheEndOfAPartAndLeavesTheRest) {
    const std::string next = "@@fabricscope N begin touch 1\n@@fabricscope N section a b\n";
    for (std::size_t cut = 0; cut <= kStream.size(); ++cut) { // at each byte
        SplitterLog log;
        StreamSplitter splitter("N", Part::Safe, log.events());
        const std::string all = kStream + next;
        std::string_view front = std::string_view(all).substr(0, cut);
        splitter.feedPart(front, 0);
        ASSERT_TRUE(front.empty());
        std::string_view rest = std::string_view(all).substr(cut);
        if (!splitter.isDone())
            splitter.feedPart(rest, 0);
        ASSERT_EQ(rest, next);
        ASSERT_EQ(log.done, 1);
        ASSERT_THAT(log.sections, SizeIs(2));
    }
}

TEST(StreamSplitter, NamesTheExpectedPartThatCameAndNoOther) {
    const auto partOf = [](const std::string &named) {
        SplitterLog log;
        StreamSplitter splitter("N", Part::Tools, log.events());
        splitter.expectParts({Part::Tools, Part::Root});
        splitter.feed("@@fabricscope N begin " + named +
                          " 1\n@@fabricscope N section a b\n\n@@fabricscope N end 0\n@@fabricscope N done\n",
                      0);
        EXPECT_EQ(log.sections.at(0).meta().part, splitter.part());
        return splitter.part();
    };
    EXPECT_EQ(partOf("root"), Part::Root);
    EXPECT_EQ(partOf("tools"), Part::Tools);
    EXPECT_EQ(partOf("safe"), Part::Tools) << "a host does not choose where its sections belong";
    EXPECT_EQ(partOf("nonsense"), Part::Tools);
}

TEST(StreamSplitter, CutsAStreamIntoSectionsNotesAndItsEnd) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed(kStream, 1234);
    EXPECT_TRUE(splitter.begun());
    EXPECT_TRUE(splitter.isDone());
    EXPECT_EQ(log.done, 1);
    EXPECT_THAT(log.sectionTexts(),
                ElementsAre("pci|/sys/bus/pci/devices|safe|0|none|0000:00:00.0/class:0x060000\n"
                            "@@fabricscope M end 7\n",
                            "user|id|safe|3|none|uid=0\nno line feed", "grep is missing"));
    EXPECT_EQ(log.sections[0].meta().startedMs, 1234);
}

TEST(StreamSplitter, GivesTheSameSectionsForAnySplitOfTheBytes) {
    const std::string packed = "@@fabricscope N begin touch 1\n@@fabricscope N section +pci-config x\n"
                               "0000:00:00.0/config:" +
                               std::string("0123456789abcd\nf", 16) + "\n\n@@fabricscope N end 0\n";
    const std::string stream = kStream + packed + "@@fabrics@@@\n@@fabricscope N section a b\n@@fabri";
    auto feedIn = [&](auto nextLength) {
        SplitterLog log;
        StreamSplitter splitter("N", Part::Safe, log.events());
        for (std::size_t at = 0; at < stream.size();) {
            const std::size_t length = std::min(nextLength(), stream.size() - at);
            splitter.feed(std::string_view(stream).substr(at, length), 0);
            at += length;
        }
        splitter.finish(Damage::None, {}, 0);
        return log.sectionTexts();
    };
    const auto whole = feedIn([&] { return stream.size(); });
    ASSERT_THAT(whole, SizeIs(5));
    EXPECT_EQ(feedIn([] { return std::size_t{1}; }), whole);
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const std::size_t most = 1 + random() % 40;
        EXPECT_EQ(feedIn([&] { return 1 + random() % most; }), whole) << "round " << round;
    }
}

TEST(StreamSplitter, DropsEverythingBeforeTheFirstFrame) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed("@@fabricscope N section early x\nbytes\n@@fabricscope N end 0\n@@fabricscope N done\n", 0);
    splitter.finish(Damage::None, {}, 0);
    EXPECT_FALSE(splitter.begun());
    EXPECT_FALSE(splitter.isDone());
    EXPECT_THAT(log.sectionTexts(), IsEmpty());
}

TEST(StreamSplitter, TakesNoFrameOfAnotherNonceOrFromInsideALine) {
    SplitterLog log;
    StreamSplitter splitter("secret", Part::Safe, log.events());
    splitter.feed(
        "@@fabricscope secret begin safe 1\n@@fabricscope secret section a /\n"
        "@@fabricscope guess done\n x@@fabricscope secret done\n@@fabricscopesecret done\n@@fabricscope \n",
        0);
    EXPECT_FALSE(splitter.isDone());
    EXPECT_EQ(splitter.openSection(), "a");
    splitter.feed("\n@@fabricscope secret end 0\n", 0);
    ASSERT_THAT(log.sections, SizeIs(1));
    EXPECT_EQ(log.sections[0].bytes(), "@@fabricscope guess done\n x@@fabricscope secret done\n"
                                       "@@fabricscopesecret done\n@@fabricscope \n");
}

TEST(StreamSplitter, KeepsWhatArrivedOfASectionWhoseReadGotStuck) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Touch, log.events());
    splitter.feed("@@fabricscope N begin touch 1\n@@fabricscope N section pci-touch /\n"
                  "0000:41:00.0/begin:\n0000:41:00.0/cur",
                  10);
    EXPECT_EQ(splitter.openSection(), "pci-touch");
    EXPECT_EQ(splitter.lastLine(), "0000:41:00.0/begin:");
    splitter.finish(Damage::Stuck, "stuck at 0000:41:00.0", 20);
    ASSERT_THAT(log.sections, SizeIs(1));
    EXPECT_EQ(log.sections[0].meta().damage, Damage::Stuck);
    EXPECT_EQ(log.sections[0].meta().damageText, "stuck at 0000:41:00.0");
    EXPECT_EQ(log.sections[0].meta().endedMs, 20);
    EXPECT_EQ(log.sections[0].meta().exitStatus, std::nullopt);
    EXPECT_EQ(log.sections[0].bytes(), "0000:41:00.0/begin:\n0000:41:00.0/cur");
}

TEST(StreamSplitter, ReportsAStreamThatEndsInsideASection) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed("@@fabricscope N begin safe 1\n@@fabricscope N section a /\nline\n@@fabricscope N e", 0);
    splitter.finish(Damage::None, {}, 0);
    ASSERT_THAT(log.sections, SizeIs(1));
    EXPECT_EQ(log.sections[0].meta().damage, Damage::Truncated);
    EXPECT_EQ(log.sections[0].bytes(), "line\n");
}

TEST(StreamSplitter, ClosesASectionWhoseEndLineIsMissing) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed(
        "@@fabricscope N begin safe 1\n@@fabricscope N section a /\n1\n@@fabricscope N section b /\n2\n"
        "\n@@fabricscope N end 0\n@@fabricscope N end 9\n@@fabricscope N section c /\n3\n@@fabricscope N "
        "done\n",
        0);
    EXPECT_THAT(log.sectionTexts(),
                ElementsAre("a|/|safe|-1|truncated|1\n", "b|/|safe|0|none|2\n", "c|/|safe|-1|truncated|3\n"));
}

TEST(StreamSplitter, ReadsTheOutputOfAPrintedScriptWithItsParts) {
    SplitterLog log;
    StreamSplitter splitter({}, Part::Import, log.events());
    splitter.feed("@@fabricscope printed begin safe 1\n@@fabricscope printed section a /\n1\n\n@@fabricscope "
                  "printed end 0\n"
                  "@@fabricscope printed done\nsome shell noise\n"
                  "@@fabricscope other begin root 1\n"
                  "@@fabricscope printed begin touch 1\n@@fabricscope printed section b /\n2\n\n"
                  "@@fabricscope printed end 0\n@@fabricscope printed done\n",
                  0);
    EXPECT_THAT(log.sectionTexts(), ElementsAre("a|/|safe|0|none|1\n", "b|/|touch|0|none|2\n"));
    EXPECT_EQ(log.done, 2);
}

TEST(StreamSplitter, BelievesNoHostThatClaimsAnotherPart) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed("@@fabricscope N begin root 1\n@@fabricscope N section a /\n\n@@fabricscope N end 0\n", 0);
    EXPECT_THAT(log.sectionTexts(), ElementsAre("a|/|safe|0|none|"));
}

// Found by the fuzzer: a carriage return of the content before the one added by the terminal.
TEST(StreamSplitter, TakesOneCarriageReturnALineHoweverTheBytesCome) {
    const std::string stream = "@@fabricscope N begin safe 1\r\n@@fabricscope N section a /\r\n"
                               "one\r\r\n\r\r\n\r\n\r\n@@fabricscope N end 0\r\n";
    for (const std::size_t step : {stream.size(), std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        SplitterLog log;
        StreamSplitter splitter("N", Part::Safe, log.events());
        for (std::size_t at = 0; at < stream.size(); at += step)
            splitter.feed(std::string_view(stream).substr(at, step), 0);
        ASSERT_THAT(log.sections, SizeIs(1));
        EXPECT_EQ(log.sections[0].bytes(), "one\r\n\r\n\n") << "in pieces of " << step;
    }
}

TEST(StreamSplitter, UnderstandsOutputThatWentThroughATerminal) {
    const std::string stream =
        "@@fabricscope N begin safe 1\r\n@@fabricscope N section a /\r\none\r\ntwo\r\n\r\n"
        "@@fabricscope N end 0\r\n@@fabricscope N done\r\n";
    for (const std::size_t step : {std::size_t{1}, stream.size()}) {
        SplitterLog log;
        StreamSplitter splitter({}, Part::Import, log.events());
        for (std::size_t at = 0; at < stream.size(); at += step)
            splitter.feed(std::string_view(stream).substr(at, step), 0);
        EXPECT_THAT(log.sectionTexts(), ElementsAre("a|/|safe|0|none|one\ntwo\n")) << step;
        EXPECT_EQ(log.done, 1);
    }
}

TEST(StreamSplitter, MakesTextOfConfigSpacesThatCameAsBytes) {
    std::string config = "\n\n" + std::string(61, '\0') + "\n";
    SplitterLog log;
    StreamSplitter splitter("N", Part::Touch, log.events());
    std::string lines;
    for (const char c : config) {
        if (lines.empty() || lines.back() == '\n')
            lines += "0000:41:00.0/config:";
        lines += c;
    }
    splitter.feed("@@fabricscope N begin touch 1\n@@fabricscope N section +pci-config /sys\n" + lines +
                      "\n@@fabricscope N end 0\n",
                  0);
    ASSERT_THAT(log.sections, SizeIs(1));
    EXPECT_EQ(log.sections[0].meta().name, "pci-config");
    EXPECT_EQ(log.sections[0].bytes(), "=0000:41:00.0\n"
                                       " 0a 0a 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 0a\n");
}

TEST(StreamSplitter, SanitizesNamesOriginsAndNotesOfAHostileHost) {
    SplitterLog log;
    StreamSplitter splitter("N", Part::Safe, log.events());
    splitter.feed(
        "@@fabricscope N begin safe 1\n@@fabricscope N section ../../etc/\x1b[2Jpasswd \x1b]0;x\x07\xff\n\n"
        "@@fabricscope N end 99999999999999999999\n@@fabricscope N note \x1b[31mred\n"
        "@@fabricscope N section \n\n@@fabricscope N end 0\n",
        0);
    ASSERT_THAT(log.sections, SizeIs(2));
    EXPECT_EQ(log.sections[0].meta().name, "unnamed");
    EXPECT_EQ(log.sections[1].meta().name, "unnamed");
    EXPECT_EQ(log.sections[0].meta().exitStatus, std::nullopt);
    EXPECT_EQ(log.sections[0].meta().origin, "\xEF\xBF\xBD]0;x\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_THAT(log.notes, ElementsAre("\xEF\xBF\xBD[31mred"));
}

TEST(StreamSplitter, HoldsALineOfAHundredMegabytesWithinItsLimit) {
    SplitterLog log;
    Limits limits;
    limits.sectionBytes = std::size_t{1} << 20;
    StreamSplitter splitter("N", Part::Safe, log.events(), limits);
    splitter.feed("@@fabricscope N begin safe 1\n@@fabricscope N section long /\n", 0);
    const std::string block(std::size_t{1} << 20, 'x');
    for (int i = 0; i < 100; ++i)
        splitter.feed(block, 0);
    splitter.feed(
        "\n\n@@fabricscope N end 0\n@@fabricscope N section next /\nfine\n\n@@fabricscope N end 0\n", 0);
    ASSERT_THAT(log.sections, SizeIs(2));
    EXPECT_EQ(log.sections[0].meta().damage, Damage::TooLarge);
    EXPECT_THAT(log.sections[0].meta().damageText, HasSubstr("1M"));
    EXPECT_EQ(log.sections[0].size(), std::size_t{1} << 20);
    EXPECT_LT(splitter.lastLine().size(), 1024U);
    EXPECT_EQ(log.sections[1].bytes(), "fine\n");
}

// With the limits used by the program: bytes above them are counted, not stored.
TEST(StreamSplitter, PassesTwoGigabytesThroughWithoutKeepingThem) {
    SplitterLog log;
    const Limits limits;
    StreamSplitter splitter("N", Part::Safe, log.events(), limits);
    splitter.feed("@@fabricscope N begin safe 1\n", 0);
    std::string block;
    while (block.size() < std::size_t{1} << 20)
        block += std::string(1023, 'x') + '\n';
    for (int section = 0; section < 2; ++section) {
        splitter.feed("@@fabricscope N section flood /\n", 0);
        for (int i = 0; i < 1024; ++i)
            splitter.feed(block, 0);
        splitter.feed("\n@@fabricscope N end 0\n", 0);
    }
    splitter.feed("@@fabricscope N section next /\nfine\n\n@@fabricscope N end 0\n", 0);
    ASSERT_THAT(log.sections, SizeIs(3));
    for (int section = 0; section < 2; ++section) {
        const Section &flood = log.sections[static_cast<std::size_t>(section)];
        EXPECT_EQ(flood.meta().damage, Damage::TooLarge);
        EXPECT_LE(flood.size(), limits.sectionBytes);
        EXPECT_GE(flood.size(), limits.sectionBytes - 1); // without the line feed before the end line
    }
    EXPECT_EQ(log.sections[2].bytes(), "fine\n");
}

TEST(StreamSplitter, BoundsASectionThatGrowsWhenItsSecretsAreReplaced) {
    SplitterLog log;
    Limits limits;
    limits.sectionBytes = 4096;
    limits.totalBytes = 4100;
    StreamSplitter splitter("N", Part::Safe, log.events(), limits);
    splitter.feed("@@fabricscope N begin safe 1\n@@fabricscope N section kernel-cmdline /\n", 0);
    std::string secrets;
    while (secrets.size() < 4000)
        secrets += "secret: 00\n"; // becomes "secret: ***"
    splitter.feed(secrets + "\n@@fabricscope N end 0\n", 0);
    splitter.feed("@@fabricscope N section s /\n0123456789\n\n@@fabricscope N end 0\n", 0);
    ASSERT_THAT(log.sections, SizeIs(2));
    EXPECT_EQ(log.sections[0].size(), 4096U);
    EXPECT_EQ(log.sections[0].meta().damage, Damage::TooLarge);
    EXPECT_THAT(log.sections[0].bytes(), Not(HasSubstr("00")));
    EXPECT_EQ(log.sections[1].size(), 4U);
}

TEST(StreamSplitter, BoundsAllSectionsTogetherAndTheirNumber) {
    SplitterLog log;
    Limits limits;
    limits.totalBytes = 100;
    limits.sections = 3;
    StreamSplitter splitter("N", Part::Safe, log.events(), limits);
    splitter.feed("@@fabricscope N begin safe 1\n", 0);
    for (int i = 0; i < 10; ++i)
        splitter.feed("@@fabricscope N section s /\n" + std::string(59, 'x') + "\n\n@@fabricscope N end 0\n",
                      0);
    ASSERT_THAT(log.sections, SizeIs(3));
    EXPECT_EQ(log.sections[0].meta().damage, Damage::None);
    EXPECT_EQ(log.sections[1].meta().damage, Damage::TooLarge);
    EXPECT_EQ(log.sections[1].size() + log.sections[0].size() + log.sections[2].size(), 100U);
    EXPECT_THAT(log.notes, ElementsAre(HasSubstr("more than 3 sections")));
}

} // namespace
} // namespace fabricscope::capture
