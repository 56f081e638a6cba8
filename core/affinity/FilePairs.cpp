// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::affinity {

namespace {

/// A device of the file: its own element, and the `pci` elements above it, the topmost first.
struct Place {
    std::size_t device = 0; ///< index in Fabric
    std::uint32_t line = 0;
    std::vector<int> above;
};

std::vector<int> pathTo(const nccl::XmlTree &file, int node) {
    std::vector<int> path;
    for (int at = file.nodes[static_cast<std::size_t>(node)].parent; at >= 0;
         at = file.nodes[static_cast<std::size_t>(at)].parent) {
        if (file.nodes[static_cast<std::size_t>(at)].name != "pci")
            break;
        path.push_back(at);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

/// How many `pci` elements they have in common.
std::size_t common(const std::vector<int> &a, const std::vector<int> &b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

class Claims {
public:
    Claims(const nccl::XmlTree &file, const Fabric &fabric) : m_file(file) {
        for (std::size_t i = 0; i < fabric.gpus.size(); ++i)
            if (fabric.gpus[i].bdf)
                m_gpuAt.try_emplace(*fabric.gpus[i].bdf, i);
        for (std::size_t i = 0; i < fabric.nics.size(); ++i) {
            if (fabric.nics[i].bdf)
                m_nicAt.try_emplace(*fabric.nics[i].bdf, i);
            m_nicNamed.try_emplace(fabric.nics[i].name, i);
        }
    }

    std::vector<StatedPair> pairs() {
        for (int node = 0; node < static_cast<int>(m_file.nodes.size()); ++node)
            if (m_file.nodes[static_cast<std::size_t>(node)].name == "pci")
                place(node);
        std::vector<StatedPair> pairs;
        for (const Place &gpu : m_gpus) {
            std::size_t best = 0;
            for (const Place &nic : m_nics)
                best = std::max(best, common(gpu.above, nic.above));
            for (const Place &nic : m_nics)
                if (best > 0 && common(gpu.above, nic.above) == best)
                    pairs.push_back({gpu.device, nic.device, nic.line});
        }
        return pairs;
    }

private:
    void place(int node) {
        const nccl::XmlNode &element = m_file.nodes[static_cast<std::size_t>(node)];
        const auto busId = element.value("busid");
        const auto address = busId ? pci::Address::parse(*busId) : std::nullopt;
        if (!address)
            return;
        // The first element of a device counts: the library finds no other.
        if (const auto gpu = m_gpuAt.find(*address); gpu != m_gpuAt.end()) {
            if (m_gpusPlaced.insert(gpu->second).second)
                m_gpus.push_back({gpu->second, element.line, pathTo(m_file, node)});
        } else if (const auto nic = nicOf(element, *address); nic && m_nicsPlaced.insert(*nic).second) {
            m_nics.push_back({*nic, element.line, pathTo(m_file, node)});
        }
    }

    /// A `net` that has a name counts by it, wherever it stands.
    [[nodiscard]] std::optional<std::size_t> nicOf(const nccl::XmlNode &element,
                                                   const pci::Address &address) const {
        for (const int child : element.children)
            for (const int net : m_file.nodes[static_cast<std::size_t>(child)].children) {
                const nccl::XmlNode &node = m_file.nodes[static_cast<std::size_t>(net)];
                if (const auto name = node.name == "net" ? node.value("name") : std::nullopt)
                    if (const auto known = m_nicNamed.find(*name); known != m_nicNamed.end())
                        return known->second;
            }
        const auto known = m_nicAt.find(address);
        return known == m_nicAt.end() ? std::nullopt : std::optional(known->second);
    }

    const nccl::XmlTree &m_file;
    std::map<pci::Address, std::size_t> m_gpuAt, m_nicAt;
    std::map<std::string, std::size_t, std::less<>> m_nicNamed;
    std::vector<Place> m_gpus, m_nics;
    std::set<std::size_t> m_gpusPlaced, m_nicsPlaced;
};

} // namespace

std::vector<StatedPair> claimedPairs(const nccl::XmlTree &file, const Fabric &fabric) {
    return Claims(file, fabric).pairs();
}

} // namespace fabricscope::affinity
