// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Decide.h"
#include "core/nccl/bootstrap/InterfaceList.h"
#include "core/nccl/file/Numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace fabricscope::nccl {

namespace {

const Version &versionOf(const XmlTree &tree, const Options &options) {
    if (options.version != nullptr)
        return *options.version;
    const int root = tree.system();
    if (root >= 0) {
        const int number = cInt(tree.nodes[static_cast<std::size_t>(root)].value("version").value_or(""));
        if (const Version *row = assumedVersion(number))
            return *row;
    }
    return *assumedVersion(Flavor::Nccl);
}

/// Numbers that no device of the file has, from 0.
class FreeNumbers {
public:
    void take(int number) { m_taken.insert(number); }
    [[nodiscard]] int next() {
        while (m_taken.contains(m_next))
            ++m_next;
        return m_next++;
    }

private:
    std::set<int> m_taken;
    int m_next = 0;
};

class Completion {
public:
    Completion(const XmlTree &file, const Options &options)
        : m_tree(file), m_options(options), m_version(versionOf(file, options)) {}

    [[nodiscard]] XmlTree run();
    [[nodiscard]] NicSelection runSelected();

private:
    [[nodiscard]] XmlNode &node(int index) { return m_tree.nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] std::optional<NodeType> classOf(const XmlNode &pci) const;
    [[nodiscard]] std::vector<int> bareLeaves(NodeType type) const;
    [[nodiscard]] std::vector<int> elements(std::string_view name) const;
    void complete();
    void selectNets(NicSelection &selection);
    void numberNets();
    void addGpus();
    void addNets();
    void completeGpus();
    void addSwitchLinks();
    [[nodiscard]] XmlTree pruned() const;

