// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Capabilities.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const pci::ConfigSpace config = pci::decodeConfigSpace({data, size});
    fuzz::require(config.bytesRead <= 4096 && config.bytesRead <= size);
    fuzz::require(config.problems.size() <= 2);
    for (const pci::CapabilityRef &capability : config.capabilities)
        fuzz::require(capability.offset >= 64 && capability.offset < config.bytesRead);
    fuzz::require(!config.express || !config.express->currentWidth || *config.express->currentWidth <= 32);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::string device(4096, '\0');
    const auto put = [&](std::size_t at, std::initializer_list<int> bytes) {
        for (const int byte : bytes)
            device[at++] = static_cast<char>(byte);
    };
    put(0x00, {0x02, 0x10, 0xa0, 0x75, 0x07, 0x04, 0x10, 0x00, 0x01, 0x00, 0x00, 0x12});
    put(0x34, {0x40});
    put(0x40, {0x10, 0x50, 0x02, 0x00, 0x02, 0x80, 0x00, 0x10, 0x30, 0x29, 0x00, 0x00, 0x05, 0x01});
    put(0x50, {0x05, 0x60});
    put(0x60, {0x11, 0x00});
    std::size_t at = 0x100;
    for (const int id : {0x01, 0x03, 0x0D, 0x0E, 0x0F, 0x10, 0x1B, 0x19}) {
        const std::size_t next = id == 0x19 ? 0 : at + 0x50;
        put(at, {id, 0x00, static_cast<int>((next & 0xF) << 4 | 1), static_cast<int>(next >> 4)});
        at += 0x50;
    }
    std::string bridge = device;
    bridge[0x0E] = 1;
    return {device, bridge, device.substr(0, 256), device.substr(0, 64), std::string(64, '\xff')};
}
