// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A value or text with its character references and the five predefined XML entities resolved. Other
/// entities are kept unchanged.
[[nodiscard]] std::string xmlText(std::string_view raw);

/// UTF-16 with a byte order mark, as written by PowerShell, converted to UTF-8; std::nullopt if the text is
/// not UTF-16.
[[nodiscard]] std::optional<std::string> utf8OfUtf16(std::string_view bytes);

/// The first two elements of a text, which distinguish kinds of XML. Empty if it is not XML.
struct XmlRoot {
    std::string name, firstChild;
};
[[nodiscard]] XmlRoot xmlRoot(std::string_view head);

} // namespace fabricscope::formats
