// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/TreePlaces.h"

#include "core/formats/Hex.h"
#include "core/formats/Lines.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

namespace fabricscope::formats {

namespace {

using capture::FileTree;
using Id = FileTree::Id;

// "pci0000:00", the folder of a root bus.
bool isRootBus(std::string_view name) {
    const auto colon = name.find(':');
    return name.substr(0, 3) == "pci" && colon != std::string_view::npos && colon > 3 &&
           hexNumber(name.substr(3, colon - 3)) && hexNumber(name.substr(colon + 1));
}

bool isFunction(std::string_view name) {
    return pci::Address::parse(name).has_value();
}
bool isNode(std::string_view name) {
    return numberAfter(name, "node").has_value();
}
bool isCpu(std::string_view name) {
    return numberAfter(name, "cpu").has_value();
}
bool isNumber(std::string_view name) {
    return numberAfter(name, "").has_value();
}
bool isCard(std::string_view name) { // and no connector of one: card0-DP-1
    return numberAfter(name, "card") || numberAfter(name, "renderD");
}
// Names become the beginnings of lines, up to a ':' or a blank.
bool isAny(std::string_view name) {
    return name.find_first_of(": ") == std::string_view::npos;
}

/// Where the things of a place are in a whole tree, and by what their names are known. `sign`: what one of
/// them holds, by which a piece of a tree is known that begins below that folder; empty where it is never
/// looked for.
struct Row {
    Place place;
    std::string_view path;                  ///< below sys, or from the root if it begins with '/'
    bool (*matches)(std::string_view name); ///< nullptr: the folder itself is meant
    std::string_view sign;
};
constexpr Row kRows[] = {
    {Place::Dmi, "class/dmi/id", nullptr, ""},
    {Place::Dmi, "devices/virtual/dmi/id", nullptr, ""},
    {Place::Functions, "bus/pci/devices", isFunction, "vendor"},
    {Place::Slots, "bus/pci/slots", isAny, ""},
    {Place::Groups, "kernel/iommu_groups", isNumber, "devices"},
    {Place::Units, "class/iommu", isAny, ""},
    {Place::NumaTop, "devices/system/node", nullptr, ""},
    {Place::NumaNodes, "devices/system/node", isNode, "meminfo"},
    {Place::CpuTop, "devices/system/cpu", nullptr, ""},
    {Place::Cpus, "devices/system/cpu", isCpu, "topology"},
    {Place::Net, "class/net", isAny, "ifindex"},
    {Place::Rdma, "class/infiniband", isAny, "node_guid"},
    {Place::Drm, "class/drm", isCard, ""},
    {Place::Nvme, "class/nvme", isAny, "subsysnqn"},
    {Place::KfdNodes, "class/kfd/kfd/topology/nodes", isNumber, "properties"},
    {Place::KfdNodes, "devices/virtual/kfd/kfd/topology/nodes", isNumber, "properties"},
    {Place::Modules, "module", isAny, ""},
    {Place::Nvidia, "/proc/driver/nvidia", nullptr, ""},
};

/// Folders in /sys/devices that hold the things of a class, where /sys/class was not packed.
struct ClassFolder {
    std::string_view name;
    Place place;
    bool rightBelow; ///< folder of such devices in a function; others may be deeper (virtio, USB)
};
constexpr ClassFolder kClassFolders[] = {
    {"net", Place::Net, false},
    {"infiniband", Place::Rdma, false}, // mlx5_core.sf.N, virtual
    {"drm", Place::Drm, false},         // platform/amdgpu_xcp_N
    {"nvme", Place::Nvme, true},
};

/// In /sys/devices: CPUs, NUMA nodes and memory, which have places of their own.
constexpr std::string_view kSystem = "system";

/// In /sys/devices: what each device has many of, and no device is in. Half of all folders there.
constexpr std::string_view kNoDevices[] = {"power", "msi_irqs", "queues", "statistics", "quickdata"};

/// One file or folder of these makes a /proc.
constexpr std::string_view kProcSigns[] = {"cpuinfo", "meminfo", "cmdline",
                                           "version", "modules", "driver/nvidia"};

/// Next to a /sys or /proc: devices and runtime state (control groups, udev), hundreds of small files. The
/// texts that are searched for next to a tree are never there.
constexpr std::string_view kRunning[] = {"dev", "run"};

constexpr std::size_t kMaxHosts = 8;

class Finder {
public:
    explicit Finder(FileTree &tree) : m_tree(tree) {}