    XmlTree m_tree;
    const Options &m_options;
    const Version &m_version;
};

std::optional<NodeType> Completion::classOf(const XmlNode &pci) const {
    const auto text = pci.value("class");
    if (!text)
        return std::nullopt;
    for (const ClassRow &row : m_version.classes)
        if (text->substr(0, row.text.size()) == row.text)
            return row.type;
    return NodeType::Pci;
}

/// A GPU with dev -1 is not used by the job (ncclTopoGetXmlFromGpu).
bool isLeftOut(const XmlNode &gpu) {
    const auto dev = gpu.value("dev");
    return dev && cInt(*dev) == -1;
}

/// In order of bus ids, as detection would number them.
std::vector<int> Completion::bareLeaves(NodeType type) const {
    std::vector<int> leaves;
    for (std::size_t index = 0; index < m_tree.nodes.size(); ++index) {
        const XmlNode &pci = m_tree.nodes[index];
        if (pci.name == "pci" && pci.children.empty() && classOf(pci) == type)
            leaves.push_back(static_cast<int>(index));
    }
    std::stable_sort(leaves.begin(), leaves.end(), [this](int a, int b) {
        const auto id = [this](int n) {
            return busIdNumber(m_tree.nodes[static_cast<std::size_t>(n)].value("busid").value_or(""));
        };
        return id(a) < id(b);
    });
    return leaves;
}

std::vector<int> Completion::elements(std::string_view name) const {
    std::vector<int> found;
    for (std::size_t index = 0; index < m_tree.nodes.size(); ++index)
        if (m_tree.nodes[index].name == name)
            found.push_back(static_cast<int>(index));
    return found;
}

void Completion::addGpus() {
    FreeNumbers devs;
    for (const int gpu : elements("gpu"))
        devs.take(cInt(node(gpu).value("dev").value_or("-1")));
    for (const int leaf : bareLeaves(NodeType::Gpu)) {
        const int gpu = m_tree.add(leaf, "gpu");
        node(gpu).assumed = true;
        node(gpu).line = node(leaf).line;
        node(gpu).column = node(leaf).column;
        node(gpu).set("dev", std::to_string(devs.next()));
        node(gpu).set("sm", std::to_string(m_options.defaultSm));
        if (m_version.gpuHasGcn) {
            node(gpu).set("gcn", m_options.defaultGcn);
            node(gpu).set("arch", "38911");
        }
    }
}

void Completion::addNets() {
    FreeNumbers devs;
    for (const int net : elements("net"))
        devs.take(cInt(node(net).value("dev").value_or("-1")));
    for (const int leaf : bareLeaves(NodeType::Nic)) {
        const int net = m_tree.add(m_tree.add(leaf, "nic"), "net");
        node(net).assumed = true;
        node(net).line = node(leaf).line;
        node(net).column = node(leaf).column;
        const int dev = devs.next();
        node(net).set("name", fmt::format("{}{}", m_options.defaultNetName, dev));
        node(net).set("dev", std::to_string(dev));
        node(net).set("speed", std::to_string(m_options.defaultNetSpeed));
        node(net).set("port", "1");
        node(net).set("gdr", "1");
    }
}

void Completion::completeGpus() {
    for (const int gpu : elements("gpu")) {
        const auto dev = node(gpu).value("dev");
        if (!dev || isLeftOut(node(gpu)))
            continue;
        node(gpu).setIfAbsent("rank", std::to_string(cInt(*dev)));
        node(gpu).setIfAbsent("gdr", "1");
        node(gpu).setIfAbsent("sm", std::to_string(m_options.defaultSm));
    }
    for (const int net : elements("net"))
        node(net).setIfAbsent("gdr", "1");
}

/// As NVML would report them: all GPUs at the same switches.
void Completion::addSwitchLinks() {
    if (!m_options.nvswitchLinks)
        return;
    for (const int gpu : elements("gpu")) {
        if (!node(gpu).children.empty())
            continue;
        const int link = m_tree.add(gpu, std::string(m_version.gpuLinkElement));
        node(link).set("target", "fffffff:ffff:ff");
        node(link).set("count", std::to_string(*m_options.nvswitchLinks));
        node(link).set("tclass", "0x068000");
    }
}

XmlTree Completion::pruned() const {
    std::vector<char> kept(m_tree.nodes.size(), 0);
    for (std::size_t index = m_tree.nodes.size(); index-- > 0;) {
        const XmlNode &at = m_tree.nodes[index];
        const bool counts = (at.name == "gpu" && at.find("rank") != nullptr && !isLeftOut(at)) ||
                            (at.name == "net" && at.find("dev") != nullptr);
        if (!counts && kept[index] == 0 && at.name != "system")
            continue;
        for (auto up = static_cast<int>(index); up >= 0 && kept[static_cast<std::size_t>(up)] == 0;
             up = m_tree.nodes[static_cast<std::size_t>(up)].parent)
            kept[static_cast<std::size_t>(up)] = 1;
    }
    // Everything below a GPU or NIC is removed with it, and so are the links of a remaining switch.
    XmlTree result;
    result.warnings = m_tree.warnings;
    std::vector<std::pair<int, int>> open; // old index, new parent
    if (const int root = m_tree.system(); root >= 0)
        open.emplace_back(root, -1);
    while (!open.empty()) {
        const auto [old, parent] = open.back();
        open.pop_back();
        const XmlNode &from = m_tree.nodes[static_cast<std::size_t>(old)];
        const int made = result.add(parent, from.name);
        XmlNode &to = result.nodes[static_cast<std::size_t>(made)];
        to.attributes = from.attributes;
        to.line = from.line;
        to.column = from.column;
        to.assumed = from.assumed;
        for (auto child = from.children.rbegin(); child != from.children.rend(); ++child) {
            const std::string &name = m_tree.nodes[static_cast<std::size_t>(*child)].name;
            const bool isDevice =
                name == "cpu" || name == "pci" || name == "nic" || name == "net" || name == "gpu";
            if (!isDevice || kept[static_cast<std::size_t>(*child)] != 0)
                open.emplace_back(*child, made);
        }
    }
    return result;
}

void Completion::complete() {
    addGpus();
    addNets();
    completeGpus();
    addSwitchLinks();
}

/// A `net` without `dev` is left out (pruned), as the library leaves out those that its plugin does not list.
void Completion::selectNets(NicSelection &selection) {
    constexpr std::size_t kMaxIbDevices = 32; // MAX_IB_DEVS
    const Environment &environment = m_options.environment;
    const std::string_view names = environment.text(Variable::IbHca).value_or("");
    const InterfaceList filter(names, kMaxIbDevices);
    const bool isFiltered = names.size() > 1;
    const bool noRdma = !environment.socketsOnly().empty();
    for (const int net : elements("net")) {
        const auto port = node(net).value("port");
        if (node(net).find("dev") == nullptr || (port && cInt(*port) == 0)) // of sockets
            continue;
        ++selection.nics;
        const auto name = node(net).value("name").value_or("");
        const bool isNamed = !node(net).assumed && !name.empty();
        if (!noRdma && isFiltered && !isNamed)
            ++selection.unnamed;
        if (!noRdma && (!isFiltered || !isNamed || filter.takes(name, port ? cInt(*port) : -1)))
            continue;
        node(net).unset("dev");
        ++selection.excluded;
    }
}

/// As the plugin would, in the order that they have.
void Completion::numberNets() {
    std::vector<int> nets;
    for (const int net : elements("net"))
        if (node(net).find("dev") != nullptr)
            nets.push_back(net);
    std::stable_sort(nets.begin(), nets.end(), [this](int a, int b) {
        return cInt(node(a).value("dev").value_or("")) < cInt(node(b).value("dev").value_or(""));
    });
    int next = -1;
    int last = -1;
    for (const int net : nets) {
        const int dev = cInt(node(net).value("dev").value_or(""));
        next += next < 0 || dev != last ? 1 : 0; // several of one number stay so
        last = dev;
        node(net).set("dev", std::to_string(next));
    }
}

XmlTree Completion::run() {
    complete();
    return pruned();
}

NicSelection Completion::runSelected() {
    NicSelection selection;
    complete();
    selectNets(selection);
    if (selection.excluded > 0)
        numberNets();
    selection.tree = pruned();
    return selection;
}

} // namespace

XmlTree standaloneSystem(const XmlTree &file, const Options &options) {
    return Completion(file, options).run();
}

NicSelection selectedNics(const XmlTree &file, const Options &options) {
    return Completion(file, options).runSelected();
}

} // namespace fabricscope::nccl
