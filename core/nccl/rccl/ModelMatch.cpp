// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/rccl/ModelMatch.h"

#include "core/nccl/rccl/HostShape.h"
#include "core/nccl/rccl/Mapping.h"
#include "core/nccl/rccl/Mismatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::nccl::rccl {

namespace {

// What decides on the rings, too, in RCCL, read before models are (ncclTopoCompute).
constexpr std::array<std::string_view, 3> kRingVariables = {"NCCL_RINGS", "RCCL_TREES", "NCCL_RINGS_REMAP"};

/// checkAlltoallWidth: links between each two GPUs, where they are the same number; else 0.
int meshLinks(const MachineShape &shape) {
    const std::size_t gpus = shape.gpuNodes.size();
    const int links = gpus > 1 ? shape.link(0, 1) : 0;
    for (std::size_t from = 0; from < gpus; ++from)
        for (std::size_t to = 0; to < gpus; ++to)
            if (from != to && shape.link(from, to) != links)
                return 0;
    return links;
}

std::string modelText(const RingModel &model) {
    const auto ends = std::count_if(model.nics.begin(), model.nics.end(),
                                    [](const std::vector<int> &nics) { return !nics.empty(); });
    std::string where;
    if (static_cast<std::size_t>(ends) == model.nics.size())
        where = ", and their NICs are those shown";
    else if (ends > 0)
        where = fmt::format(", which enter and leave the host at {} of {} GPUs; the others choose their NIC",
                            ends, model.nics.size());
    return fmt::format("built-in machine model {} matches: its rings have {} channels{}", model.name,
                       model.channels, where);
}

class ModelMatcher {
public:
    ModelMatcher(const System &system, const HostShape &host, const std::vector<std::size_t> &listed)
        : m_system(system), m_host(host), m_listed(listed), m_pixIsPxb(system.version->modelsTakePixAsPxb) {}

    /// In the order of ncclTopoCompute.
    [[nodiscard]] RingSource match() {
        for (const auto attempt :
             {&ModelMatcher::matchMesh, &ModelMatcher::matchByAddress, &ModelMatcher::matchSixteen,
              &ModelMatcher::matchHives, &ModelMatcher::matchGigaIo})
            if ((this->*attempt)() || m_source.isOpen)
                return std::move(m_source);
        m_source.text = mismatchText(m_host, *m_system.version);
        return std::move(m_source);
    }

private:
    // parseA2a8P
    bool matchMesh() {
        constexpr std::size_t kGpus = 8, kNodes = 2;
        const int links = meshLinks(m_host);
        if (m_host.gpus.size() != kGpus || m_host.perNode.size() != kNodes || links == 0)
            return false;
        for (const MachineModel &model : machineModels())
            if (meshLinks(shapeOf(model)) == links &&
                takes(model, mapByNode(model, m_host, m_pixIsPxb, m_steps)))
                return true;
        return false;
    }

    // parseRome4P2H
    bool matchByAddress() {
        constexpr std::size_t kMostGpus = 8;
        if (m_host.gpus.size() > kMostGpus)
            return false;
        for (const MachineModel &model : machineModels())
            if (takes(model, mapByAddress(model, m_host, m_pixIsPxb, m_steps)))
                return true;
        return false;
    }

    // parse1H16P
    bool matchSixteen() {
        constexpr std::size_t kGpus = 16, kNodes = 4;
        if (!m_host.isRome || m_host.gpus.size() != kGpus || m_host.perNode.size() != kNodes)
            return false;
        for (const MachineModel &model : machineModels())
            if (takes(model, mapByNode(model, m_host, m_pixIsPxb, m_steps)))
                return true;
        return false;
    }

    bool takes(const MachineModel &model, const Mapping &mapping) {
        if (mapping.fit == Fit::TooMany)
            setOpen("there are too many ways to assign GPUs and NICs");
        if (m_source.isOpen || mapping.fit != Fit::Matches)
            return false;
        RingModel found;
        found.index = model.index;
        found.name = std::to_string(model.index);
        found.channels = model.channels;
        found.nics.resize(m_host.gpus.size());
        const auto rings = ringNicsOf(model);
        for (std::size_t gpu = 0; gpu < rings.size(); ++gpu)
            for (const std::size_t nic : rings[gpu]) {
                const std::optional<std::size_t> place = nicOf(model, mapping, nic);
                if (!place) {
                    setOpen("its NICs are not numbered from 0 on");
                    return false;
                }
                found.nics[m_host.gpus[mapping.gpus[gpu]]].push_back(static_cast<int>(*place));
            }
        set(std::move(found));
        m_source.widensDistances = model.rules.widensDistances && m_system.version->modelsWidenDistances;
        return true;
    }

    /// parseGraph: a ring has the number of a NIC, which is that by `dev`.
    [[nodiscard]] std::optional<std::size_t> nicOf(const MachineModel &model, const Mapping &mapping,
                                                   std::size_t nic) const {
        if (model.rules.nicsAsListed)
            return m_listed[nic];
        return withDev(static_cast<int>(mapping.nics.empty() ? nic : mapping.nics[nic]));
    }