    std::vector<HostTree> run() {
        std::deque<Id> folders{FileTree::kTop};
        while (!folders.empty() && m_hosts.size() < kMaxHosts) {
            const Id folder = folders.front();
            folders.pop_front();
            std::set<Id> taken;
            if (auto host = whole(folder)) {
                taken.insert(host->folders.begin(), host->folders.end());
                addHost(std::move(*host));
            } else if (auto piece = bare(folder)) {
                addHost(std::move(*piece));
                continue;
            }
            for (const auto &[name, child] : m_tree.children(folder))
                if (m_tree.kind(child) == FileTree::Kind::Folder && !taken.contains(child))
                    folders.push_back(child);
        }
        return std::move(m_hosts);
    }

private:
    // A folder with a sys, a proc, or both.
    std::optional<HostTree> whole(Id folder) const {
        HostTree host;
        host.root = folder;
        host.name = m_tree.name(folder);
        if (const auto sys = m_tree.findFolder(folder, "sys", folder); sys && fillSys(host, *sys))
            host.folders.push_back(*sys);
        const auto proc = m_tree.findFolder(folder, "proc", folder);
        if (proc && std::any_of(std::begin(kProcSigns), std::end(kProcSigns), [&](std::string_view sign) {
                return m_tree.find(*proc, sign, folder).has_value();
            }))
            host.folders.push_back(*proc);
        if (host.folders.empty())
            return std::nullopt;
        for (const std::string_view name : kRunning)
            if (const auto running = m_tree.findFolder(folder, name, folder))
                host.folders.push_back(*running);
        host.at(Place::Root).push_back({{}, folder, {}});
        for (const Row &row : kRows)
            if (row.path.front() == '/')
                fill(host, row, folder, row.path.substr(1));
        return host;
    }

    // A sys under another name, or what is below one of the folders that matter.
    std::optional<HostTree> bare(Id folder) const {
        HostTree host;
        host.root = folder;
        host.folders = {folder};
        if (fillSys(host, folder) || fillBare(host, folder))
            return host;
        return std::nullopt;
    }

    bool fillSys(HostTree &host, Id sys) const {
        static constexpr std::string_view kBegins[] = {"bus", "class", "devices", "kernel", "module"};
        if (std::none_of(std::begin(kBegins), std::end(kBegins),
                         [&](std::string_view name) { return m_tree.child(sys, name).has_value(); }))
            return false;
        for (const Row &row : kRows)
            if (row.path.front() != '/')
                fill(host, row, sys, row.path);
        if (const auto devices = m_tree.findFolder(sys, "devices", host.root);
            devices && hasRootBus(*devices)) {
            if (const auto missing = missingClasses(host, sys))
                fillBelowFunctions(host, *devices, *missing);
            else
                fillDevices(host, *devices);
        }
        sortAll(host);
        // A "module" or "class/dmi" alone may belong to anything.
        return std::any_of(std::begin(kRows), std::end(kRows),
                           [&](const Row &row) { return !row.sign.empty() && !host.at(row.place).empty(); });
    }

