// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// The bits of an AER status register (PCI Express Base Specification 6.0, 7.8.4.2 and 7.8.4.5) in a line
/// that the kernel logs behind "PCIe Bus Error: ...", in all its spellings (Linux, drivers/pci/pcie/aer.c):
/// "device [8086:2030] error status/mask=00004000/00000000", "aer_status: 0x00000040, aer_mask: 0x00002000",
/// "   [14] CmpltTO                (First)".
[[nodiscard]] std::optional<std::uint32_t> aerStatusOf(std::string_view message);

} // namespace fabricscope::formats
