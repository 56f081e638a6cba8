// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A hostile machine and a hostile topology file. First one line per part of the machine (F function, G GPU, N
// net, C cpumap, E environment), then a line "=", then the file.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/bootstrap/Bootstrap.h"
#include "core/nccl/machine/Merge.h"
#include "tests/fuzz/Fuzz.h"

#include <array>

using namespace fabricscope;
using namespace fabricscope::nccl;

namespace {

/// The words of a line; missing ones are empty.
class Words {
public:
    explicit Words(std::string_view line) : m_rest(line) {}
    std::string next() { return std::string(takeUntil(m_rest, ' ')); }
    int number() { return parseInteger<int>(next()).value_or(0); }

private:
    std::string_view m_rest;
};

struct Input {
    Machine machine;
    host::Host host;
    Options options;
};

void addFunction(Words words, Machine &machine) {
    MachineFunction function;
    function.busId = words.next();
    if (const int parent = words.number(); parent > 0)
        function.parent = static_cast<std::uint32_t>(parent - 1);
    function.classCode = words.next();
    function.numaNode = words.next();
    function.maxLinkSpeed = words.next();
    function.maxLinkWidth = words.next();
    machine.functions.push_back(std::move(function));
}

void addGpu(Words words, Machine &machine) {
    MachineGpu gpu;
    gpu.busId = words.next();
    gpu.dev = words.number();
    gpu.sm = words.number();
    gpu.gcn = words.next();
    for (std::string target = words.next(); !target.empty(); target = words.next())
        gpu.links.push_back({target, words.number(), {}});
    machine.gpus.push_back(std::move(gpu));
}

void addNet(Words words, Input &input) {
    MachineNet net;
    net.name = words.next();
    net.busId = words.next();
    net.kind = words.number() == 1 ? MachineNet::Kind::Socket : MachineNet::Kind::Rdma;
    net.speedMbits = words.number();
    host::NetInterface interface;
    interface.name = net.name;
    for (std::string address = words.next(); !address.empty(); address = words.next())
        interface.addresses.push_back(address);
    input.machine.nets.push_back(std::move(net));
    input.host.netInterfaces.push_back(std::move(interface));
}

Input inputOf(std::string_view &text) {
    Input input;
    for (int lines = 0; !text.empty() && lines < 256; ++lines) {
        const std::string_view line = takeUntil(text, '\n');
        if (line == "=")
            break;
        Words words(line.size() > 2 ? line.substr(2) : std::string_view{});
        switch (line.empty() ? '\0' : line[0]) {
        case 'F':
            addFunction(words, input.machine);
            break;
        case 'G':
            addGpu(words, input.machine);
            break;
        case 'N':
            addNet(words, input);
            break;
        case 'C': {
            const std::string node = words.next();
            input.machine.cpuMaps[node] = words.next();
            break;
        }
        case 'E': {
            std::string name = words.next();
            input.options.environment.set(std::move(name), words.next());
            break;
        }
        default:
            break;
        }
    }
    input.machine.arch = "x86_64";
    input.machine.socketAddresses = socketAddresses(input.host).entries;
    input.machine.index();
    return input;
}

std::string treeText(const Merged &merged) {
    std::string text = merged.error ? merged.error->toString() : std::string();
    for (const XmlNode &node : merged.tree.nodes) {
        text += '<' + node.name + std::to_string(node.parent) + '/' + std::to_string(node.line);
        for (const XmlAttribute &attribute : node.attributes)
            text += ' ' + attribute.name + '=' + attribute.value;
        for (const int child : node.children)
            text += '>' + std::to_string(child);
    }
    return text;
}

void checkTree(const XmlTree &tree) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        fuzz::require(tree.nodes[i].parent < static_cast<int>(i)); // parents come before their children
        for (const int child : tree.nodes[i].children)
            fuzz::require(tree.nodes[static_cast<std::size_t>(child)].parent == static_cast<int>(i));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    Input input = inputOf(text);
    for (const Version &version : versions()) {
        input.options.version = &version;
        std::optional<XmlTree> file;
        if (auto read = readXml(text, version))
            file = std::move(*read);
        const Merged merged = merge(file, input.machine, input.options);
        fuzz::require(!merged.error || merged.tree.nodes.empty());
        const Merged full = merge(file, input.machine, input.options, MergeEffort::EachRank);
        fuzz::require(treeText(full) == treeText(merged));
        fuzz::require(merged.notes.size() <= 256);
        for (const MergeNote &note : merged.notes)
            fuzz::require(HostText(note.what).plain() == note.what);
        checkTree(merged.tree);
        if (!merged.error)
            (void)decide(merged.tree, input.options);

        const BootstrapChoice choice = bootstrapInterface(input.host, input.options.environment, version);
        const BootstrapPeer peer = choice.asPeer("peer");
        BootstrapChoice judged = choice;
        judgeAgainst(std::span(&peer, 1), input.host, judged);
        fuzz::require(judged.candidates.size() == choice.candidates.size());
        for (const std::string &line : judged.exportLines)
            fuzz::require(line.find_first_of(" ;$`'\"\n&|<>()", line.find(' ') + 1) == std::string::npos);
        fuzz::require(HostText(choice.why).plain() == choice.why &&
                      HostText(judged.reachWhy).plain() == judged.reachWhy);
    }
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string machine = "F 0002:00:00.0 0 0x060000 0 32.0 16\n"
                                "F 0002:00:01.0 0 0x030200 0 32.0 16\n"
                                "F 0002:00:09.0 0 0x020000 0 32.0 16\n"
                                "G 0002:00:01.0 0 90 - fffffff:ffff:ff 18\n"
                                "N mlx5_0 0002:00:09.0 0 400000\n"
                                "N eth0 0000:00:03.0 1 1000 10.0.0.5/24 fe80::1/64\n"
                                "C 0 ffffffff\n"
                                "E NCCL_IB_MERGE_VFS 0\n"
                                "=\n";
    const std::string tree =
        "<system version=\"1\">\n<cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" "
        "familyid=\"6\" modelid=\"143\">\n"
        "<pci busid=\"ffff:ff:01.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\">\n"
        "<pci busid=\"0002:00:01.0\" class=\"0x030200\">\n<gpu dev=\"0\"/>\n</pci>\n"
        "<pci busid=\"0002:00:09.0\" class=\"0x020000\">\n<nic>\n<net name=\"mlx5_0\" "
        "gdr=\"1\" keep=\"1\"/>\n</nic>\n</pci>\n</pci>\n</cpu>\n</system>\n";
    const std::string cyclic = "F 0000:00:01.0 2 0x060400 -1\nF 0000:00:02.0 1 0x060400 -1\n"
                               "G 0000:00:01.0 0 90\nG 0000:00:01.0 -1 80 gfx942 0000:00:02.0 1\n"
                               "N ib0 0000:00:02.0 0 0\nE NCCL_SOCKET_IFNAME ^=eth0\n=\n";
    const std::string pairs =
        "F 0002:00:01.0 0 0x030200 0\nF 0002:00:02.0 0 0x030200 1\nF 0002:00:03.0 0 0x030200 1\n"
        "G 0002:00:01.0 0 90\nG 0002:00:02.0 1 90 - 0002:00:01.0 4\nG 0002:00:03.0 2 90\n"
        "F 0002:00:09.0 0 0x020000 1\nN n0 0002:00:09.0 0 1\nE NCCL_IB_MERGE_VFS 0\n=\n";
    const std::string fused = "F 0002:00:01.0 0 0x030200 0\nG 0002:00:01.0 0 90\n"
                              "F 0002:00:09.0 0 0x020000 0\nF 0002:00:0a.0 0 0x020000 0\n"
                              "N n0 0002:00:09.0 0 1\nN n1 0002:00:09.0 0 1\nN n2 0002:00:0a.0 0 1\n"
                              "E NCCL_NET_MERGE_LEVEL PHB\nE NCCL_NET_FORCE_MERGE n0,n2;n1\n"
                              "E NCCL_IB_MERGE_VFS 0\n=\n";
    const std::string twoInOne = "F\nN\nG e\nG"; // a NIC and a GPU that are one device
    return {twoInOne,
            fused,
            fused + tree,
            pairs,
            pairs + tree,
            machine + tree,
            machine,
            cyclic,
            cyclic + tree,
            "=\n" + tree,
            "E NCCL_COMM_ID [::1%lo]:5000\nE NCCL_SOCKET_FAMILY AF_INET6\n" + machine};
}
