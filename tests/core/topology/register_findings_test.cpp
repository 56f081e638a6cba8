// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/Links.h"
#include "core/topology/findings/FaultFindings.h"
#include "core/topology/findings/RegisterFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string gpu(const std::string &lines) {
    return "41:00.0 3D controller [0302]: NVIDIA Corporation X900 [10de:9330] (rev a1)\n"
           "\tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr+ Stepping- SERR+ FastB2B- "
           "DisINTx-\n" +
           lines;
}

std::string express(const char *status) {
    return std::string("\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
                       "\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0\n\t\tDevSta:\t") +
           status + "\n";
}

std::vector<std::string> titlesOf(const std::string &text) {
    const auto topology = build(std::make_shared<host::Host>(formats::hostOfText(text)));
    std::vector<std::string> titles;
    for (const auto &[node, finding] : faultFindings(*topology))
        titles.push_back(findings::title(finding));
    return titles;
}

TEST(RegisterFindings, NameWhatTheRegistersRecord) {
    EXPECT_THAT(
        titlesOf(gpu(express("CorrErr+ NonFatalErr+ FatalErr+ UnsupReq- AuxPwr- TransPend-") +
                     "\tCapabilities: [420 v2] Advanced Error Reporting\n"
                     "\t\tUESta:\tDLP- SDES- TLP- FCP- CmpltTO+ CmpltAbrt- UnxCmplt- RxOF- MalfTLP+ "
                     "ECRC- UnsupReq- ACSViol-\n"
                     "\t\tCESta:\tRxErr- BadTLP- BadDLLP- Rollover- Timeout- AdvNonFatalErr-\n")),
        ElementsAre(
            "its PCIe registers record: fatal error, Completion Timeout (CmpltTO), Malformed TLP (MalfTLP)"));
    EXPECT_THAT(titlesOf(gpu(express("CorrErr- NonFatalErr+ FatalErr- UnsupReq- AuxPwr- TransPend-"))),
                ElementsAre("its PCIe registers record: non-fatal error"));
}

TEST(RegisterFindings, NameCorrectedErrorsOfTheLink) {
    const auto aer = [](const std::string &corrected) {
        return gpu(express("CorrErr+ NonFatalErr- FatalErr- UnsupReq- AuxPwr- TransPend-") +
                   "\tCapabilities: [420 v2] Advanced Error Reporting\n"
                   "\t\tUESta:\tDLP- SDES- TLP- FCP- CmpltTO- CmpltAbrt- UnxCmplt- RxOF- MalfTLP- ECRC- "
                   "UnsupReq- ACSViol-\n\t\tCESta:\t" +
                   corrected + "\n");
    };
    EXPECT_THAT(
        titlesOf(aer("RxErr+ BadTLP- BadDLLP+ Rollover- Timeout+ AdvNonFatalErr-")),
        ElementsAre(
            "its PCIe registers record corrected errors of its link: Receiver Error (RxErr), Bad DLLP, "
            "Replay Timer Timeout (Timeout)"));
    EXPECT_THAT(titlesOf(aer("RxErr- BadTLP- BadDLLP- Rollover- Timeout- AdvNonFatalErr+")), IsEmpty())
        << "normal while the bus is enumerated";
}

TEST(RegisterFindings, LeaveWhatIsPartOfNormalWork) {
    EXPECT_THAT(titlesOf(gpu(express("CorrErr+ NonFatalErr- FatalErr- UnsupReq+ AuxPwr- TransPend-"))),
                IsEmpty());
    EXPECT_THAT(titlesOf(gpu(express("CorrErr+ NonFatalErr+ FatalErr- UnsupReq+ AuxPwr- TransPend-"))),
                IsEmpty())
        << "a request that nobody answered";
    EXPECT_THAT(titlesOf(gpu("\tKernel driver in use: vfio-pci\n")), IsEmpty());
    EXPECT_THAT(titlesOf("41:00.0 VGA compatible controller [0300]: NVIDIA Corporation X [10de:9331]\n"
                         "\tKernel driver in use: nouveau\n"),
                IsEmpty());
}

