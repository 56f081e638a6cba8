// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/RedactScan.h"

#include <functional>

namespace fabricscope::capture {

/// What of a section is replaced because of where it is (form alone does not tell a serial number).
[[nodiscard]] std::vector<Replacement> placedReplacements(std::string_view section, std::string_view text,
                                                          const Pseudonyms &pseudonyms);

/// What stands for a host's name, of which the first part and the rest are two names.
[[nodiscard]] std::string hostPseudonym(std::string_view value, const Pseudonyms &pseudonyms);

/// What stands for a serial number or a unique id.
[[nodiscard]] std::string serialPseudonym(std::string_view value, const Pseudonyms &pseudonyms);

/// Names that must be replaced wherever else they are, found by their place: told as (kind, name), the kind
/// being "host", "user", "group", "vm" or "serial".
void findNames(std::string_view section, std::string_view text,
               const std::function<void(std::string_view kind, std::string_view name)> &report);

/// Device serial numbers (extended capability 0003) in the text form of config space (SECTIONS.md, hex).
[[nodiscard]] std::string withoutDeviceSerials(std::string_view text, const Pseudonyms &pseudonyms);

/// A line of that form: "=BDF", or bytes. Whatever else is there is text of someone.
[[nodiscard]] bool isConfigLine(std::string_view line);

} // namespace fabricscope::capture
