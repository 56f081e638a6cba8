// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Untrusted files, imported together: recognized, joined, and read as a host. A line "=NAME" starts the next
// file.
#include "core/base/Text.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "tests/fuzz/Fuzz.h"
#include "tests/fuzz/SectionSeeds.h"

using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    std::vector<formats::Piece> pieces;
    while (!text.empty() && pieces.size() < 8) {
        const auto end = text.find("\n=");
        std::string_view piece = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
        std::string name(takeUntil(piece, '\n').substr(0, 100));
        pieces.push_back({std::move(name), std::string(piece)});
    }
    formats::ImportLimits limits;
    limits.totalBytes = std::size_t{1} << 20;
    limits.members = 1000;
    const auto capture = formats::importPieces(std::move(pieces), limits);
    if (!capture) {
        fuzz::require(!capture.error().what.empty());
        return 0;
    }
    std::size_t total = 0;
    for (const capture::Section &section : capture->sections)
        total += section.size();
    fuzz::require(total <= limits.totalBytes && !capture->sections.empty());
    const host::Host host = formats::readHost(*capture);
    fuzz::require(host.functions.size() <= 65536);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> seeds{
        "out.txt\nhello\n@@fabricscope printed begin safe 1\n@@fabricscope printed section meminfo "
        "/proc/meminfo\n"
        "MemTotal: 4 kB\n\n@@fabricscope printed end 0\n@@fabricscope printed done\n",
        "lspci.txt\n00:00.0 Host bridge: Intel Corporation 440FX\n\tControl: I/O- Mem+\n\n=numactl.txt\n"
        "available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode 0 size: 100 MB\nnode distances:\nnode 0\n 0: 10\n",
        "x.xml\n<?xml version=\"1.0\"?>\n<topology version=\"2.0\"><object type=\"Machine\" "
        "os_index=\"0\"/></topology>\n",
        "session.txt\nroot@gpu-07:~# lspci -nn\n00:00.0 Host bridge [0600]: Intel "
        "[8086:1237]\nroot@gpu-07:~# uname -a\n"
        "Linux gpu-07 6.1.0 #1 SMP x86_64 GNU/Linux\n"};
    for (const SectionSeed &seed : sectionSeeds())
        seeds.push_back(std::string(seed.name) + "\n" + std::string(seed.bytes));
    return seeds;
}
