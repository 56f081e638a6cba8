// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/NicFusion.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/bootstrap/InterfaceList.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::nccl {

namespace {

constexpr std::size_t kMaxFused = 4;                 // NCCL_IB_MAX_DEVS_PER_NIC
constexpr std::size_t kMaxNets = 32;                 // MAX_IB_DEVS
constexpr std::int64_t kMaxMegabits = 1'000'000'000; // more than any NIC has: data of a host is not trusted

/// Distance classes of two NICs for fusing, nearest first: PATH_PORT is between "the same" and "one switch".
enum class Near : std::uint8_t { Loc, Port, Pix, Pxb, P2c, Pxn, Phb, Sys, Dis };

/// nicPathKvList of topo.cc.
struct LevelRow {
    std::string_view text;
    Near level;
};
constexpr LevelRow kLevels[] = {
    {"LOC", Near::Loc}, {"PORT", Near::Port}, {"PIX", Near::Pix}, {"PXB", Near::Pxb},
    {"P2C", Near::P2c}, {"PXN", Near::Pxn},   {"PHB", Near::Phb}, {"SYS", Near::Sys},
};

std::string_view nameOf(Near level) {
    const auto *row = std::find_if(std::begin(kLevels), std::end(kLevels),
                                   [level](const LevelRow &r) { return r.level == level; });
    return row != std::end(kLevels) ? row->text : std::string_view("DIS");
}

/// kvConvertToInt: the first row that the text begins with; other text is 0, which is LOC.
Near levelOf(const Environment &environment) {
    const auto text = environment.text(Variable::NetMergeLevel);
    if (!text)
        return Near::Port;
    const auto *row = std::find_if(std::begin(kLevels), std::end(kLevels),
                                   [&](const LevelRow &r) { return text->starts_with(r.text); });
    return row != std::end(kLevels) ? row->level : Near::Loc;
}

/// ncclTopoGetPath: by the common parents of two `net` elements.
class Tree {
public:
    explicit Tree(const XmlTree &tree) : m_tree(tree) {
        for (int i = 0; i < static_cast<int>(tree.nodes.size()); ++i)
            if (const auto name = at(i).value("name"); name && at(i).name == "net")
                m_nets.emplace(*name, i);
    }

    /// Ports of one device have the same name, and so one element.
    [[nodiscard]] Near between(std::string_view a, std::string_view b) const {
        const std::vector<int> first = pathTo(a), second = pathTo(b);
        if (first.empty() || second.empty())
            return Near::Dis;
        const auto [x, y] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
        if (x == first.begin())
            return Near::Dis;
        if (x != first.end() && y != second.end() && arePorts(*x, *y))
            return Near::Port;
        return below(*(x - 1), first.size() - static_cast<std::size_t>(x - first.begin()),
                     second.size() - static_cast<std::size_t>(y - second.begin()));
    }

    /// The busid of the device of a NIC in the tree; empty if there is none.
    [[nodiscard]] std::string deviceOf(std::string_view name) const {
        const std::vector<int> way = pathTo(name); // ... pci, nic, net
        const auto busId = way.size() < 3 ? std::nullopt : at(way[way.size() - 3]).value("busid");
        return std::string(busId.value_or(""));
    }

private:
    [[nodiscard]] const XmlNode &at(int node) const { return m_tree.nodes[static_cast<std::size_t>(node)]; }

    [[nodiscard]] std::vector<int> pathTo(std::string_view name) const {
        std::vector<int> way;
        const auto net = m_nets.find(name);
        for (int node = net == m_nets.end() ? -1 : net->second; node >= 0; node = at(node).parent)
            way.push_back(node);
        std::reverse(way.begin(), way.end());
        return way;
    }

    /// Functions of one device: the busid without its last character.
    [[nodiscard]] bool arePorts(int a, int b) const {
        const auto first = at(a).value("busid"), second = at(b).value("busid");
        return first && second && !first->empty() && first->size() == second->size() &&
               first->substr(0, first->size() - 1) == second->substr(0, second->size() - 1);
    }

    /// `common` is the lowest element above both; this many elements below it are separate.
    [[nodiscard]] Near below(int common, std::size_t first, std::size_t second) const {
        constexpr std::size_t kDirectly = 3; // pci, nic, net
        const std::string &name = at(common).name;
        if (name == "system")
            return Near::Sys;
        if (name == "cpu")
            return Near::Phb;
        if (name != "pci")
            return Near::Port;
        return first == kDirectly && second == kDirectly ? Near::Pix : Near::Pxb;
    }

    const XmlTree &m_tree;
    std::map<std::string_view, int> m_nets; ///< by name, the first
};

class Fusion {
public:
    Fusion(const XmlTree &merged, const Machine &machine, std::span<const PluginNet> nets,
           const Environment &environment)
        : m_tree(merged)
        , m_machine(machine)
        , m_nets(nets.first(std::min(nets.size(), kMaxNets)))
        , m_environment(environment)
        , m_level(levelOf(environment))
        , m_placed(m_nets.size())
        , m_near(m_nets.size()) {
        for (std::size_t i = 0; i < m_nets.size(); ++i)
            for (std::size_t j = 0; j < m_nets.size(); ++j)
                m_near[i].push_back(i == j ? Near::Loc
                                    : !m_nets[i].isPci || !m_nets[j].isPci
                                        ? Near::Dis
                                        : m_tree.between(m_nets[i].name, m_nets[j].name));
    }

