// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace fabricscope::pci {

/// The names of the bits that are set in an AER status register, the correctable or the uncorrectable one
/// (PCI Express Base Specification 6.0, 7.8.4.5 and 7.8.4.2), with the short name of lspci and the kernel
/// where that is another: "Completion Timeout (CmpltTO), Malformed TLP (MalfTLP)".
[[nodiscard]] std::string aerErrorNames(std::uint32_t status, bool isCorrected);

} // namespace fabricscope::pci
