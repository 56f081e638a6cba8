// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hosts of which only a tool's matrix is known.
#include "core/affinity/Examine.h"
#include "core/affinity/MatrixFabric.h"
#include "core/formats/HostReader.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

host::Host hostOf(const std::vector<std::pair<std::string, std::string>> &texts) {
    capture::Capture capture;
    for (const auto &[name, text] : texts) {
        capture::Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, text);
    }
    return formats::readHost(capture);
}

host::Host hostOf(const std::string &section, const std::string &text) {
    return hostOf({{section, text}});
}

/// GPU1 is far from both NICs; the second NIC has no row.
const std::string kTopo = "\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n"
                          "GPU0\t X \tNV6\tPXB\tSYS\t0-15\t0\n"
                          "GPU1\tNV6\t X \tSYS\tSYS\t16-31\t1\n"
                          "NIC0\tPXB\tSYS\t X \tNODE\t\t\n"
                          "\n"
                          "NIC Legend:\n\n"
                          "  NIC0: mlx5_4\n"
                          "  NIC1: mlx5_9\n";

Examination examinationOf(const host::Host &host) {
    return examine(*samples::topologyOf(host), {});
}

TEST(MatrixFabric, HasTheDevicesAndDistancesOfTheMatrix) {
    const Examination examination = examinationOf(hostOf("tool-nvidia-smi-topo", kTopo));
    const Fabric &fabric = examination.judgement.fabric;
    ASSERT_EQ(fabric.gpus.size(), 2U);
    ASSERT_EQ(fabric.nics.size(), 2U);
    EXPECT_EQ(fabric.gpus[1].name, "GPU1");
    EXPECT_EQ(fabric.gpus[1].numa, NumaNode{1});
    EXPECT_EQ(fabric.nics[0].name, "mlx5_4");
    EXPECT_FALSE(fabric.gpus[0].bdf || fabric.gpus[0].node || fabric.nics[0].bdf);
    EXPECT_TRUE(fabric.gpus[0].busIdText.empty()) << "no address is invented";
    EXPECT_EQ(fabric.reach(0, 0).word, PathWord::Pxb);
    EXPECT_EQ(fabric.reach(0, 1).word, PathWord::Sys);
    EXPECT_EQ(topology::toString(fabric.gpuGpu[1]), "NV6");
    EXPECT_EQ(fabric.gpuGpu[0].word, PathWord::Self);
    EXPECT_EQ(fabric.source, "nvidia-smi topo -m");
}

TEST(MatrixFabric, OfAListHasNoDistances) {
    const Examination examination = examinationOf(
        hostOf("tool-nvidia-smi-l", "GPU 0: NVIDIA X900 (UUID: GPU-9a8b7c6d-1234-5678-9abc-def012345678)\n"
                                    "GPU 1: NVIDIA X900 (UUID: GPU-9a8b7c6d-1234-5678-9abc-def012345679)\n"));
    EXPECT_EQ(examination.judgement.fabric.gpus.size(), 2U);
    EXPECT_EQ(examination.judgement.fabric.source, "") << "the list names GPUs only";
}

TEST(MatrixFabric, IsJudgedAsAnyOther) {
    const Judgement judgement = examinationOf(hostOf("tool-nvidia-smi-topo", kTopo)).judgement;
    ASSERT_EQ(judgement.ideal.size(), 2U);
    EXPECT_THAT(judgement.ideal[0], ElementsAre(0));
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr("GPU1"));
    EXPECT_THAT(judgement.verdict.sentence, testing::Not(HasSubstr("GPU0")));
    EXPECT_THAT(judgement.notes, testing::Not(testing::Contains(HasSubstr("no job on this host"))));
    EXPECT_THAT(judgement.notes,
                testing::Contains("2 GPUs, 2 NICs, from nvidia-smi topo -m; PCI addresses unknown"));
}

TEST(MatrixFabric, DoesNotAskTheLibrary) {
    const Examination examination = examinationOf(hostOf("tool-nvidia-smi-topo", kTopo));
    EXPECT_TRUE(examination.assumptions.empty()) << "no version was assumed: none was asked";
    EXPECT_TRUE(examination.fileNotes.empty()) << "the matrix has NUMA nodes";
}