    NicFusion run() {
        force();
        if (!m_result.error)
            fuseNear();
        if (!m_result.error)
            refuseAcrossNodes();
        return std::move(m_result);
    }

private:
    using Group = std::vector<std::size_t>;

    /// ncclTopoGetVNicParent: a fused NIC needs a place in the tree, which cannot be "system".
    void refuseAcrossNodes() {
        for (const FusedNic &fused : m_result.fused)
            for (const std::size_t net : fused.nets)
                if (m_tree.between(m_nets[fused.nets.front()].name, m_nets[net].name) == Near::Sys) {
                    m_result.error =
                        FileError{ResultCode::InvalidArgument,
                                  "ncclTopoGetVNicParent",
                                  0,
                                  0,
                                  fmt::format("{} would span several NUMA nodes ({})", fused.name, fused.why),
                                  "the communicator is not created: the run fails at startup"};
                    m_result.fused.clear();
                    return;
                }
    }

    /// ncclIbMakeVDeviceInternal
    [[nodiscard]] bool canFuse(const Group &group) const {
        const auto linkOf = [this](std::size_t net) -> const std::string & {
            return m_machine.nets[m_nets[net].machineNet].linkLayer;
        };
        return m_environment.number(Variable::IbMergeNics).value_or(1) != 0 && group.size() <= kMaxFused &&
               std::all_of(group.begin(), group.end(), [&](std::size_t net) {
                   return linkOf(net).empty() || linkOf(group.front()).empty() ||
                          linkOf(net) == linkOf(group.front());
               });
    }

    void add(const Group &group, std::string why) {
        FusedNic fused;
        fused.nets = group;
        fused.why = std::move(why);
        for (const std::size_t net : group) {
            fused.name += (fused.name.empty() ? "" : "+") + m_nets[net].name;
            fused.speedMbits += std::clamp<std::int64_t>(m_nets[net].speedMbits, 0, kMaxMegabits);
            m_placed[net] = true;
        }
        m_result.fused.push_back(std::move(fused));
    }

    void fail(std::string_view entry, std::string_view why) {
        m_result.fused.clear();
        m_result.error = FileError{
            ResultCode::InvalidUsage,
            "ncclTopoForceMerge",
            0,
            0,
            fmt::format("NCCL_NET_FORCE_MERGE cannot fuse \"{}\": {}", HostText(entry).plain(128), why),
            "the communicator is not created: the run fails at startup"};
    }

    /// ncclTopoForceMerge: "mlx5_0,mlx5_1;mlx5_2,mlx5_3", full names, each with its port if given.
    void force() {
        std::string_view rest = m_environment.text(Variable::NetForceMerge).value_or("");
        while (!rest.empty() && !m_result.error) {
            const std::string_view entry = takeUntil(rest, ';');
            if (entry.empty())
                continue;
            const std::string exact = "=" + std::string(entry);
            const InterfaceList list(exact, kMaxFused);
            Group group;
            for (std::size_t net = 0; net < m_nets.size(); ++net)
                if (list.size() > 0 && list.names(m_nets[net].name, m_nets[net].port))
                    group.push_back(net);
            if (group.size() != list.size() || list.size() == 0)
                fail(entry, fmt::format("{} of the {} NICs here match it", group.size(), m_nets.size()));
            else if (!canFuse(group))
                fail(entry, m_environment.number(Variable::IbMergeNics) == 0
                                ? "NCCL_IB_MERGE_NICS=0 forbids it"
                                : "one is InfiniBand and another is Ethernet");
            else if (group.size() > 1)
                add(group, "set by NCCL_NET_FORCE_MERGE");
        }
    }

    [[nodiscard]] std::string whyOf(const Group &group) const {
        if (m_level == Near::Port)
            return fmt::format("one device, {}", m_tree.deviceOf(m_nets[group.front()].name));
        return fmt::format("within {} of each other, NCCL_NET_MERGE_LEVEL", nameOf(m_level));
    }

    /// ncclTopoAutoMerge: each remaining NIC is fused with the next ones that are near enough. NICs that the
    /// plugin does not fuse are separate from then on, and the search restarts with the second NIC.
    void fuseNear() {
        for (std::size_t i = 0; i < m_nets.size(); ++i) {
            if (m_placed[i])
                continue;
            Group group = {i};
            for (std::size_t j = 0; j < m_nets.size() && group.size() < kMaxFused; ++j)
                if (j != i && !m_placed[j] && m_near[i][j] <= m_level)
                    group.push_back(j);
            if (group.size() == 1) {
                m_placed[i] = true;
            } else if (canFuse(group)) {
                add(group, whyOf(group));
            } else {
                for (const std::size_t net : group)
                    if (net != i)
                        m_near[i][net] = m_near[net][i] = Near::Dis;
                i = 0;
            }
        }
    }

    Tree m_tree;
    const Machine &m_machine;
    std::span<const PluginNet> m_nets;
    const Environment &m_environment;
    Near m_level;
    std::vector<bool> m_placed;
    std::vector<std::vector<Near>> m_near;
    NicFusion m_result;
};

} // namespace

NicFusion fuseNics(const XmlTree &merged, const Machine &machine, std::span<const PluginNet> nets,
                   const Environment &environment, const Version &version) {
    const bool rdma = !nets.empty() && std::all_of(nets.begin(), nets.end(), [&](const PluginNet &net) {
        return machine.nets[net.machineNet].kind == MachineNet::Kind::Rdma;
    });
    if (!version.fusesNicPorts || !rdma || merged.nodes.empty())
        return {};
    return Fusion(merged, machine, nets, environment).run();
}

} // namespace fabricscope::nccl
