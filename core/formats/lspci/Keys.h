// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/lspci/CapabilityText.h"

#include <string_view>

namespace fabricscope::formats::lspci {

class FunctionText;

/// What a line of `lspci -v` begins with. Lines that begin with no key continue the one before: that holds
/// with and without indents, and where a mail wrapped the lines.
struct Key {
    /// Where it means what `header` reads: before the first capability, or anywhere.
    enum class Where : std::uint8_t { Header, Anywhere, Capability };
    using ReadHeader = void (*)(FunctionText &, std::string_view text);

    std::string_view words;
    ReadHeader header = nullptr;
    CapabilityText::Read capability = nullptr;
    Where where = Where::Capability;
    bool oneLine = false; ///< a value that is not wrapped unless the line is long
};

/// nullptr where the line begins with none.
[[nodiscard]] const Key *keyOf(std::string_view line);

} // namespace fabricscope::formats::lspci
