// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Address.h"
#include "core/pci/Link.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    if (const auto address = pci::Address::parse(text)) {
        fuzz::require(address->device < 32 && address->function < 8);
        fuzz::require(pci::Address::parse(address->toString()) == address);
    }
    if (const auto speed = pci::LinkSpeed::parse(text))
        fuzz::require(speed->generation() >= 1 && speed->generation() <= 7 && speed->perLane().value > 0);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {"0000:41:00.0",   "41:1f.7", "10000:01:00.0", "ffffffff:ff:1f.7",
            "32.0 GT/s PCIe", "2.5GT/s", "Unknown"};
}
