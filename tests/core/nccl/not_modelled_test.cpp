// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Additional behavior of the library that this program does not compute is reported exactly where it could
// matter.
#include "core/nccl/NotModelled.h"
#include "core/nccl/Version.h"

#include <gmock/gmock.h>

namespace fabricscope::nccl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GdrDecision onOrOff(bool on) {
    GdrDecision decision;
    decision.reason = on ? GdrReason::NearEnough : GdrReason::TooFar;
    return decision;
}

/// Two GPUs with this connection, and two NICs.
Decisions twoPairs(const char *library, PathType between, Transport transport, bool gdr = true) {
    Decisions decisions;
    decisions.library = findVersion(library);
    decisions.gpus.resize(2);
    decisions.nics.resize(2);
    for (int gpu = 0; gpu < 2; ++gpu) {
        decisions.gpus[static_cast<std::size_t>(gpu)].sm = 90;
        for (int nic = 0; nic < 2; ++nic)
            decisions.gpuNic.push_back({gpu, nic, PathType::Pix, 48, 2, onOrOff(gdr), onOrOff(gdr), {}});
        GpuGpu pair;
        pair.from = gpu;
        pair.to = 1 - gpu;
        pair.type = between;
        pair.transport = transport;
        decisions.gpuGpu.push_back(pair);
    }
    return decisions;
}

Options optionsFor(int nodes, const std::vector<std::pair<std::string, std::string>> &environment = {}) {
    Options options;
    options.nodes = nodes;
    for (const auto &[name, value] : environment)
        options.environment.set(name, value);
    return options;
}

const std::pair<std::string, std::string> kNoModels{"RCCL_MODEL_MATCHING_DISABLE", "1"};

TEST(NotModelled, ThePluginForAmdsNicsIsReportedWhereItIsChosen) {
    const Decisions decisions = twoPairs("rccl-2.28.3", PathType::Nvl, Transport::P2p);
    const std::pair<std::string, std::string> ainic{"RCCL_AINIC_ROCE", "1"};
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {kNoModels, ainic})),
                ElementsAre(HasSubstr("the plugin for AMD's NICs that it selects is not modelled")));
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {kNoModels, {"RCCL_AINIC_ROCE", "0"}})), IsEmpty());
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {kNoModels, ainic, {"NCCL_NET_PLUGIN", "anp"}})),
                IsEmpty());
    EXPECT_THAT(notModelled(twoPairs("nccl-2.22", PathType::Nvl, Transport::P2p), optionsFor(2, {ainic})),
                IsEmpty());
}

TEST(NotModelled, OtherNetworksThanThatOfRdmaDevicesAreReported) {
    const Decisions decisions = twoPairs("nccl-2.22", PathType::Nvl, Transport::P2p);
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {{"NCCL_NET", "SOCKET"}})),
                ElementsAre(HasSubstr("NCCL_NET=Socket: no RDMA device is used")));
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {{"NCCL_NET", "AWS\x1b[0m"}})),
                ElementsAre(HasSubstr("networks of plugins are not modelled")));
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {{"NCCL_NET", "ib"}})), IsEmpty());
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {{"NCCL_IB_DISABLE", "0"}})), IsEmpty());
}

TEST(NotModelled, RcclTakesTheNicsOfAJobOnOneHostAway) {
    Decisions decisions = twoPairs("rccl-2.21", PathType::Nvl, Transport::P2p);
    EXPECT_THAT(notModelled(decisions, optionsFor(1)), IsEmpty());
    decisions.trim = NicTrim::AllXgmi;
    EXPECT_THAT(notModelled(decisions, optionsFor(1)),
                ElementsAre(HasSubstr("removes all NICs, because XGMI connects all its GPUs")));
    decisions.trim = NicTrim::NoGdr;
    EXPECT_THAT(notModelled(decisions, optionsFor(1)), ElementsAre(HasSubstr("GPUDirect RDMA")));
}

