// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An untrusted archive: unpacked with small limits, its /sys found, and read as a host.
#include "core/base/HostText.h"
#include "core/capture/FileTree.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/TreeSections.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace fabricscope;
using capture::FileTree;

namespace {

void check(FileTree &tree, const FileTree::Limits &limits) {
    fuzz::require(tree.size() <= limits.members + 1);
    fuzz::require(tree.bytesRead() <= limits.totalBytes + (std::size_t{64} << 10));
    for (FileTree::Id id = 1; id < tree.size(); ++id) {
        const std::string_view name = tree.name(id);
        fuzz::require(!name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos);
        fuzz::require(std::none_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
        fuzz::require(tree.find(FileTree::kTop, tree.path(id)) == tree.follow(id));
    }
    for (const std::string &note : tree.notes())
        fuzz::require(HostText(note).plain() == note);
}

// ustar headers written without a library, so that the seeds contain fields that libFuzzer can change.
std::string member(const std::string &name, const std::string &bytes, char type = '0',
                   const std::string &target = {}) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string &text) {
        header.replace(at, text.size(), text);
    };
    put(0, name);
    put(100, "0000644");
    put(124, std::string("0000000000") + static_cast<char>('0' + bytes.size() / 8 % 8));
    header[134] = static_cast<char>('0' + bytes.size() / 8 % 8);
    header[135] = static_cast<char>('0' + bytes.size() % 8);
    header[133] = static_cast<char>('0' + bytes.size() / 64 % 8);
    header[156] = type;
    put(157, target);
    put(257, std::string("ustar\00000", 8));
    put(148, "        ");
    unsigned sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    std::string digits;
    for (int shift = 15; shift >= 0; shift -= 3)
        digits += static_cast<char>('0' + (sum >> shift) % 8);
    put(148, digits + '\0' + ' ');
    std::string out = header + bytes;
    out.append((512 - bytes.size() % 512) % 512, '\0');
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FileTree::Limits limits;
    limits.members = 2000;
    limits.fileBytes = std::size_t{1} << 16;
    limits.totalBytes = std::size_t{1} << 20;
    auto tree = FileTree::ofArchive(fuzz::textOf(data, size), "fuzz.tar", limits);
    if (!tree)
        return 0;
    check(*tree, limits);
    for (const formats::HostTree &host : formats::hostTrees(*tree)) {
        capture::Capture capture;
        capture.sections = formats::treeSections(*tree, host);
        for (const capture::Section &section : capture.sections)
            fuzz::require(section.size() > 0 && section.meta().part == capture::Part::Import);
        const host::Host facts = formats::readHost(capture);
        fuzz::require(facts.functions.size() <= 2000);
    }
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string device = "h/sys/devices/pci0000:00/0000:00:01.0";
    const std::string whole =
        member("h/sys/bus/pci/devices/0000:00:01.0", "", '2', "../../../devices/pci0000:00/0000:00:01.0") +
        member(device + "/vendor", "0x10de\n") + member(device + "/class", "0x030200\n") +
        member(device + "/config", std::string(64, '\1')) + member(device + "/driver", "", '2', "../nvidia") +
        member(device + "/net/eth0/address", "00:11:22:33:44:55\n") +
        member("h/sys/devices/system/node/node0/cpumap", "ff\n") +
        member("h/proc/meminfo", "MemTotal: 1 kB\n") + member("h/etc/hostname", "gpu-07\n");
    const std::string tricks = member("../x", "1") + member("/etc/passwd", "2") + member("l", "", '2', "l") +
                               member("a", "", '2', "../../b") + member("h", "", '1', "l") +
                               member("d", "", '3') +
                               member("nodes/1/properties", "simd_count 4\nlocation_id 256\n");
    return {whole + std::string(1024, '\0'), tricks + std::string(1024, '\0'), whole.substr(0, 1500),
            "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x4c\x4a\x06\x00\xc2\x41\x24\x35\x03\x00\x00\x00",
            "070701" + std::string(104, '0') + "x"};
}
