// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// NCCL files without their machine: the distances they state, and what is not an error in them.
#include "core/affinity/Examine.h"
#include "core/nccl/Version.h"
#include "tests/Places.h"
#include "tests/core/affinity/FabricBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace fabricscope::affinity {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char *kCpu = "<cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" "
                             "modelid=\"143\">\n";

std::string device(const std::string &busId, const char *classCode, const std::string &inside) {
    return "<pci busid=\"" + busId + "\" class=\"" + classCode +
           "\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">" + inside + "</pci>\n";
}

std::string net(const std::string &name, int dev, int gdr, int port = 1) {
    return fmt::format(
        "<net name=\"{}\" dev=\"{}\" speed=\"400000\" port=\"{}\" guid=\"0x{:x}\" gdr=\"{}\"/>", name, dev,
        port, dev + 1, gdr);
}

/// Four GPUs, each with its NIC below its own switch.
std::string fourPairs(int gdr, int sm = 90) {
    std::string text = std::string("<system version=\"1\">\n") + kCpu;
    for (int i = 0; i < 4; ++i)
        text += device(fmt::format("0000:{}0:00.0", i + 1), "0x060400",
                       device(fmt::format("0000:{}1:00.0", i + 1), "0x030200",
                              fmt::format("<gpu dev=\"{}\" sm=\"{}\" rank=\"{}\" gdr=\"1\"/>", i, sm, i)) +
                           device(fmt::format("0000:{}2:00.0", i + 1), "0x020700",
                                  "<nic>" + net(fmt::format("mlx5_{}", i), i, gdr) + "</nic>"));
    return text + "</cpu>\n</system>\n";
}

Question asking(std::vector<host::EnvironmentEntry> environment = {}) {
    Question question;
    question.library = nccl::findVersion("nccl-2.30");
    question.fileName = "/etc/topo.xml";
    question.environment = std::move(environment);
    return question;
}

std::vector<std::size_t> mispaired(const Examination &examination) {
    std::vector<std::size_t> gpus;
    for (const Pair *pair : pairsOf(examination.judgement, Basis::Library))
        if (pair->mispaired)
            gpus.push_back(pair->gpu);
    return gpus;
}

