// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Differences of RCCL from NCCL, on sample machines.
#include "core/nccl/Decide.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope::nccl;
using namespace fabricscope::test;
using testing::ElementsAre;

TEST(RcclRules, AFlatMachineHasNoGdrUnlessItIsHyperV) {
    const std::string vm = flatAmdVmXml(8);
    const Decisions flat = decided(vm);
    ASSERT_FALSE(flat.error) << flat.error->toString();
    EXPECT_EQ(flat.pair(0, 0).type, PathType::Phb);
    EXPECT_FALSE(flat.pair(0, 0).gdrRecv.on());
    EXPECT_THAT(nicsOfGpus(flat), ElementsAre(0, 2, 1, 3, 4, 6, 5, 7));
    EXPECT_EQ(flat.library->pathName(flat.pairOfGpus(0, 1).type), "XGMI");
    EXPECT_EQ(flat.pairOfGpus(0, 1).bandwidth, 48);
    EXPECT_EQ(flat.pairOfGpus(0, 1).hops, 1); // no DEV in between

    Options hyperV;
    hyperV.biosVersion = "Hyper-V UEFI Release v4.1";
    const Decisions paired = decided(vm, hyperV);
    EXPECT_EQ(paired.pair(1, 1).type, PathType::Pxb);
    EXPECT_TRUE(paired.pair(1, 1).gdrRecv.on());
    EXPECT_EQ(paired.pair(1, 2).type, PathType::Phb);
    EXPECT_THAT(nicsOfGpus(paired), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    hyperV.nodes = 1;
    EXPECT_EQ(decided(vm, hyperV).pair(1, 1).type, PathType::Pxb); // eight GPUs and eight NICs
    EXPECT_EQ(decided(flatAmdVmXml(4), hyperV).pair(1, 1).type, PathType::Phb);
}

TEST(RcclRules, PxnIsOffUnlessAskedFor) {
    NcclXmlBuilder text("2");
    text.cpu(0);
    for (int s = 0; s < 2; ++s) {
        text.bridge(fmt::format("0000:{}0:00.0", s + 1));
        text.bridge(fmt::format("0000:{}1:00.0", s + 1));
        text.amdGpu(fmt::format("0000:{}2:00.0", s + 1), s, "gfx942", {"0000:12:00.0", "0000:22:00.0"})
            .close();
        text.nic(fmt::format("0000:{}8:00.0", s + 1), s).close();
    }
    const std::string server = text.finish();
    EXPECT_EQ(decided(server).pair(0, 1).type, PathType::Phb);
    const Decisions pxn = decided(server, with("NCCL_PXN_DISABLE", "0"));
    EXPECT_EQ(pxn.pair(0, 1).type, PathType::Pxn);
    EXPECT_EQ(pxn.pair(0, 1).relayGpu, 1);
    EXPECT_EQ(pxn.pair(0, 0).type, PathType::Pxb);
}

TEST(RcclRules, AnAmdProcessorLetsANeighbourUseGdr) {
    const auto pair = [](int family, const std::string &nicBus) {
        NcclXmlBuilder text("2");
        text.cpu(0, "AuthenticAMD", family, 49);
        text.bridge("0000:10:00.0").amdGpu("0000:12:00.0", 0, "gfx908", {}).close();
        text.bridge("0000:18:00.0").nic(nicBus, 0);
        const Decisions d = decided(text.finish());
        EXPECT_FALSE(d.error) << d.error->toString();
        return d.pair(0, 0);
    };
    // The NET is more than two hops away.
    EXPECT_EQ(pair(143, "0000:19:00.0").gdrRecv.reason, GdrReason::TooFar);
    EXPECT_EQ(pair(143, "0000:19:00.0").type, PathType::Phb);
    // The rule counts hops from the NET: CPU, NIC, NET, with the NIC directly below the CPU.
    NcclXmlBuilder text("2");
    text.cpu(0, "AuthenticAMD", 143, 49);
    text.bridge("0000:10:00.0").amdGpu("0000:12:00.0", 0, "gfx908", {}).close();
    text.nic("0000:19:00.0", 0);
    const Decisions d = decided(text.finish());
    EXPECT_EQ(d.pair(0, 0).gdrRecv.reason, GdrReason::RomeNeighbour);
    EXPECT_TRUE(d.pair(0, 0).gdrRecv.on());
}

TEST(RcclRules, PortsOfOneNicAreOneNode) {
    const auto hops = [](const std::string &version) {
        NcclXmlBuilder text(version);
        text.cpu(0).bridge("0000:10:00.0").nic("0000:11:00.0", 0).nic("0000:11:00.1", 1);
        text.close().bridge("0000:20:00.0");
        if (version == "1")
            text.gpu("0000:21:00.0", 0);
        else
            text.amdGpu("0000:21:00.0", 0, "gfx90a", {});
        return decided(text.finish()).nics.size();
    };
    EXPECT_EQ(hops("1"), 2U);
    EXPECT_EQ(hops("2"), 2U); // two NETs below one NIC
}

TEST(RcclRules, WhatCrashesTheLibraryIsAnError) {
    NcclXmlBuilder text("2");
    text.cpu(0).amdGpu("0000:12:00.0", 0, "gfx90a", {}).close();
    text.cpu(-1).nic("0000:19:00.0", 0);
    const Decisions d = decided(text.finish());
    ASSERT_TRUE(d.error);
    EXPECT_EQ(d.error->code, ResultCode::Crash);
    EXPECT_EQ(d.error->line, 8U) << d.error->toString();
}
