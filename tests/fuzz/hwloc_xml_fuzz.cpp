// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// hwloc XML of any format: the tags, the sets, and the whole reader alone.
#include "core/base/HostText.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/hwloc/HwlocDevices.h"
#include "core/formats/hwloc/HwlocSets.h"
#include "core/formats/hwloc/XmlTags.h"
#include "core/formats/hwloc/XmlText.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace fabricscope;

namespace {

bool isWithin(std::string_view piece, std::string_view text) {
    return piece.empty() ||
           (piece.data() >= text.data() && piece.data() + piece.size() <= text.data() + text.size());
}

/// Starts and ends match, and every view is within the text.
void checkTags(std::string_view text) {
    std::size_t open = 0;
    formats::XmlTags tags(text);
    while (tags.next()) {
        fuzz::require(isWithin(tags.name(), text));
        if (!tags.isStart()) {
            fuzz::require(open > 0 && tags.depth() == open - 1);
            --open;
            continue;
        }
        fuzz::require(tags.depth() == open && open < formats::XmlTags::kDeepest);
        while (tags.nextAttribute()) {
            fuzz::require(isWithin(tags.attribute(), text));
            fuzz::require(formats::xmlText(tags.attributeValue()).size() <= tags.attributeValue().size());
        }
        open += tags.isOpen() ? 1 : 0;
    }
    fuzz::require(tags.damage() ? tags.damage()->offset <= text.size() : open == 0);
}

void checkHost(const host::Host &host, std::size_t size) {
    fuzz::require(host.osDevices.size() <= formats::HwlocDevices::kMaxDevices);
    for (const host::PciFunction &f : host.functions) {
        fuzz::require(f.parent != f.address);
        fuzz::require(!f.parent || host.function(*f.parent) != nullptr);
        fuzz::require(f.vendor.evidence().section != 0 ||
                      f.vendor.evidence().offset + f.vendor.evidence().length <= size);
        fuzz::require(!f.numaNode || *f.numaNode >= 0);
        fuzz::require(HostText(f.rare->name.valueOr({})).plain() == f.rare->name.valueOr({}));
    }
    for (const host::OsDevice &device : host.osDevices)
        fuzz::require(HostText(device.name).plain() == device.name);
    for (const host::NumaNodeFacts &node : host.numaNodes)
        fuzz::require(node.node.value >= 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    checkTags(text);
    if (const auto only = formats::onlyMemberOfHwlocSet(text))
        fuzz::require(formats::hwlocSetAsList(text) == std::to_string(*only));
    (void)formats::recogniseFile({"file", text});
    capture::Section::Meta meta;
    meta.name = "hwloc-xml";
    capture::Capture capture;
    capture.sections.emplace_back(meta, std::string(text));
    checkHost(formats::readHost(capture), size);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string devices =
        "<object type=\"Bridge\" gp_index=\"4\" bridge_type=\"0-1\" depth=\"0\" "
        "bridge_pci=\"0000:[00-05]\">\n"
        "<object type=\"Bridge\" gp_index=\"5\" bridge_type=\"1-1\" depth=\"1\" bridge_pci=\"0000:[05-05]\" "
        "pci_busid=\"0000:00:01.0\" pci_type=\"0604 [8086:2030] [8086:0000] 04\" "
        "pci_link_speed=\"15.753846\">\n"
        "<object type=\"PCIDev\" gp_index=\"6\" subtype=\"NVSwitch\" pci_busid=\"0000:05:00.0\" "
        "pci_type=\"0302 "
        "[10de:1db8] [10de:131d] a1\" pci_link_speed=\"15.753846\"><info name=\"PCIVendor\" value=\"A &amp; "
        "B\"/>"
        "<info name=\"PCIDevice\" value=\"&#67;\"/><info name=\"PCISlot\" value=\"5\"/>\n"
        "<object type=\"OSDev\" gp_index=\"7\" name=\"nvml0\" osdev_type=\"5\"><info name=\"GPUModel\" "
        "value=\"V\"/><info "
        "name=\"NVIDIAUUID\" value=\"GPU-1\"/></object><object type=\"OSDev\" gp_index=\"8\" name=\"rsmi1\" "
        "osdev_type=\"1\">"
        "<info name=\"XGMIPeers\" value=\"nvml0 rsmi1 \"/><info name=\"RSMIVRAMSize\" "
        "value=\"64MiB\"/></object>"
        "<object type=\"OSDev\" name=\"mlx5_0\" osdev_type=\"3\"><info name=\"Port1State\" "
        "value=\"4\"/><info "
        "name=\"Port1GID0\" value=\"fe80::1\"/></object><object type=\"OSDev\" name=\"eth0\" "
        "osdev_type=\"2\"><info "
        "name=\"Address\" value=\"00:01\"/><info name=\"Port\" "
        "value=\"1\"/></object></object></object></object>\n";
    const std::string numa = "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x00000001,,0x00000003\" "
                             "nodeset=\"0x00000001\" gp_index=\"2\" local_memory=\"4096\">";
    const std::string head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n";
    return {
        head +
            "<topology>\n<object type=\"Machine\" nodeset=\"0x3\"><info name=\"HostName\" "
            "value=\"h\"/><distances "
            "nbobjs=\"2\" relative_depth=\"1\" latency_base=\"10.000000\"><latency "
            "value=\"1.000000\"/><latency "
            "value=\"2.1\"/><latency value=\"2.1\"/><latency value=\"1\"/></distances>\n" +
            numa +
            "<object type=\"Socket\"><object type=\"Cache\"><object type=\"Core\"><object "
            "type=\"PU\"/></object>"
            "</object>" +
            devices + "</object></object>" +
            "<object type=\"NUMANode\" os_index=\"1\" cpuset=\"0x4\"/></object></topology>\n",
        head +
            "<topology version=\"2.0\"><object type=\"Machine\" gp_index=\"1\"><object type=\"Package\" "
            "nodeset=\"0x00000001\" cpuset=\"0xf\">" +
            numa + "</object>" + devices +
            "</object></object><distances2 type=\"NUMANode\" nbobjs=\"1\" kind=\"5\" name=\"NUMALatency\" "
            "indexing=\"os\"><indexes length=\"2\">0 </indexes><u64values length=\"3\">10 "
            "</u64values></distances2>"
            "<distances2hetero nbobjs=\"2\" kind=\"25\" name=\"NVLinkBandwidth\"><indexes "
            "length=\"9\">OSDev:7 OSDev:8 "
            "</indexes><u64values length=\"9\">0 1 1 0 </u64values></distances2hetero></topology>\n",
        "<!DOCTYPE a [<!ENTITY b \"c\"> <!-- ]> -->]><topology version=\"3.0\"><object type=\"Machine\" "
        "id=\"obj1\">" +
            devices + "</object><info name=\"HostName\" value=\"&b;\"/><![CDATA[<x>]]></topology>",
        std::string("\xFF\xFE<\0a\0/\0>\0", 10),
    };
}
