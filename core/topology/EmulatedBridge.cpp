// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/EmulatedBridge.h"

#include "core/topology/Classes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace fabricscope::topology {

namespace {

struct ChipId {
    std::uint16_t vendor;
    std::optional<std::uint16_t> device; ///< std::nullopt: all of the vendor
};

/// QEMU, hw/pci-bridge: its own ports and bridges, and the chips that it emulates: ioh3420 (Intel X58, of
/// 2009) and those of CXL. VMware's and Parallels's ports.
constexpr std::array kEmulated = {
    ChipId{0x1b36, {}},     ChipId{0x8086, 0x3420}, ChipId{0x8086, 0x7075}, ChipId{0x19e5, 0xa128},
    ChipId{0x19e5, 0xa129}, ChipId{0x15ad, {}},     ChipId{0x1ab8, {}},
};

} // namespace

bool isEmulatedBridge(const host::PciFunction &function) {
    return function.vendor && isPciBridge(function) &&
           std::any_of(kEmulated.begin(), kEmulated.end(), [&](const ChipId &chip) {
               return *function.vendor == chip.vendor &&
                      (!chip.device || (function.device && *function.device == *chip.device));
           });
}

} // namespace fabricscope::topology
