// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <cstdint>
#include <string_view>

namespace fabricscope::formats {

/// What a GPU of AMD is. Limits that hold for AMD Instinct GPUs (MI100 and later) hold for no other.
enum class AmdModel : std::uint8_t { Unknown, Instinct, Other };

/// By its name ("AMD Instinct MI325X", "Navi 31 [Radeon RX 7900 XT]") or by its PCI device ID as text
/// ("0x74a5").
[[nodiscard]] AmdModel amdModelNamed(std::string_view name);
/// By its PCI device ID (pci.ids).
[[nodiscard]] AmdModel amdModelOf(std::uint16_t device);
/// By what was read about the function; Unknown where it is none of AMD.
[[nodiscard]] AmdModel amdModelAt(HostBuilder &builder, const Address &address);
/// Of a GPU whose function is not known: what all GPUs of AMD of the host are; else Unknown.
[[nodiscard]] AmdModel amdModelOfAll(HostBuilder &builder);

/// Whether boards connect all GPUs of this model equally by XGMI: MI300 and later.
[[nodiscard]] bool isEquallyConnected(HostBuilder &builder, const Address &address);

} // namespace fabricscope::formats
