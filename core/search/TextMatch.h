// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::search {

/// How well a word matches a text; greater is better.
enum class Quality : std::uint8_t {
    None,
    Part,   ///< somewhere inside
    Word,   ///< one of its words begins so
    Prefix, ///< it begins so
    Exact,
};

/// ASCII letters in lower case; other bytes as they are.
[[nodiscard]] std::string lowered(std::string_view text);

/// `word` is lowered() and compared without regard to ASCII case. An empty word matches nothing.
[[nodiscard]] Quality qualityOf(std::string_view text, std::string_view word);

/// Typed text that may be the beginning of a BDF or of vendor:device.
struct PartialAddress {
    /// bus:device with leading zeros left out, and what else was given: "46:0", "46:0.1", "0:46:00.0".
    std::optional<std::uint32_t> domain;
    std::optional<std::uint8_t> bus, device, function;

    /// std::nullopt for anything but hexadecimal digits, colons and a dot, and for a single
    /// character, which would match nearly every address.
    [[nodiscard]] static std::optional<PartialAddress> parse(std::string_view word);
};

/// How well `word`, parsed as `address`, matches this BDF in its full or its short form.
[[nodiscard]] Quality qualityOf(const pci::Address &bdf, std::string_view word,
                                const PartialAddress &address);
/// Likewise of "1002:75a0".
[[nodiscard]] Quality qualityOfIds(std::uint16_t vendor, std::uint16_t device, std::string_view word);

} // namespace fabricscope::search
