// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ncclTopoMakeVnics and ncclTopoTrimSystem of topo.cc, rome_models.cc, mnnvl.cc, and the end of
// ncclTopoCheckP2p of paths.cc.
#include "core/nccl/NotModelled.h"

#include "core/base/HostText.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::nccl {

namespace {

struct Context {
    const Decisions &decisions;
    const Options &options;
    const std::vector<std::string> &gpuModels;

    [[nodiscard]] const Version &version() const { return *decisions.library; }
    [[nodiscard]] bool isSet(Variable variable, std::int64_t value) const {
        return options.environment.number(variable) == value;
    }
    [[nodiscard]] bool hasModel(std::string_view word) const {
        return std::any_of(gpuModels.begin(), gpuModels.end(),
                           [&](const std::string &name) { return name.find(word) != std::string::npos; });
    }
};

std::string trimming(const Context &context) {
    if (context.decisions.trim == NicTrim::None)
        return {};
    return fmt::format("in a single-host job the library removes all NICs, because {}: facts about them "
                       "apply only with {}=1",
                       context.decisions.trim == NicTrim::AllXgmi
                           ? "XGMI connects all its GPUs"
                           : "not every GPU has GPUDirect RDMA to its NIC",
                       nameOf(Variable::EnableIntranet));
}

std::string slowPorts(const Context &context) {
    const auto &nics = context.decisions.nics;
    if (!context.version().trimsNicsOfOneHost)
        return {};
    std::map<std::uint64_t, std::pair<double, double>> rates; // of each card: the slowest, the fastest
    for (const NicNode &nic : nics)
        if (nic.guid) {
            auto &range = rates.try_emplace(*nic.guid, nic.bandwidth, nic.bandwidth).first->second;
            range = {std::min(range.first, nic.bandwidth), std::max(range.second, nic.bandwidth)};
        }
    const bool differ = std::any_of(rates.begin(), rates.end(),
                                    [](const auto &card) { return card.second.first < card.second.second; });
    return differ ? "the library drops a card's slower ports, which is not modelled: they are still listed "
                    "as NICs here"
                  : std::string();
}

/// Or which of the library's machine models matches, which is modelled. Not where sockets take the place of
/// the RDMA devices, and are unknown: a model is for a number of NICs.
std::string models(const Context &context) {
    const Environment &environment = context.options.environment;
    const bool isExcluded = !environment.socketsOnly().empty() || environment.text(Variable::IbHca);
    return isExcluded && context.decisions.nics.empty() ? std::string() : context.decisions.ringText;
}

std::string mnnvl(const Context &context) {
    if (!context.version().mnnvl || context.options.nodes < 2 || context.isSet(Variable::MnnvlEnable, 0) ||
        !(context.hasModel("GB200") || context.hasModel("GB300")))
        return {};
    return fmt::format(
        "NVLink between hosts is not modelled: within one NVLink domain they need no NIC ({}=0 disables it)",
        nameOf(Variable::MnnvlEnable));
}

std::string p2pStatus(const Context &context) {
    const auto &pairs = context.decisions.gpuGpu;
    const auto isDirect = [](const GpuGpu &pair) {
        return pair.transport == Transport::P2p && pair.type > PathType::Nvb;
    };
    if (!context.version().queriesP2pStatus || std::none_of(pairs.begin(), pairs.end(), isDirect))
        return {};
    return "whether the driver supports GPU P2P over PCIe is unknown (NVML's P2P status, shown by nvidia-smi "
           "topo -p2p r): without P2P, host memory is used";
}

std::string parts(const Context &context) {
    constexpr int kFirst = 100; // compute capability of the first GPUs that have such parts
    const auto &gpus = context.decisions.gpus;
    if (!context.version().mloPartNeedsOptIn || context.isSet(Variable::NetGdrMloPart, 1) ||
        std::none_of(gpus.begin(), gpus.end(), [](const GpuNode &gpu) { return gpu.sm >= kFirst; }))
        return {};
    return fmt::format("use of GPU parts (MLOPart of MPS) is unknown: whole GPUs are assumed; parts have "
                       "GPUDirect RDMA only with {}=1",
                       nameOf(Variable::NetGdrMloPart));
}

/// All that the distances of RDMA devices decide is then without effect.
std::string sockets(const Context &context) {
    const std::string setting = context.options.environment.socketsOnly();
    return setting.empty() ? std::string()
                           : fmt::format("{}: no RDMA device is used, traffic between hosts is TCP over "
                                         "sockets; the distances of RDMA devices have no effect",
                                         setting);
}

std::string plugin(const Context &context) {
    const Environment &environment = context.options.environment;
    const auto name = environment.text(Variable::Net).value_or("");
    if (name.empty() || environment.isNet("IB") || environment.isNet("Socket"))
        return {};
    return fmt::format("{}={}: networks of plugins are not modelled; the NICs are those of IB",
                       nameOf(Variable::Net), HostText(name).plain(64));
}

/// RCCL since the end of 2025 (transport/net.cc): an internal plugin for AMD's NICs, net_ib_rocm.
std::string ainic(const Context &context) {
    constexpr std::string_view kSwitch = "RCCL_AINIC_ROCE", kPlugin = "NCCL_NET_PLUGIN";
    const auto &all = context.options.environment.all();
    const auto found = all.find(kSwitch);
    if (context.version().flavor != Flavor::Rccl || found == all.end() || found->second != "1" ||
        all.contains(kPlugin))
        return {};
    return fmt::format(
        "{}=1: the plugin for AMD's NICs that it selects is not modelled (it does not flush after "
        "GPUDirect RDMA); distances and NICs are those of the built-in one",
        kSwitch);
}

// One line adds a rule.
constexpr std::string (*kRules[])(const Context &) = {sockets, plugin,    trimming, slowPorts, models,
                                                      mnnvl,   p2pStatus, parts,    ainic};

} // namespace

