// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stitch/GuestFabric.h"

#include "core/base/Text.h"

#include <fmt/format.h>

namespace fabricscope::stitch {

namespace {

using affinity::Fabric;
using topology::NodeId;

/// What a guest's device is on the host.
struct OnHost {
    NodeId device = 0; ///< node 0 is the host itself: none
    NodeId way = 0;    ///< whose links lead there: a virtual function's are its physical one's
};

OnHost onHostOf(const std::optional<pci::Address> &guest, const GuestOnHost &sides) {
    const Match *match = guest ? sides.stitch.ofGuest(*guest) : nullptr;
    const auto device = match != nullptr ? sides.onHost->find(match->onHost) : std::nullopt;
    if (!device)
        return {};
    const auto &physical = sides.onHost->node(*device).physfn;
    return {*device, physical ? sides.onHost->find(*physical).value_or(*device) : *device};
}

class Laying {
public:
    Laying(Fabric &fabric, const GuestOnHost &sides)
        : m_fabric(fabric), m_sides(sides), m_paths(*sides.onHost) {
        for (affinity::Gpu &gpu : fabric.gpus)
            m_gpus.push_back(place(gpu));
        for (affinity::Nic &nic : fabric.nics)
            m_nics.push_back(place(nic));
    }

    void run() {
        const std::size_t gpus = m_gpus.size(), nics = m_nics.size();
        for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
            for (std::size_t nic = 0; nic < nics; ++nic)
                lay(m_fabric.gpuNic[gpu * nics + nic], m_gpus[gpu], m_nics[nic]);
            for (std::size_t other = 0; other < gpus; ++other)
                if (topology::Reach &reach = m_fabric.gpuGpu[gpu * gpus + other];
                    reach.word == topology::PathWord::Unknown) // XGMI and NVLink the guest tells itself
                    lay(reach, m_gpus[gpu], m_gpus[other]);
        }
        m_fabric.ways = affinity::waysOf(*m_sides.onHost, ways(m_gpus), ways(m_nics));
        const host::Host &host = m_sides.onHost->host();
        m_fabric.source =
            fmt::format("{}, which runs this VM{}{}", sanitized(host.hostname.valueOr(host.id.target), 64),
                        m_sides.stitch.how.empty() ? "" : ": ", m_sides.stitch.how);
    }

private:
    /// Also of a GPU or NIC: what it is called there, and its link.
    template<typename Device> OnHost place(Device &device) const {
        const OnHost there = onHostOf(device.bdf, m_sides);
        if (there.device == 0)
            return there;
        device.onHypervisor = m_sides.onHost->node(there.device).bdf->toString();
        const auto &link = m_sides.onHost->node(there.way).link;
        if (const auto rate = link ? affinity::rateOf(*link, link->width) : std::nullopt)
            device.link = rate;
        return there;
    }

    void lay(topology::Reach &reach, const OnHost &a, const OnHost &b) const {
        if (a.device != 0 && b.device != 0)
            reach = m_paths.between(a.way, b.way);
    }

    static std::vector<NodeId> ways(const std::vector<OnHost> &devices) {
        std::vector<NodeId> nodes;
        nodes.reserve(devices.size());
        for (const OnHost &device : devices)
            nodes.push_back(device.way);
        return nodes;
    }

    Fabric &m_fabric;
    const GuestOnHost &m_sides;
    topology::HardwarePaths m_paths;
    std::vector<OnHost> m_gpus, m_nics;
};

} // namespace

Fabric guestFabric(const GuestOnHost &sides, const host::GpuTable &gpus) {
    Fabric fabric = affinity::fabricOf(sides.guest, gpus);
    if (sides.onHost != nullptr && !sides.stitch.matches.empty())
        Laying(fabric, sides).run();
    return fabric;
}

} // namespace fabricscope::stitch