TEST(RegisterFindings, KnowNouveauOnAComputeGpu) {
    EXPECT_THAT(titlesOf(gpu("\tKernel driver in use: nouveau\n")),
                ElementsAre("nouveau drives this GPU: neither CUDA nor NCCL can use it"));
}

TEST(RegisterFindings, KnowMemoryWithoutAnAddress) {
    EXPECT_THAT(titlesOf(gpu("\tRegion 0: Memory at 1ffe0000000 (64-bit, prefetchable) [size=16M]\n"
                             "\tRegion 2: Memory at <unassigned> (64-bit, prefetchable) [size=128G]\n")),
                ElementsAre("no address was assigned to BAR 2 (128G): its driver cannot use it"));
    EXPECT_THAT(titlesOf("41:00.0 Ethernet controller [0200]: Mellanox X [15b3:9021]\n"
                         "\tMemory at <unassigned> (64-bit, prefetchable)\n"),
                ElementsAre("no address was assigned to BAR 0: its driver cannot use it"));
    EXPECT_THAT(titlesOf("41:00.0 USB controller [0c03]: X [1022:9021]\n"
                         "\tRegion 0: Memory at <unassigned> (64-bit, non-prefetchable)\n"),
                IsEmpty());
}

TEST(NumaFinding, IsAboutWhatIsMissing) {
    const auto titleOf = [](const char *cpus, std::optional<std::uint64_t> memory) {
        host::NumaNodeFacts facts;
        facts.cpus = {cpus, {}};
        if (memory)
            facts.memory = {ByteCount{*memory}, {}};
        const auto finding = numaFinding(facts);
        return finding ? findings::title(*finding) : std::string();
    };
    EXPECT_EQ(titleOf("0-7", 1024), "");
    EXPECT_EQ(titleOf("0-7", {}), "");
    EXPECT_EQ(titleOf("0-7", 0), "this NUMA node has CPUs but no memory");
    EXPECT_EQ(titleOf("", 1024), "this NUMA node has memory but no CPUs");
    EXPECT_EQ(titleOf("", 0), "this NUMA node has neither CPUs nor memory");
    EXPECT_EQ(titleOf("", {}), "this NUMA node has no CPUs; its memory is unknown");
}

TEST(LinkFinding, StatesTheFiguresOfItsGenerationAndWidth) {
    const auto costOf = [](unsigned generation, unsigned most) {
        Link link;
        link.speed = pci::LinkSpeed::fromCode(generation);
        link.maxSpeed = pci::LinkSpeed::fromCode(most);
        link.width = std::uint8_t{8};
        link.maxWidth = std::uint8_t{16};
        return findings::cost(linkFinding(link, "link.narrow"));
    };
    EXPECT_EQ(costOf(5, 5), "31.5 GB/s instead of 63.0 GB/s");
    EXPECT_EQ(costOf(4, 5), "15.8 GB/s at Gen4 x8 instead of 63.0 GB/s at Gen5 x16");
    EXPECT_EQ(costOf(3, 4), "7.9 GB/s at Gen3 x8 instead of 31.5 GB/s at Gen4 x16");
}

TEST(LinkFinding, NamesTheMaximumOfTheHostWhereAToolKnows) {
    const auto topology = build(std::make_shared<host::Host>(formats::hostOfText(
        "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
        "GPU 00000000:A3:00.0\n    Product Name                          : NVIDIA X900\n    PCI\n"
        "        GPU Link Info\n            PCIe Generation\n                Max                       : 4\n"
        "                Current                   : 1\n                Device Max                : 5\n"
        "                Host Max                  : 4\n            Link Width\n"
        "                Max                       : 16x\n                Current                   : "
        "16x\n")));
    const auto node = topology->find(formats::bdf("0000:a3:00.0"));
    ASSERT_TRUE(node);
    ASSERT_EQ(topology->node(*node).findings.size(), 1U);
    EXPECT_EQ(findings::title(topology->node(*node).findings[0]),
              "the link runs at Gen1 x16; this end supports Gen5 x16, the host Gen4; a lower generation is "
              "normal while the GPU is idle");
}

} // namespace

} // namespace fabricscope::topology