std::vector<std::string> notModelled(const Decisions &decisions, const Options &options,
                                     const std::vector<std::string> &gpuModels) {
    std::vector<std::string> sentences;
    if (decisions.library == nullptr || decisions.error)
        return sentences;
    const Context context{decisions, options, gpuModels};
    for (const auto rule : kRules)
        if (std::string sentence = rule(context); !sentence.empty())
            sentences.push_back(std::move(sentence));
    return sentences;
}

std::string fusionNotModelled(const Decisions &decisions, const Options &options) {
    if (decisions.library == nullptr || decisions.error || !decisions.library->fusesNicPorts ||
        options.environment.text(Variable::NetMergeLevel) == "LOC" ||
        options.environment.number(Variable::IbMergeNics) == 0)
        return {};
    std::map<pci::Address, std::vector<std::string>> cards;
    for (const NicNode &nic : decisions.nics)
        if (nic.busId) {
            pci::Address card = *nic.busId;
            card.function = 0;
            cards[card].push_back(nic.name.empty() ? nic.busIdText : nic.name);
        }
    std::vector<std::string> sentences;
    for (const auto &[card, nics] : cards)
        if (nics.size() > 1)
            sentences.push_back(fmt::format("{} of {}", nics.size(), card.toString()));
    if (sentences.empty())
        return {};
    constexpr std::size_t kMost = 4;
    const std::size_t more = sentences.size() > kMost ? sentences.size() - kMost : 0;
    sentences.resize(sentences.size() - more);
    return fmt::format("fusing a card's NICs into one virtual NIC is not modelled: {}{} are counted "
                       "separately ({}=LOC disables it)",
                       fmt::join(sentences, ", "), more > 0 ? fmt::format(" and more on {} cards", more) : "",
                       nameOf(Variable::NetMergeLevel));
}

} // namespace fabricscope::nccl
