// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace fabricscope::pci {

/// AMD Instinct (MI100 and later), and their virtual functions, by the PCI device ID of vendor 1002.
[[nodiscard]] bool isAmdInstinct(std::uint16_t device);

/// GPUs for data centers whose whole memory is in one BAR, unless the firmware refuses: AMD Instinct, and
/// NVIDIA's P100, V100, A100, A30, H100, H200, B200 and their variants. GPUs for displays, and small ones for
/// data centers (T4), have a BAR of 256 MiB by design. Sources: pci.ids; the vendors' documents on BAR sizes.
[[nodiscard]] bool hasLargeBar(std::uint16_t vendor, std::uint16_t device);

} // namespace fabricscope::pci