    [[nodiscard]] std::optional<std::size_t> withDev(int dev) const {
        for (const std::size_t place : m_listed)
            if (m_system.nets[place].dev == dev)
                return place;
        return std::nullopt;
    }

    /// Groups of GPUs that are all linked to their first one (find_gpu_hives); empty: not of one size.
    [[nodiscard]] std::vector<std::vector<std::size_t>> hives() const {
        std::vector<std::vector<std::size_t>> groups;
        const auto size = static_cast<std::size_t>(m_host.peers) + 1;
        for (std::size_t gpu = 0; gpu < m_host.gpus.size(); ++gpu) {
            const auto own = std::find_if(groups.begin(), groups.end(), [&](const auto &group) {
                return m_host.link(gpu, group.front()) != 0;
            });
            if (own != groups.end())
                own->push_back(gpu);
            else
                groups.push_back({gpu});
        }
        const bool isEven = std::all_of(groups.begin(), groups.end(),
                                        [&](const auto &group) { return group.size() == size; });
        return isEven ? groups : std::vector<std::vector<std::size_t>>();
    }

    // parse4H4P: each GPU's NIC is that behind its own switch
    bool matchHives() {
        constexpr std::size_t kHives = 4, kDevices = 16;
        constexpr int kPeers = 3, kChannels = 8;
        if (!m_host.isRome || m_host.gpus.size() != kDevices || m_host.nics.size() != kDevices ||
            m_host.peers != kPeers)
            return false;
        const auto groups = hives();
        if (groups.size() != kHives)
            return false;
        std::vector<std::optional<std::size_t>> nics(kDevices); // by GPU, as the groups have them
        for (std::size_t nic = 0; nic < kDevices; ++nic) {
            const std::optional<std::size_t> gpu = behindSwitchOf(nic, groups);
            if (!gpu)
                return false;
            nics[*gpu] = nic;
        }
        RingModel found;
        found.name = "4P4H";
        found.channels = kChannels;
        found.nics.resize(kDevices);
        for (std::size_t gpu = 0; gpu < kDevices; ++gpu) {
            const auto place = nics[gpu] ? withDev(static_cast<int>(*nics[gpu])) : std::nullopt;
            if (!place)
                return false;
            found.nics[m_host.gpus[gpu]] = {static_cast<int>(*place)};
        }
        set(std::move(found));
        return true;
    }

    [[nodiscard]] std::optional<std::size_t>
    behindSwitchOf(std::size_t nic, const std::vector<std::vector<std::size_t>> &groups) const {
        for (const auto &group : groups)
            for (const std::size_t gpu : group)
                if (m_host.level(nic, gpu) == PathType::Pix)
                    return gpu;
        return std::nullopt;
    }

    // parseGIOTopos
    bool matchGigaIo() {
        constexpr std::size_t kGpus = 16, kHives = 2, kMostNodes = 2;
        constexpr int kPeers = 7, kChannels = 8;
        if (m_host.gpus.size() != kGpus || m_host.perNode.size() > kMostNodes || !m_host.nics.empty() ||
            m_host.peers != kPeers || hives().size() != kHives)
            return false;
        RingModel found;
        found.name = "GigaIO";
        found.channels = kChannels;
        found.nics.resize(kGpus);
        set(std::move(found));
        return true;
    }

    void set(RingModel model) {
        m_source.text = modelText(model);
        m_source.model = std::move(model);
    }

    void setOpen(std::string_view why) {
        m_source.isOpen = true;
        m_source.text =
            fmt::format("whether a built-in machine model gives the rings is not worked out: {}", why);
    }

    const System &m_system;
    const HostShape &m_host;
    const std::vector<std::size_t> &m_listed;
    const bool m_pixIsPxb;
    std::uint64_t m_steps = kMaxMappingSteps;
    RingSource m_source;
};

RingSource openSource(std::string text) {
    RingSource source;
    source.isOpen = true;
    source.text = std::move(text);
    return source;
}

} // namespace

RingSource ringSourceOf(const System &system, const Paths &paths, const Options &options,
                        const std::vector<std::size_t> &nets) {
    const auto given = [&](std::string_view name) {
        return options.environment.all().contains(name)
                   ? std::optional(openSource(
                         fmt::format("with {}, the rings are not modelled: they may use other NICs", name)))
                   : std::nullopt;
    };
    if (auto source = given(nameOf(Variable::GraphFile))) // NCCL too
        return *source;
    if (!system.version->matchesModels || system.count(NodeType::Gpu) < 2)
        return {};
    for (const std::string_view name : kRingVariables)
        if (auto source = given(name))
            return *source;
    if (options.environment.number(Variable::ModelMatchingDisable).value_or(0) != 0)
        return {};
    if (isChordalRing(system))
        return openSource("the rings of the built-in machine model for 8 GPUs with 6 XGMI links each are not "
                          "worked out: they may use other NICs");
    const auto host = hostShapeOf(system, paths, nets);
    return host ? ModelMatcher(system, *host, nets).match() : RingSource();
}

} // namespace fabricscope::nccl::rccl
