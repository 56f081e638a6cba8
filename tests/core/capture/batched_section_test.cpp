// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/BatchedSection.h"
#include "core/capture/StreamSplitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::capture {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kBegin = "@@fabricscope N begin safe 1\n@@fabricscope N section * /\n"
                           "@@fabricscope N gather pci 0 - /sys/bus/pci/devices\n"
                           "@@fabricscope N gather identity 0 ../ /\n"
                           "@@fabricscope N gather rdma 1 ../sys/class/infiniband/ /sys/class/infiniband\n"
                           "@@fabricscope N gather meminfo 0 ../proc/meminfo: /proc/meminfo\n";

class BatchedStream : public testing::Test {
protected:
    StreamSplitter splitter{
        "N", Part::Safe, {[this](Section section) { sections.push_back(std::move(section)); }, {}, {}}};
    std::vector<Section> sections;

    [[nodiscard]] std::vector<std::string> sectionTexts() const {
        std::vector<std::string> out;
        for (const Section &section : sections)
            out.push_back(section.meta().name + "|" + section.meta().origin + "|" +
                          (section.meta().exitStatus ? std::to_string(*section.meta().exitStatus) : "-") +
                          "|" + std::string(toString(section.meta().damage)) + "|" + section.bytes());
        return out;
    }
};

TEST_F(BatchedStream, GivesEachLineToTheLongestBeginning) {
    splitter.feed(kBegin +
                      "0000:00:00.0/class:0x060000\n../etc/hostname:gpu-07\n../proc/meminfo:MemTotal: 1 kB\n"
                      "0000:00:01.0/class:0x060400\n../proc/meminfo:\n\n@@fabricscope N end 0\n",
                  7);
    EXPECT_THAT(sectionTexts(),
                ElementsAre("pci|/sys/bus/pci/devices|0|none|0000:00:00.0/class:0x060000\n"
                            "0000:00:01.0/class:0x060400\n",
                            "identity|/|0|none|etc/hostname:gpu-07\n", "rdma|/sys/class/infiniband|1|none|",
                            "meminfo|/proc/meminfo|0|none|MemTotal: 1 kB\n\n"));
    EXPECT_EQ(sections[0].meta().startedMs, 7);
    EXPECT_EQ(sections[0].meta().part, Part::Safe);
}

TEST_F(BatchedStream, PassesOnTheStatusOfTheProcessThatReadThem) {
    splitter.feed(kBegin + "\n@@fabricscope N end 137\n", 0);
    EXPECT_THAT(sectionTexts(),
                ElementsAre("pci|/sys/bus/pci/devices|137|none|", "identity|/|137|none|",
                            "rdma|/sys/class/infiniband|1|none|", "meminfo|/proc/meminfo|137|none|"));
}

TEST_F(BatchedStream, ReportsWhichSectionsWereCompleteWhenTheReadHung) {
    splitter.feed(kBegin + "0000:00:00.0/class:0x060000\n../etc/hostname:gpu-07\n", 0);
    EXPECT_EQ(splitter.openSection(), "identity");
    EXPECT_EQ(splitter.lastLine(), "../etc/hostname:gpu-07");
    splitter.finish(Damage::Stuck, "stuck", 0);
    EXPECT_THAT(sectionTexts(),
                ElementsAre("pci|/sys/bus/pci/devices|0|none|0000:00:00.0/class:0x060000\n",
                            "identity|/|-|stuck|etc/hostname:gpu-07\n", "rdma|/sys/class/infiniband|-|stuck|",
                            "meminfo|/proc/meminfo|-|stuck|"));
}

TEST_F(BatchedStream, EndsWithTheSection) {
    splitter.feed(kBegin + "\n@@fabricscope N end 0\n@@fabricscope N section b /\n../etc/hostname:x\n"
                           "\n@@fabricscope N end 0\n",
                  0);
    ASSERT_THAT(sections, SizeIs(5));
    EXPECT_EQ(sections[4].bytes(), "../etc/hostname:x\n");
}

TEST(BatchedSection, TakesNoDeclarationThatMakesNoSenseAndBoundedMany) {
    BatchedSection batch;
    EXPECT_FALSE(batch.add("", Part::Safe, 0));
    EXPECT_FALSE(batch.add("name 0", Part::Safe, 0));
    EXPECT_TRUE(batch.empty());
    EXPECT_TRUE(batch.add("../../etc 0 x/ /\x1b[2J", Part::Safe, 0));
    const auto sorted = batch.sorted("x/1\ny/2\nx/", Damage::None, {});
    ASSERT_THAT(sorted, SizeIs(1));
    EXPECT_EQ(sorted[0].meta.name, "unnamed");
    EXPECT_EQ(sorted[0].bytes, "1\n");
    for (int i = 0; i < 1000; ++i)
        (void)batch.add("a 0 - /", Part::Safe, 0);
    EXPECT_LT(batch.sorted("", Damage::None, {}).size(), 100U);
    EXPECT_THAT(batch.nameOf("y"), "a");
}

} // namespace
} // namespace fabricscope::capture