TEST(MatrixFabric, CountsTheGpusThatReachTheirNicThroughTheCpu) {
    const std::string topo = "\tGPU0\tGPU1\tNIC0\tNIC1\nGPU0\t X \tSYS\tPIX\tSYS\nGPU1\tSYS\t X \tSYS\tPHB\n"
                             "NIC0\tPIX\tSYS\t X \tSYS\nNIC1\tSYS\tPHB\tSYS\t X \n";
    EXPECT_EQ(examinationOf(hostOf("tool-nvidia-smi-topo", topo)).judgement.verdict.sentence,
              "Each of 2 GPUs has the nearest NIC, 1 of them through the CPU (PHB).");
}

TEST(MatrixFabric, HasXgmiOnlyWhereTheToolReportsIt) {
    const host::Host host = hostOf("tool-rocm-smi-topo", "=== Link Type between two GPUs ===\n"
                                                         "       GPU0         GPU1         GPU2\n"
                                                         "GPU0   0            XGMI         PCIE\n"
                                                         "GPU1   XGMI         0            PCIE\n"
                                                         "GPU2   PCIE         PCIE         0\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    const Examination examination = examinationOf(host);
    const Fabric &fabric = examination.judgement.fabric;
    ASSERT_EQ(fabric.gpus.size(), 3U);
    EXPECT_TRUE(fabric.nics.empty());
    EXPECT_EQ(fabric.gpuGpu[1].word, PathWord::Xgmi);
    EXPECT_EQ(fabric.gpuGpu[2].word, PathWord::Unknown);
    EXPECT_FALSE(fabric.gpuGpu[2].why.empty());
    EXPECT_EQ(examination.judgement.verdict.sentence, "3 GPUs; NICs were not read.");
}

TEST(MatrixFabric, AddsNicsToATreeOfGpusAlone) {
    const std::string query = "==============NVSMI LOG==============\nGPU 00000000:41:00.0\n"
                              "    Minor Number : 0\nGPU 00000000:61:00.0\n    Minor Number : 1\n";
    host::Host host = hostOf("tool-nvidia-smi-q", query);
    EXPECT_EQ(examinationOf(host).judgement.verdict.sentence, "2 GPUs; NICs were not read.");
    host.deviceMatrices = hostOf("tool-nvidia-smi-topo", kTopo).deviceMatrices;
    const Examination examination = examinationOf(host);
    EXPECT_EQ(examination.judgement.fabric.nics.size(), 2U);
    EXPECT_EQ(examination.judgement.fabric.reach(0, 0).word, PathWord::Pxb);
}

const std::string kQuery = "index, name, pci.bus_id\n0, NVIDIA H100 80GB HBM3, 00000000:19:00.0\n"
                           "1, NVIDIA H100 80GB HBM3, 00000000:9B:00.0\n";
const std::string kPorts =
    "0000:1a:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7 HHHL fw 28.39.1002 port 1 (ACTIVE) "
    "==> ibp26s0 (Up)\n"
    "0000:9c:00.0 mlx5_1 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7 HHHL fw 28.39.1002 port 1 (ACTIVE) "
    "==> ibp156s0 (Up)\n";
const std::string kPaths =
    "lrwxrwxrwx 1 root root 0 Jan  5 10:11 mlx5_0 -> ../../devices/pci0000:16/0000:16:01.0/0000:17:00.0/"
    "0000:18:01.0/0000:1a:00.0/infiniband/mlx5_0\n"
    "lrwxrwxrwx 1 root root 0 Jan  5 10:11 mlx5_1 -> ../../devices/pci0000:97/0000:97:01.0/0000:98:00.0/"
    "0000:99:01.0/0000:9c:00.0/infiniband/mlx5_1\n";
const std::string kOwnSwitches = "\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n"
                                 "GPU0\t X \tNV18\tPIX\tSYS\t0-47\t0\n"
                                 "GPU1\tNV18\t X \tSYS\tPIX\t48-95\t1\n"
                                 "NIC0\tPIX\tSYS\t X \tSYS\t\t\n"
                                 "NIC1\tSYS\tPIX\tSYS\t X \t\t\n"
                                 "\n"
                                 "NIC Legend:\n\n"
                                 "  NIC0: mlx5_0\n"
                                 "  NIC1: mlx5_1\n";
const std::pair<std::string, std::string> kGpuTopo{"tool-nvidia-smi-topo", kOwnSwitches},
    kGpuQuery{"tool-nvidia-smi-query", kQuery}, kNicPorts{"tool-ibdev2netdev", kPorts},
    kNicPaths{"tool-class-links", kPaths};

/// The library walks the tree above each device: what it would choose among bare addresses says nothing about
/// the host whose matrix was pasted with them.
TEST(MatrixFabric, IsNotAnsweredByALibraryThatSeesNoTree) {
    for (const auto &texts :
         {std::vector{kGpuTopo, kGpuQuery, kNicPorts}, std::vector{kGpuTopo, kGpuQuery, kNicPaths},
          std::vector{kGpuTopo, kGpuQuery, kNicPaths, kNicPorts}}) {
        const Examination examination = examinationOf(hostOf(texts));
        const Judgement &judgement = examination.judgement;
        EXPECT_EQ(judgement.verdict.severity, std::nullopt) << judgement.verdict.sentence;
        ASSERT_EQ(judgement.fabric.gpus.size(), 2U);
        ASSERT_EQ(judgement.fabric.nics.size(), 2U);
        EXPECT_EQ(judgement.fabric.reach(0, 0).word, PathWord::Pix);
        EXPECT_EQ(judgement.fabric.reach(1, 1).word, PathWord::Pix);
        EXPECT_EQ(judgement.fabric.reach(1, 0).word, PathWord::Sys);
        EXPECT_FALSE(examination.correction.has_value());
        EXPECT_FALSE(examination.decisions.error.has_value());
    }
}

TEST(MatrixFabric, NamesNicsWhosePathsWereNotRead) {
    const Verdict verdict = examinationOf(hostOf({kGpuQuery, kNicPorts})).judgement.verdict;
    EXPECT_EQ(verdict.sentence, "2 GPUs; the PCIe paths to mlx5_0 and mlx5_1 were not read.");
    EXPECT_FALSE(verdict.conclusive);
}

TEST(MatrixFabric, IsUnknownWhereNoSourceListsDevices) {
    const Verdict verdict =
        examinationOf(
            hostOf("tool-ibstat", "CA 'mlx5_4'\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n"))
            .judgement.verdict;
    EXPECT_EQ(verdict.sentence, "GPUs were not read.");
    EXPECT_FALSE(verdict.conclusive);
}

TEST(MatrixFabric, YieldsToTheTree) {
    host::Host host = samples::mi355xServer();
    const std::size_t gpus = examinationOf(host).judgement.fabric.gpus.size();
    host.deviceMatrices = hostOf("tool-nvidia-smi-topo", kTopo).deviceMatrices;
    const Examination examination = examinationOf(host);
    EXPECT_EQ(examination.judgement.fabric.gpus.size(), gpus);
    EXPECT_TRUE(examination.judgement.fabric.source.empty());
}

TEST(MatrixFabric, TakesDamagedTables) {
    host::Host host;
    host::DeviceMatrix &matrix = host.deviceMatrices.emplace_back();
    matrix.tool = "nvidia-smi topo -m";
    matrix.what = "Path";
    matrix.columns = {"GPU0", "GPU0", "", "NIC0"};
    matrix.rows.push_back({"GPU0", {}, {}, {}, {}, {"X"}, {}});
    matrix.rows.push_back({"GPU7", {}, {}, {}, {}, {"NV99999999999", "NV0"}, {}});
    matrix.rows.push_back({"GPU7", {}, {}, {}, {}, {}, {}});
    const Fabric fabric = fabricOf(host::MatrixDevices(host));
    ASSERT_EQ(fabric.gpus.size(), 2U) << "each label once";
    ASSERT_EQ(fabric.nics.size(), 1U);
    EXPECT_EQ(fabric.reach(0, 0).word, PathWord::Unknown);
    EXPECT_EQ(fabric.gpuGpu[1].word, PathWord::Unknown);
    EXPECT_TRUE(fabricOf(host::MatrixDevices(host::Host{})).gpus.empty());
}

} // namespace
} // namespace fabricscope::affinity
