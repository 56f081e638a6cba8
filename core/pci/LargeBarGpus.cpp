// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/LargeBarGpus.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace fabricscope::pci {

namespace {

struct Range {
    std::uint16_t first, last;
};
// pci.ids: Arcturus, Aldebaran, Aqua Vanjaram (MI300), MI350; virtual functions are among them.
constexpr Range kInstinct[] = {{0x7388, 0x7390}, {0x7408, 0x7410}, {0x74a0, 0x74bf}, {0x75a0, 0x75bf}};
// Quadro GP100 (15f0) and GV100 (1dba) have displays. Memory of Grace's GPUs (2342, 2941) is not behind a BAR
// alone.
constexpr Range kNvidia[] = {
    {0x15f7, 0x15f9},                   // P100
    {0x1db1, 0x1db8}, {0x1df5, 0x1df6}, // V100
    {0x20b0, 0x20bd}, {0x20f1, 0x20f3}, // A100, A800, A30
    {0x2302, 0x233f},                   // H100, H800, H20, H200
    {0x2901, 0x2920},                   // B200
};

bool isIn(std::span<const Range> ranges, std::uint16_t device) {
    return std::any_of(ranges.begin(), ranges.end(), [device](const Range &range) {
        return device >= range.first && device <= range.last;
    });
}

} // namespace

bool isAmdInstinct(std::uint16_t device) {
    return isIn(kInstinct, device);
}

bool hasLargeBar(std::uint16_t vendor, std::uint16_t device) {
    constexpr std::uint16_t kVendorNvidia = 0x10de, kVendorAmd = 0x1002;
    return (vendor == kVendorAmd && isAmdInstinct(device)) ||
           (vendor == kVendorNvidia && isIn(kNvidia, device));
}

} // namespace fabricscope::pci
