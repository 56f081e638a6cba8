// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats::lspci {

/// Class and subclass (16 bits) from the words that lspci prints for them, from pci.ids (old and new
/// wording); unknown if the words match no class.
[[nodiscard]] std::optional<std::uint16_t> classByName(std::string_view words);

/// The vendor with which a device's full name begins ("NVIDIA Corporation AD102GL ..."): only those needed to
/// recognize GPUs, fabric NICs, consoles and switches in the tree; unknown for others.
[[nodiscard]] std::optional<std::uint16_t> vendorByName(std::string_view words);

/// The class of a device by the words of its name, where they leave no doubt: `lspci -tv` shows no class. Of
/// a network adapter that may be of two classes it is "network controller, other".
[[nodiscard]] std::optional<std::uint16_t> classByDevice(std::uint16_t vendor, std::string_view name);

} // namespace fabricscope::formats::lspci
