// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/Choice.h"

#include "core/nccl/file/Numbers.h"

#include <algorithm>
#include <string>

namespace fabricscope::nccl {

namespace {

bool isPowerOfTwo(std::int64_t value) {
    return (value & (value - 1)) == 0;
}

/// mirrorBits of topo.h: with 4 NICs, 0 1 2 3 become 0 2 1 3.
std::int64_t mirrored(std::int64_t value, std::int64_t powerOfTwo) {
    std::int64_t mirror = 0;
    for (std::int64_t bit = 1, other = powerOfTwo >> 1; bit < powerOfTwo; bit <<= 1, other >>= 1)
        if ((value & bit) != 0)
            mirror |= other;
    return mirror;
}

std::string upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return result;
}

} // namespace

NetDevsPolicy netDevsPolicy(const Environment &environment, const Version &version) {
    const auto text = environment.text(Variable::NetDevsPolicy);
    if (!text || !version.netDevsPolicy)
        return {};
    const std::string value = upper(*text);
    if (value == "ALL")
        return {NetDevsPolicy::Kind::All, 0};
    if (value.rfind("MAX:", 0) == 0)
        if (const int max =
                static_cast<int>(std::clamp<std::int64_t>(cNumber(value.substr(4), 10), 0, 1 << 20));
            max > 0)
            return {NetDevsPolicy::Kind::Max, max};
    return {};
}

Choice::Choice(const System &system, const Paths &paths, NetDevsPolicy policy)
    : m_system(system)
    , m_paths(paths)
    , m_policy(policy)
    , m_gpus(system.count(NodeType::Gpu))
    , m_nets(system.count(NodeType::Net)) {}

void Choice::changed(std::size_t gpu, std::size_t net) {
    m_gpus[gpu].known = false;
    m_nets[net].known = false;
}

const std::vector<int> &Choice::netsOf(std::size_t gpu) {
    OfGpu &of = m_gpus[gpu];
    if (!of.known)
        localNodes(m_paths.gpuNet.row(gpu), of.nets);
    of.known = true;
    return of.nets;
}

const std::vector<int> &Choice::gpusOf(std::size_t net) {
    OfNet &of = m_nets[net];
    if (!of.known)
        localNodes(m_paths.netGpu.row(net), of.gpus);
    of.known = true;
    return of.gpus;
}

std::int64_t Choice::start(std::size_t gpu, const std::vector<int> &localGpus) const {
    const std::int64_t dev = m_system.gpus[gpu].dev;
    switch (m_system.version->localNetStart) {
    case LocalNetStart::DevModuloLocalGpus:
        return dev % static_cast<std::int64_t>(localGpus.size());
    case LocalNetStart::Dev:
        return dev;
    case LocalNetStart::IndexAmongLocalGpus: {
        const auto found = std::find(localGpus.begin(), localGpus.end(), static_cast<int>(gpu));
        return found != localGpus.end() ? found - localGpus.begin() : 0;
    }
    }
    return 0;
}

Choice::Pick Choice::pick(std::size_t gpu) {
    const auto &nets = netsOf(gpu);
    const auto &localGpus = gpusOf(static_cast<std::size_t>(nets.front()));
    const auto count = static_cast<std::int64_t>(nets.size());
    Pick pick;
    if (localGpus.empty())
        return pick;
    pick.start = start(gpu, localGpus);
    if (isPowerOfTwo(count))
        pick.start = mirrored(pick.start, count);
    const auto gpus = static_cast<std::int64_t>(localGpus.size());
    pick.netsPerGpu = (count + gpus - 1) / gpus;
    if (m_policy.kind == NetDevsPolicy::Kind::All)
        pick.netsPerGpu = count;
    else if (m_policy.kind == NetDevsPolicy::Kind::Max)
        pick.netsPerGpu = std::min<std::int64_t>(m_policy.max, count);
    return pick;
}

int Choice::localNet(std::size_t gpu, int channel) {
    if (netsOf(gpu).empty())
        return -1;
    const Pick at = pick(gpu);
    const auto &nets = netsOf(gpu);
    const auto count = static_cast<std::int64_t>(nets.size());
    const std::int64_t index = (at.start + channel % at.netsPerGpu) % count;
    return nets[static_cast<std::size_t>(index < 0 ? index + count : index)]; // a negative dev is unused
}

int Choice::localGpu(std::size_t net) {
    const auto locals = gpusOf(net);
    int found = -1;
    std::int64_t channelOfFound = m_system.version->maxChannels;
    for (const int gpu : locals) {
        const auto &nets = netsOf(static_cast<std::size_t>(gpu));
        const auto place = std::find(nets.begin(), nets.end(), static_cast<int>(net));
        if (place == nets.end())
            continue;
        // The first channel on which this GPU uses this NIC.
        const Pick at = pick(static_cast<std::size_t>(gpu));
        const auto count = static_cast<std::int64_t>(nets.size());
        const std::int64_t channel = (((place - nets.begin()) - at.start) % count + count) % count;
        if (channel < at.netsPerGpu && channel < channelOfFound) {
            channelOfFound = channel;
            found = gpu;
        }
    }
    return found;
}

} // namespace fabricscope::nccl