TEST(FileOnly, InterfacesOfContainersAndOfManagementAreNoFabric) {
    const std::string gpu =
        device("0000:11:00.0", "0x030200", "<gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"/>");
    const auto fileWith = [&](const std::string &nets) {
        return std::string("<system version=\"1\">\n") + kCpu + gpu + "<nic>" + nets +
               "</nic></cpu>\n</system>\n";
    };
    const Examination examination = examineFile(
        fileWith("<net name=\"veth12ab\" dev=\"0\" speed=\"10000\" port=\"0\" guid=\"0x0\" gdr=\"0\"/>"
                 "<net name=\"eno1\" dev=\"1\" speed=\"1000\" port=\"0\" guid=\"0x1\" gdr=\"0\"/>"),
        asking());
    EXPECT_EQ(examination.judgement.verdict.sentence,
              "1 GPU, and no fabric NIC: veth12ab and eno1 are for management, storage or internet.");
    EXPECT_TRUE(examination.judgement.verdict.fix.empty());
    const Examination sockets = examineFile(
        fileWith("<net name=\"eth0\" dev=\"0\" speed=\"100000\" port=\"0\" guid=\"0x0\" gdr=\"0\"/>"),
        asking());
    EXPECT_TRUE(sockets.judgement.verdict.fix.empty()) << "no GPUDirect RDMA over sockets";
    EXPECT_THAT(sockets.judgement.notes, Contains(HasSubstr("uses TCP over eth0")));
}

TEST(FileOnly, DistancesFollowTheTreeRegardlessOfGdr) {
    const Examination with = examineFile(fourPairs(1), asking());
    EXPECT_TRUE(mispaired(with).empty());
    // Without GPUDirect RDMA the library uses the path across the CPU, where all NICs look the same, and
    // assigns them in mirrored order.
    const Examination without = examineFile(fourPairs(0), asking());
    EXPECT_EQ(without.judgement.fabric.gpuNic, with.judgement.fabric.gpuNic);
    EXPECT_THAT(mispaired(without), ElementsAre(1, 2));
    for (const char *variable : {"NCCL_NET_GDR_LEVEL", "NCCL_NET_GDR_READ", "NCCL_NET_GDR_C2C"})
        for (const char *value : {"0", "LOC", "SYS"})
            EXPECT_EQ(examineFile(fourPairs(1), asking({{variable, value}})).judgement.fabric.gpuNic,
                      with.judgement.fabric.gpuNic)
                << variable << "=" << value;
    EXPECT_EQ(examineFile(fourPairs(1, 70), asking()).judgement.fabric.gpuNic, with.judgement.fabric.gpuNic)
        << "reading needs more there, which is no distance either";
}

TEST(FileOnly, IsNotFalsifiedWhereItsNicIsPassedOver) {
    const Examination without = examineFile(fourPairs(0), asking());
    const auto pairs = pairsOf(without.judgement, Basis::Library);
    EXPECT_THAT(pairs[1]->fix, Contains(HasSubstr("gdr=\"1\" on the net of mlx5_1 in /etc/topo.xml")));
    EXPECT_THAT(pairs[1]->fix, Not(Contains(HasSubstr("swap"))));
    const Examination level = examineFile(fourPairs(1), asking({{"NCCL_NET_GDR_LEVEL", "LOC"}}));
    ASSERT_FALSE(mispaired(level).empty());
    EXPECT_THAT(level.judgement.verdict.fix, Contains("unset NCCL_NET_GDR_LEVEL"));
    // A link that the library computes as slower than it is.
    std::string slow = fourPairs(1);
    const auto at = slow.find("32.0 GT/s PCIe", slow.find("0000:22:00.0"));
    slow.replace(at, 14, "16.0 GT/s");
    const Examination counted = examineFile(slow, asking());
    ASSERT_FALSE(mispaired(counted).empty());
    EXPECT_THAT(counted.judgement.verdict.fix,
                Contains(HasSubstr("Check the path to <pci "
                                   "busid=\"0000:22:00.0\"> in /etc/topo.xml")));
}

/// Names of the NICs that the library uses, by GPU.
std::vector<std::string> usedNics(const Examination &examination) {
    std::vector<std::string> names;
    for (const Pair *pair : pairsOf(examination.judgement, Basis::Library))
        names.push_back(examination.judgement.fabric.nics[*pair->nic].name);
    return names;
}

TEST(FileOnly, ListsOfRdmaDevicesApplyToTheNicsOfAFile) {
    const auto with = [](const char *list) {
        return examineFile(fourPairs(1), asking({{"NCCL_IB_HCA", list}}));
    };
    const Examination one = with("mlx5_2");
    EXPECT_THAT(usedNics(one), ElementsAre("mlx5_2", "mlx5_2", "mlx5_2", "mlx5_2"));
    EXPECT_EQ(one.judgement.fabric.nics.size(), 4U) << "the distances are those of all";
    EXPECT_EQ(one.judgement.fabric.gpuNic, examineFile(fourPairs(1), asking()).judgement.fabric.gpuNic);
    EXPECT_THAT(one.judgement.notes, Contains("NCCL_IB_HCA excludes 3 of 4 NICs of the file"));
    EXPECT_THAT(usedNics(with("^mlx5_0")), Not(Contains("mlx5_0")));
    EXPECT_THAT(usedNics(with("=mlx5_1:2")), testing::IsEmpty()) << "they have one port";
    const Examination all = with("mlx5");
    EXPECT_THAT(usedNics(all), ElementsAre("mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3"));
    EXPECT_THAT(all.judgement.notes, Not(Contains(HasSubstr("excludes"))));
}

TEST(FileOnly, NicsWithoutANameAreNotExcludedByOne) {
    std::string text = fourPairs(1);
    for (std::size_t at = text.find("<nic>"); at != std::string::npos; at = text.find("<nic>"))
        text.erase(at, text.find("</nic>", at) + 6 - at);
    const Examination bare = examineFile(text, asking({{"NCCL_IB_HCA", "mlx5_1"}}));
    EXPECT_EQ(usedNics(bare).size(), 4U);
    EXPECT_THAT(bare.judgement.notes,
                Contains("NCCL_IB_HCA is not applied to 4 of 4 NICs, which the file does not name"));
}

TEST(FileOnly, NoNicIsUsedWhereAllTrafficIsOnSockets) {
    for (const auto &[name, value] : {std::pair("NCCL_IB_DISABLE", "1"), std::pair("NCCL_NET", "Socket"),
                                      std::pair("NCCL_NET", "socket")}) {
        const Examination sockets = examineFile(fourPairs(1), asking({{name, value}}));
        EXPECT_THAT(usedNics(sockets), testing::IsEmpty()) << name;
        EXPECT_EQ(sockets.judgement.fabric.nics.size(), 4U);
        EXPECT_THAT(sockets.judgement.notes,
                    Contains(HasSubstr("no RDMA device is used, traffic between hosts is TCP")));
    }
    const Examination rdma =
        examineFile(fourPairs(1), asking({{"NCCL_IB_DISABLE", "0"}, {"NCCL_NET", "IB"}}));
    EXPECT_EQ(usedNics(rdma).size(), 4U);
    EXPECT_THAT(rdma.judgement.notes, Not(Contains(HasSubstr("no RDMA device is used"))));
}

TEST(FileOnly, AGraphFileMayGiveOtherNicsInNcclToo) {
    const Examination graph = examineFile(fourPairs(1), asking({{"NCCL_GRAPH_FILE", "/etc/graph.xml"}}));
    EXPECT_TRUE(graph.decisions.mayMatchModel);
    EXPECT_THAT(graph.judgement.notes,
                Contains(HasSubstr("with NCCL_GRAPH_FILE, the rings are not modelled")));
    const Examination rings = examineFile(fourPairs(1), asking({{"NCCL_RINGS", "0 1 2 3"}}));
    EXPECT_THAT(rings.judgement.notes, Not(Contains(HasSubstr("the rings are not modelled"))))
        << "RCCL's alone";
}

TEST(FileOnly, ReportsABusIdThatIsThereTwiceAndLinksToNothing) {
    std::string text = fourPairs(1);
    const std::size_t second = text.find("0000:21:00.0");
    ASSERT_NE(second, std::string::npos);
    text.replace(second, 12, "0000:11:00.0");
    const Examination twice = examineFile(text, asking());
    EXPECT_THAT(twice.judgement.notes, Contains(HasSubstr("0000:11:00.0 appears twice")));
    text.replace(text.find("0000:12:00.0"), 12, "0000:22:00.0");
    const Examination nics = examineFile(text, asking());
    EXPECT_THAT(nics.judgement.notes, Contains(HasSubstr("0000:22:00.0 is already in line")));
    EXPECT_THAT(examineFile(fourPairs(1), asking()).judgement.notes, Not(Contains(HasSubstr("already in"))));

    std::string linked = fourPairs(1);
    const std::string end = "rank=\"0\" gdr=\"1\"/>";
    linked.replace(linked.find(end), end.size(),
                   "rank=\"0\" gdr=\"1\"><nvlink target=\"0000:77:00.0\" count=\"4\" tclass=\"0x030200\"/>"
                   "</gpu>");
    EXPECT_THAT(examineFile(linked, asking()).judgement.notes,
                Contains(HasSubstr("to 0000:77:00.0, which is not a GPU here: no effect")));
}

TEST(FileOnly, JudgesTheSecondPortOfADeviceToo) {
    std::string text = std::string("<system version=\"1\">\n") + kCpu;
    text += device("0000:10:00.0", "0x060400",
                   device("0000:11:00.0", "0x030200", "<gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"/>") +
                       device("0000:12:00.0", "0x020700",
                              "<nic>" + net("mlx5_0", 0, 1, 1) + net("mlx5_0", 1, 1, 2) + "</nic>"));
    text += "</cpu>\n</system>\n";
    const Examination examination = examineFile(text, asking());
    ASSERT_EQ(examination.judgement.fabric.nics.size(), 2u);
    EXPECT_EQ(examination.judgement.fabric.nics[1].name, "mlx5_0:2");
    EXPECT_EQ(pairsOf(examination.judgement, Basis::File).size(), 2u);
    EXPECT_EQ(pairsOf(examination.judgement, Basis::Library).size(), 2u);
    EXPECT_FALSE(examination.judgement.verdict.severity);
}

class Corpus : public testing::Test {
protected:
    static std::filesystem::path folder() {
        return std::filesystem::path(FABRICSCOPE_SOURCE_DIR) / "../shared/corpus/nccl-topo";
    }
    static Examination examined(const std::string &name) {
        std::ifstream file(folder() / name, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        Question question;
        question.fileName = name;
        return examineFile(text.str(), question);
    }
    void SetUp() override {
        if (!std::filesystem::exists(folder())) {
            std::cerr << "NOT TESTED: no corpus at " << folder() << "\n";
            GTEST_SKIP() << "no corpus";
        }
    }
};

TEST_F(Corpus, FileOfBusIdsAloneIsNotReportedAsFailing) {
    const Examination examination = examined("aws_g5.48xl-topo.xml");
    EXPECT_TRUE(examination.decisions.error) << "what the library says of it without the machine";
    EXPECT_EQ(examination.judgement.verdict.sentence,
              "aws_g5.48xl-topo.xml omits device types (9 devices); the library detects them.");
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Note);
    EXPECT_FALSE(examination.judgement.verdict.conclusive);
}

TEST_F(Corpus, NoFixRecommendsASlowerNic) {
    const Examination examination = examined("rccl_topo_8p1h_2.xml");
    const Fabric &fabric = examination.judgement.fabric;
    ASSERT_EQ(fabric.nics.size(), 2u);
    for (const Pair &pair : examination.judgement.pairs) {
        EXPECT_FALSE(pair.mispaired) << pair.reason;
        EXPECT_EQ(fabric.nics[*pair.nic].name, "vethe2d5378") << "ten times as fast as the other";
    }
    for (const std::string &fix : examination.judgement.verdict.fix)
        EXPECT_THAT(fix, Not(HasSubstr("ens2")));
    EXPECT_THAT(examination.judgement.verdict.sentence, Not(HasSubstr("socket")));
}

TEST_F(Corpus, NoFileContradictsItself) {
    int files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder())) {
        if (entry.path().extension() != ".xml")
            continue;
        ++files;
        const Examination examination = examined(entry.path().filename().string());
        EXPECT_FALSE(examination.correction);
        for (const Pair &pair : examination.judgement.pairs)
            for (const std::string &fix : pair.fix) {
                EXPECT_THAT(fix, Not(HasSubstr("swap"))) << entry.path();
                EXPECT_THAT(fix, Not(HasSubstr("below the switch"))) << entry.path();
                EXPECT_THAT(fix, Not(HasSubstr("below one switch"))) << entry.path();
                EXPECT_THAT(fix, Not(HasSubstr("Move a NIC"))) << entry.path();
            }
        EXPECT_THAT(examination.judgement.verdict.sentence, Not(HasSubstr("?"))) << entry.path();
        for (const Pair *pair : pairsOf(examination.judgement, Basis::File))
            EXPECT_FALSE(pair->mispaired) << entry.path() << pair->reason;
    }
    EXPECT_GE(files, 37);
}

} // namespace
} // namespace fabricscope::affinity
