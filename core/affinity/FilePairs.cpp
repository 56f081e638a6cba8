// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/FilePairs.h"

#include "core/affinity/Examine.h"

#include <algorithm>
#include <map>

namespace fabricscope::affinity {

namespace {

/// Number of `pci` elements in common.
std::size_t common(const std::vector<int> &a, const std::vector<int> &b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

class DeviceElementFinder {
public:
    DeviceElementFinder(const nccl::XmlTree &file, const Fabric &fabric) : m_file(file) {
        for (std::size_t i = 0; i < fabric.gpus.size(); ++i)
            if (fabric.gpus[i].bdf)
                m_gpuAt.try_emplace(*fabric.gpus[i].bdf, i);
        for (std::size_t i = 0; i < fabric.nics.size(); ++i) {
            if (fabric.nics[i].bdf)
                m_nicsAt[*fabric.nics[i].bdf].push_back(i);
            m_nicNamed.try_emplace(fabric.nics[i].name, i);
        }
        m_elements.gpus.resize(fabric.gpus.size());
        m_elements.nics.resize(fabric.nics.size());
    }

    DeviceElements find() {
        for (int node = 0; node < static_cast<int>(m_file.nodes.size()); ++node)
            if (at(node).name == "pci")
                place(node);
        return std::move(m_elements);
    }

private:
    [[nodiscard]] const nccl::XmlNode &at(int node) const {
        return m_file.nodes[static_cast<std::size_t>(node)];
    }

    void place(int node) {
        const auto busId = at(node).value("busid");
        const auto address = busId ? pci::Address::parse(*busId) : std::nullopt;
        if (!address)
            return;
        // Only the first element of a device counts: the library finds no other.
        if (const auto gpu = m_gpuAt.find(*address); gpu != m_gpuAt.end()) {
            if (auto &known = m_elements.gpus[gpu->second]; !known)
                known = node;
            return;
        }
        for (const std::size_t nic : nicsOf(node, *address))
            if (auto &known = m_elements.nics[nic]; !known)
                known = node;
    }

    /// A `net` with a name is matched by it, wherever it is. Ports of one device share an address.
    [[nodiscard]] std::vector<std::size_t> nicsOf(int pci, const pci::Address &address) const {
        std::vector<std::size_t> found;
        for (const int child : at(pci).children)
            for (const int net : at(child).children)
                if (const auto name = at(net).name == "net" ? at(net).value("name") : std::nullopt)
                    if (const auto known = m_nicNamed.find(*name); known != m_nicNamed.end())
                        found.push_back(known->second);
        const auto known = m_nicsAt.find(address);
        if (known == m_nicsAt.end())
            return found;
        // If the name is another card's, the address means nothing; if it is this card's, it selects all
        // ports.
        const bool own =
            found.empty() || std::any_of(found.begin(), found.end(), [&](std::size_t nic) {
                return std::find(known->second.begin(), known->second.end(), nic) != known->second.end();
            });
        if (own)
            found.insert(found.end(), known->second.begin(), known->second.end());
        return found;
    }

    const nccl::XmlTree &m_file;
    std::map<pci::Address, std::size_t> m_gpuAt;
    std::map<pci::Address, std::vector<std::size_t>> m_nicsAt;
    std::map<std::string, std::size_t, std::less<>> m_nicNamed;
    DeviceElements m_elements;
};

} // namespace

DeviceElements deviceElementsIn(const nccl::XmlTree &file, const Fabric &fabric) {
    return DeviceElementFinder(file, fabric).find();
}

std::vector<int> boxesAbove(const nccl::XmlTree &file, int node) {
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

std::vector<StatedPair> claimedPairs(const nccl::XmlTree &file, const Fabric &fabric) {
    struct Place {
        std::size_t device = 0; ///< index in Fabric
        int node = 0;
        std::vector<int> above;
    };
    constexpr std::size_t kMaxClaims =
        64; // per GPU: a file with everything below one switch would claim everything
    const DeviceElements elements = deviceElementsIn(file, fabric);
    const auto placed = [&](const std::vector<std::optional<int>> &nodes) {
        std::vector<Place> devices;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i])
                devices.push_back({i, *nodes[i], boxesAbove(file, *nodes[i])});
        std::stable_sort(devices.begin(), devices.end(),
                         [](const Place &a, const Place &b) { return a.node < b.node; });
        return devices;
    };
    const std::vector<Place> gpus = placed(elements.gpus);
    const std::vector<Place> nics = placed(elements.nics);
    std::vector<StatedPair> pairs;
    for (const Place &gpu : gpus) {
        std::size_t best = 0;
        for (const Place &nic : nics)
            best = std::max(best, common(gpu.above, nic.above));
        std::size_t count = 0;
        for (const Place &nic : nics)
            if (best > 0 && common(gpu.above, nic.above) == best && ++count <= kMaxClaims)
                pairs.push_back(
                    {gpu.device, nic.device, file.nodes[static_cast<std::size_t>(nic.node)].line});
    }
    return pairs;
}

} // namespace fabricscope::affinity