    // The classes that /sys/class lacks (a host without GPUs has no drm), where all else was found: then
    // /sys/devices has nothing more than what is of these. std::nullopt: it may have anything.
    std::optional<std::vector<const ClassFolder *>> missingClasses(const HostTree &host, Id sys) const {
        const auto isFound = [](const TreeThing &thing) {
            return thing.folder && !thing.target.empty();
        };
        const auto isReported = [](const TreeThing &thing) { // a link that leads nowhere: it was not packed
            return !thing.target.empty();
        };
        const auto &functions = host.at(Place::Functions);
        const auto classes = m_tree.findFolder(sys, "class", host.root);
        if (!classes || functions.empty() || !std::all_of(functions.begin(), functions.end(), isFound))
            return std::nullopt;
        std::vector<const ClassFolder *> missing;
        for (const ClassFolder &known : kClassFolders) {
            const auto &things = host.at(known.place);
            const bool there = m_tree.child(*classes, known.name).has_value();
            if (there ? !std::all_of(things.begin(), things.end(), isReported) : !known.rightBelow)
                return std::nullopt;
            if (!there)
                missing.push_back(&known);
        }
        return missing;
    }

    bool fillBare(HostTree &host, Id folder) const {
        for (const Row &row : kRows) {
            if (row.sign.empty() || !holds(folder, row))
                continue;
            fill(host, row, folder, ".");
            for (const Row &sibling : kRows) // online and the like are next to the nodes
                if (!sibling.matches && sibling.path == row.path)
                    fill(host, sibling, folder, ".");
            sortAll(host);
            return true;
        }
        if (!hasRootBus(folder))
            return false;
        fillDevices(host, folder);
        sortAll(host);
        return !host.at(Place::Functions).empty();
    }

    // Checks only the first few, since this is called for every folder.
    bool holds(Id folder, const Row &row) const {
        int looked = 0;
        for (const auto &[name, child] : m_tree.children(folder)) {
            if (row.matches(name))
                if (const auto thing = m_tree.follow(child); thing && m_tree.child(*thing, row.sign))
                    return true;
            if (++looked == 16)
                break;
        }
        return false;
    }
    bool hasRootBus(Id folder) const {
        const auto &children = m_tree.children(folder);
        const auto at = children.lower_bound("pci");
        for (auto child = at; child != children.end() && child->first.compare(0, 3, "pci") == 0; ++child)
            if (isRootBus(child->first))
                return true;
        return false;
    }

    void fill(HostTree &host, const Row &row, Id base, std::string_view path) const {
        auto &things = host.at(row.place);
        const auto folder = m_tree.findFolder(base, path, host.root);
        if (!folder || !things.empty())
            return;
        if (!row.matches) {
            things.push_back({{}, *folder, {}});
            return;
        }
        for (const auto &[name, child] : m_tree.children(*folder))
            if (row.matches(name) && m_tree.kind(child) != FileTree::Kind::File)
                things.push_back(thing(host, name, child));
    }

    TreeThing thing(const HostTree &host, std::string_view name, Id child) const {
        TreeThing made{std::string(name), m_tree.follow(child, host.root), {}};
        if (made.folder && m_tree.kind(*made.folder) != FileTree::Kind::Folder)
            made.folder.reset();
        if (m_tree.kind(child) == FileTree::Kind::Link)
            made.target = m_tree.target(child);
        while (made.target.size() > 1 && made.target.back() == '/')
            made.target.pop_back();
        return made;
    }

    // Items found in /sys/devices, each name of a place once.
    class Found {
    public:
        Found(FileTree &tree, HostTree &host, Id devices) : m_tree(tree), m_host(host), m_devices(devices) {
            for (std::size_t place = 0; place < kPlaces; ++place)
                for (std::size_t i = 0; i < host.things[place].size(); ++i)
                    m_known[place].emplace(host.things[place][i].name, i);
        }
        void add(Place place, Id folder) {
            auto &things = m_host.at(place);
            const auto [at, added] =
                m_known[static_cast<std::size_t>(place)].emplace(m_tree.name(folder), things.size());
            if (added)
                things.push_back({std::string(m_tree.name(folder)), folder, {}});
            TreeThing &there = things[at->second];
            if (!there.folder)
                there.folder = folder;
            if (there.target.empty())
                there.target = "/sys/devices" + below(folder);
        }
        // One of a class, where its name may be one.
        void add(const ClassFolder &of, std::string_view name, Id folder) {
            if (of.place == Place::Drm ? isCard(name) : isAny(name))
                add(of.place, folder);
        }