TEST(NotModelled, ReportsRcclModelsAndSlowerPorts) {
    Decisions decisions = twoPairs("rccl-2.21", PathType::Phb, Transport::P2p);
    EXPECT_THAT(notModelled(decisions, optionsFor(2)), IsEmpty());
    decisions.ringText = "built-in machine model 40 matches";
    EXPECT_THAT(notModelled(decisions, optionsFor(2)), ElementsAre("built-in machine model 40 matches"));
    Decisions noNics = decisions;
    noNics.nics.clear();
    noNics.gpuNic.clear();
    EXPECT_THAT(notModelled(noNics, optionsFor(2)), ElementsAre("built-in machine model 40 matches"));
    EXPECT_THAT(notModelled(noNics, optionsFor(2, {{"NCCL_IB_HCA", "none"}})), IsEmpty());
    decisions.ringText.clear();
    decisions.nics[0].guid = decisions.nics[1].guid = 7;
    decisions.nics[0].bandwidth = 12.5;
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {kNoModels})), ElementsAre(HasSubstr("slower ports")));
    decisions.nics[1].bandwidth = 12.5;
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {kNoModels})), IsEmpty());
}

TEST(NotModelled, NcclAsksTheDriverWhereGpusMeetOverPcie) {
    EXPECT_THAT(notModelled(twoPairs("nccl-2.30", PathType::Pix, Transport::P2p), optionsFor(2)),
                ElementsAre(HasSubstr("P2P status")));
    EXPECT_THAT(notModelled(twoPairs("nccl-2.30", PathType::Nvl, Transport::P2p), optionsFor(2)), IsEmpty());
    EXPECT_THAT(notModelled(twoPairs("nccl-2.30", PathType::Phb, Transport::Shm), optionsFor(2)), IsEmpty());
}

TEST(NotModelled, ReportsPartitionsAndInterHostNvlinkForCapableGpus) {
    Decisions decisions = twoPairs("nccl-2.30", PathType::Nvl, Transport::P2p);
    const std::vector<std::string> models = {"NVIDIA GB200"};
    EXPECT_THAT(notModelled(decisions, optionsFor(2), models),
                ElementsAre(HasSubstr("NVLink between hosts")));
    EXPECT_THAT(notModelled(decisions, optionsFor(1), models), IsEmpty());
    EXPECT_THAT(notModelled(decisions, optionsFor(2, {{"NCCL_MNNVL_ENABLE", "0"}}), models), IsEmpty());
    decisions.gpus[1].sm = 100;
    EXPECT_THAT(notModelled(decisions, optionsFor(2)), ElementsAre(HasSubstr("MLOPart")));
}

TEST(NotModelled, ReportsFusionWithinACardButNotAcrossCards) {
    Decisions decisions = twoPairs("nccl-2.30", PathType::Nvl, Transport::P2p);
    decisions.nics[0].busId = pci::Address::parse("0000:41:00.0");
    decisions.nics[1].busId = pci::Address::parse("0000:41:00.1");
    EXPECT_THAT(fusionNotModelled(decisions, {}), HasSubstr("2 of 0000:41:00.0 are counted separately"));
    EXPECT_EQ(fusionNotModelled(decisions, optionsFor(2, {{"NCCL_NET_MERGE_LEVEL", "LOC"}})), "");
    EXPECT_EQ(fusionNotModelled(decisions, optionsFor(2, {{"NCCL_IB_MERGE_NICS", "0"}})), "");
    decisions.nics[1].busId = pci::Address::parse("0000:42:00.0");
    EXPECT_EQ(fusionNotModelled(decisions, {}), "");
    decisions.nics[1].busId = pci::Address::parse("0000:41:00.1");
    decisions.library = findVersion("rccl-2.21");
    EXPECT_EQ(fusionNotModelled(decisions, {}), "");
}

TEST(NotModelled, ReportsNothingForAFailedRun) {
    Decisions decisions = twoPairs("rccl-2.21", PathType::Phb, Transport::P2p);
    decisions.error = FileError{};
    EXPECT_THAT(notModelled(decisions, optionsFor(1)), IsEmpty());
    EXPECT_THAT(notModelled({}, {}), IsEmpty());
}

} // namespace
} // namespace fabricscope::nccl
