// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lspci's formats. The first byte selects the section, the rest is its text.
#include "core/base/HostText.h"
#include "core/formats/HostReader.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/FileKinds.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

namespace {

constexpr const char *kSections[] = {"lspci-text", "lspci-hex", "lspci-tree", "lspci-machine", "tool-lspci"};

void checkLines(std::string_view text) {
    const char *end = text.data();
    for (formats::PastedLines lines(text); lines.next();) {
        const formats::PastedLine &line = lines.line();
        fuzz::require(line.source.data() >= end &&
                      line.source.data() + line.source.size() <= text.data() + text.size());
        fuzz::require(line.text.size() <= line.source.size());
        end = line.source.data() + line.source.size();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    if (text.empty())
        return 0;
    const auto form = static_cast<unsigned char>(text[0]) % std::size(kSections);
    text.remove_prefix(1);
    checkLines(text);
    (void)formats::recogniseFile({"lspci.txt", text.substr(0, formats::FileSample::kHead)});
    capture::Section::Meta meta;
    meta.name = kSections[form];
    meta.part = capture::Part::Import;
    capture::Capture capture;
    capture.sections.emplace_back(meta, std::string(text));
    const host::Host host = formats::readHost(capture);
    for (const host::PciFunction &f : host.functions) {
        fuzz::require(f.parent != f.address);
        fuzz::require(HostText(f.rare->name.valueOr({})).plain() == f.rare->name.valueOr({}));
        fuzz::require(f.bars.size() <= 16);
        const host::EvidenceRef at = f.configEvidence;
        fuzz::require(!at.exists() || at.offset + at.length <= text.size());
    }
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string text =
        "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1) (prog-if 00 [x])\n"
        "\tDeviceName: GPU 3\n\tSubsystem: NVIDIA Corporation Device [10de:16c1]\n\tPhysical Slot: 5\n"
        "\tControl: I/O- Mem+ BusMaster+ SpecCycle-\n\tStatus: Cap+ 66MHz-\n\tNUMA node: 1\n\tIOMMU group: "
        "27\n"
        "\tRegion 0: Memory at 3f042000000 (64-bit, prefetchable) [size=16M]\n"
        "\tExpansion ROM at f9000000 [virtual] [disabled] [size=512K]\n"
        "\tBus: primary=40, secondary=41, subordinate=42, sec-latency=0\n"
        "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n\t\tDevCap:\tMaxPayload 256 bytes, FLReset+\n"
        "\t\tDevCtl:\tCorrErr+ RlxdOrd+ ExtTag+ NoSnoop-\n\t\t\tMaxPayload 256 bytes, MaxReadReq 512 bytes\n"
        "\t\tDevSta:\tCorrErr+ NonFatalErr-\n\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n"
        "\t\tLnkCtl:\tASPM L0s L1 Enabled; RCB\n\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (ok)\n"
        "\t\tSltCap:\tSlot #3, PowerLimit 75W\n\t\tLnkCap2: Supported Link Speeds: 2.5-32GT/s\n"
        "\tCapabilities: [100 v1] Access Control Services\n\t\tACSCap:\tSrcValid+ TransBlk+\n"
        "\t\tACSCtl:\tSrcValid+ TransBlk-\n\tCapabilities: [200 v1] Single Root I/O Virtualization (SR-IOV)\n"
        "\t\tIOVCtl:\tEnable+ Migration-\n\t\tInitial VFs: 20, Total VFs: 20, Number of VFs: 2, Function\n"
        "\t\tVF offset: 4, stride: 1, Device ID: 2330\n\tCapabilities: [300 v1] Device Serial Number "
        "48-b0-2d-ff\n"
        "\t\tUESta:\tDLP- SDES+\n\t\tCESta:\tRxErr+\n\t\tPASIDCap: Max PASID Width: 14\n\t\tPASIDCtl: "
        "Enable+\n"
        "\t\tLaneErrStat: LaneErr at lane: 0 3\n\tKernel driver in use: nvidia\n\n"
        "42:00.0 PCI bridge: X (rev ff) (prog-if ff)\n\t!!! Unknown header type 7f\n\n"
        "42:01.0 PCI bridge: Z\n\tCapabilities: [40] Express Root Port (Slot+) IRQ 0\n"
        "\t\tDevice: Supported: MaxPayload 256 bytes\n\t\tDevice: RlxdOrd- NoSnoop-\n\t\tLink: Supported "
        "Speed "
        "2.5Gb/s, Width x4\n\t\tLink: ASPM Disabled RCB\n\t\tLink: Speed 2.5Gb/s, Width x1\n\t\tSlot: Number "
        "7\n"
        "43:00.0 Bridge: Y\n\tFlags: bus master, fast devsel, NUMA node 0\n\tCapabilities: <access denied>\n";
    const std::string hex = "01:00.0 Device\n00: de 10 30 23 06 04 10 00 a1 00 02 03 00 00 00 00\n"
                            "10: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                            "20: 00 00 00 00 00 00 00 00 00 00 00 00 de 10 c1 16\n"
                            "30: 00 00 00 00 40 00 00 00 00 00 00 00 00 00 00 00\n\n";
    const std::string tree =
        "-+-[0000:40]-+-00.0  V R\n |           +-01.1-[41-44]----00.0-[42-44]--+-00.0-[43]----00.0  N\n"
        " |           |                               \\-04.0-[44]--+-00.0  M\n"
        " |           \\-03.1-[45]--\n \\-[10000:e0]---00.0-[e1]----00.0  I\n";
    const std::string machine =
        "Slot:\t43:00.0\nClass:\t3D controller [0302]\nVendor:\tNVIDIA [10de]\nDevice:\tX [2330]\n"
        "Driver:\tnvidia\nNUMANode:\t1\nIOMMUGroup:\t9\n\n"
        "43:00.1 \"Audio device\" \"NVIDIA\" \"X\" -ra1 -p00 \"\" \"\"\n";
    std::vector<std::string> seeds;
    char form = 0;
    for (const std::string &one : {text, hex, tree, machine, text})
        seeds.push_back(form++ + one);
    seeds.push_back(std::string(1, '\0') + "> \x1b[1m" + text.substr(0, 300) + "\r\n> x");
    return seeds;
}
