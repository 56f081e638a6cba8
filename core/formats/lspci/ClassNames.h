// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats::lspci {

/// Class and subclass (16 bits) by the words that lspci prints for them, out of pci.ids (old and new
/// wording); unknown where the words are no class's.
[[nodiscard]] std::optional<std::uint16_t> classByName(std::string_view words);

/// The vendor that a device's full name begins with ("NVIDIA Corporation AD102GL ..."): those by which the
/// tree shows GPUs, fabric NICs, consoles and switches; unknown for others.
[[nodiscard]] std::optional<std::uint16_t> vendorByName(std::string_view words);

} // namespace fabricscope::formats::lspci
