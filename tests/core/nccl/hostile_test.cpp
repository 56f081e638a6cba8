// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Decide.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope::nccl;
using namespace fabricscope::test;
using testing::HasSubstr;

namespace {

Options optionsFor(const char *version) {
    Options options;
    options.version = findVersion(version);
    return options;
}

std::string flat(int gpus, int nics) {
    NcclXmlBuilder text("2");
    text.cpu(0);
    for (int gpu = 0; gpu < gpus; ++gpu) {
        if (gpu % 40 == 0) // the number of links per node is limited
            text.bridge(fmt::format("{:04x}:00:00.0", gpu));
        text.amdGpu(fmt::format("{:04x}:01:00.0", gpu), gpu, "gfx942", {});
        if (gpu % 40 == 39 || gpu == gpus - 1)
            text.close();
    }
    for (int nic = 0; nic < nics; ++nic) {
        if (nic % 40 == 0)
            text.bridge(fmt::format("{:04x}:00:00.0", 0x8000 + nic));
        text.nic(fmt::format("{:04x}:01:00.0", 0x8000 + nic), nic);
        if (nic % 40 == 39 || nic == nics - 1)
            text.close();
    }
    return text.finish();
}

Decisions decided(const std::string &text, const char *version) {
    const Options options = optionsFor(version);
    const auto tree = readXml(text, *options.version);
    EXPECT_TRUE(tree.has_value()) << tree.error().toString();
    return decide(*tree, options);
}

} // namespace

TEST(NcclHostile, TheLargestHostThatALibraryTakesIsDecided) {
    const Decisions d = decided(flat(256, 256), "rccl-2.21");
    ASSERT_FALSE(d.error) << d.error->toString();
    EXPECT_EQ(d.gpuNic.size(), 256U * 256U);
    EXPECT_EQ(d.gpuGpu.size(), 256U * 255U);
    EXPECT_EQ(d.pair(255, 255).type, PathType::Phb);
    EXPECT_EQ(&d.pairOfGpus(255, 254), &d.gpuGpu.back());
    const Decisions more = decided(flat(257, 1), "rccl-2.21");
    ASSERT_TRUE(more.error);
    EXPECT_THAT(more.error->what, HasSubstr("too many nodes"));
    EXPECT_GT(more.error->line, 257U);
}

TEST(NcclHostile, TenThousandDevicesAreRefusedAsTheLibraryRefusesThem) {
    const Version &rccl = *findVersion("rccl-2.21");
    const auto tree = readXml(flat(5000, 5000), rccl);
    ASSERT_FALSE(tree.has_value());
    EXPECT_THAT(tree.error().what, HasSubstr("limited to 8192 nodes"));

    // The same from a machine instead of a file.
    XmlTree made;
    made.add(-1, "system");
    made.nodes[0].set("version", "2");
    const int cpu = made.add(0, "cpu");
    for (const auto &[name, value] : {std::pair{"numaid", "0"},
                                      {"arch", "x86_64"},
                                      {"vendor", "GenuineIntel"},
                                      {"familyid", "6"},
                                      {"modelid", "85"}})
        made.nodes[1].set(name, value);
    for (int device = 0; device < 10000; ++device) {
        const int pci = made.add(cpu, "pci");
        auto &node = made.nodes[static_cast<std::size_t>(pci)];
        for (const auto &[name, value] :
             {std::pair{"class", "0x060400"}, {"link_speed", ""}, {"link_width", ""}})
            node.set(name, value);
        node.set("busid", fmt::format("{:04x}:00:00.0", device));
    }
    for (const char *version : {"nccl-2.30", "rccl-2.21"}) {
        const Decisions d = decide(made, optionsFor(version));
        ASSERT_TRUE(d.error);
        EXPECT_THAT(d.error->what, HasSubstr("too many"));
    }
    EXPECT_EQ(standaloneSystem(made, optionsFor("nccl-2.30")).nodes.size(),
              1U); // contains no GPU or NIC
}

