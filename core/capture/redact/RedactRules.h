// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/RedactScan.h"

#include <functional>

namespace fabricscope::capture {

/// Replacements in a section based on position (a serial number cannot be recognized by its form).
[[nodiscard]] std::vector<Replacement> placedReplacements(std::string_view section, std::string_view text,
                                                          const Pseudonyms &pseudonyms);

/// The replacement of a host name, whose first part and the rest are two names.
[[nodiscard]] std::string hostPseudonym(std::string_view value, const Pseudonyms &pseudonyms);

/// The default users of systems and clouds, which stay.
[[nodiscard]] bool isCommonUser(std::string_view user);

/// Whether findNames() reports numbers of devices and machines as this kind.
[[nodiscard]] bool isIdKind(std::string_view kind);

/// The replacement of a number of such a kind, the same as at the place where it was found.
[[nodiscard]] std::string idPseudonym(std::string_view kind, std::string_view value,
                                      const Pseudonyms &pseudonyms);

/// Names that must be replaced everywhere, found by their position: reported as (kind, name), the kind being
/// "host", "user", "group", "vm" or one of isIdKind(); and, as "product", names of products, which stay.
void findNames(std::string_view section, std::string_view text,
               const std::function<void(std::string_view kind, std::string_view name)> &report);

/// Device serial numbers (extended capability 0003) in the text form of config space (SECTIONS.md, hex).
[[nodiscard]] std::string withoutDeviceSerials(std::string_view text, const Pseudonyms &pseudonyms);

/// Whether it is a line of that form: "=BDF", or bytes. Anything else is free text.
[[nodiscard]] bool isConfigLine(std::string_view line);

} // namespace fabricscope::capture
