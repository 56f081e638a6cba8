// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/lspci/CapabilityText.h"

#include <string_view>

namespace fabricscope::formats::lspci {

class FunctionText;

/// The start of a line of `lspci -v`. Lines that begin with no key continue the previous one: this works with
/// and without indents, and if a mail wrapped the lines.
struct Key {
    /// Where `header` applies: before the first capability, or anywhere.
    enum class Where : std::uint8_t { Header, Anywhere, Capability };
    using ReadHeader = void (*)(FunctionText &, std::string_view text);

    std::string_view words;
    ReadHeader header = nullptr;
    CapabilityText::Read capability = nullptr;
    Where where = Where::Capability;
    bool oneLine = false; ///< a value that is not wrapped unless the line is long
};

/// nullptr if the line begins with no key.
[[nodiscard]] const Key *keyOf(std::string_view line);

} // namespace fabricscope::formats::lspci