TEST(NcclHostile, BareLeavesGetTheFirstFreeNumbers) {
    const auto tree = readXml("<system version=\"1\">\n<cpu numaid=\"0\" arch=\"x86_64\">\n"
                              "<pci busid=\"0000:01:00.0\" class=\"0x020000\">\n<nic>\n"
                              "<net name=\"a\" dev=\"2147483647\"/>\n</nic>\n</pci>\n"
                              "<pci busid=\"0000:02:00.0\" class=\"0x020000\"/>\n"
                              "<pci busid=\"0000:03:00.0\" class=\"0x020000\"/>\n</cpu>\n</system>\n",
                              *findVersion("nccl-2.30"));
    ASSERT_TRUE(tree) << tree.error().toString();
    std::vector<std::string> numbers;
    for (const XmlNode &node : standaloneSystem(*tree, optionsFor("nccl-2.30")).nodes)
        if (node.name == "net")
            numbers.emplace_back(node.value("dev").value_or("none"));
    EXPECT_THAT(numbers, testing::ElementsAre("2147483647", "0", "1"));
}

TEST(NcclHostile, DevicesOfOneIdAreConfusedAndNotLost) {
    NcclXmlBuilder text("1");
    text.cpu(0).gpu("0000:11:00.0", 0, 90, 4).gpu("0000:11:00.0", 1, 90, 4);
    text.nic("0000:12:00.0", 3).nic("0000:13:00.0", 3).close();
    text.cpu(0).nic("0000:14:00.0", 4);
    const Decisions d = decided(text.finish(), "nccl-2.30");
    ASSERT_FALSE(d.error) << d.error->toString();
    EXPECT_EQ(d.gpus.size(), 2U);
    EXPECT_EQ(d.nics.size(), 3U);
    EXPECT_EQ(d.pairOfGpus(0, 1).type, PathType::Loc); // treated as two ranks of one GPU
    EXPECT_EQ(d.pair(0, 1).type, PathType::Dis);       // a NIC is looked up by its dev: the first match
    EXPECT_EQ(d.warnings.size(), 2U);
    EXPECT_EQ(d.warnings[0].line, 8U) << d.warnings[0].what;
}

TEST(NcclHostile, AChainOfSwitchesIsFollowedToItsEnd) {
    NcclXmlBuilder text("2");
    text.cpu(0);
    for (int level = 0; level < 120; ++level)
        text.bridge(fmt::format("0000:{:02x}:00.0", level));
    text.amdGpu("0000:f0:00.0", 0, "gfx942", {}).nic("0000:f1:00.0", 0);
    const Decisions d = decided(text.finish(), "rccl-2.21");
    ASSERT_FALSE(d.error) << d.error->toString();
    EXPECT_EQ(d.pair(0, 0).type, PathType::Pix);
    NcclXmlBuilder longer("2");
    longer.cpu(0);
    for (int level = 0; level < 600; ++level)
        longer.bridge(fmt::format("{:04x}:00:00.0", level));
    EXPECT_FALSE(readXml(longer.finish(), *findVersion("rccl-2.21")).has_value());
}

TEST(NcclHostile, OddNumbersDoNoHarm) {
    for (const char *number :
         {"-1", "99999999999999999999", "-9223372036854775808", "0x", "", "1e9", "\x01"}) {
        for (const char *attribute :
             {"numaid", "modelid", "link_width", "dev", "sm", "rank", "count", "speed", "port", "busid"}) {
            std::string text = serverXml({});
            for (std::size_t at = 0;
                 (at = text.find(fmt::format(" {}=\"", attribute), at)) != std::string::npos; ++at) {
                const auto start = text.find('"', at) + 1;
                text.replace(start, text.find('"', start) - start, number);
            }
            const Decisions d = decided(text, "nccl-2.30");
            EXPECT_EQ(d.gpuNic.size(), d.gpus.size() * d.nics.size()) << attribute << '=' << number;
            for (std::size_t gpu = 0; gpu < d.gpus.size(); ++gpu)
                EXPECT_LT(d.localNic(gpu, 0).value_or(-1), static_cast<int>(d.nics.size()));
        }
    }
}

TEST(NcclHostile, NothingAtAllIsAnError) {
    EXPECT_TRUE(decide({}, optionsFor("nccl-2.30")).error);
    EXPECT_TRUE(decide({}, {}).error);
    EXPECT_TRUE(decide(standaloneSystem({}, {}), {}).error);
}