    private:
        // "/pci0000:00/0000:00:01.0"; nothing where that is longer than anything in /sys.
        std::string below(Id folder) const {
            constexpr std::size_t kLongest = 1024;
            std::string path;
            for (; folder != m_devices && path.size() <= kLongest; folder = m_tree.parent(folder))
                path.insert(0, m_tree.name(folder)).insert(0, 1, '/');
            return path.size() > kLongest ? std::string() : path;
        }

        FileTree &m_tree;
        HostTree &m_host;
        Id m_devices;
        std::array<std::map<std::string, std::size_t, std::less<>>, kPlaces> m_known;
    };

    void fillBelowFunctions(HostTree &host, Id devices,
                            const std::vector<const ClassFolder *> &classes) const {
        if (classes.empty())
            return;
        Found found(m_tree, host, devices);
        for (const TreeThing &function : host.at(Place::Functions))
            for (const ClassFolder *known : classes) {
                const auto folder = m_tree.child(*function.folder, known->name);
                if (!folder || m_tree.kind(*folder) != FileTree::Kind::Folder)
                    continue;
                for (const auto &[name, child] : m_tree.children(*folder))
                    if (m_tree.kind(child) == FileTree::Kind::Folder)
                        found.add(*known, name, child);
            }
    }

    // Functions and what hangs on them, by the folders of /sys/devices themselves.
    void fillDevices(HostTree &host, Id devices) const {
        Found found(m_tree, host, devices);
        std::vector<Id> folders{devices};
        while (!folders.empty()) {
            const Id folder = folders.back();
            folders.pop_back();
            const auto *row =
                std::find_if(std::begin(kClassFolders), std::end(kClassFolders),
                             [&](const ClassFolder &c) { return c.name == m_tree.name(folder); });
            for (const auto &[name, child] : m_tree.children(folder)) {
                if (m_tree.kind(child) != FileTree::Kind::Folder || (folder == devices && name == kSystem) ||
                    std::find(std::begin(kNoDevices), std::end(kNoDevices), name) != std::end(kNoDevices))
                    continue;
                if (isFunction(name))
                    found.add(Place::Functions, child);
                else if (row != std::end(kClassFolders))
                    found.add(*row, name, child);
                folders.push_back(child);
            }
        }
    }

    static void sortAll(HostTree &host) {
        std::sort(host.at(Place::Functions).begin(), host.at(Place::Functions).end(),
                  [](const TreeThing &a, const TreeThing &b) {
                      return pci::Address::parse(a.name)->key() < pci::Address::parse(b.name)->key();
                  });
        for (const ClassFolder &c : kClassFolders)
            std::sort(host.at(c.place).begin(), host.at(c.place).end(),
                      [](const TreeThing &a, const TreeThing &b) { return a.name < b.name; });
    }

    // Pieces of one host come in folders of their own; two of one kind are of two hosts.
    void addHost(HostTree host) {
        const auto fits = [&](const HostTree &other) {
            for (std::size_t place = 0; place < kPlaces; ++place)
                if (!host.things[place].empty() && !other.things[place].empty())
                    return false;
            return true;
        };
        const auto at = std::find_if(m_hosts.begin(), m_hosts.end(), fits);
        if (at == m_hosts.end() || m_hosts.size() > 1) {
            m_hosts.push_back(std::move(host));
            return;
        }
        for (std::size_t place = 0; place < kPlaces; ++place)
            if (at->things[place].empty())
                at->things[place] = std::move(host.things[place]);
        at->folders.insert(at->folders.end(), host.folders.begin(), host.folders.end());
    }

    FileTree &m_tree;
    std::vector<HostTree> m_hosts;
};

} // namespace

std::vector<HostTree> hostTrees(FileTree &tree) {
    return Finder(tree).run();
}

} // namespace fabricscope::formats
