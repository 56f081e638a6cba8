// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/DmaBuf.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/machine/Machine.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <utility>

namespace fabricscope::bench {

namespace {

std::optional<std::pair<int, int>> kernelVersion(const host::Host &host) {
    std::string_view rest = host.kernel ? std::string_view(*host.kernel) : std::string_view{};
    const auto major = parseInteger<int>(takeUntil(rest, '.'));
    const auto minor = parseInteger<int>(rest.substr(0, rest.find_first_not_of("0123456789")));
    return major && minor ? std::optional(std::pair(*major, *minor)) : std::nullopt;
}

int placeOf(const host::RdmaPort::Gid &gid) {
    if (gid.type != "RoCE v2")
        return 3;
    if (isIpv4Gid(gid.gid))
        return 0;
    return gid.gid.starts_with("fe80:") ? 2 : 1;
}

} // namespace

DmaBufNeed dmaBufNeed(const topology::Topology &topology) {
    const nccl::Machine machine = nccl::machineOf(topology.host(), topology);
    const auto version = kernelVersion(topology.host());
    constexpr std::pair kWithoutPeerMemory(6, 8);
    DmaBufNeed need;
    need.works = machine.dmaBuf.has;
    if (machine.peerMemory.has) {
        need.needed = !*machine.peerMemory.has;
        need.why = machine.peerMemory.why;
    } else if (machine.flavorKnown && machine.flavor == nccl::Flavor::Rccl && version) {
        need.needed = *version >= kWithoutPeerMemory;
        need.why =
            fmt::format("kernel {} {} peer memory for AMD GPUs", HostText(*topology.host().kernel).plain(32),
                        *need.needed ? "no longer has" : "still has");
    } else {
        need.why = machine.peerMemory.why;
    }
    if (need.works == false)
        need.why += "; " + machine.dmaBuf.why;
    return need;
}

bool isIpv4Gid(std::string_view gid) {
    return gid.starts_with("0000:0000:0000:0000:0000:ffff:") || gid.starts_with("::ffff:");
}

GidChoice gidOf(const host::RdmaPort &port) {
    if (port.linkLayer.known() && *port.linkLayer == "InfiniBand")
        return {std::nullopt, "InfiniBand needs no GID index"};
    const host::RdmaPort::Gid *best = nullptr;
    for (const host::RdmaPort::Gid &gid : port.gids)
        if (best == nullptr || placeOf(gid) < placeOf(*best))
            best = &gid;
    if (best == nullptr)
        return {std::nullopt, "its GID table is not in the capture"};
    if (best->type != "RoCE v2")
        return {std::nullopt, "the port has no RoCE v2 address"};
    return {best->index, fmt::format("{} is RoCE v2{}", HostText(best->gid).plain(64),
                                     isIpv4Gid(best->gid) ? " with an IPv4 address" : "")};
}

} // namespace fabricscope::bench
