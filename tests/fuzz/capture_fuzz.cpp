// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/fuzz/Fuzz.h"

// An untrusted capture file: loaded with small limits, it never exceeds them, and the result can be saved and
// loaded again.
using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    capture::Limits limits;
    limits.sectionBytes = std::size_t{1} << 16;
    limits.totalBytes = std::size_t{1} << 18;
    limits.sections = 32;
    const auto capture = capture::deserialize(fuzz::textOf(data, size), limits);
    if (!capture)
        return 0;
    std::size_t total = 0;
    for (const capture::Section &section : capture->sections)
        total += section.bytes().size();
    fuzz::require(capture->sections.size() <= limits.sections && total <= limits.totalBytes);
    const auto bytes = capture::serialize(*capture);
    fuzz::require(bytes.has_value());
    fuzz::require(capture::deserialize(*bytes).has_value());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    capture::Capture capture;
    capture.target = "root@gpu-07";
    capture.notes = {"a note"};
    for (const char *name : {"pci", "pci-links", "empty"}) {
        capture::Section::Meta meta;
        meta.name = name;
        meta.exitStatus = 0;
        capture.sections.emplace_back(
            meta, name == std::string_view("empty") ? "" : "0000:41:00.0/class:0x030200\n");
    }
    capture.sections[1].meta().damage = capture::Damage::Stuck;
    capture.sections[1].meta().damageText = "stuck";
    return {*capture::serialize(capture)};
}
