// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An NCCL file: parsed in the dialect of each library, completed, written and parsed again, and used for
// decisions. The first byte selects library and options.
#include "core/base/HostText.h"
#include "core/nccl/Decide.h"
#include "tests/fuzz/Fuzz.h"

#include <cmath>

using namespace fabricscope;
using namespace fabricscope::nccl;

namespace {

void check(const Decisions &decisions) {
    fuzz::require(decisions.library != nullptr);
    if (decisions.error) {
        fuzz::require(decisions.gpus.empty() && !decisions.error->what.empty());
        fuzz::require(HostText(decisions.error->toString()).plain() == decisions.error->toString());
        return;
    }
    const std::size_t gpus = decisions.gpus.size();
    const std::size_t nics = decisions.nics.size();
    fuzz::require(gpus <= decisions.library->maxNodesPerType && nics <= decisions.library->maxNodesPerType);
    fuzz::require(decisions.gpuNic.size() == gpus * nics);
    fuzz::require(decisions.gpuGpu.size() == (gpus == 0 ? 0 : gpus * (gpus - 1)));
    fuzz::require(decisions.localNetByChannel.size() == gpus);
    for (const auto &channels : decisions.localNetByChannel)
        for (const auto &nic : channels)
            fuzz::require(!nic || static_cast<std::size_t>(*nic) < nics);
    for (const GpuNic &pair : decisions.gpuNic) {
        fuzz::require(std::isfinite(pair.bandwidth) && pair.hops >= 0);
        fuzz::require(!gdrText(decisions, pair.gdrSend).empty());
        fuzz::require(!pair.relayGpu || static_cast<std::size_t>(*pair.relayGpu) < gpus);
    }
    for (const NicNode &nic : decisions.nics)
        fuzz::require(HostText(nic.name).plain() == nic.name &&
                      HostText(nic.busIdText).plain() == nic.busIdText);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const unsigned choice = data[0];
    const std::string_view text = fuzz::textOf(data + 1, size - 1);
    Options options;
    options.version = &versions()[choice % versions().size()];
    if ((choice & 4) != 0)
        options.nvswitchLinks = 18;
    if ((choice & 8) != 0)
        options.biosVersion = "Hyper-V UEFI Release v4.1";
    if ((choice & 16) != 0)
        options.environment.set("NCCL_PXN_DISABLE", "0");
    if ((choice & 32) != 0)
        options.environment.set("NCCL_NETDEVS_POLICY", "MAX:3");

    (void)versionOfFile(text);
    const auto tree = readXml(text, *options.version);
    if (!tree) {
        fuzz::require(tree.error().line > 0 && tree.error().column > 0);
        fuzz::require(HostText(tree.error().toString()).plain() == tree.error().toString());
        return 0;
    }
    fuzz::require(tree->nodes.size() < options.version->maxXmlNodes);
    if (const auto written = writeXml(*tree, *options.version)) {
        const auto again = readXml(*written, *options.version);
        fuzz::require(again.has_value());
        fuzz::require(again->warnings.empty());
    }
    check(decide(*tree, options));
    check(decide(standaloneSystem(*tree, options), options));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string bare =
        "<system version=\"1\">\n"
        "  <!-- a switch -->\n"
        "  <cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">\n"
        "    <pci busid=\"ffff:ff:01.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\">\n"
        "      <pci busid=\"0001:00:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "      <pci busid=\"0101:00:00.0\" class=\"0x020700\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "    </pci>\n"
        "  </cpu>\n"
        "</system>\n";
    const std::string full =
        "<system version=\"1\"><cpu numaid=\"0\" affinity=\"ff,00000000\" arch=\"arm64\">"
        "<pci busid=\"0000:10:00.0\" class=\"0x060400\" vendor=\"0x1000\" device=\"0xc030\" "
        "subsystem_vendor=\"0x1000\" "
        "subsystem_device=\"0x0072\" link_speed=\"\" link_width=\"\"><pcilink target=\"0000:20:00.0\"/>"
        "<pci busid=\"0000:11:00.0\" class=\"0x030200\" link_speed=\"8 GT/s\" link_width=\"16\">"
        "<gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"><nvlink target=\"0000:12:00.0\" count=\"4\" "
        "tclass=\"0x030200\"/>"
        "<c2c bw=\"44712\" count=\"10\"/></gpu></pci>"
        "<pci busid=\"0000:12:00.0\" class=\"0x030200\" link_speed=\"8 GT/s\" link_width=\"16\">"
        "<gpu dev=\"1\" sm=\"90\" rank=\"1\" gdr=\"1\"><nvlink target=\"0000:11:00.0\" count=\"4\" "
        "tclass=\"0x030200\"/>"
        "<nvlink target=\"x\" count=\"1\" tclass=\"0x068001\"/></gpu></pci></pci>"
        "<nic><net name=\"eth0\" dev=\"0\" speed=\"100000\" gdr=\"1\"/></nic></cpu>"
        "<cpu numaid=\"-1\" arch=\"arm64\"><pci busid=\"0000:30:00.0\" class=\"0x020000\" link_speed=\"\" "
        "link_width=\"1\">"
        "<nic><net name=\"a\" dev=\"1\" port=\"1\" guid=\"0x1\"/><net name=\"b\" "
        "dev=\"1\"/></nic></pci></cpu></system>";
    const std::string amd =
        "<system version=\"2\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"143\" "
        "modelid=\"49\">"
        "<pci busid=\"0000:10:00.0\" class=\"0x060400\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">"
        "<pci busid=\"0000:11:00.0\" class=\"0x120000\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">"
        "<gpu dev=\"0\" sm=\"104\" gcn=\"910\" arch=\"38911\" rank=\"0\" gdr=\"1\">"
        "<xgmi target=\"0000:12:00.0\" count=\"4\" tclass=\"0x120000\"/></gpu></pci></pci>"
        "<pci busid=\"0000:12:00.0\" class=\"0x120000\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">"
        "<gpu dev=\"1\" sm=\"104\" gcn=\"gfx90a\" arch=\"38911\" rank=\"1\" gdr=\"1\">"
        "<xgmi target=\"0000:11:00.0\" count=\"4\" tclass=\"0x120000\"/></gpu></pci>"
        "<pci busid=\"0000:13:00.0\" class=\"0x020000\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">"
        "<nic><net name=\"mlx5_0\" dev=\"0\" speed=\"200000\" gdr=\"1\"/></nic></pci></cpu></system>";
    return {std::string(1, '\x04') + bare, std::string(1, '\x00') + full, std::string(1, '\x19') + amd,
            std::string(1, '\x00') + "<?xml version=\"1.0\"?>\n" + bare,
            std::string(1, '\x00') + "<system version=\"1\">\n\t<cpu/>\n</system>"};
}
