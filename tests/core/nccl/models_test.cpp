// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RCCL's built-in machine models on hosts of our own: which matches, which NICs its rings use, and why none
// matches.
#include "core/nccl/rccl/MachineModels.h"
#include "core/nccl/rccl/Mapping.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace fabricscope::nccl {
namespace {

using test::NcclXmlBuilder;
using test::with;
using testing::ElementsAre;
using testing::HasSubstr;

/// Eight GPUs in a full mesh on two CPUs.
struct MeshServer {
    std::string vendor = "GenuineIntel";
    int family = 6, model = 207;
    std::string gcn = "gfx942";
    int switches = 2;      ///< between a GPU and its CPU; the NIC is below the first
    std::size_t nodes = 2; ///< NUMA nodes that the GPUs are spread over
    std::vector<std::size_t> nics = {0, 1, 2, 3, 4, 5, 6, 7}; ///< by NIC: the GPU that it is next to
    std::vector<int> devs;                                    ///< of NICs; empty: in order
    std::size_t missingLink = 8;                              ///< GPU without XGMI to GPU 0
};

std::string busOf(std::size_t gpu, int device) {
    return fmt::format("0000:{:02x}:{:02x}.0", 0x10 * (gpu + 1), device);
}

std::string xmlOf(const MeshServer &server) {
    constexpr std::size_t kGpus = 8;
    NcclXmlBuilder text("2");
    for (std::size_t gpu = 0; gpu < kGpus; ++gpu) {
        const std::size_t node = gpu * server.nodes / kGpus;
        if (gpu == 0 || node != (gpu - 1) * server.nodes / kGpus) {
            if (gpu > 0)
                text.close();
            text.cpu(static_cast<int>(node), server.vendor, server.family, server.model);
        }
        std::vector<std::string> peers;
        for (std::size_t other = 0; other < kGpus; ++other)
            if (other != gpu && !(std::min(gpu, other) == 0 && std::max(gpu, other) == server.missingLink))
                peers.push_back(busOf(other, 2));
        for (int level = 0; level < server.switches; ++level)
            text.bridge(busOf(gpu, level), fmt::format("0x1234 0x000{} 0x0000 0x0000", level + 1));
        text.amdGpu(busOf(gpu, 2), static_cast<int>(gpu), server.gcn, peers);
        if (server.switches > 1)
            text.close();
        for (std::size_t nic = 0; nic < server.nics.size(); ++nic)
            if (server.nics[nic] == gpu)
                text.nic(busOf(gpu, 8 + static_cast<int>(nic)),
                         server.devs.empty() ? static_cast<int>(nic) : server.devs[nic]);
        if (server.switches > 0)
            text.close();
    }
    return text.finish();
}

Decisions decidedBy(std::string_view version, const MeshServer &server, Options options = {}) {
    options.version = findVersion(version);
    EXPECT_NE(options.version, nullptr) << version;
    const auto tree = readXml(xmlOf(server), *options.version);
    EXPECT_TRUE(tree.has_value()) << tree.error().toString();
    return decide(*tree, options);
}

/// `dev` of the NICs on which rings enter or leave at each GPU.
std::vector<std::vector<int>> ringNics(const Decisions &decisions) {
    std::vector<std::vector<int>> devs;
    for (const auto &nics : decisions.model->nics) {
        std::vector<int> &own = devs.emplace_back();
        for (const int nic : nics)
            own.push_back(decisions.nics[static_cast<std::size_t>(nic)].dev);
        std::sort(own.begin(), own.end());
    }
    return devs;
}

std::vector<int> ownNics(const Decisions &decisions) {
    std::vector<int> own;
    for (const auto &nics : ringNics(decisions))
        own.push_back(nics.size() == 1 ? nics.front() : -1);
    return own;
}

TEST(RcclModels, EightGpusWithTheirOwnNicsMatchInEachVersionAndOnEachCpu) {
    for (const Version &version : versions()) {
        if (version.flavor != Flavor::Rccl)
            continue;
        for (const char *gcn : {"gfx942", "gfx950"})
            for (const auto &[vendor, family] : {std::pair("GenuineIntel", 6), {"AuthenticAMD", 191}}) {
                MeshServer server;
                server.vendor = vendor;
                server.family = family;
                server.gcn = gcn;
                const Decisions decisions = decidedBy(version.name, server);
                ASSERT_TRUE(decisions.model) << version.name << ": " << decisions.ringText;
                EXPECT_EQ(decisions.model->index, 40);
                EXPECT_EQ(decisions.model->channels, 64);
                EXPECT_THAT(ownNics(decisions), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
                EXPECT_FALSE(decisions.mayMatchModel);
                EXPECT_EQ(decisions.ringText, "built-in machine model 40 matches: its rings have 64 "
                                              "channels, and their NICs are those shown");
            }
    }
}

TEST(RcclModels, NicsAreThoseBehindTheSwitchInWhateverOrderTheyAreNumbered) {
    MeshServer server;
    server.nics = {3, 1, 0, 2, 7, 6, 5, 4};
    EXPECT_THAT(ownNics(decidedBy("rccl-2.27.7", server)), ElementsAre(2, 1, 3, 0, 7, 6, 5, 4));
    server.devs = {1, 2, 3, 4, 5, 6, 7, 8};
    const Decisions decisions = decidedBy("rccl-2.27.7", server);
    EXPECT_TRUE(decisions.mayMatchModel);
    EXPECT_THAT(decisions.ringText, HasSubstr("not numbered from 0 on"));
}

TEST(RcclModels, AJobOnOneHostHasNoNics) {
    Options options;
    options.nodes = 1;
    const Decisions decisions = decidedBy("rccl-2.27.7", MeshServer{}, options);
    EXPECT_EQ(decisions.trim, NicTrim::AllXgmi);
    ASSERT_TRUE(decisions.model);
    EXPECT_EQ(decisions.model->index, 38);
    EXPECT_EQ(decisions.ringText, "built-in machine model 38 matches: its rings have 28 channels");
    options = with("RCCL_ENABLE_INTRANET", "1");
    options.nodes = 1;
    EXPECT_EQ(decidedBy("rccl-2.27.7", MeshServer{}, options).model->index, 40);
}

TEST(RcclModels, AFlatVmMatchesNoneForLackOfSwitches) {
    MeshServer server;
    server.switches = 0;
    for (const char *version : {"rccl-2.21", "rccl-2.28.3"}) {
        const Decisions decisions = decidedBy(version, server);
        EXPECT_FALSE(decisions.model);
        EXPECT_FALSE(decisions.mayMatchModel);
        EXPECT_EQ(decisions.ringText,
                  "no built-in machine model matches, so rings are searched: of the GPU-NIC paths model 40 "
                  "has 8 PXB, 24 PHB, 32 SYS, this host 32 PHB, 32 SYS");
    }
}

TEST(RcclModels, FourNumaNodesPerSocketMatchNone) {
    MeshServer server;
    server.nodes = 4;
    EXPECT_THAT(decidedBy("rccl-2.27.7", server).ringText,
                HasSubstr("model 40 has 8 PXB, 24 PHB, 32 SYS, this host 8 PXB, 8 PHB, 48 SYS"));
    Options options;
    options.nodes = 1;
    EXPECT_EQ(decidedBy("rccl-2.27.7", server, options).model->index, 38) << "which ignores NUMA nodes";
}

TEST(RcclModels, OneSwitchFitsSinceSeveralAndOneCountAlike) {
    MeshServer server;
    server.switches = 1;
    const Decisions since = decidedBy("rccl-2.27.3", server);
    ASSERT_TRUE(since.model) << since.ringText;
    EXPECT_EQ(since.model->index, 40);
    const Decisions before = decidedBy("rccl-2.26.6", server);
    EXPECT_FALSE(before.model);
    EXPECT_THAT(before.ringText, HasSubstr("this host 8 PIX, 24 PHB, 32 SYS"));
}

TEST(RcclModels, OtherNumbersOfNics) {
    MeshServer server;
    server.nics = {3, 6, 4, 1}; // in the corners that the model has them in
    Decisions decisions = decidedBy("rccl-2.27.7", server);
    ASSERT_TRUE(decisions.model) << decisions.ringText;
    EXPECT_EQ(decisions.model->index, 43);
    EXPECT_THAT(ownNics(decisions), ElementsAre(3, 3, 0, 0, 2, 2, 1, 1));
    const auto gdr = [&](std::string_view version) { // with the NIC next to GPU 1, the first in the file
        const Decisions found = decidedBy(version, server);
        return found.pair(0, 0).gdrSend.on() && found.pair(1, 0).gdrRecv.on() &&
               !found.pair(2, 0).gdrSend.on();
    };
    EXPECT_TRUE(gdr("rccl-2.26.6")) << "the model makes the other GPU of a pair near as well";
    EXPECT_FALSE(gdr("rccl-2.28.3"));
    // parseA2a8P exchanges GPUs within their nodes, so that any two of a node may have them
    server.nics = {0, 4, 1, 5};
    decisions = decidedBy("rccl-2.27.7", server);
    ASSERT_TRUE(decisions.model) << decisions.ringText;
    EXPECT_EQ(decisions.model->index, 43);
    server.nics = {0, 1, 2, 3, 4, 5};
    EXPECT_THAT(decidedBy("rccl-2.27.7", server).ringText,
                HasSubstr("those for such GPUs have 0, 4, 8 or 16 NICs, this job 6"));
    server.nics = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
    decisions = decidedBy("rccl-2.27.7", server);
    ASSERT_TRUE(decisions.model) << decisions.ringText;
    EXPECT_EQ(decisions.model->index, 41);
    EXPECT_THAT(ringNics(decisions)[3], ElementsAre(6, 7));
}

TEST(RcclModels, AMissingLinkIsNamed) {
    MeshServer server;
    server.missingLink = 5;
    EXPECT_THAT(decidedBy("rccl-2.27.7", server).ringText, HasSubstr("has other XGMI links, or"));
}

TEST(RcclModels, TheEnvironmentMayGiveTheRings) {
    for (const char *name : {"NCCL_RINGS", "RCCL_TREES", "NCCL_GRAPH_FILE"}) {
        const Decisions decisions = decidedBy("rccl-2.27.7", MeshServer{}, with(name, "x"));
        EXPECT_FALSE(decisions.model);
        EXPECT_TRUE(decisions.mayMatchModel);
        EXPECT_THAT(decisions.ringText,
                    HasSubstr("with " + std::string(name) + ", the rings are not modelled"));
    }
    const Decisions searched =
        decidedBy("rccl-2.27.7", MeshServer{}, with("RCCL_MODEL_MATCHING_DISABLE", "1"));
    EXPECT_FALSE(searched.model || searched.mayMatchModel);
    EXPECT_EQ(searched.ringText, "");
    for (const char *value : {"2", "-1", "0x1"})
        EXPECT_FALSE(decidedBy("rccl-2.27.7", MeshServer{}, with("RCCL_MODEL_MATCHING_DISABLE", value)).model)
            << value;
}

/// Each NIC is reached over PXN, which fits everywhere, but for nine that fit at eight places: 16! orders.
TEST(RcclModels, SixteenGpusOnACpuWithoutModelsHaveACause) {
    NcclXmlBuilder text("2");
    const auto bus = [](int gpu) {
        return fmt::format("0000:{:02x}:00.0", 0x10 + 4 * gpu);
    };
    for (int node = 0; node < 4; ++node) {
        text.cpu(node, "GenuineIntel", 6, 143);
        for (int gpu = 4 * node; gpu < 4 * node + 4; ++gpu)
            text.amdGpu(bus(gpu), gpu, "gfx90a",
                        {bus(gpu ^ 1), bus(gpu ^ 2), bus((gpu + 4) % 16), bus((gpu + 12) % 16)});
        if (node < 2)
            text.nic(fmt::format("0000:{:02x}:00.0", 0xa0 + node), node);
        text.close();
    }
    Options options;
    options.version = findVersion("rccl-2.27.7");
    const auto tree = readXml(text.finish(), *options.version);
    ASSERT_TRUE(tree.has_value());
    options.nodes = 2;
    const Decisions decisions = decide(*tree, options);
    EXPECT_FALSE(decisions.model);
    EXPECT_THAT(decisions.ringText, HasSubstr("is for AMD CPUs"));
}

TEST(RcclModels, ManyWaysToAssignNicsTakeBoundedTime) {
    const auto &all = rccl::machineModels();
    const auto model = std::find_if(all.begin(), all.end(), [](const auto &m) { return m.index == 41; });
    ASSERT_NE(model, all.end());
    rccl::HostShape host;
    static_cast<rccl::MachineShape &>(host) = rccl::shapeOf(*model);
    host.peers = model->peers;
    for (std::size_t i = 0; i < model->gpus(); ++i) {
        host.gpus.push_back(i);
        host.order.push_back(i);
        host.gpuIds.push_back(static_cast<std::int64_t>(i) << 16);
    }
    for (std::size_t i = 0; i < model->nics(); ++i)
        host.nics.push_back(i);
    std::uint64_t steps = rccl::kMaxMappingSteps;
    EXPECT_EQ(rccl::mapByNode(*model, host, true, steps).fit, rccl::Fit::Matches);
    std::fill(host.levels.begin(), host.levels.end(), PathType::Pxn);
    for (std::size_t gpu = 0; gpu < model->gpus(); ++gpu)
        host.levels[15 * model->gpus() + gpu] = PathType::Dis;
    steps = rccl::kMaxMappingSteps;
    const rccl::Fit fit = rccl::mapByNode(*model, host, true, steps).fit;
    EXPECT_TRUE(fit == rccl::Fit::TooMany || fit == rccl::Fit::Distances);
}

TEST(RcclModels, TheTableIsConsistent) {
    std::set<int> indices;
    for (const rccl::MachineModel &model : rccl::machineModels()) {
        SCOPED_TRACE(model.index);
        EXPECT_TRUE(indices.insert(model.index).second);
        const rccl::MachineShape shape = rccl::shapeOf(model);
        int most = 0;
        for (std::size_t from = 0; from < model.gpus(); ++from) {
            int peers = 0;
            for (std::size_t to = 0; to < model.gpus(); ++to) {
                EXPECT_EQ(shape.link(from, to), shape.link(to, from));
                peers += shape.link(from, to) > 0 ? 1 : 0;
            }
            most = std::max(most, peers);
        }
        EXPECT_EQ(most, model.peers);
        EXPECT_EQ(shape.levels.size(), model.gpus() * model.nics());
        if (!model.order.empty()) {
            EXPECT_EQ(std::set<char>(model.order.begin(), model.order.end()).size(), model.gpus());
            EXPECT_EQ(model.rules.anyCpu ? model.gpus() : model.buses.size(), model.gpus());
        }
        std::set<std::size_t> used;
        const auto rings = rccl::ringNicsOf(model);
        ASSERT_EQ(rings.size(), model.gpus());
        for (std::size_t gpu = 0; gpu < rings.size(); ++gpu)
            for (const std::size_t nic : rings[gpu]) {
                ASSERT_LT(nic, model.nics());
                used.insert(nic);
                if (!model.rules.nicsAsListed) {
                    EXPECT_NE(shape.level(nic, gpu), PathType::Sys) << "rings stay on their NUMA node";
                }
            }
        EXPECT_EQ(used.size(), model.nics()) << "rings use each NIC";
    }
}

} // namespace
} // namespace fabricscope::nccl
