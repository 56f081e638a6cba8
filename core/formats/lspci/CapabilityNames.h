// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace fabricscope::formats::lspci {

/// The id of a capability from the words that lspci prints after its offset ("Power Management version 3"); 0
/// if the words are unknown.
[[nodiscard]] std::uint16_t capabilityId(std::string_view words, bool extended);

} // namespace fabricscope::formats::lspci
